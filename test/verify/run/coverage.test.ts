import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { hash as bcryptHash } from "@node-rs/bcrypt";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { passwordForms } from "../../../src/hash/systems/systems.js";
import { SOURCE_NAMES, type SourceName } from "../../../src/index.js";
import { estimateVerification, type VerifyOptions, verifyPassword } from "../../../src/verify/index.js";
import { receivedForms } from "../../../src/verify/run/compute.js";
import { type Coverage, coversPassword } from "../../../src/verify/run/coverage.js";
import { runAtOnce } from "../../../src/verify/schemes/index.js";

const LONG = "correct horse battery staple, correct horse battery staple, correct horse batteries";
const PEPPER = "5f4dcc3b5aa765d61d8327deb882cf99b5d9f0a4c6e8";
/** Known answers of libxcrypt's crypt(), cost 4: so many bytes of LONG, then the pepper where it is said. */
const KNOWN = {
  71: "$2y$04$abcdefghijklmnopqrstuu70cRABi0.cX.qi9A8uDUPKT8CuWhH6.",
  72: "$2y$04$abcdefghijklmnopqrstuuF.CTsZXZxDKTOpMu0brRDDLr07GQf36",
  73: "$2y$04$abcdefghijklmnopqrstuuF.CTsZXZxDKTOpMu0brRDDLr07GQf36",
  "10 and pepper": "$2y$04$abcdefghijklmnopqrstuuUYwON5bpNBEyLUv3D/548ltLorIRXdi",
  "40 and pepper": "$2y$04$abcdefghijklmnopqrstuuDhtzgvCBIkL/t3rnUkibzx3I7ektxJe",
  "70 and pepper": "$2y$04$abcdefghijklmnopqrstuucdnjerAfe6F2PsztGWVG70anQRVwu2u",
};

async function coverageOf(password: string, hash: string, options: VerifyOptions = {}) {
  const verified = await verifyPassword(password, hash, { ...options, limits: { queueLength: 10_000 } });
  if (!verified.ok) throw new Error(verified.problems[0].code);
  return verified.value.matches ? verified.value.coverage : "no match";
}

describe("around bcrypt's 72 bytes", () => {
  it.each<[string, string, keyof typeof KNOWN, Coverage | "no match"]>([
    ["71 bytes", LONG.slice(0, 71), 71, "whole"],
    ["71 bytes and one more", `${LONG.slice(0, 71)}x`, 71, "no match"],
    ["72 bytes, after which no end is seen", LONG.slice(0, 72), 72, "first-72-bytes"],
    ["73 bytes", LONG.slice(0, 73), 73, "first-72-bytes"],
    ["72 bytes and a wrong end", `${LONG.slice(0, 72)}wrong`, 73, "first-72-bytes"],
  ])("of %s", async (_, password, hash, coverage) => {
    expect(await coverageOf(password, KNOWN[hash])).toBe(coverage);
  });

  it.each<[string, string, keyof typeof KNOWN, Coverage | "no match"]>([
    ["10 bytes, whose pepper is seen whole", LONG.slice(0, 10), "10 and pepper", "whole"],
    ["40 bytes, of whose pepper 32 bytes are seen", LONG.slice(0, 40), "40 and pepper", "whole"],
    ["70 bytes, of whose pepper 2 are seen", LONG.slice(0, 70), "70 and pepper", "first-72-bytes"],
    [
      "70 bytes, the pepper's first 2 and a tail",
      `${LONG.slice(0, 70)}5ftail`,
      "70 and pepper",
      "first-72-bytes",
    ],
    [
      "40 bytes, the pepper's first 32 and a tail",
      `${LONG.slice(0, 40)}${PEPPER.slice(0, 32)}tail`,
      "40 and pepper",
      "first-72-bytes",
    ],
    ["10 bytes and the pepper", `${LONG.slice(0, 10)}${PEPPER}`, "10 and pepper", "no match"],
  ])("of %s", async (_, password, hash, coverage) => {
    expect(await coverageOf(password, KNOWN[hash], { source: "devise", pepper: PEPPER })).toBe(coverage);
  });
});

interface Vector {
  readonly id: string;
  readonly flags: readonly string[];
  readonly input: { hash: string; password: string | { hex: string } } & VerifyOptions;
  readonly result: string;
  readonly output?: { matches: boolean };
}

const FOLDER = new URL("../../../vectors/verify/", import.meta.url);
const RIGHT = readdirSync(FOLDER)
  .flatMap((name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")).groups as { tests: Vector[] }[])
  .flatMap(({ tests }) => tests)
  .filter(({ output, input }) => output?.matches === true && isCheap(input));

/** Many texts are tried with each: the scheme counts here, and not its costs. */
function isCheap({ hash, password: _, ...options }: Vector["input"]): boolean {
  const limits = { bcryptCost: 6, memoryBytes: 2 ** 24, argon2Work: 2 ** 16, scryptWork: 2 ** 17 };
  const estimate = estimateVerification(hash, {
    ...options,
    limits: { ...limits, pbkdf2Iterations: 30_000, digestRounds: 10_000 },
  });
  return estimate.ok;
}

/** Texts that a check which sees a part only might take for this one. */
function lookalikes(text: string, pepper = ""): readonly string[] {
  const filled = (text + pepper).slice(0, 72);
  const ends = [
    "\0",
    "\0x",
    " ",
    "\n",
    "x",
    `\0${text}`,
    pepper,
    `${filled}${"x".repeat(72)}`.slice(text.length),
  ];
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
    expect(texts.length).toBeGreaterThan(150);
    const letIn = { seen: 0 };
    for (const { id, input } of texts) {
      const { hash, password, ...options } = input;
      const right = password as string;
      const found = await Promise.all(
        lookalikes(right, options.pepper as string | undefined).map(
          async (typed) => [typed, await coverageOf(typed, hash, options)] as const,
        ),
      );
      for (const [typed, coverage] of found) {
        if (coverage !== "no match") letIn.seen++;
        expectSound(typed, right, coverage, id);
      }
    }
    // Without lookalikes that are let in nothing would have been shown.
    expect(letIn.seen).toBeGreaterThan(100);
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
      fc.asyncProperty(
        text,
        pepper,
        sources,
        version,
        fc.nat(1),
        async (right, secret, source, kind, form) => {
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
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("what users really have is covered", () => {
  it("by every vector whose password is ASCII text of at most 56 bytes without NUL", async () => {
    const usual = RIGHT.filter(
      ({ input: { password } }) => typeof password === "string" && /^[ -~]{0,56}$/.test(password),
    );
    expect(usual.length).toBeGreaterThan(100);
    for (const { id, input } of usual) {
      const { hash, password, ...options } = input;
      const coverage = await coverageOf(password as string, hash, options);
      // Traditional DES is the one scheme that reads less than people have.
      if (coverage === "first-8-bytes") expect((password as string).length, id).toBeGreaterThanOrEqual(8);
      else expect(coversPassword(coverage as Coverage), `${id}: ${coverage}`).toBe(true);
    }
  });

  it("under a pepper of 128 digits, as Devise generates it, up to 56 bytes", async () => {
    const pepper = createHash("sha512").update("a pepper").digest("hex");
    for (const length of [1, 8, 40, 56, 57]) {
      const password = "k".repeat(length);
      const made = await bcryptHash(password + pepper, 4, Buffer.alloc(16, 7));
      const coverage = await coverageOf(password, made, { source: "devise", pepper });
      expect(coverage).toBe(length <= 56 ? "whole" : "first-72-bytes");
    }
  });

  it.each<[string, string, SourceName, Coverage]>([
    ["it's", "it\\'s", "wordpress", "whole"],
    ["it's", "it's", "wordpress", "whole"],
    [" it ", "it", "wordpress", "trimmed"],
    ["it\\'s", "it\\'s", "wordpress", "escaped"],
    ["a\r\nb", "a\nb", "phpbb", "respelled"],
    ["a&b", "a&amp;b", "phpbb", "whole"],
  ])("«%s», of which the hasher got «%s», by %s: %s", async (typed, received, source, coverage) => {
    const made = await bcryptHash(received, 4, Buffer.alloc(16, 7));
    expect(await coverageOf(typed, made, { source })).toBe(coverage);
  });
});
