/**
 * Where the parts of a hash are in its text, and what is computed of a password until they come out. Both follow from
 * how the package reads the text: no format is described here.
 */
import { parseArgon2, parseBcrypt, parseProviderScrypt } from "credport";
import { readHash } from "../../src/hash/internal.js";
import { planVerification } from "../../src/verify/internal.js";

/** The parts of a standard string in the order in which they are written. */
const STANDARD = [
  [parseBcrypt, ({ cost, ...hash }) => ({ version: hash.version, cost: String(cost).padStart(2, "0"), ...hash })],
  [parseArgon2, (hash) => hash],
  [
    parseProviderScrypt,
    ({ passwordHash, salt, memCost, rounds, saltSeparator }) => ({
      passwordHash,
      salt,
      memCost,
      r: rounds,
      saltSeparator,
    }),
  ],
];

function standardParts(text) {
  for (const [parse, ordered] of STANDARD) {
    const read = parse(text);
    if (read.ok) return ordered(read.value);
  }
  return undefined;
}

/** How bytes can be written in a text. */
function spellingsOf(bytes) {
  const base64 = btoa(String.fromCharCode(...bytes));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const spelled = [
    hex,
    hex.toUpperCase(),
    base64,
    base64.replaceAll("+", "-").replaceAll("/", "_"),
    base64.replaceAll("+", "."),
  ];
  return [...spelled.flatMap((one) => [one, one.replace(/=+$/, "")]), new TextDecoder().decode(bytes)];
}

/** Names and values in the order of the text; a standard string inside is taken apart as well. */
function flatten(parts) {
  return Object.entries(parts).flatMap(([name, value]) => {
    if (value instanceof Uint8Array) return [{ name, spellings: spellingsOf(value), bytes: value.length }];
    if (typeof value === "object" && value !== null) return flatten(value);
    const inner = typeof value === "string" ? standardParts(value) : undefined;
    return inner === undefined ? [{ name, spellings: [String(value)] }] : flatten(inner);
  });
}

/** Each part's place: the first after the part before it. */
function placesOf(text, parts, start) {
  let from = start;
  const found = [];
  for (const { name, spellings, bytes } of flatten(parts)) {
    const spelled = spellings.find((one) => one !== "" && text.includes(one, from));
    if (spelled === undefined) continue;
    const at = text.indexOf(spelled, from);
    from = at + spelled.length;
    found.push({ name, from: at, to: from, bytes });
  }
  return found;
}

/** The text that is drawn, and its parts; `drawn` is the canonical form where the parts are not in the text as it is given. */
export function anatomyOf(text, context, canonical) {
  const reading = readHash(text, context);
  const inner = canonical ?? text;
  const drawn = text.includes(inner) ? text : inner;
  const start = drawn.indexOf(inner);
  const parts = standardParts(inner) ?? reading.parts?.();
  const places = parts === undefined ? [] : placesOf(drawn, parts, start);
  const head = start > 0 ? start : (places[0]?.from ?? 0);
  const prefix = /\w/.test(drawn.slice(0, head))
    ? [{ name: start > 0 ? "wrapping" : "prefix", from: 0, to: head }]
    : [];
  return { drawn, parts: [...prefix, ...places] };
}

const NO_LIMITS = Object.fromEntries(
  [
    "bcryptCost",
    "memoryBytes",
    "argon2TimeCost",
    "argon2Work",
    "argon2Parallelism",
    "scryptWork",
    "pbkdf2Iterations",
    "digestRounds",
  ].map((name) => [name, Number.POSITIVE_INFINITY]),
);
/** Any: what is computed does not depend on it. */
const SIGNER_KEY = btoa("\0".repeat(64));

/** The steps from the password to the hash, and what a verification costs; undefined where nobody here computes it. */
export function planOf(text, context) {
  const options = { ...context, limits: NO_LIMITS };
  const planned = [options, { ...options, signerKey: SIGNER_KEY }]
    .map((one) => planVerification(text, one))
    .find(({ ok }) => ok);
  if (planned === undefined) return undefined;
  const { forms, readings, parameters, memoryBytes, needsRehash } = planned.value;
  // Several forms are ways in which the system may have got it; none is certain.
  const [first = []] = forms.length === 1 ? forms : [];
  return { steps: [...first, ...readings[0].steps], parameters, memoryBytes, needsRehash };
}
