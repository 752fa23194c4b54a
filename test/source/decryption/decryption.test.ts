import { createCipheriv, createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDecryptor, type EncryptedSecret, parseDecryptionKeys } from "../../../src/source/decryption/index.js";

/** Made by the systems' own code or their libraries: each row names its source. */
const SAMPLES = JSON.parse(readFileSync(new URL("encrypted-secrets.json", import.meta.url), "utf8")) as readonly {
  name: string;
  keys: string;
  secret: EncryptedSecret;
  text: string;
  source: string;
}[];

function keysOf(text: string) {
  const keys = parseDecryptionKeys(text);
  if (!keys.ok) throw new Error("no keys");
  return keys.value;
}

function codeOf(result: { ok: boolean; problems?: readonly { code: string }[] }): string {
  return result.ok ? "ok" : (result.problems?.[0]?.code ?? "none");
}

describe.each(SAMPLES)("$name", ({ keys, secret, text }) => {
  it("is opened with its key, whatever keys stand around it", async () => {
    const open = await createDecryptor([secret.system], keysOf(`another key\n${keys}\nand-one-more`));
    expect(open(secret)).toEqual({ ok: true, value: text, warnings: [] });
  });

  it("is not opened with another key", async () => {
    const open = await createDecryptor([secret.system], keysOf("salt: derivation-salt\nb64: another\nanother"));
    expect(codeOf(open(secret))).toMatch(/^decryption\/(no-key-fits|not-text)$/);
  });

  it("never throws and never gives another text where it is cut or changed", async () => {
    const open = await createDecryptor([secret.system], keysOf(keys));
    const { length } = secret.text;
    fc.assert(
      fc.property(fc.nat(length - 1), fc.nat(255), (at, byte) => {
        const changed = secret.text.slice(0, at) + String.fromCharCode(byte) + secret.text.slice(at + 1);
        for (const damaged of [secret.text.slice(0, at), changed]) {
          const opened = open({ ...secret, text: damaged });
          // Those three have no proof of their text, a version in front of Better Auth's is not part of it.
          if (opened.ok && !["gitea", "passlib", "redmine"].includes(secret.system)) expect(opened.value).toBe(text);
        }
      }),
      { numRuns: 60 },
    );
  });
});

it.each([
  ["JBSWY3DPEHPK3PXP", true],
  ["jbswy3dpehpk3pxp", true],
  ["jbswy3dpEHPK3PXP", false],
  ["jbswy3d0ehpk3pxp", false],
])("takes %s for a secret that its key has opened: %s", async (secret, isTaken) => {
  const key = createHash("sha256").update("a key").digest("hex").slice(0, 32);
  const cipher = createCipheriv("aes-256-cbc", key, Buffer.alloc(16));
  const data = Buffer.concat([cipher.update(secret), cipher.final()]).toString("base64");
  const open = await createDecryptor(["redmine"], [{ value: "a key" }]);
  const opened = open({ system: "redmine", text: `aes-256-cbc:${data}--${Buffer.alloc(16).toString("base64")}` });
  expect(opened.ok ? opened.value : opened.problems[0].code).toBe(isTaken ? secret : "decryption/no-key-fits");
});

it.each(["", "x", "{}", "[]", "null", "||", "|||3", "v2:", "$ba$1$", "e30=", "A".repeat(20_000)])(
  "names what is no encrypted secret: %j",
  async (text) => {
    const secrets: readonly EncryptedSecret[] = [
      { system: "laravel", text },
      { system: "active-record", text },
      { system: "attr-encrypted", text, iv: text, salt: text },
      { system: "better-auth", text },
      { system: "nextcloud", text },
      { system: "passlib", text },
      { system: "redmine", text },
      { system: "supabase", text, rowId: "f" },
      { system: "gitea", text, rowId: "1" },
    ];
    const open = await createDecryptor(
      secrets.map(({ system }) => system),
      [{ value: "key" }],
    );
    expect(secrets.map((secret) => codeOf(open(secret)))).toEqual(secrets.map(() => "decryption/malformed"));
  },
);

describe("a file of keys", () => {
  it.each([
    ["abc", [{ value: "abc" }]],
    ["\uFEFF# a comment\r\n\r\nAPP_KEY=base64:AAA=\r\n", [{ name: "APP_KEY", value: "base64:AAA=" }]],
    ["c2VjcmV0LWtleQ==", [{ value: "c2VjcmV0LWtleQ==" }]],
    ["SECRET_KEY = a b", [{ name: "SECRET_KEY", value: "a b" }]],
    ["'secret' => 'x=y',", [{ name: "secret", value: "x=y" }]],
    ['primary_key: "p"', [{ name: "primary_key", value: "p" }]],
    [
      "APP_PREVIOUS_KEYS=base64:A=,base64:B=",
      [
        { name: "APP_PREVIOUS_KEYS", value: "base64:A=" },
        { name: "APP_PREVIOUS_KEYS", value: "base64:B=" },
      ],
    ],
    [
      'export BETTER_AUTH_SECRETS="2:b,1:a"',
      [
        { name: "BETTER_AUTH_SECRETS", value: "2:b" },
        { name: "BETTER_AUTH_SECRETS", value: "1:a" },
      ],
    ],
    ["2024-01:AAAA", [{ value: "2024-01:AAAA" }]],
  ])("%j", (text, keys) => {
    expect(keysOf(text)).toEqual(keys);
  });

  it.each(["", "\n# only a comment\n", "k\n".repeat(101), "x".repeat(70_000)])("that holds none: %#", (text) => {
    expect(codeOf(parseDecryptionKeys(text))).toBe("decryption/no-keys");
  });
});
