/**
 * Which share of published strings credport proves, by group: `node test/nightly/shares.mjs <file> [group]`, after
 * `npm run build`. The file is a JSON list of `{ group, name, hash, password }`, of which nothing is kept here;
 * `published-strings.mjs` makes one of hashcat's and John's sources. Needs no network.
 *
 * A string is proven where its password matches and another one does not: as it is, under the name of a system, or by
 * one of the usual expressions over its parts. The file's group is the suite's own.
 */
import { readFileSync } from "node:fs";
import { declareHash, identifyHash, parseDigestExpression, SOURCE_NAMES } from "../../dist/index.js";
import { verifyPassword } from "../../dist/verify/index.js";
import { findDigestExpression } from "../../dist/verify/internal.js";

const [file, only] = process.argv.slice(2);
if (file === undefined) throw new TypeError("usage: node test/nightly/shares.mjs <file> [group]");

const LIMITS = { pbkdf2Iterations: 5e6, digestRounds: 5e6, memoryBytes: 1 << 28 };
const hexText = (hex) => Buffer.from(hex, "hex").toString("latin1");

/** Crackers put marks of their own around what a system has in its columns: these are taken back. */
const RESPELT = [
  [/^\$PHPS\$([0-9a-f]+)\$([0-9a-f]{32})$/, (_, salt, digest) => `${digest}:${hexText(salt)}`],
  [/^\$B\$([^$]*)\$([0-9a-f]{32})$/, (_, salt, digest) => `:B:${salt}:${digest}`],
  [/^\$oracle12c\$|^(?=[0-9A-F]{160}$)/, () => "T:"],
  [/^\$oracle11\$/, () => "S:"],
  // John's mark for the eight characters that alone would be any word.
  [/^(?=[0-9A-Za-z]{8}$)/, () => "$dahua$"],
  [
    /^\$mysql\$A\$([0-9A-F]{3})\*([0-9A-F]{40})\*([0-9A-F]{86})$/,
    (_, cost, salt, digest) => `$A$${cost}$${hexText(salt)}${hexText(digest)}`,
  ],
];

const facts = JSON.parse(readFileSync(file, "utf8")).filter(({ group }) => only === undefined || group === only);
const groups = new Map();
for (const fact of facts) {
  const way = (await provenBy(fact)) ?? (identifyHash(fact.hash).disposition === "malformed" ? "unknown" : "named");
  groups.set(fact.group, [...(groups.get(fact.group) ?? []), { ...fact, way }]);
}
for (const [group, all] of groups) {
  const count = (...ways) => all.filter(({ way }) => ways.includes(way)).length;
  const proven = all.length - count("named", "unknown");
  process.stdout.write(`${group}: ${proven} of ${all.length} proven, ${count("named")} more named\n`);
  for (const { name, way } of all) process.stdout.write(`  ${name}: ${way}\n`);
}

/** How the password is proven, in a few words; undefined where it is not. */
async function provenBy({ hash, password }) {
  const [pattern, into] = RESPELT.find(([marked]) => marked.test(hash)) ?? [];
  const text = pattern === undefined ? hash : hash.replace(pattern, into);
  if (await isProven(text, password)) return "as it is";
  for (const source of SOURCE_NAMES) if (await isProven(text, password, { source })) return `under ${source}`;
  return byExpression(text, password);
}

async function isProven(text, password, options = {}) {
  const answers = [];
  for (const given of [password, `${password}x`]) {
    const verified = await verifyPassword(given, text, { limits: LIMITS, ...options }).catch(() => ({ ok: false }));
    answers.push(verified.ok && verified.value.matches);
    if (!answers[0]) return false;
  }
  return !answers[1];
}

/** The parts after colons are columns, or the last of them is the site's secret. */
async function byExpression(text, password) {
  const [hash, ...values] = text.split(":");
  const columns = Object.fromEntries(values.map((value, at) => [`column_${at + 1}`, value]));
  const { [`column_${values.length}`]: pepper, ...others } = columns;
  const forms = [{ columns }, ...(pepper === undefined ? [] : [{ columns: others, pepper }])];
  for (const form of forms) {
    if (Object.values(form.columns).includes("")) continue;
    const found = await findDigestExpression({ hash, password, limits: LIMITS, ...form });
    const expression = found.ok ? found.value.expressions[0] : undefined;
    if (expression === undefined) continue;
    const declared = declareHash(parseDigestExpression(expression).value, hash, form.columns);
    const { pepper } = form;
    if (await isProven(declared.value, password, pepper === undefined ? {} : { pepper })) return `by ${expression}`;
  }
  return undefined;
}
