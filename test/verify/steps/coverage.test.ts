import { createHash } from "node:crypto";
import { hash as bcryptHash } from "@node-rs/bcrypt";
import { describe, expect, it } from "vitest";
import type { SourceName } from "../../../src/index.js";
import { signExtendedKey } from "../../../src/verify/engines/sign-extended-key.js";
import { type Coverage, coversPassword } from "../../../src/verify/steps/coverage.js";
import { coverageOf, PEPPER } from "../run/coverage-of.js";
import { RIGHT } from "../verify-vectors.js";

const LONG = "correct horse battery staple, correct horse battery staple, correct horse batteries";
/** Known answers of libxcrypt's crypt(), cost 4: so many bytes of LONG, then the pepper where it is said. */
const KNOWN = {
  71: "$2y$04$abcdefghijklmnopqrstuu70cRABi0.cX.qi9A8uDUPKT8CuWhH6.",
  72: "$2y$04$abcdefghijklmnopqrstuuF.CTsZXZxDKTOpMu0brRDDLr07GQf36",
  73: "$2y$04$abcdefghijklmnopqrstuuF.CTsZXZxDKTOpMu0brRDDLr07GQf36",
  "10 and pepper": "$2y$04$abcdefghijklmnopqrstuuUYwON5bpNBEyLUv3D/548ltLorIRXdi",
  "40 and pepper": "$2y$04$abcdefghijklmnopqrstuuDhtzgvCBIkL/t3rnUkibzx3I7ektxJe",
  "70 and pepper": "$2y$04$abcdefghijklmnopqrstuucdnjerAfe6F2PsztGWVG70anQRVwu2u",
};

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
    ["70 bytes, the pepper's first 2 and a tail", `${LONG.slice(0, 70)}5ftail`, "70 and pepper", "first-72-bytes"],
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

describe("where a pepper follows the password, bcrypt sees the end of it", () => {
  const UNLIKE = createHash("sha512").update("a pepper").digest("hex");
  it.each<[string, string, string, Coverage]>([
    ["both fit", "k".repeat(20), "Qx7", "whole"],
    ["71 bytes", "k".repeat(40), UNLIKE.slice(0, 31), "whole"],
    ["16 bytes of the pepper are seen", "k".repeat(56), UNLIKE, "whole"],
    ["15 bytes of the pepper are seen", "k".repeat(57), UNLIKE, "first-72-bytes"],
    ["nothing of the pepper is seen", "k".repeat(72), UNLIKE, "first-72-bytes"],
    ["the pepper repeats itself at once", "k".repeat(40), "a".repeat(80), "first-72-bytes"],
    ["the password ends as the pepper goes on", "ka".repeat(20), "ka".repeat(40), "first-72-bytes"],
    ["the pepper repeats itself after 16 bytes", "k".repeat(40), "0123456789abcdef".repeat(5), "first-72-bytes"],
    ["the pepper repeats itself after more than is seen", "k".repeat(56), "0123456789abcdef".repeat(5), "whole"],
    ["the password has a NUL", `k\0${"k".repeat(40)}`, UNLIKE, "up-to-nul"],
    ["the pepper has a NUL", "k".repeat(40), `ab\0${UNLIKE}`, "up-to-nul"],
  ])("%s", async (_, password, pepper, coverage) => {
    const made = await bcryptHash(password + pepper, 4, Buffer.alloc(16, 7));
    expect(await coverageOf(password, made, { source: "devise", pepper })).toBe(coverage);
  });

  it("and a byte above 127 ends it for 2x", async () => {
    const [password, pepper] = ["k".repeat(20), "\u00e9"];
    const key = signExtendedKey(Buffer.from(password + pepper));
    const made = await bcryptHash(key, 4, Buffer.alloc(16, 7));
    const hash = made.replace("$2b$", "$2x$");
    expect(await coverageOf(password, hash, { source: "devise", pepper })).toBe("sign-extended");
  });
});
