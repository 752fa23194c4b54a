import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import bcryptjs from "bcryptjs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { declareHash, identifyHash, parseDigestExpression } from "../../src/index.js";
import { createDummyVerification, estimateVerification, verifyPassword } from "../../src/verify/index.js";
import { needsProgram } from "../needs.js";

/** A random step in three languages. What is a text, and what is bytes, is the same in all. */
interface Written {
  readonly credport: string;
  readonly php: string;
  readonly python: string;
}

const DIGESTS = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"] as const;

function variable(name: string): Written {
  return { credport: name, php: `$${name}`, python: name };
}

const step = fc.letrec<{ any: Written; digest: Written }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(...["password", "salt", "name", "pepper"].map(variable)),
    fc.stringMatching(/^[ -&(-[\]-~]{0,6}$/).map((text) => ({
      credport: `'${text}'`,
      php: `'${text}'`,
      python: `b'${text}'`,
    })),
    tie("digest"),
    fc.array(tie("any"), { minLength: 2, maxLength: 3 }).map((parts) => ({
      credport: parts.map(({ credport }) => credport).join(" . "),
      php: `(${parts.map(({ php }) => php).join(" . ")})`,
      python: `(${parts.map(({ python }) => python).join(" + ")})`,
    })),
    fc.tuple(fc.constantFrom("upper", "lower"), tie("any")).map(([to, of]) => ({
      credport: `${to}(${of.credport})`,
      php: `strto${to}(${of.php})`,
      python: `${of.python}.${to}()`,
    })),
    tie("any").map((of) => ({
      // Put together with nothing, a digest is its digits.
      credport: `base64(hex('' . ${of.credport}))`,
      php: `base64_encode(hexed(${of.php}))`,
      python: `b64(hexed(${of.python}))`,
    })),
  ),
  digest: fc.oneof(
    fc.tuple(fc.constantFrom(...DIGESTS), tie("any"), fc.boolean()).map(([name, of, isRaw]) => ({
      credport: isRaw ? `raw(${name}(${of.credport}))` : `${name}(${of.credport})`,
      php: `hash('${name}', ${of.php}, ${isRaw})`,
      python: `digest('${name}', ${of.python}, ${isRaw ? 1 : 0})`,
    })),
    fc.tuple(fc.constantFrom(...DIGESTS), tie("any"), tie("any")).map(([name, key, of]) => ({
      credport: `hmac_${name}(${key.credport}, ${of.credport})`,
      php: `hash_hmac('${name}', ${of.php}, ${key.php})`,
      python: `keyed('${name}', ${key.python}, ${of.python})`,
    })),
    fc.tuple(fc.integer({ min: 1, max: 5 }), tie("any"), tie("any")).map(([times, first, other]) => ({
      credport: `rounds(${times}, ${first.credport}, sha1(before . ${other.credport}))`,
      php: `rounds(${times}, ${first.php}, fn($before) => sha1($before . ${other.php}))`,
      python: `rounds(${times}, ${first.python}, lambda before: digest('sha1', before + ${other.python}, 0))`,
    })),
  ),
}));

/** Whole columns: the digest of such a step and the password, or a few rounds of one. */
const column = fc.tuple(fc.constantFrom(...DIGESTS), step.any, fc.boolean()).map(([name, other, isRepeated]) => {
  const over = {
    credport: `${other.credport} . password`,
    php: `${other.php} . $password`,
    python: `${other.python} + password`,
  };
  if (!isRepeated) {
    return {
      credport: `${name}(${over.credport})`,
      php: `hash('${name}', ${over.php})`,
      python: `digest('${name}', ${over.python}, 0)`,
    };
  }
  return {
    credport: `rounds(3, ${over.credport}, ${name}(before . salt))`,
    php: `rounds(3, ${over.php}, fn($before) => hash('${name}', $before . $salt))`,
    python: `rounds(3, ${over.python}, lambda before: digest('${name}', before + salt, 0))`,
  };
});

const VALUES = { password: "pä55'w\\örd", salt: "x9:$", name: "Müller", pepper: "the site's own" };

/** Texts in their UTF-8 bytes; rounds of rounds are in neither. */
function samples(count: number): readonly Written[] {
  const isReadable = ({ credport }: Written) => parseDigestExpression(credport).ok;
  return fc
    .sample(column, { numRuns: 4 * count, seed: 7 })
    .filter(isReadable)
    .slice(0, count);
}

async function expectMatches(all: readonly Written[], digests: readonly string[]): Promise<void> {
  expect(digests).toHaveLength(all.length);
  expect(all.length).toBeGreaterThan(200);
  for (const [at, { credport }] of all.entries()) {
    const hash = declared(credport, digests[at]!);
    const right = await verifyPassword(VALUES.password, hash, { pepper: VALUES.pepper });
    const wrong = await verifyPassword(`${VALUES.password}.`, hash, { pepper: VALUES.pepper });
    const matches = [right, wrong].map((result) => result.ok && result.value.matches);
    expect([credport, ...matches]).toEqual([credport, true, false]);
  }
}

function declared(text: string, hash: string, columns: Readonly<Record<string, string>> = VALUES): string {
  const expression = parseDigestExpression(text);
  if (!expression.ok) throw new Error(`${text}: ${expression.problems[0].message}`);
  const made = declareHash(expression.value, hash, columns);
  if (!made.ok) throw new Error(made.problems[0].message);
  return made.value;
}

needsProgram("php").test("an expression is what PHP makes of it", async () => {
  const all = samples(300);
  const program = `<?php
    function hexed($x) { return bin2hex($x); }
    function rounds($times, $x, $each) { for (; $times > 0; $times--) $x = $each($x); return $x; }
    extract(json_decode(getenv("VALUES"), true));
    echo json_encode([${all.map(({ php }) => php).join(",\n")}]);`;
  const env = { ...process.env, VALUES: JSON.stringify(VALUES) };
  const digests: string[] = JSON.parse(execFileSync("php", { input: program, env, encoding: "utf8" }));
  await expectMatches(all, digests);
});

needsProgram("python3").test("an expression is what Python makes of it", async () => {
  const all = samples(300);
  const program = `
import base64, hashlib, hmac, json, os
def digest(name, x, raw):
    made = hashlib.new(name, x)
    return made.digest() if raw else made.hexdigest().encode()
def keyed(name, key, x): return hmac.new(key, x, name).hexdigest().encode()
def hexed(x): return x.hex().encode()
def b64(x): return base64.b64encode(x)
def rounds(times, x, each):
    for _ in range(times): x = each(x)
    return x
values = {name: value.encode() for name, value in json.loads(os.environ["VALUES"]).items()}
globals().update(values)
print(json.dumps([made.decode() for made in [${all.map(({ python }) => python).join(",\n")}]]))`;
  const env = { ...process.env, VALUES: JSON.stringify(VALUES) };
  const digests: string[] = JSON.parse(execFileSync("python3", ["-"], { input: program, env, encoding: "utf8" }));
  await expectMatches(all, digests);
});

needsProgram("openssl", ["version"]).test("a chain of bytes is what openssl makes of it", async () => {
  const salt = "8f3a";
  const openssl = (name: string, input: Buffer) => execFileSync("openssl", ["dgst", `-${name}`, "-binary"], { input });
  const inner = openssl("sha1", Buffer.from("secret", "utf16le"));
  const outer = openssl("sha512", Buffer.concat([Buffer.from(salt, "hex"), inner]));
  const text = "base64(sha512(unhex(salt) . raw(sha1(utf16le(password)))))";
  const hash = declared(text, outer.toString("base64"), { salt });
  const result = await verifyPassword("secret", hash);
  expect(result).toMatchObject({ ok: true, value: { matches: true, scheme: "sha512", coverage: "whole" } });
});

const hex = (name: string, text: string | Buffer) => createHash(name).update(text).digest("hex");

describe("a declared hash", () => {
  const twice = declared("sha1(salt . sha1(password))", hex("sha1", `x9:$${hex("sha1", "secret")}`));

  it("is read by its text alone", () => {
    expect(identifyHash(twice)).toMatchObject({
      scheme: "sha1",
      disposition: "verifiable",
      format: "declared-sha1",
    });
  });

  it("costs its digests, and is refused where they are too many", async () => {
    expect(estimateVerification(twice)).toMatchObject({ ok: true, value: { parameters: { rounds: 2 } } });
    const many = declared("rounds(9999999, password, md5(before))", hex("md5", ""));
    const refused = await verifyPassword("secret", many);
    expect(refused.ok || refused.problems[0].code).toBe("verify/cost-over-limit");
  });

  it.each([
    "md5(rounds(9999999, password, upper(before)))",
    `rounds(100000, password, md5(before . ${"upper(".repeat(40)}password${")".repeat(40)}))`,
  ])("costs what it does to texts, and is refused where that is too much: %s", async (text) => {
    const refused = await verifyPassword("secret", declared(text, hex("md5", "")));
    expect(refused.ok || refused.problems[0].code).toBe("verify/cost-over-limit");
  });

  it("lets the event loop turn between rounds that take long", async () => {
    const long = `rounds(60, password, md5(before . ${"upper(".repeat(10)}utf16le(html(password))${")".repeat(10)}))`;
    let turns = 0;
    const turn = () => {
      turns += 1;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    const result = await verifyPassword('"'.repeat(1024), declared(long, hex("md5", "")));
    clearImmediate(next);
    expect(result.ok && turns).toBeGreaterThan(20);
  });

  it("takes a dummy's work", async () => {
    const dummy = createDummyVerification(twice);
    expect(dummy.ok && (await dummy.value.run("secret")).ok).toBe(true);
  });

  it("is not read without the pepper that its expression names", async () => {
    const hash = declared("md5(pepper . password)", hex("md5", "cookie-keysecret"));
    const without = await verifyPassword("secret", hash);
    expect(without.ok || without.problems[0].code).toBe("verify/pepper-missing");
    const one = await verifyPassword("secret", hash, { pepper: ["another", "cookie-key"] });
    expect(one).toMatchObject({ ok: true, value: { matches: true, as: { pepper: 1 } } });
  });

  it("takes no pepper that its expression does not name", async () => {
    const result = await verifyPassword("secret", twice, { pepper: "a pepper of other hashes" });
    expect(result.ok && result.value.matches).toBe(true);
  });

  it("says what of the password it sees", async () => {
    const coverageOf = async (text: string, made: string, password: string) => {
      const result = await verifyPassword(password, declared(text, made));
      return result.ok && result.value.matches && result.value.coverage;
    };
    expect(await coverageOf("md5(lower(password))", hex("md5", "secret"), "SecreT")).toBe("case-folded");
    expect(await coverageOf("md5(upper(md5(password)))", hex("md5", hex("md5", "s").toUpperCase()), "s")).toBe("whole");
    expect(await coverageOf("md5(latin1(password))", hex("md5", Buffer.from("ä", "latin1")), "ä")).toBe("whole");
    const euro = hex("md5", Buffer.from([0x80, 0xdf]));
    expect(await coverageOf("md5(windows1252(password))", euro, "€ß")).toBe("whole");
    expect(await coverageOf("md5(windows1252(password))", hex("md5", "?"), "ł")).toBe(false);
    // No such letter in Latin-1: the old system can't have hashed it.
    expect(await coverageOf("md5(latin1(password))", hex("md5", "?"), "€")).toBe(false);
    // bcrypt has a hash of no bytes, too.
    const ofNothing = bcryptjs.hashSync("", 4);
    expect(await coverageOf("bcrypt(latin1(password))", ofNothing, "€")).toBe(false);
    expect(await coverageOf("bcrypt(latin1(password))", ofNothing, "")).toBe("whole");
  });

  it("is over bcrypt where the column was layered", async () => {
    const bcrypt = bcryptjs.hashSync(hex("md5", `x9:$${"long ".repeat(20)}`), 4);
    const hash = declared("bcrypt(md5(salt . password))", bcrypt);
    expect(identifyHash(hash)).toMatchObject({ scheme: "bcrypt", disposition: "verifiable" });
    expect(estimateVerification(hash)).toMatchObject({ ok: true, value: { parameters: { cost: 4 } } });
    const right = await verifyPassword("long ".repeat(20), hash);
    expect(right).toMatchObject({ ok: true, value: { matches: true, coverage: "whole" } });
    const padded = await verifyPassword("long ".repeat(20), declared("bcrypt(md5(salt . password))", `${bcrypt}   `));
    expect(padded).toMatchObject({ ok: true, value: { matches: true } });
    const wrong = await verifyPassword("long ".repeat(19), hash);
    expect(wrong).toMatchObject({ ok: true, value: { matches: false } });
  });

  it.each([
    ["what is no expression", "no expression", "x"],
    ["an expression of another digest", "md5(salt . password)", "x"],
    ["another number of columns", "sha1(salt . password)", "x\0y"],
    ["an expression without a column that is given", "sha1(password)", "x"],
  ])("made by hand with %s is refused", async (_, expression, columns) => {
    const [how, what] = [expression, columns].map((text) => Buffer.from(text).toString("base64").replace(/=/g, ""));
    const result = await verifyPassword("secret", `$declared-sha1$${how}$${what}$${hex("sha1", "secret")}`);
    expect(result.ok || result.problems[0].code).toBe("expression/malformed");
  });
});

describe("what IP.Board made of a text", () => {
  // By PHP's str_replace() and str_ireplace(), in the order of Invision Community's own escaping of old passwords.
  it.each([
    ["a&b", "a&amp;b"],
    ["<!--x-->", "&#60;&#33;--x--&#62;"],
    ["<!-->", "&#60;&#33;--&#62;"],
    ["<SCRIPT>", "&#60;script&gt;"],
    ["p$a!s's\\w\"", "p&#036;a&#33;s&#39;s&#092;w&quot;"],
    ["ä", "ä"],
  ])("%s", async (typed, escaped) => {
    const hash = declared("md5(invision(password))", hex("md5", escaped));
    expect(await verifyPassword(typed, hash)).toMatchObject({ ok: true, value: { matches: true } });
    const plain = declared("md5(invision(password))", hex("md5", typed));
    expect(await verifyPassword(typed, plain)).toMatchObject({
      ok: true,
      value: { matches: typed === escaped },
    });
  });
});

describe("a hash is not declared", () => {
  it.each([
    ["of another digest", "sha1(password)", hex("md5", "x"), {}, "wrapping/undecodable"],
    ["cut off", "md5(password)", hex("md5", "x").slice(2), {}, "wrapping/undecodable"],
    ["that is not bcrypt", "bcrypt(md5(password))", hex("md5", "x"), {}, "wrapping/undecodable"],
    ["without its column", "md5(salt . password)", hex("md5", "x"), {}, "wrapping/incomplete"],
    ["with half a character", "md5(salt . password)", hex("md5", "x"), { salt: "\ud800" }, "wrapping/incomplete"],
    ["with too long a salt", "md5(salt . password)", hex("md5", "x"), { salt: "x".repeat(2049) }, "hash/too-long"],
    [
      "with too long columns together",
      "md5(salt . name . password)",
      hex("md5", "x"),
      { salt: "é".repeat(1023), name: "xx" },
      "hash/too-long",
    ],
    ["with a column of the prototype", "md5(toString . password)", hex("md5", "x"), {}, "wrapping/incomplete"],
    [
      "with a salt that is not hexadecimal",
      "md5(unhex(salt) . password)",
      hex("md5", "x"),
      { salt: "zz11" },
      "wrapping/undecodable",
    ],
    [
      "with half a byte of salt",
      "md5(unhex(lower(salt)) . password)",
      hex("md5", "x"),
      { salt: "ABC" },
      "wrapping/undecodable",
    ],
    [
      "with a salt that is not base64",
      "md5(unbase64(salt) . password)",
      hex("md5", "x"),
      { salt: "a b!" },
      "wrapping/undecodable",
    ],
    [
      "with a salt beyond Latin-1",
      "md5(latin1(salt) . password)",
      hex("md5", "x"),
      { salt: "€" },
      "wrapping/undecodable",
    ],
    [
      "with a salt beyond Windows-1252",
      "md5(windows1252(salt) . password)",
      hex("md5", "x"),
      { salt: "ł" },
      "wrapping/undecodable",
    ],
    ["with a text that is not hexadecimal", "md5(unhex('zz') . password)", hex("md5", "x"), {}, "wrapping/undecodable"],
  ])("%s", (_, text, hash, columns, code) => {
    const expression = parseDigestExpression(text);
    const made = expression.ok && declareHash(expression.value, hash, columns);
    expect(made && !made.ok && made.problems[0].code).toBe(code);
  });

  it.each([
    ["blanks behind a hexadecimal salt", "sha1(unhex(salt) . password)", "00ff  "],
    ["bytes as SQL Server shows them", "sha1(unhex(salt) . password)", "0x00FF"],
    ["blanks behind base64", "sha1(unbase64(salt) . password)", "AP8=   "],
  ])("that a column of fixed width or another writer changes: %s", async (_, text, salt) => {
    const digest = createHash("sha1")
      .update(Buffer.from([0x00, 0xff]))
      .update("right")
      .digest("hex");
    const made = declared(text, `${digest.toUpperCase()}    `, { salt });
    expect(await verifyPassword("right", made)).toMatchObject({ ok: true, value: { matches: true } });
    expect(await verifyPassword("wrong", made)).toMatchObject({ ok: true, value: { matches: false } });
  });

  it("that can't be verified: with the longest salt, expression and digest it can be", async () => {
    const filler = `'${"-".repeat(500 - "sha512(salt . '' . password)".length)}'`;
    const text = `sha512(salt . ${filler} . password)`;
    const salt = "s".repeat(2048);
    const expression = parseDigestExpression(text);
    const digest = createHash("sha512")
      .update(`${salt}${filler.slice(1, -1)}right`)
      .digest("hex");
    const made = expression.ok ? declareHash(expression.value, digest, { salt }) : expression;
    if (!made.ok) throw new Error("no hash");
    expect(await verifyPassword("right", made.value)).toMatchObject({ ok: true, value: { matches: true } });
  });

  it("that PHP has written in base64 of raw bytes", async () => {
    const sha1 = createHash("sha1").update("x9right").digest("base64");
    const made = declared("base64(raw(sha1(salt . password)))", sha1, { salt: "x9" });
    expect(await verifyPassword("right", made)).toMatchObject({ ok: true, value: { matches: true } });
    expect(await verifyPassword("wrong", made)).toMatchObject({ ok: true, value: { matches: false } });
  });

  it("of what is neither an expression nor text", () => {
    const expression = parseDigestExpression("md5(password)");
    if (!expression.ok) throw new Error("no expression");
    expect(() => declareHash(expression.value, null as never)).toThrow("hash must be a string");
    expect(() => declareHash(expression as never, "x")).toThrow("expression must be");
  });

  it("with its text in what is shown of it", () => {
    const expression = parseDigestExpression("md5(password)");
    const made = expression.ok && declareHash(expression.value, `0x${hex("md5", "x").toUpperCase()}`);
    expect(JSON.stringify(made)).not.toContain(hex("md5", "x"));
  });
});
