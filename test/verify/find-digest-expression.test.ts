import { createHash, createHmac } from "node:crypto";
import bcryptjs from "bcryptjs";
import { describe, expect, it } from "vitest";
import { parseDigestExpression } from "../../src/hash/index.js";
import { usualExpressions } from "../../src/hash/internal.js";
import { findDigestExpression, type KnownHash } from "../../src/verify/internal.js";

type Digest = "md5" | "sha1" | "sha256" | "sha512";
const bytes = (digest: Digest, ...parts: readonly (string | Buffer)[]) => {
  const hash = createHash(digest);
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const hex = (digest: Digest, text: string | Buffer) => bytes(digest, text).toString("hex");

const PASSWORD = "correct horse";
const SALT = "c2FsdCBvZiBhZGE9";
const wide = (text: string) => Buffer.from(text, "utf16le");

function repeated(times: number, first: string, each: (before: string) => string): string {
  let value = first;
  for (let round = 0; round < times; round += 1) value = each(value);
  return value;
}

function hmacChain(rounds: number): string {
  let value = bytes("sha512", `${PASSWORD}{${SALT}}`);
  for (let round = 1; round < rounds; round += 1) value = bytes("sha512", value, `${PASSWORD}{${SALT}}`);
  return value.toString("base64");
}

function shiro(times: number): string {
  let value = bytes("sha1", SALT, PASSWORD);
  for (let round = 1; round < times; round += 1) value = bytes("sha1", value);
  return value.toString("hex");
}

async function found(hash: string, more: Partial<KnownHash> = {}) {
  const known = { password: PASSWORD, columns: { salt: SALT }, ...more };
  const result = await findDigestExpression({ hash, ...known });
  return result.ok ? result.value.expressions : result.problems[0].code;
}

describe("the expression of one known password", () => {
  it.each([
    ["sha1(password)", hex("sha1", PASSWORD)],
    ["sha1(salt . sha1(password))", hex("sha1", SALT + hex("sha1", PASSWORD))],
    ["md5(md5(salt) . md5(password))", hex("md5", hex("md5", SALT) + hex("md5", PASSWORD)).toUpperCase()],
    ["sha256(password . ':' . salt)", `0x${hex("sha256", `${PASSWORD}:${SALT}`)}`],
    ["sha1(salt . sha1(salt . sha1(password)))", hex("sha1", SALT + hex("sha1", SALT + hex("sha1", PASSWORD)))],
    ["hmac_sha256(salt, password)", createHmac("sha256", SALT).update(PASSWORD).digest("hex")],
    [
      "base64(sha1(unbase64(salt) . utf16le(password)))",
      bytes("sha1", Buffer.from(SALT, "base64"), wide(PASSWORD)).toString("base64"),
    ],
    [
      "base64(rounds(4999, raw(sha512(password . '{' . salt . '}')), raw(sha512(before . password . '{' . salt . '}'))))",
      hmacChain(5000),
    ],
    // acts_as_authenticated, and restful-authentication without a site key.
    ["sha1('--' . salt . '--' . password . '--')", hex("sha1", `--${SALT}--${PASSWORD}--`)],
    [
      "rounds(10, '', sha1(before . '--' . salt . '--' . password . '--'))",
      repeated(10, "", (before) => hex("sha1", `${before}--${SALT}--${PASSWORD}--`)),
    ],
    // ColdFusion, Umbraco, and a digest of a digest beside one of the salt.
    ["sha256(salt . upper(sha1(password)))", hex("sha256", SALT + hex("sha1", PASSWORD).toUpperCase())],
    [
      "base64(hmac_sha1(utf16le(password), utf16le(password)))",
      createHmac("sha1", wide(PASSWORD)).update(wide(PASSWORD)).digest("base64"),
    ],
    ["md5(md5(salt) . md5(md5(password)))", hex("md5", hex("md5", SALT) + hex("md5", hex("md5", PASSWORD)))],
    // Shiro, and MediaWiki before 1.24.
    ["rounds(499, raw(sha1(salt . password)), raw(sha1(before)))", shiro(500)],
    ["md5(salt . '-' . md5(password))", hex("md5", `${SALT}-${hex("md5", PASSWORD)}`)],
    // Authlogic's 20 stretches.
    [
      "rounds(19, sha512(password . salt), sha512(before))",
      repeated(20, PASSWORD + SALT, (before) => hex("sha512", before)),
    ],
    // Of "correct horse", by openssl dgst -md4 over UTF-16LE.
    ["md4(utf16le(password))", "cfc43211ba8dc470832267827cac1407"],
    ["bcrypt(sha1(salt . password))", bcryptjs.hashSync(hex("sha1", SALT + PASSWORD), 4)],
  ])("is %s", async (expression, hash) => {
    expect(await found(hash)).toEqual([expression]);
  });

  it("has the site-wide secret, the user's name and another column in it", async () => {
    const columns = { "user name": "Ada", id: "1" };
    expect(await found(hex("md5", `ada${PASSWORD}`), { columns })).toEqual([
      `md5(lower(column('user name')) . password)`,
    ]);
    const stretched = (times: number) =>
      repeated(times, "key", (before) => hex("sha1", `${before}--1--${PASSWORD}--key`));
    expect(await found(stretched(10), { columns, pepper: "key" })).toEqual([
      "rounds(10, pepper, sha1(before . '--' . id . '--' . password . '--' . pepper))",
    ]);
    expect(await found(stretched(1), { columns, pepper: "key" })).toEqual([
      "sha1(pepper . '--' . id . '--' . password . '--' . pepper)",
    ]);
  });

  it("tells a change of letters only where the password shows it", async () => {
    expect(await found(hex("md5", "secret"), { password: "Secret", columns: {} })).toEqual(["md5(lower(password))"]);
    expect(await found(hex("md5", "secret"), { password: "secret", columns: {} })).toEqual(["md5(password)"]);
  });

  it("is IP.Board's where its users may have other characters that IP.Board changes", async () => {
    const made = (text: string) => hex("md5", hex("md5", SALT) + hex("md5", text));
    const is = ["md5(md5(salt) . md5(invision(password)))"];
    expect(await found(made("p&amp;w"), { password: "p&w" })).toEqual(is);
    expect(await found(made("p&amp;w&#33;&#036;&#39;&#092;"), { password: "p&w!$'\\" })).toEqual(is);
    const opencart = hex("sha1", SALT + hex("sha1", SALT + hex("sha1", "p&amp;w")));
    expect(await found(opencart, { password: "p&w" })).toEqual(["sha1(salt . sha1(salt . sha1(html(password))))"]);
  });

  it("is of Windows-1252 where the password has such a letter", async () => {
    const columns = {};
    const windows = hex("md5", Buffer.from([0x70, 0x80, 0xe4]));
    expect(await found(windows, { password: "p€ä", columns })).toEqual(["md5(windows1252(password))"]);
    const latin = hex("md5", Buffer.from([0x70, 0xe4]));
    expect(await found(latin, { password: "pä", columns })).toEqual(["md5(windows1252(password))"]);
  });

  it("is several where two columns are the same", async () => {
    const columns = { salt: "x9", other: "x9" };
    expect(await found(hex("md5", `x9${PASSWORD}`), { columns })).toEqual([
      "md5(salt . password)",
      "md5(other . password)",
    ]);
  });

  it("is none for another password, and for a hash of no usual kind", async () => {
    expect(await found(hex("sha1", "another"))).toEqual([]);
    expect(await found("not a digest")).toBe("wrapping/undecodable");
    expect(await found(hex("sha1", PASSWORD), { columns: { salt: "" } })).toBe("wrapping/incomplete");
  });

  it("ends where it is to end", async () => {
    expect(await found(hex("sha1", PASSWORD), { signal: AbortSignal.abort() })).toBe("verify/aborted");
  });

  it("is looked for among expressions that all are ones, each once", () => {
    const known = { password: "<Ä>", columns: { "it's": "00ff00ffAA", pepper: SALT }, pepper: "p" };
    for (const outermost of ["md5", "bcrypt"] as const) {
      const texts = usualExpressions({ outermost, written: "hex" }, known).flat();
      expect(texts.filter((text) => !parseDigestExpression(text).ok)).toEqual([]);
      expect(new Set(texts).size).toBe(texts.length);
    }
  });
});
