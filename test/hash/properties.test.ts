import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCanonicalArgon2 } from "../../src/hash/argon2/read-canonical-argon2.js";
import { scanArgon2 } from "../../src/hash/argon2/scan-argon2.js";
import { formatProviderScrypt } from "../../src/hash/provider-scrypt/provider-scrypt.js";
import {
  buildProviderScrypt,
  formatArgon2,
  formatBcrypt,
  identifyHash,
  normalizeHash,
  parseArgon2,
  parseBcrypt,
  parseProviderScrypt,
  type Result,
  SOURCE_NAMES,
} from "../../src/index.js";
import {
  anyTexts,
  argon2Hashes,
  base64Of,
  bcryptHashes,
  canonicalTexts,
  mutatedSamples,
  providerScryptParts,
  runs,
} from "./generators.js";

const succeed = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(result.problems[0].message);
  return result.value;
};

const contexts = fc.record(
  {
    source: fc.constantFrom(...SOURCE_NAMES),
    peppered: fc.boolean(),
  },
  { requiredKeys: [] },
);

describe("parse after format is identity", () => {
  it("for bcrypt", () => {
    fc.assert(
      fc.property(bcryptHashes, (hash) => {
        expect({ ...succeed(parseBcrypt(formatBcrypt(hash))) }).toEqual(hash);
      }),
    );
  });

  it("for argon2", () => {
    fc.assert(
      fc.property(argon2Hashes, (hash) => {
        expect({ ...succeed(parseArgon2(formatArgon2(hash))) }).toEqual(hash);
      }),
    );
  });

  it("for provider-scrypt", () => {
    fc.assert(
      fc.property(providerScryptParts, (hash) => {
        expect({ ...succeed(parseProviderScrypt(formatProviderScrypt(hash))) }).toEqual(hash);
      }),
    );
  });

  it("for provider-scrypt built from an export's base64, in either alphabet and padded or not", () => {
    fc.assert(
      fc.property(providerScryptParts, fc.boolean(), fc.boolean(), (hash, urlSafe, padded) => {
        const write = (part: Uint8Array) => {
          const text = padded ? base64Of(part) : base64Of(part).replace(/=+$/, "");
          return urlSafe ? text.replaceAll("+", "-").replaceAll("/", "_") : text;
        };
        const { passwordHash, salt, saltSeparator, ...costs } = hash;
        const parts = {
          passwordHash: write(passwordHash),
          salt: write(salt),
          saltSeparator: write(saltSeparator),
        };
        expect(succeed(buildProviderScrypt({ ...parts, ...costs }))).toBe(formatProviderScrypt(hash));
      }),
    );
  });
});

describe("format after parse is identity", () => {
  it("for every canonical string", () => {
    fc.assert(
      fc.property(canonicalTexts, (text) => {
        const bcrypt = parseBcrypt(text);
        const argon2 = parseArgon2(text);
        const provider = parseProviderScrypt(text);
        const written = [
          bcrypt.ok && formatBcrypt(bcrypt.value),
          argon2.ok && formatArgon2(argon2.value),
          provider.ok && formatProviderScrypt(provider.value),
        ].filter((formatted) => formatted !== false);
        expect(written).toEqual([text]);
      }),
    );
  });
});

describe("normalizeHash", () => {
  it("leaves a canonical string as it is", () => {
    fc.assert(
      fc.property(canonicalTexts, (text) => {
        expect(succeed(normalizeHash(text))).toMatchObject({ passwordHash: text, changes: [] });
      }),
    );
  });

  it("gives a normalised hash back without a change, for either service", () => {
    fc.assert(
      fc.property(
        anyTexts,
        contexts,
        fc.constantFrom("default" as const, "supertokens" as const),
        (text, context, service) => {
          const first = normalizeHash(text, { ...context, service });
          if (!first.ok) return;
          const again = succeed(normalizeHash(first.value.passwordHash, { service }));
          expect(again.changes).toEqual([]);
          expect(again.passwordHash).toBe(first.value.passwordHash);
          expect(again.scheme).toBe(first.value.scheme);
          expect(again.hashingAlgorithm).toBe(first.value.hashingAlgorithm);
          expect(first.value.changes.length > 0).toBe(text !== first.value.passwordHash);
        },
      ),
      runs(2000),
    );
  });

  it("is ok exactly when identifyHash says importable, and with the same reasons otherwise", () => {
    fc.assert(
      fc.property(anyTexts, contexts, (text, context) => {
        const identity = identifyHash(text, context);
        const normalized = normalizeHash(text, context);
        expect(normalized.ok).toBe(identity.disposition === "importable");
        expect(normalized.ok ? [] : normalized.problems).toEqual(identity.problems);
        if (normalized.ok) expect(normalized.value.scheme).toBe(identity.scheme);
      }),
      runs(2000),
    );
  });

  it("gives what the strict parsers read, and nothing else", () => {
    fc.assert(
      fc.property(anyTexts, (text) => {
        const normalized = normalizeHash(text);
        if (!normalized.ok) return;
        const { scheme, passwordHash } = normalized.value;
        const parse = { bcrypt: parseBcrypt, argon2: parseArgon2, "provider-scrypt": parseProviderScrypt }[scheme];
        expect(parse(passwordHash).ok).toBe(true);
      }),
      runs(2000),
    );
  });

  it("says a place inside the text, if it says one", () => {
    fc.assert(
      fc.property(anyTexts, (text) => {
        const results = [normalizeHash(text), parseBcrypt(text), parseArgon2(text), parseProviderScrypt(text)];
        for (const result of results) {
          for (const { offset } of result.ok ? result.warnings : result.problems) {
            if (offset === undefined) continue;
            expect(Number.isInteger(offset) && offset >= 0 && offset <= text.length).toBe(true);
          }
        }
      }),
      runs(2000),
    );
  });

  it("finds white space in front without losing a place", () => {
    fc.assert(
      fc.property(mutatedSamples, fc.constantFrom(" ", "\n", "\t ", "\r\n"), (text, space) => {
        const trimmed = text.trim();
        if (trimmed !== text || text === "" || text.startsWith("\ufeff")) return;
        const plain = normalizeHash(text);
        const spaced = normalizeHash(space + text);
        if (plain.ok || spaced.ok) {
          expect(spaced.ok).toBe(plain.ok);
          return;
        }
        const [first] = plain.problems;
        const moved = first.offset === undefined ? first : { ...first, offset: first.offset + space.length };
        expect(spaced.problems[0]).toEqual(moved);
      }),
      runs(1000),
    );
  });
});

describe("the straight way through an argon2 string", () => {
  it("takes exactly the strings that the scanner finds nothing to say about", () => {
    const argon2Texts = fc.oneof(mutatedSamples, anyTexts, argon2Hashes.map(formatArgon2));
    fc.assert(
      fc.property(argon2Texts, (text) => {
        const straight = readCanonicalArgon2(text);
        const scan = scanArgon2(text);
        const silent =
          scan.ok && scan.value.hasVersion && scan.value.deviations.length === 0 && scan.warnings.length === 0;
        expect(straight !== null).toBe(silent);
        if (straight !== null && scan.ok) expect({ ...straight }).toEqual({ ...scan.value.hash });
      }),
      runs(3000),
    );
  });
});

describe("no input throws", () => {
  const everything = (text: string) => {
    for (const source of [undefined, "meteor", "joomla", "phpbb"] as const) {
      const context = source === undefined ? {} : { source };
      identifyHash(text, context);
      normalizeHash(text, { ...context, service: "supertokens" });
    }
    parseBcrypt(text);
    parseArgon2(text);
    parseProviderScrypt(text);
    buildProviderScrypt({ passwordHash: text, salt: text, saltSeparator: text, memCost: 14, rounds: 8 });
  };

  it("of whatever may appear in a column", () => {
    fc.assert(fc.property(anyTexts, everything), runs(2000));
  });

  it.each(
    [
      [
        "a",
        "$",
        "{",
        "=",
        ":",
        "\0",
        "\ud800",
        "\udfff",
        "é",
        "\ufeff",
        " ",
        "$2b$",
        "$argon2id$",
        "{bcrypt}",
        "JDJ",
        "AAAA",
      ],
    ].flat(),
  )("of a megabyte of %j", (piece) => {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    everything(text);
    for (const beginning of ["$2b$", "$argon2id$v=19$m=", "$f_scrypt$", "{BLF-CRYPT.b64}", "userPassword:: "]) {
      everything(beginning + text);
    }
    expect(identifyHash(text).disposition).toBe("malformed");
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"])("of the name %s", (name) => {
    for (const text of [
      name,
      `$${name}$x`,
      `{${name}}x`,
      `${name}$x`,
      `${name}:x`,
      `:${name}:x`,
      `{${name}.b64}eA==`,
    ]) {
      everything(text);
      expect(identifyHash(text)).toMatchObject({ scheme: "unknown", disposition: "malformed" });
    }
  });

  it.each<[string, unknown]>([
    ["parts that are not text", { passwordHash: {}, salt: [], memCost: {}, rounds: [], saltSeparator: Symbol("s") }],
    [
      "parts with a prototype of their own",
      Object.create({ passwordHash: "AAAA", salt: "AAAA", memCost: 1, rounds: 1, saltSeparator: "" }),
    ],
    ["no parts", {}],
  ])("of buildProviderScrypt with %s", (_, parts) => {
    expect(() => buildProviderScrypt(parts as never)).not.toThrow();
  });
});
