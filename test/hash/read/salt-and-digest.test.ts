import { describe, expect, it } from "vitest";
import { BUILT_IN_FORMATS, createCatalogue, defineFormat } from "../../../src/hash/index.js";
import { saltAndDigest } from "../../../src/hash/read/salt-and-digest.js";
import { success } from "../../../src/result.js";

const hex = (bytes: number) => "0f".repeat(bytes);
const base64 = (bytes: number, value: number) => Buffer.alloc(bytes, value).toString("base64");
const bare = (bytes: number, value: number) => base64(bytes, value).replace(/=+$/, "");
const sizes = (text: string) => {
  const parts = saltAndDigest(text, {});
  return parts && [parts.salt.length, parts.digest.length, parts.salt[0], parts.digest[0]];
};

describe("salt and digest are told", () => {
  it.each([
    ["argon2", `$argon2id$v=19$m=256,t=2,p=1$${bare(9, 1)}$${bare(32, 2)}`, [9, 32, 1, 2]],
    ["provider-scrypt", `$f_scrypt$${base64(64, 3)}$${base64(10, 4)}$m=14$r=8$s=Bw==`, [10, 64, 4, 3]],
    ["pbkdf2", `$pbkdf2-sha256$9$${bare(8, 5)}$${bare(32, 6)}`, [8, 32, 5, 6]],
    ["argon2 over a digest", `vb5Argon2:$argon2id$v=19$m=64,t=1,p=1$${bare(9, 1)}$${bare(32, 2)}`, [9, 32, 1, 2]],
    ["scrypt", `$scrypt$ln=4,r=8,p=1$${bare(8, 7)}$${bare(32, 8)}`, [8, 32, 7, 8]],
  ])("of %s", (_scheme, text, found) => {
    expect(sizes(text)).toEqual(found);
  });

  it.each([
    ["bcrypt, whose parts have one length", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"],
    ["a plain digest", `{SHA}${base64(20, 9)}`],
    ["an iterated digest", `$P$9${"a".repeat(30)}`],
    ["a text that is not a hash", hex(3)],
    ["a scheme that nobody verifies here", "$md5,rounds=904$iPPKBEnBkp3JV8uX$0d6m7o1gn2yoJgBUkSeTy1"],
  ])("but not of %s", (_what, text) => {
    expect(sizes(text)).toBeUndefined();
  });
});

it("are not told of a format in which nothing is computed", () => {
  const nothing = defineFormat({
    name: "acme-text",
    system: "Acme",
    scheme: "md5",
    treatment: null,
    markers: ["{acme}"],
    layout: "{acme}",
    reason: "It is the password itself.",
    reference: "https://example.com/acme",
    parse: () => success(() => ({ readings: [{ steps: [], key: new Uint8Array() }] })),
  });
  const catalogue = createCatalogue([...BUILT_IN_FORMATS, nothing]);
  expect(saltAndDigest("{acme}", { catalogue })).toBeUndefined();
});
