import { describe, expect, it } from "vitest";
import { type Argon2Hash, formatArgon2, normalizeHash, type ProblemCode, parseArgon2 } from "../../../src/index.js";
import { expectRefusal, faultOf } from "../refusal.js";

// The reference implementation's own test: password "password", salt "somesalt".
const SALT = "c29tZXNhbHQ";
const DIGEST = "nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
const HEAD = "$argon2id$v=19$m=256,t=2,p=1";
const HASH = `${HEAD}$${SALT}$${DIGEST}`;
const SALT_AT = HEAD.length + 1;
const DIGEST_AT = SALT_AT + SALT.length + 1;
/** Bytes fb ff bf and so on: characters in which the two alphabets differ. */
const STANDARD = "+/+/+/+/MDAwMDAwMDA";
const URL_SAFE = "-_-_-_-_MDAwMDAwMDA";

describe("parseArgon2 gives the parts", () => {
  it("of the reference implementation's own vector", () => {
    const parsed = parseArgon2(HASH);
    expect(parsed).toMatchObject({
      ok: true,
      value: { variant: "argon2id", version: 19, memoryCost: 256, timeCost: 2, parallelism: 1 },
      warnings: [],
    });
    if (!parsed.ok) return;
    expect(Buffer.from(parsed.value.salt).toString()).toBe("somesalt");
    expect(Buffer.from(parsed.value.digest).toString("hex")).toBe(
      "9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe",
    );
  });

  it.each(["argon2d", "argon2i", "argon2id"] as const)("of %s", (variant) => {
    expect(parseArgon2(HASH.replace("argon2id", variant))).toMatchObject({ ok: true, value: { variant } });
  });

  it("of version 16, written and left out", () => {
    expect(parseArgon2(HASH.replace("v=19", "v=16"))).toMatchObject({ ok: true, value: { version: 16 } });
    expect(parseArgon2(HASH.replace("$v=19", ""))).toMatchObject({
      ok: true,
      value: { version: 16 },
      warnings: [],
    });
  });

  it.each([
    ["m at 8 for each lane", "m=32,t=2,p=4", { memoryCost: 32, parallelism: 4 }],
    ["m at its end", "m=4294967295,t=2,p=1", { memoryCost: 4294967295 }],
    ["t at its ends", "m=256,t=4294967295,p=1", { timeCost: 4294967295 }],
    ["p at its end", "m=134217720,t=1,p=16777215", { parallelism: 16777215, timeCost: 1 }],
  ])("with %s", (_, parameters, value) => {
    expect(parseArgon2(HASH.replace("m=256,t=2,p=1", parameters))).toMatchObject({ ok: true, value });
  });

  it("with the shortest salt and digest", () => {
    const parsed = parseArgon2(`${HEAD}$AAAAAAAAAAA$AAAAAA`);
    expect(parsed.ok && [parsed.value.salt.length, parsed.value.digest.length]).toEqual([8, 4]);
    expect(parsed).toMatchObject({ warnings: [{ code: "argon2/unusual-digest-length", offset: 41 }] });
  });

  it.each([16, 32, 64, 128])("without a warning for a digest of %d bytes", (bytes) => {
    const digest = Buffer.alloc(bytes, 7).toString("base64").replace(/=+$/, "");
    expect(parseArgon2(`${HEAD}$${SALT}$${digest}`)).toMatchObject({ ok: true, warnings: [] });
  });

  it.each([4, 15, 17, 20, 24, 28, 31, 33, 48, 65])("with a warning for a digest of %d bytes", (bytes) => {
    const digest = Buffer.alloc(bytes, 7).toString("base64").replace(/=+$/, "");
    const parsed = parseArgon2(`${HEAD}$${SALT}$${digest}`);
    const warning = { code: "argon2/unusual-digest-length", field: "digest", offset: DIGEST_AT };
    expect(parsed).toMatchObject({ ok: true, warnings: [warning] });
  });
});

const MALFORMED: readonly (readonly [string, string, ProblemCode, number])[] = [
  ["nothing at all", "", "hash/empty", 0],
  ["another scheme", "$2b$05$", "argon2/not-argon2", 0],
  ["no variant", "$argon2$v=19$m=8,t=1,p=1", "argon2/malformed", 7],
  ["a variant that does not exist", HASH.replace("argon2id", "argon2x"), "argon2/malformed", 7],
  ["a variant in upper case", HASH.replace("argon2id", "argon2ID"), "argon2/malformed", 7],
  ["more after the variant", HASH.replace("argon2id", "argon2idd"), "argon2/malformed", 7],
  ["cut off after the variant", "$argon2id", "argon2/truncated", 9],
  ["cut off after the variant's dollar sign", "$argon2id$", "argon2/truncated", 10],
  ["no number of version", "$argon2id$v=", "argon2/malformed", 12],
  ["a version of letters", HASH.replace("v=19", "v=xx"), "argon2/malformed", 12],
  ["a version with a leading zero", HASH.replace("v=19", "v=019"), "argon2/malformed", 12],
  ["a version with a sign", HASH.replace("v=19", "v=+19"), "argon2/malformed", 12],
  ["version 18", HASH.replace("v=19", "v=18"), "argon2/parameter-out-of-range", 12],
  ["version 0", HASH.replace("v=19", "v=0"), "argon2/parameter-out-of-range", 12],
  ["version 13, as it is written elsewhere", HASH.replace("v=19", "v=13"), "argon2/parameter-out-of-range", 12],
  ["cut off after the version", "$argon2id$v=19", "argon2/truncated", 14],
  ["a comma after the version", HASH.replace("v=19$", "v=19,"), "argon2/malformed", 14],
  ["cut off before the parameters", "$argon2id$v=19$", "argon2/truncated", 15],
  [
    "the version after the parameters",
    HASH.replace("v=19$m=256,t=2,p=1", "m=256,t=2,p=1$v=19"),
    "argon2/base64-form",
    25,
  ],
  ["no parameters", `$argon2id$v=19$${SALT}$${DIGEST}`, "argon2/malformed", 15],
  ["a parameter that does not exist, in front", HASH.replace("m=256", "x=256"), "argon2/malformed", 15],
  ["a parameter that does not exist, within", HASH.replace("t=2", "x=2"), "argon2/malformed", 21],
  ["a parameter more", HASH.replace("p=1", "p=1,x=1"), "argon2/malformed", 29],
  ["a name of two letters", HASH.replace("m=256", "mm=256"), "argon2/malformed", 15],
  ["a key identifier", HASH.replace("p=1", "p=1,keyid=Zm9v"), "argon2/keyed", 29],
  ["associated data", HASH.replace("p=1", "p=1,data=Zm9v"), "argon2/keyed", 29],
  ["a key identifier in front", HASH.replace("m=256", "keyid=Zm9v,m=256"), "argon2/keyed", 15],
  ["m twice", HASH.replace("t=2", "m=256"), "argon2/malformed", 21],
  ["p twice", HASH.replace("p=1", "p=1,p=1"), "argon2/malformed", 29],
  ["no p", HASH.replace(",p=1", ""), "argon2/malformed", 24],
  ["no t", HASH.replace("t=2,", ""), "argon2/malformed", 24],
  ["no m", HASH.replace("m=256,", ""), "argon2/malformed", 22],
  ["cut off within the parameters", "$argon2id$v=19$m=256,t=2", "argon2/malformed", 24],
  ["cut off after a comma", "$argon2id$v=19$m=256,", "argon2/truncated", 21],
  ["no number", HASH.replace("m=256", "m="), "argon2/malformed", 17],
  ["a leading zero", HASH.replace("m=256", "m=0256"), "argon2/malformed", 17],
  ["a sign", HASH.replace("t=2", "t=+2"), "argon2/malformed", 23],
  ["a space in front of a number", HASH.replace("p=1", "p= 1"), "argon2/malformed", 27],
  ["a unit", HASH.replace("m=256", "m=256k"), "argon2/malformed", 20],
  ["a character below the digits", HASH.replace("m=256", "m=/56"), "argon2/malformed", 17],
  ["a character above the digits", HASH.replace("m=256", "m=:56"), "argon2/malformed", 17],
  ["a semicolon", HASH.replace(",t=2", ";t=2"), "argon2/malformed", 20],
  ["p of 0", HASH.replace("p=1", "p=0"), "argon2/parameter-out-of-range", 27],
  ["p past its end", HASH.replace("m=256,t=2,p=1", "m=4294967295,t=2,p=16777216"), "argon2/parameter-out-of-range", 34],
  ["t of 0", HASH.replace("t=2", "t=0"), "argon2/parameter-out-of-range", 23],
  ["t past its end", HASH.replace("t=2", "t=4294967296"), "argon2/parameter-out-of-range", 23],
  ["m below 8 for each lane", HASH.replace("m=256,t=2,p=1", "m=31,t=2,p=4"), "argon2/parameter-out-of-range", 17],
  ["m past its end", HASH.replace("m=256", "m=4294967296"), "argon2/parameter-out-of-range", 17],
  ["m past every integer", HASH.replace("m=256", `m=${"9".repeat(400)}`), "argon2/parameter-out-of-range", 17],
  [
    "an order of its own with m too small",
    HASH.replace("m=256,t=2,p=1", "p=1,t=2,m=7"),
    "argon2/parameter-out-of-range",
    25,
  ],
  ["cut off before the salt", HEAD, "argon2/truncated", 28],
  ["cut off after the parameters", `${HEAD}$`, "argon2/truncated", 29],
  ["cut off after the salt", `${HEAD}$${SALT}`, "argon2/truncated", 40],
  ["cut off before the digest", `${HEAD}$${SALT}$`, "argon2/truncated", 41],
  ["an empty salt", `${HEAD}$$${DIGEST}`, "argon2/truncated", DIGEST_AT + DIGEST.length - SALT.length],
  ["a salt of 7 bytes", `${HEAD}$AAAAAAAAAA$${DIGEST}`, "argon2/parameter-out-of-range", SALT_AT],
  ["a digest of 3 bytes", `${HEAD}$${SALT}$AAAA`, "argon2/parameter-out-of-range", DIGEST_AT],
  ["a salt of 4n + 1 characters", `${HEAD}$c29tZXNhbHQAA$${DIGEST}`, "argon2/truncated", SALT_AT + 13],
  ["a digest of 4n + 1 characters", HASH.slice(0, -2), "argon2/truncated", HASH.length - 2],
  ["unused bits in the salt", `${HEAD}$c29tZXNhbHR$${DIGEST}`, "argon2/truncated", SALT_AT + 10],
  ["unused bits in the digest", `${HASH.slice(0, -1)}5`, "argon2/truncated", HASH.length - 1],
  ["four unused bits in the digest", `${HASH.slice(0, -1)}`, "argon2/truncated", HASH.length - 2],
  ["a dot in the salt", `${HEAD}$c29tZXNhb.Q$${DIGEST}`, "argon2/malformed", SALT_AT + 9],
  ["a character outside ASCII in the digest", `${HASH.slice(0, -1)}é`, "argon2/malformed", HASH.length - 1],
  ["a fifth dollar sign", `${HASH}$`, "argon2/malformed", HASH.length],
  ["something after the digest", `${HASH}$AAAA`, "argon2/malformed", HASH.length],
  ["padding within the salt", `${HEAD}$c29tZXNh=HQ$${DIGEST}`, "argon2/base64-form", SALT_AT + 8],
  ["right padding, which normalizeHash takes off", `${HASH}=`, "argon2/base64-form", HASH.length],
  ["too much padding", `${HASH}==`, "argon2/base64-form", HASH.length],
  ["padding where none belongs", `${HEAD}$AAAAAAAAAAAAAAAA=$${DIGEST}`, "argon2/base64-form", SALT_AT + 16],
  [
    "wrong padding of a URL-safe part",
    `${HEAD}$${URL_SAFE}==$${DIGEST.replaceAll("/", "_")}`,
    "argon2/base64-form",
    SALT_AT + 19,
  ],
  ["both alphabets in one part", `${HEAD}$-/-/MDAwMDAwMDA$${DIGEST}`, "argon2/base64-form", SALT_AT],
  ["both alphabets and padding in one part", `${HEAD}$-/-/MDAwMDAwMDA=$${DIGEST}`, "argon2/base64-form", SALT_AT],
  ["a salt in one alphabet and a digest in the other", `${HEAD}$${URL_SAFE}$${DIGEST}`, "argon2/base64-form", SALT_AT],
  [
    "a digest in the URL-safe alphabet after a standard salt",
    `${HEAD}$${STANDARD}$${DIGEST.replaceAll("/", "_")}`,
    "argon2/base64-form",
    SALT_AT + 20,
  ],
  ["the URL-safe alphabet, which normalizeHash rewrites", HASH.replaceAll("/", "_"), "argon2/base64-form", DIGEST_AT],
  [
    "the order m,p,t, which normalizeHash mends",
    HASH.replace("m=256,t=2,p=1", "m=256,p=1,t=2"),
    "argon2/parameter-order",
    21,
  ],
  [
    "the order t,m,p, which normalizeHash mends",
    HASH.replace("m=256,t=2,p=1", "t=2,m=256,p=1"),
    "argon2/parameter-order",
    15,
  ],
  ["a space in front", ` ${HASH}`, "hash/surrounding-characters", 0],
  ["a line feed after", `${HASH}\n`, "hash/surrounding-characters", HASH.length],
  ["more than any hash has", `${HEAD}$${"A".repeat(5000)}$AAAAAA`, "hash/too-long", 4096],
];

it.each(MALFORMED)("parseArgon2 refuses %s", (_, text, code, offset) => {
  expectRefusal(parseArgon2(text), code, offset);
});

it("names the parameter that a fault is in", () => {
  const fieldOf = (text: string) => {
    const parsed = parseArgon2(text);
    return parsed.ok ? null : parsed.problems[0].field;
  };
  expect(fieldOf(HASH.replace("m=256", "m=256k"))).toBe("m");
  expect(fieldOf(HASH.replace("p=1$", "p=1 $"))).toBe("p");
  expect(fieldOf(HASH.replace("t=2", "t="))).toBe("t");
  expect(fieldOf(HASH.replace("v=19", "v=x"))).toBe("v");
  expect(fieldOf(HASH.replace(",t=2", ""))).toBe("t");
  expect(fieldOf(HASH.replace("p=1", "p=1,keyid=x"))).toBe("keyid");
  expect(fieldOf(`${HASH.slice(0, -1)}é`)).toBe("digest");
  expect(fieldOf(`${HEAD}$AAAAAAAAAA$${DIGEST}`)).toBe("salt");
});

describe("the part that a fault is in is named beside its place", () => {
  it.each<[string, string, readonly [ProblemCode, string | undefined, number]]>([
    ["a version of letters", HASH.replace("v=19", "v=xx"), ["argon2/malformed", "v", 12]],
    ["a comma after the version", HASH.replace("v=19$", "v=19,"), ["argon2/malformed", "v", 14]],
    ["version 18", HASH.replace("v=19", "v=18"), ["argon2/parameter-out-of-range", "v", 12]],
    ["p of 0", HASH.replace("p=1", "p=0"), ["argon2/parameter-out-of-range", "p", 27]],
    ["t of 0", HASH.replace("t=2", "t=0"), ["argon2/parameter-out-of-range", "t", 23]],
    ["m of 7", HASH.replace("m=256", "m=7"), ["argon2/parameter-out-of-range", "m", 17]],
    ["m of 0, then m again", HASH.replace("t=2", "m=8").replace("m=256", "m=0"), ["argon2/malformed", "m", 19]],
    ["a dot in the salt", `${HEAD}$c29tZXNhb.Q$${DIGEST}`, ["argon2/malformed", "salt", SALT_AT + 9]],
    ["a salt of 4n + 1 characters", `${HEAD}$c29tZXNhbHQAA$${DIGEST}`, ["argon2/truncated", "salt", SALT_AT + 13]],
    ["unused bits in the salt", `${HEAD}$c29tZXNhbHR$${DIGEST}`, ["argon2/truncated", "salt", SALT_AT + 10]],
    ["both alphabets in the salt", `${HEAD}$-/-/MDAwMDAwMDA$${DIGEST}`, ["argon2/base64-form", "salt", SALT_AT]],
    [
      "both alphabets in the digest",
      `${HEAD}$${SALT}$-${DIGEST.slice(1)}`,
      ["argon2/base64-form", "digest", DIGEST_AT],
    ],
    ["padding within the salt", `${HEAD}$c29tZXNh=HQ$${DIGEST}`, ["argon2/base64-form", "salt", SALT_AT + 8]],
    ["too much padding", `${HASH}==`, ["argon2/base64-form", "digest", HASH.length]],
    ["a digest of 3 bytes", `${HEAD}$${SALT}$AAAA`, ["argon2/parameter-out-of-range", "digest", DIGEST_AT]],
    ["a fifth dollar sign", `${HASH}$`, ["argon2/malformed", undefined, HASH.length]],
    ["a name without its sign, and the end", "$argon2id$v=19$mx", ["argon2/malformed", undefined, 15]],
    ["a key identifier without its sign", "$argon2id$v=19$keyidx", ["argon2/malformed", undefined, 15]],
    ["a name that begins with t", HASH.replace("m=256", "tt=256"), ["argon2/malformed", undefined, 15]],
    ["a name that begins with p", HASH.replace("m=256", "pp=256"), ["argon2/malformed", undefined, 15]],
  ])("%s", (_, text, fault) => {
    expect(faultOf(parseArgon2(text))).toEqual(fault);
  });

  it("and a refusal holds its problems and nothing of the hash", () => {
    const refused = parseArgon2(HASH.replace("m=256", "m=256k"));
    expect(Object.keys(refused)).toEqual(["ok", "problems"]);
  });
});

describe("a string without its version has the same ranges", () => {
  const bare = (parameters: string) => HASH.replace("$v=19", "").replace("m=256,t=2,p=1", parameters);

  it.each([
    ["m at 8 for each lane", "m=32,t=2,p=4", { memoryCost: 32 }],
    ["m at its end", "m=4294967295,t=2,p=1", { memoryCost: 4294967295 }],
    ["t at its end", "m=256,t=4294967295,p=1", { timeCost: 4294967295 }],
    ["p at its end", "m=134217720,t=1,p=16777215", { parallelism: 16777215 }],
  ])("%s is read", (_, parameters, value) => {
    expect(parseArgon2(bare(parameters))).toMatchObject({ ok: true, value: { version: 16, ...value } });
  });

  it.each<[string, string, readonly [ProblemCode, string, number]]>([
    ["m one past its end", "m=4294967296,t=2,p=1", ["argon2/parameter-out-of-range", "m", 12]],
    ["t one past its end", "m=256,t=4294967296,p=1", ["argon2/parameter-out-of-range", "t", 18]],
    ["p one past its end", "m=134217728,t=1,p=16777216", ["argon2/parameter-out-of-range", "p", 28]],
  ])("%s is refused", (_, parameters, fault) => {
    expect(faultOf(parseArgon2(bare(parameters)))).toEqual(fault);
  });
});

it("parseArgon2 refuses a string that is too long, however sound it is", () => {
  const sound = (length: number) => `${HEAD}$${"A".repeat(length - HEAD.length - 2 - DIGEST.length)}$${DIGEST}`;
  expect(sound(4096)).toHaveLength(4096);
  expect(parseArgon2(sound(4096))).toMatchObject({ ok: true });
  expectRefusal(parseArgon2(sound(4097)), "hash/too-long", 4096);
});

describe("normalizeHash repairs argon2", () => {
  const padded = `${HEAD}$${SALT}=$${DIGEST}=`;
  const urlSafe = `${HEAD}$${URL_SAFE}$${DIGEST.replaceAll("/", "_")}`;
  const standard = `${HEAD}$${STANDARD}$${DIGEST}`;

  it.each([
    ["m,p,t", HASH.replace("m=256,t=2,p=1", "m=256,p=1,t=2"), HASH, ["parameters-reordered"]],
    ["t,m,p", HASH.replace("m=256,t=2,p=1", "t=2,m=256,p=1"), HASH, ["parameters-reordered"]],
    ["p,t,m", HASH.replace("m=256,t=2,p=1", "p=1,t=2,m=256"), HASH, ["parameters-reordered"]],
    ["padding in salt and digest", padded, HASH, ["padding-removed"]],
    ["padding in the digest alone", `${HASH}=`, HASH, ["padding-removed"]],
    ["the URL-safe alphabet", urlSafe, standard, ["alphabet-converted"]],
    ["no version", HASH.replace("$v=19", ""), HASH.replace("v=19", "v=16"), ["version-added"]],
    [
      "all at once",
      `$argon2id$p=1,m=256,t=2$${URL_SAFE}=$${DIGEST.replaceAll("/", "_")}=`,
      standard.replace("v=19", "v=16"),
      ["version-added", "parameters-reordered", "alphabet-converted", "padding-removed"],
    ],
  ])("%s", (_, text, passwordHash, kinds) => {
    const normalized = normalizeHash(text);
    expect(normalized).toMatchObject({ ok: true, value: { scheme: "argon2", passwordHash } });
    if (normalized.ok) expect(normalized.value.changes.map(({ kind }) => kind)).toEqual(kinds);
  });

  it("padding in the salt alone", () => {
    const text = `${HEAD}$${SALT}=$${DIGEST}`;
    expectRefusal(parseArgon2(text), "argon2/base64-form", SALT_AT + SALT.length);
    const normalized = normalizeHash(text);
    expect(normalized).toMatchObject({ ok: true, value: { passwordHash: HASH } });
    expect(normalized.ok && normalized.value.changes.map(({ kind }) => kind)).toEqual(["padding-removed"]);
  });

  it("and names the part where it is one, and none where it is the whole", () => {
    const changesOf = (text: string) => {
      const normalized = normalizeHash(text);
      return normalized.ok ? normalized.value.changes : [];
    };
    expect(changesOf(HASH.replace("$v=19", ""))).toMatchObject([{ kind: "version-added", field: "v" }]);
    const [reordered] = changesOf(HASH.replace("t=2,p=1", "p=1,t=2"));
    expect(reordered).toMatchObject({ kind: "parameters-reordered" });
    expect(reordered).not.toHaveProperty("field");
  });

  it.each([
    ["a salt in the URL-safe alphabet before a standard digest", `${HEAD}$${URL_SAFE}$${DIGEST}`, SALT_AT],
    [
      "a digest in the URL-safe alphabet after a standard salt",
      `${HEAD}$${STANDARD}$${DIGEST.replaceAll("/", "_")}`,
      SALT_AT + STANDARD.length + 1,
    ],
  ])("but does not guess at %s", (_, text, offset) => {
    expectRefusal(normalizeHash(text), "argon2/base64-form", offset);
  });

  it("and leaves what is canonical alone", () => {
    expect(normalizeHash(HASH)).toMatchObject({
      ok: true,
      value: { passwordHash: HASH, changes: [] },
      warnings: [],
    });
  });

  it("and warns of a digest that looks cut off", () => {
    const cut = `${HEAD}$${SALT}$${DIGEST.slice(0, 40)}`;
    expect(normalizeHash(cut)).toMatchObject({
      ok: true,
      warnings: [{ code: "argon2/unusual-digest-length" }],
    });
    const unversioned = cut.replace("$v=19", "");
    expect(normalizeHash(unversioned)).toMatchObject({
      ok: true,
      warnings: [{ code: "argon2/unusual-digest-length" }],
    });
  });
});

describe("formatArgon2", () => {
  const parts: Argon2Hash = {
    variant: "argon2id",
    version: 19,
    memoryCost: 256,
    timeCost: 2,
    parallelism: 1,
    salt: Buffer.from("somesalt"),
    digest: Buffer.from(DIGEST, "base64"),
  };

  it("writes the reference implementation's string", () => {
    expect(formatArgon2(parts)).toBe(HASH);
    expect(formatArgon2({ ...parts, version: 16, variant: "argon2d" })).toBe(
      HASH.replace("v=19", "v=16").replace("argon2id", "argon2d"),
    );
  });

  it.each<[string, object]>([
    ["too little memory", { memoryCost: 7 }],
    ["a version that does not exist", { version: 18 }],
    ["a salt of 7 bytes", { salt: new Uint8Array(7) }],
    ["no passes", { timeCost: 0 }],
  ])("throws a TypeError for %s", (_, fault) => {
    expect(() => formatArgon2({ ...parts, ...fault })).toThrow(TypeError);
  });
});

it("throws a TypeError only for what is not text", () => {
  expect(() => parseArgon2(null as never)).toThrow(TypeError);
});
