import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { identifyHash, SOURCE_NAMES } from "../../src/index.js";
import { estimateVerification } from "../../src/verify/index.js";
import { CATALOGUE_SAMPLES } from "../hash/catalogue-samples.js";
import { anyTexts, runs } from "../hash/generators.js";
import { WRAPPERS } from "../hash/wrappers.js";

/** What `identifyHash` calls verifiable or importable is never malformed to `verifyPassword`. */

const contexts = fc.record({ source: fc.constantFrom(...SOURCE_NAMES), peppered: fc.boolean() }, { requiredKeys: [] });
const base64 = (text: string) => Buffer.from(text).toString("base64");
const AROUND: readonly ((text: string) => string | null)[] = [
  (text) => text,
  ...WRAPPERS.map(({ wrap }) => wrap),
  (text) => `userPassword: ${text}`,
  (text) => `:: ${base64(text)}`,
  (text) => ` ${text}\r\n`,
];

/** A sound text with one of its numbers, decimal or hexadecimal, replaced by another. */
const renumbered = fc
  .tuple(
    fc.constantFrom(...Object.values(CATALOGUE_SAMPLES).map(({ text }) => text)),
    fc.nat(40),
    fc.oneof(
      fc.nat(64).map(String),
      fc.nat(0xffffffff).map(String),
      fc.nat(0xffffffff).map((value) => value.toString(16)),
    ),
  )
  .map(([text, which, number]) => {
    const places = [...text.matchAll(/(?<=[$,=:|{}!_.-])[0-9a-f]{1,10}(?=[$,=:|{}!_.-])/g)];
    const place = places[which % Math.max(1, places.length)];
    if (place === undefined) return text;
    return text.slice(0, place.index) + number + text.slice(place.index + place[0].length);
  });

function faultsOf(text: string, { source, peppered }: { source?: (typeof SOURCE_NAMES)[number]; peppered?: boolean }) {
  const context = source === undefined ? {} : { source };
  const { disposition } = identifyHash(text, peppered === undefined ? context : { ...context, peppered });
  if (disposition !== "verifiable" && disposition !== "importable") return [];
  const pepper = peppered === undefined ? {} : { pepper: peppered ? "pepper" : "" };
  const planned = estimateVerification(text, { ...context, ...pepper });
  // What the caller can mend (a limit, a key, a pepper) is not a fault of the text.
  return planned.ok ? [] : planned.problems.map(({ code }) => code).filter((code) => !code.startsWith("verify/"));
}

describe("a hash that is called verifiable or importable is never malformed to a verifier", () => {
  it.each([
    ["with any number in it", renumbered],
    ["in any damage", anyTexts],
  ])("%s, in any wrapping, from any source", (_, texts) => {
    fc.assert(
      fc.property(texts, fc.constantFrom(...AROUND), contexts, (text, wrap, context) => {
        const wrapped = wrap(text);
        if (wrapped !== null) expect(faultsOf(wrapped, context)).toEqual([]);
      }),
      runs(20_000),
    );
  });

  it.each([
    "{scrypt}$60801801$c2FsdHNhbHQ=$AAECAwQFBgcICQoLDA0ODw==",
    "{scrypt}$ffff0801$c2FsdHNhbHQ=$AAECAwQFBgcICQoLDA0ODw==",
    "{scrypt}$400801$c2FsdHNhbHQ=$AAECAwQFBgcICQoLDA0ODw==",
    "{scrypt}$100101$c2FsdHNhbHQ=$AAECAwQFBgcICQoLDA0ODw==",
    "$scrypt$ln=16,r=1,p=1$c2FsdHNhbHQ$AAECAwQFBgcICQoLDA0ODwABAgMEBQYHCAkKCwwNDg8",
  ])("%s has costs that no scrypt has", (text) => {
    expect(identifyHash(text).disposition).toBe("malformed");
    expect(estimateVerification(text)).toMatchObject({ ok: false, problems: [{ code: "scheme/malformed" }] });
  });
});
