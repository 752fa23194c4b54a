/**
 * What JavaScript libraries make of a text, a JSON line for each: { "reader", "text" } in,
 * { "value" } or { "refused": true } out. The libraries are found in the folder that is given:
 * `npm install --prefix FOLDER otpauth @otplib/uri @scure/base`, then `node readers.mjs FOLDER`.
 */
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const root = join(resolve(process.argv[2]), "node_modules");
const load = (path) => import(pathToFileURL(join(root, path)).href);
const versionOf = (name) => createRequire(join(root, "x.js"))(join(root, name, "package.json")).version;

const { URI } = await load("otpauth/dist/otpauth.node.mjs");
const otplib = await load("@otplib/uri/dist/index.js");
const scure = await load("@scure/base/index.js");

const hex = (bytes) => Buffer.from(bytes).toString("hex");
/** The library has one decoder for padded text and one for text without padding. */
const either = (padded, bare) => (text) => hex((text.includes("=") ? padded : bare).decode(text));

const READERS = {
  otpauth(text) {
    const { issuer, label, period, digits, algorithm, secret } = URI.parse(text);
    return {
      issuer,
      account: label,
      period: period ?? null,
      digits,
      algorithm,
      key: secret.hex.toLowerCase(),
    };
  },
  otplib(text) {
    const { type, label, params } = otplib.parse(text);
    return { type, label, ...params };
  },
  base32: either(scure.base32, scure.base32nopad),
  base64: either(scure.base64, scure.base64nopad),
  base64url: either(scure.base64url, scure.base64urlnopad),
  hex: (text) => hex(scure.hex.decode(text)),
};

const names = { otpauth: "otpauth", otplib: "@otplib/uri", scure: "@scure/base" };
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

say(Object.fromEntries(Object.entries(names).map(([key, name]) => [key, versionOf(name)])));
for await (const line of createInterface({ input: process.stdin })) {
  const { reader, text } = JSON.parse(line);
  let answer;
  try {
    answer = { value: READERS[reader](text) };
  } catch {
    answer = { refused: true };
  }
  say(answer);
}
