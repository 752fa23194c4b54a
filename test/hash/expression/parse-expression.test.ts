import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestsOf, workOf } from "../../../src/hash/internal.js";
import { parseDigestExpression } from "../../../src/index.js";

function read(text: string) {
  const result = parseDigestExpression(text);
  if (!result.ok) throw new Error(result.problems[0].message);
  return result.value;
}

function fault(text: string) {
  const result = parseDigestExpression(text);
  if (result.ok) return undefined;
  const { code, message, offset } = result.problems[0];
  expect(code).toBe("expression/malformed");
  return [offset, message];
}

describe("what an expression needs", () => {
  it.each([
    ["md5(password)", "md5", [], false],
    ["sha1(salt . sha1(salt . sha1(password)))", "sha1", ["salt"], false],
    ["base64(sha256(unbase64(PasswordSalt) . utf16le(password)))", "sha256", ["PasswordSalt"], false],
    ["hmac_sha512(column('site key') . pepper, password)", "sha512", ["site key"], true],
    ["base64(raw(sha1(salt . password)))", "sha1", ["salt"], false],
    ["bcrypt(sha1(salt . password))", "bcrypt", ["salt"], false],
    ["rounds(10, pepper, sha1(before . '--' . salt . '--' . password))", "sha1", ["salt"], true],
    ["rounds(3, md5(password), raw(md5(raw(before))))", "md5", [], false],
    ["upper(md5(a . b . a . password))", "md5", ["a", "b"], false],
  ])("%s", (text, outermost, columns, usesPepper) => {
    expect(read(text)).toMatchObject({ text, outermost, columns, usesPepper });
  });

  it.each([
    ["rounds(65000, password, sha512(before . password . '{' . salt . '}'))", 65_000, 210_000],
    ["rounds(1000000, password, md5(before))", 1_000_000, 1_000_000],
    ["base64(sha1(unbase64(salt) . utf16le(html(password))))", 1, 60],
    [`md5(${"salt . ".repeat(20)}password)`, 1, 30],
    // What is no digest is work as well.
    ["md5(rounds(9999999, password, upper(before)))", 20_000_000, Infinity],
    ["md5(rounds(9999999, password, before))", 9_999_999, Infinity],
    [`rounds(100000, password, md5(before . ${"upper(".repeat(40)}password${")".repeat(40)}))`, 8_000_000, Infinity],
  ])("takes the work of rounds of a digest: %s", (text, least, most) => {
    const work = workOf(read(text).root, { password: 1024, pepper: 0, before: 0, column: () => 2048 });
    expect(work).toBeGreaterThanOrEqual(least);
    expect(work).toBeLessThanOrEqual(most);
  });

  it("is one digest for each that is written, two for an HMAC, and those of a round for each", () => {
    expect(digestsOf(read("md5(md5(salt) . md5(password))").root)).toBe(3);
    expect(digestsOf(read("hmac_sha1(salt, password)").root)).toBe(2);
    expect(digestsOf(read("rounds(5000, sha512(password), sha512(before . md5(salt)))").root)).toBe(10_001);
  });
});

const NOT_OUTERMOST = "the outermost step is not a digest, an HMAC or bcrypt";
const TOO_LONG = "the text from here can have more than 65536 bytes";

describe("what is not an expression is refused at its place", () => {
  it.each([
    ["", 0, "a name, a text in quotation marks or a function belongs here"],
    ["sha1(salt + password)", 10, "a closing bracket belongs here"],
    ["sha1(salt . sha1(password)", 26, "a closing bracket belongs here"],
    ["SHA1(password)", 0, "a function that is not known comes here"],
    ["sha1(password) x", 15, "the expression goes no further than here"],
    ["sha1('a . password)", 5, "the quotation mark is not closed"],
    ["sha1(salt)", 0, "the expression is not over password, so any password would match"],
    ["password . salt", 0, NOT_OUTERMOST],
    ["latin1(md5(password))", 0, NOT_OUTERMOST],
    ["base64(hex(md5(password)))", 7, NOT_OUTERMOST],
    ["upper(raw(md5(password)))", 6, NOT_OUTERMOST],
    ["hex( password . salt )", 5, NOT_OUTERMOST],
    ["base64(rounds(2, password, upper(md5(before))))", 27, NOT_OUTERMOST],
    ["md5(before . password)", 4, "before has a value only in what rounds repeats"],
    ["rounds(0, password, md5(before))", 7, "a number of rounds from 1 to 9999999 belongs here"],
    ["rounds(99999999, password, md5(before))", 7, "a number of rounds from 1 to 9999999 belongs here"],
    ["rounds(2, password, md5(salt))", 20, "what is repeated does not use before"],
    ["rounds(2, password, md5(rounds(2, salt, md5(before)) . before))", 24, "rounds may not be repeated by rounds"],
    ["hmac_sha1(password)", 18, "a comma belongs here"],
    ["md5(bcrypt(password))", 4, "a function that is not known comes here"],
    ["md5(rounds(40, password, before . before))", 25, "the text grows in each round"],
    ["md5(rounds(9999999, password, before . 'x'))", 30, "the text grows in each round"],
    ["rounds(2, password, hex(md5(before) . before))", 20, "the text grows in each round"],
    [`md5(${"hex(".repeat(8)}password${")".repeat(8)})`, 8, TOO_LONG],
    [`md5(salt . ${"utf16le(".repeat(22)}password${")".repeat(22)})`, 131, TOO_LONG],
    [`md5(${"salt . ".repeat(40)}password)`, 4, TOO_LONG],
    // Short as long as nothing was before.
    [`rounds(2, '', md5(${"hex(".repeat(12)}before . 'x'${")".repeat(12)} . password))`, 14, TOO_LONG],
    [`md5(${"a.".repeat(70)}password)`, 133, "the expression has more than 64 steps"],
    [`md5('${"x".repeat(600)}' . password)`, 512, "the expression has more than 512 characters"],
  ])("%s", (text, offset, message) => {
    expect(fault(text)).toEqual([offset, message]);
  });

  it("whatever the text is, and without throwing", () => {
    const pieces = fc.constantFrom(
      ..."md5( sha1( hmac_sha256( rounds( 2 , . ) 'x' \" password pepper before salt column( bcrypt( raw( ".split(" "),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces).map((all) => all.join("")),
          fc.string(),
        ),
        (text) => {
          const result = parseDigestExpression(text);
          return result.ok || (result.problems[0].offset ?? -1) <= Math.min(text.length, 512);
        },
      ),
    );
  });
});
