/** What parts of a hash and steps of a computation are called on the page. */
import { count, words } from "./element.mjs";

const size = (kib) => (kib < 1024 ? `${kib} KiB` : `${count(Math.round(kib / 102.4) / 10)} MiB`);
const bytesOf = ({ bytes }) => (bytes === undefined ? "" : `${bytes} bytes, `);

const SALT = ["salt", (_, part) => `${bytesOf(part)}random for each user: equal passwords get different hashes`];
const DIGEST = ["digest", (_, part) => `${bytesOf(part)}what has to come out of the password`];
const ROUNDS = [
  "rounds",
  (value) => (/^\d+$/.test(value) ? `${count(Number(value))} times over` : "a power of two, in one character"),
];

/** A part's title and its meaning, by the name that the package gives it. */
const PARTS = {
  wrapping: ["prefix", () => "written around the hash by the old system"],
  prefix: ["prefix", () => "names the form, and with it what the hash is over"],
  version: [
    "version",
    (value) => (value === "16" || value === "19" ? `0x${Number(value).toString(16)} of argon2` : "of the algorithm"),
  ],
  variant: ["variant", () => "of argon2"],
  cost: ["cost", (value) => `2^${Number(value)} = ${count(2 ** Number(value))} rounds`],
  memoryCost: ["memory", (value) => `${size(Number(value))} for each computation`],
  timeCost: ["passes", () => "over that memory"],
  parallelism: ["lanes", () => "of that memory"],
  memCost: ["memory cost", (value) => `scrypt's N is 2^${value}`],
  r: ["rounds", () => "scrypt's r"],
  saltSeparator: ["separator", () => "put after each salt, the same for all users"],
  digest: DIGEST,
  key: DIGEST,
  passwordHash: DIGEST,
  salt: SALT,
  bcryptSalt: SALT,
  rounds: ROUNDS,
  iterations: ROUNDS,
  text: DIGEST,
  sha512: DIGEST,
  md5: DIGEST,
  end: ["digest's end", () => "the last character, which holds fewer bits"],
  value: ["salt and digest", (_, part) => `${bytesOf(part)}in one piece`],
  n: ["N", () => "how much memory scrypt takes"],
  p: ["p", () => "how often, side by side"],
  logN: ["memory cost", () => "log2 of scrypt's N, in one character"],
  own: ["salt of its own", () => "hashed with the password"],
  broken: ["breaks here", () => ""],
};

export function wordsOfPart(part, value) {
  const { name } = part;
  // Some forms name the function where others have the result.
  if (/^(?:md5|sha-?\d*)/i.test(value) && value.length < 12)
    return { title: "function", meaning: "digest that is repeated" };
  const [title, meaning] = PARTS[name] ?? [words(name), () => ""];
  return { title, meaning: meaning(value, part) };
}

const upper = (digest) => digest.toUpperCase().replace(/^SHA(\d)/, "SHA-$1");
const read = (bytes) => new TextDecoder().decode(bytes);

/** Each step as a title and a detail. */
const STEPS = {
  bcrypt: ({ cost }) => ["bcrypt", `cost ${cost}, 72 bytes`],
  argon2: ({ variant, memoryCost, timeCost }) => [variant, `${size(memoryCost)}, ${timeCost} passes`],
  scrypt: ({ n, r, p }) => ["scrypt", `N ${count(n)}, r ${r}, p ${p}`],
  yescrypt: ({ n, r }) => ["yescrypt", `N ${count(n)}, r ${r}`],
  "encrypt-signer-key": () => ["AES-256", "encrypts the signer key"],
  pbkdf2: ({ digest, iterations }) => [`PBKDF2-${upper(digest)}`, `${count(iterations)} times`],
  "iterated-digest": ({ digest, rounds }) => [upper(digest), `${count(rounds)} times, with the salt`],
  "chained-digest": ({ digest, rounds }) => [upper(digest), `${count(rounds)} times`],
  phpass: ({ digest, rounds }) => ["phpass", `${upper(digest)}, ${count(rounds)} times`],
  "md5-crypt": () => ["md5-crypt", "1,000 rounds of MD5"],
  "sha-crypt": ({ digest, rounds }) => [`${digest}-crypt`, `${count(rounds)} rounds`],
  "sha1-crypt": ({ rounds }) => ["sha1-crypt", `${count(rounds)} rounds`],
  "des-crypt": ({ readsAll }) => ["des-crypt", readsAll ? "whole password" : "first 8 characters"],
  digest: ({ digest, before, after }) => [upper(digest), before || after ? "with the salt" : ""],
  hmac: ({ digest, key }) => [`HMAC-${upper(digest)}`, /^[\w-]+$/.test(read(key)) ? `key ${read(key)}` : ""],
  pepper: ({ place }) => ["pepper", `put ${place} it`],
  encode: ({ as }) => [as === "hex" ? "hex" : "base64", "written as text"],
  surround: () => ["salt", "put around it"],
  "digested-salt": ({ digest }) => [`${upper(digest)} of the salt`, "put before it"],
  "php-trim": () => ["trim", "white space off"],
  cut: ({ bytes }) => ["cut", `first ${bytes} bytes`],
  unicode: ({ form }) => [form, "Unicode form"],
  "fold-case": ({ to }) => [`${to} case`, ""],
};

export function wordsOfStep(step) {
  return STEPS[step.kind]?.(step) ?? [step.kind, ""];
}

/** What becomes of the user, in one line. */
export const VERDICTS = {
  importable: ["good", "It can be imported: the user logs in as before."],
  verifiable: ["warn", "Do not import it. The user logs in through the fallback."],
  unsupported: ["bad", "It cannot be verified as it is."],
  malformed: ["bad", "It is not a whole hash."],
  unknown: ["bad", "It is not a known form of hash."],
};
