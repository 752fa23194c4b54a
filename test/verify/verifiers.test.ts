import { describe, expect, it } from "vitest";
import { BUILT_IN_FORMATS } from "../../src/hash/catalogue/built-in-formats.js";
import { identifyHash, type SourceName } from "../../src/index.js";
import { estimateVerification } from "../../src/verify/index.js";
import { CATALOGUE_SAMPLES } from "../hash/catalogue-samples.js";

/** Rows that end with something else than a digest: a salt of any length, or costs; argon2 has rules of its own. */
const ENDS_OTHERWISE = new Set([
  "joomla-md5",
  "kratos-hmac",
  "joomla-sha256",
  "mybb-md5",
  "vbulletin-md5",
  "woltlab-vbulletin-md5",
  "magento-argon2-layered",
  "woltlab-vbulletin-argon2",
  // SHA-1's 20 bytes come first and are whole; the others after them are not needed.
  "passlib-scram",
]);

describe("a hash that is called verifiable", () => {
  const rows = BUILT_IN_FORMATS.flatMap((format) => (format.kind === "verifiable" ? [format.name] : []));

  it.each(rows)("%s is never found to be malformed later", (name) => {
    const { text, ...context } = CATALOGUE_SAMPLES[name] as { text: string; source?: SourceName };
    const limits = { passwordBytes: 1 };
    for (const damaged of damagedForms(text)) {
      if (identifyHash(damaged, context).disposition !== "verifiable") continue;
      const planned = estimateVerification(damaged, { ...context, limits });
      const codes = planned.ok ? [] : planned.problems.map(({ code }) => code);
      expect(codes.filter((code) => code === "scheme/malformed")).toEqual([]);
    }
  });

  it.each(rows.filter((name) => !ENDS_OTHERWISE.has(name)))("%s can't have lost its end", (name) => {
    const { text, ...context } = CATALOGUE_SAMPLES[name] as { text: string; source?: SourceName };
    const whole = identifyHash(text, context);
    for (let end = text.length - 1; end > 0; end--) {
      const cut = identifyHash(text.slice(0, end), context);
      const isSame = cut.disposition === "verifiable" && cut.scheme === whole.scheme;
      expect(isSame ? digestBytesOf(text.slice(0, end)) : 16).toBeGreaterThanOrEqual(16);
    }
  });
});

/** Each character left out, doubled or changed, and the text cut at each place. */
function* damagedForms(text: string): Generator<string> {
  for (let at = 0; at < text.length; at++) {
    yield text.slice(0, at) + text.slice(at + 1);
    yield text.slice(0, at + 1) + text.slice(at);
    yield `${text.slice(0, at)}0${text.slice(at + 1)}`;
    yield text.slice(0, at);
  }
}

/** What follows the last mark, taken for base64: a bound from below for hexadecimal too. */
function digestBytesOf(text: string): number {
  return Math.floor((text.slice(text.search(/[^$:}!,-]*$/)).replace(/=+$/, "").length * 3) / 4);
}
