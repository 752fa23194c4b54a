import { hash as bcryptHash } from "@node-rs/bcrypt";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { passwordForms } from "../../../src/hash/systems/password-forms.js";
import { SOURCE_NAMES, type SourceName } from "../../../src/index.js";
import { verifyPassword } from "../../../src/verify/index.js";
import { receivedForms } from "../../../src/verify/run/compute.js";
import { runAtOnce } from "../../../src/verify/schemes/index.js";
import { type Coverage, coversPassword } from "../../../src/verify/steps/coverage.js";
import { byDay, partByDay } from "../../by-day.js";
import { RIGHT } from "../verify-vectors.js";
import { coverageOf, PEPPER } from "./coverage-of.js";

/** Texts that a check which sees a part only might take for this one. */
function lookalikes(text: string, pepper = ""): readonly string[] {
  const filled = (text + pepper).slice(0, 72);
  const ends = ["\0", "\0x", " ", "\n", "x", `\0${text}`, pepper, `${filled}${"x".repeat(72)}`.slice(text.length)];
  const others = [text.slice(0, 72), text.slice(0, -1), text.trim(), ` ${text}`, text.normalize("NFKD")];
  const spelt = [text.replace(/['"\\\0]/g, "\\$&"), text.replaceAll("\n", "\r\n"), `x${text.slice(1)}`];
  const beyond = [0, 35, 70, 71, 72, 90]
    .filter((at) => at < text.length)
    .map((at) => `${text.slice(0, at)}x${text.slice(at + 1)}`);
  const all = [...ends.map((end) => text + end), ...others, ...spelt, ...beyond, `${filled}tail`];
  return [...new Set(all)].filter((other) => other !== text && other.length <= 1024);
}

/** What a user would call another spelling of the same password. */
function spelling(text: string): string {
  const trimmed = Buffer.from(runAtOnce([{ kind: "php-trim" }], Buffer.from(text)).bytes).toString();
  return trimmed.replace(/\r\n?/g, "\n").replaceAll("\0", "").normalize("NFKC");
}

function expectSound(typed: string, right: string, coverage: Coverage | "no match", what: string): void {
  if (coverage === "no match") return;
  if (coversPassword(coverage)) expect(spelling(typed), `${what}: ${coverage}`).toBe(spelling(right));
}

describe("no text but the password, in whatever spelling, is covered", () => {
  it("by any vector's hash, whatever scheme and source", async () => {
    const texts = RIGHT.filter(({ input }) => typeof input.password === "string");
    // A change within an emoji leaves half a character, which is no text.
    const isText = (typed: string) => Buffer.from(typed).toString() === typed;
    expect(texts.length).toBeGreaterThan(150);
    const letIn = { seen: 0 };
    for (const [at, { id, input }] of texts.entries()) {
      const { hash, password, ...options } = input;
      const right = password as string;
      const found = await Promise.all(
        partByDay(9, lookalikes(right, options.pepper as string | undefined), at)
          .filter(isText)
          .map(async (typed) => [typed, await coverageOf(typed, hash, options)] as const),
      );
      for (const [typed, coverage] of found) {
        if (coverage !== "no match") letIn.seen++;
        expectSound(typed, right, coverage, id);
      }
    }
    // Without lookalikes that are let in nothing would have been shown.
    expect(letIn.seen).toBeGreaterThan(byDay(100));
  });

  const SALT = Buffer.from("0123456789abcdef");
  const text = fc.oneof(
    fc.string({ maxLength: 80 }),
    fc.string({ minLength: 60, maxLength: 80, unit: fc.constantFrom("a", "'", "\\", "\0", "é", " ") }),
    fc.string({ maxLength: 12, unit: fc.constantFrom("a", "'", "\\", "\0", "ﬁ", " ", "&") }),
  );
  const pepper = fc.oneof(
    fc.constant(undefined),
    fc.string({ minLength: 1, maxLength: 130 }),
    fc.string({ minLength: 1, maxLength: 130, unit: fc.constantFrom("a", "b") }),
    fc.constantFrom("a".repeat(80), "ab".repeat(64), PEPPER),
  );

  it("by bcrypt, for any source and pepper", async () => {
    const sources = fc.constantFrom<SourceName | undefined>(undefined, ...SOURCE_NAMES);
    const version = fc.constantFrom("2b", "2x");
    await fc.assert(
      fc.asyncProperty(text, pepper, sources, version, fc.nat(1), async (right, secret, source, kind, form) => {
        // As the system hashes it where it has no prehash of its own; the others are of no account then.
        const forms = receivedForms({ forms: passwordForms(source, "bcrypt") }, Buffer.from(right));
        const { bytes } = forms[Math.min(form, forms.length - 1)] ?? { bytes: Buffer.alloc(0) };
        const input = Buffer.concat([bytes, Buffer.from(secret ?? "")]);
        const made = await bcryptHash(input, 4, SALT);
        const hash = kind === "2x" ? made.replace("$2b$", "$2x$") : made;
        const options = { ...(source && { source }), ...(secret === undefined ? {} : { pepper: secret }) };
        for (const typed of lookalikes(right, secret)) {
          const verified = await verifyPassword(typed, hash, options);
          if (!verified.ok || !verified.value.matches) continue;
          expectSound(typed, right, verified.value.coverage, `${source} ${kind}`);
        }
      }),
      { numRuns: 60 },
    );
  });
});
