import { createHash } from "node:crypto";
import bcryptjs from "bcryptjs";
import { describe, expect, it } from "vitest";
import type { Sight, Step } from "../../src/hash/internal.js";
import {
  BUILT_IN_FORMATS,
  createCatalogue,
  defineFormat,
  identifyHash,
  normalizeHash,
  type OwnFormat,
} from "../../src/index.js";
import { refuse } from "../../src/problems/scheme.js";
import { success } from "../../src/result.js";
import { verifyPassword } from "../../src/verify/index.js";
import { CATALOGUE_SAMPLES } from "./catalogue-samples.js";

const LAYOUT = /^\{acme\}(?<rounds>[1-9][0-9]{0,6})\$(?<key>[0-9a-f]{64})$/;

/** A system that nobody knows: SHA-256 over and over, as its own code computes it. */
function acme(stepOf: (rounds: number) => Step): OwnFormat {
  return {
    name: "acme",
    system: "Acme",
    scheme: "sha256",
    treatment: null,
    markers: ["{acme}"],
    layout: "{acme}<rounds>$<64 hex digits>",
    reason: "An iterated digest; the service does not verify it.",
    reference: "https://example.com/acme",
    parse: (text) => {
      const { rounds, key = "" } = LAYOUT.exec(text)?.groups ?? {};
      if (rounds === undefined) return refuse("scheme/malformed", "it is cut off", { offset: "{acme}".length });
      return success(() => ({
        readings: [{ steps: [stepOf(Number(rounds))], key: Uint8Array.from(Buffer.from(key, "hex")) }],
      }));
    },
  };
}

function iterated(password: Uint8Array, rounds: number): Buffer {
  let digest = createHash("sha256").update(password).digest();
  for (let round = 1; round < rounds; round++) digest = createHash("sha256").update(digest).digest();
  return digest;
}

const ownStep = (rounds: number): Step => ({
  kind: "own",
  costs: { digestRounds: rounds },
  compute: async (password) => iterated(password, rounds),
});
const builtInStep = (rounds: number): Step => ({
  kind: "iterated-digest",
  digest: "sha256",
  rounds,
  salt: new Uint8Array(),
});
const text = (password: string, rounds: number) =>
  `{acme}${rounds}$${iterated(Buffer.from(password), rounds).toString("hex")}`;

it("says who writes a format, of the caller's own ones and of those that are built in", () => {
  const kept = defineFormat({ ...acme(builtInStep), treatment: "keep" });
  const catalogue = createCatalogue([...BUILT_IN_FORMATS, kept]);
  const named = (hash: string) => identifyHash(hash, { catalogue }).wrapping;
  expect(named(text("correct horse", 10))).toEqual({ name: "acme", system: "Acme", treatment: "keep" });
  const jenkins = "#jbcrypt:$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  expect(named(jenkins)).toEqual({ name: "jenkins-bcrypt", system: "Jenkins", treatment: "strip" });
  expect(identifyHash(jenkins).wrapping).toEqual(named(jenkins));
});

describe.each([
  ["of the built-in steps", builtInStep],
  ["with a computation of its own", ownStep],
])("a format of the caller's, %s", (_, stepOf) => {
  const catalogue = createCatalogue([...BUILT_IN_FORMATS, defineFormat(acme(stepOf))]);

  it("is identified, refused for import and verified", async () => {
    const hash = text("correct horse", 10);
    expect(identifyHash(hash, { catalogue })).toMatchObject({ format: "acme", disposition: "verifiable" });
    expect(normalizeHash(hash, { catalogue })).toMatchObject({ problems: [{ code: "scheme/login-only" }] });
    expect(await verifyPassword("correct horse", hash, { catalogue })).toMatchObject({
      value: { matches: true },
    });
    expect(await verifyPassword("correct house", hash, { catalogue })).toMatchObject({
      value: { matches: false },
    });
  });

  it("is held to the limits by what it costs", async () => {
    const limits = { digestRounds: 9 };
    expect(await verifyPassword("x", text("x", 10), { catalogue, limits })).toMatchObject({
      problems: [{ code: "verify/cost-over-limit", field: "digestRounds" }],
    });
  });

  it("says where a text stops being of it", () => {
    expect(identifyHash("{acme}x", { catalogue }).problems).toMatchObject([
      { code: "scheme/malformed", offset: "{acme}".length },
    ]);
  });

  it("is unknown without the catalogue", () => {
    expect(identifyHash(text("x", 1)).disposition).toBe("malformed");
  });
});

describe("a computation of the caller's own says what it sees", () => {
  const seen = (sees: "all" | Sight | undefined): Step => ({
    kind: "own",
    costs: { digestRounds: 1 },
    ...(sees === undefined ? {} : { sees }),
    // As des-crypt: eight bytes, and seven bits of each.
    compute: async (input) =>
      iterated(
        input.subarray(0, 8).map((byte) => byte & 0x7f),
        1,
      ),
  });
  const desLike = { firstBytes: 8, sevenBit: true, upToNul: true };

  it.each<["all" | Sight | undefined, string, string]>([
    ["all", "hunter2", "whole"],
    [undefined, "hunter2", "unstated"],
    [desLike, "hunter2", "whole"],
    [desLike, "hunter2h", "first-8-bytes"],
    [desLike, "hunter2hunter", "first-8-bytes"],
    [desLike, "hûnter", "seven-bit"],
    [desLike, "h\0nter", "up-to-nul"],
    [{ firstBytes: 14, foldsCase: true }, "hunter2", "case-folded"],
    [{ firstBytes: 14, foldsCase: true }, "12345678", "whole"],
  ])("%j of %j: %s", async (sees, password, coverage) => {
    const catalogue = createCatalogue([...BUILT_IN_FORMATS, defineFormat(acme(() => seen(sees)))]);
    const bytes = Buffer.from(password)
      .subarray(0, 8)
      .map((byte) => byte & 0x7f);
    const hash = `{acme}1$${createHash("sha256").update(bytes).digest("hex")}`;
    const verified = await verifyPassword(password, hash, { catalogue });
    expect(verified).toMatchObject({ ok: true, value: { matches: true, coverage } });
  });
});

describe("a catalogue", () => {
  it("of the built-in formats answers as none does", () => {
    const catalogue = createCatalogue(BUILT_IN_FORMATS);
    for (const { text: sample, ...context } of Object.values(CATALOGUE_SAMPLES)) {
      expect(identifyHash(sample, { ...context, catalogue })).toEqual(identifyHash(sample, context));
    }
  });

  it("put together by hand answers like one that was made, whatever the order of its rows", () => {
    const catalogue = { formats: BUILT_IN_FORMATS.toReversed() };
    const { text: sample } = CATALOGUE_SAMPLES["magento-md5"]!;
    expect(identifyHash(sample).format).toBe("magento-md5");
    expect(identifyHash(sample, { catalogue })).toEqual(identifyHash(sample));
  });

  it("has one format of each name, and each own one a beginning", () => {
    const mine = defineFormat(acme(ownStep));
    expect(() => createCatalogue([mine, mine])).toThrow("two formats are called acme");
    expect(() => defineFormat({ ...acme(ownStep), markers: [] })).toThrow("markers");
  });

  it.each([
    ["bcrypt", "$2b$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"],
    ["provider-scrypt", `$f_scrypt$${"A".repeat(86)}==$c2FsdA==$m=14$r=8$s=Bw==`],
  ])("without the built-in formats does not know %s either, however common it is", (_scheme, hash) => {
    const catalogue = createCatalogue([defineFormat(acme(ownStep))]);
    expect([normalizeHash(hash).ok, normalizeHash(hash, { catalogue }).ok]).toEqual([true, false]);
    expect(identifyHash(hash, { catalogue }).disposition).toBe("malformed");
    expect(() => normalizeHash(hash, { source: "acme" as never })).toThrow(TypeError);
  });

  it.each(["acme", "$acme", "{ACME}", "{acme", "", `${"x".repeat(33)}$`])(
    "whose beginning can't be looked for is refused, since it would hide forms without a beginning: %j",
    (marker) => {
      expect(() => defineFormat({ ...acme(ownStep), markers: ["{acme}", marker] })).toThrow(
        "is not a first word with its end",
      );
    },
  );
});

describe("a computation of the caller's own that gives no digest", () => {
  const of = (answer: unknown, key: Uint8Array) => {
    const step: Step = { kind: "own", costs: { digestRounds: 1 }, compute: async () => answer as never };
    const value = () => ({ readings: [{ steps: [step], key }] as const });
    const format = { ...acme(() => step), parse: () => ({ ok: true, warnings: [], value }) as const };
    return createCatalogue([...BUILT_IN_FORMATS, defineFormat(format)]);
  };

  it.each([[undefined], [null], [""], ["\u0001"], [[]], [[1]], [1], [true], [{ length: 1, 0: 1 }]])(
    "%j is neither a match nor a wrong password",
    async (answer) => {
      for (const key of [Uint8Array.of(1), Uint8Array.of(0), new Uint8Array()]) {
        const verified = await verifyPassword("x", text("x", 1), { catalogue: of(answer, key) });
        expect(verified).toMatchObject({ ok: false, problems: [{ code: "verify/engine-failed" }] });
      }
    },
  );

  it("does not match a hash that was read as one without a digest", async () => {
    const catalogue = of(new Uint8Array(), new Uint8Array());
    const verified = await verifyPassword("x", text("x", 1), { catalogue });
    expect(verified).toMatchObject({ ok: true, value: { matches: false } });
  });
});

describe("a format by an expression", () => {
  const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");
  const made = (layout: string, expression: string) =>
    defineFormat({
      ...{ name: "acme", system: "Acme", scheme: "sha1", treatment: null, markers: ["$acme$"] },
      ...{ layout, expression, reason: "A fast digest.", reference: "https://example.com/acme" },
    });

  it("is verified, and refused where a part is missing or too many", async () => {
    const format = made("$acme$<salt>$<hash>", "sha1(salt . sha1(password))");
    const catalogue = createCatalogue([...BUILT_IN_FORMATS, format]);
    const text = `$acme$x9$${sha1(`x9${sha1("secret")}`)}`;
    expect(await verifyPassword("secret", text, { catalogue })).toMatchObject({
      ok: true,
      value: { matches: true },
    });
    expect(await verifyPassword("other", text, { catalogue })).toMatchObject({
      ok: true,
      value: { matches: false },
    });
    for (const damaged of [text.slice(0, -1), `${text}$`, "$acme$x9", text.replace("$x9", "$x9$")]) {
      expect(identifyHash(damaged, { catalogue })).toMatchObject({ disposition: "malformed" });
    }
  });

  it("can be over bcrypt, and end in a text", async () => {
    const hash = bcryptjs.hashSync(sha1("x9secret"), 4);
    const format = made("$acme$<hash>;<salt>.", "bcrypt(sha1(salt . password))");
    const catalogue = createCatalogue([...BUILT_IN_FORMATS, format]);
    const verified = await verifyPassword("secret", `$acme$${hash};x9.`, { catalogue });
    expect(verified).toMatchObject({ ok: true, value: { matches: true } });
  });

  it("is a mistake where the layout lacks a part, or the expression is none", () => {
    expect(() => made("$acme$<hash>", "sha1(salt . password)")).toThrow("no <salt>");
    expect(() => made("$acme$<salt>", "sha1(salt . password)")).toThrow("no <hash>");
    expect(() => made("$acme$<hash>", "sha1(salt)")).toThrow("not over password");
    expect(() => made("$acme$<salt><hash>", "sha1(salt . password)")).toThrow("where <salt> ends");
  });
});
