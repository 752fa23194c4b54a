import { expect, it } from "vitest";
import { type Answer, runConformance } from "../../src/conformance/index.js";

/** A reader of otpauth URIs that has the secret in one form or another: base32 of the same key makes the same codes. */

const FORMS = Array.from({ length: 9 }, (_, at) => `otpauth/uri-0${28 + at}`);

async function statusesOf(answer: (secret: string) => Answer): Promise<ReadonlySet<string>> {
  const otpauth = ({ uri }: Readonly<Record<string, unknown>>) =>
    answer(new URL(String(uri)).searchParams.get("secret") ?? "");
  const reader = { name: "reader", version: "1", language: "JavaScript", operations: { otpauth } };
  const report = await runConformance(reader, { only: FORMS });
  if (!report.ok) throw new Error(report.problems[0].message);
  expect(report.value.results).toHaveLength(FORMS.length);
  return new Set(report.value.results.map(({ status }) => status));
}

const device = (secretKey: string) => ({
  ok: { devices: [{ secretKey, period: 30, digits: 6, algorithm: "SHA1", account: "a" }] },
});

it.each<[string, (secret: string) => Answer]>([
  ["as the URI writes it", device],
  ["in upper case, unpadded", (secret) => device(secret.toUpperCase().replaceAll("=", ""))],
])("a secret is right %s", async (_, answer) => {
  expect(await statusesOf(answer)).toEqual(new Set(["accepted-variant"]));
});

it.each<[string, (secret: string) => Answer]>([
  ["is refused", () => ({ error: { code: "secret/malformed" } })],
  ["loses its last letter", (secret) => device(secret.replace(/.=*$/, ""))],
  ["is that of another key", (secret) => device(`A${secret.slice(1)}`)],
])("a secret that %s is a fault", async (_, answer) => {
  expect(await statusesOf(answer)).toEqual(new Set(["fail"]));
});
