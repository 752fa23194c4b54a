/**
 * Reading hash strings, beside what a user would write or install instead. Every
 * contender of a row runs in turn, round after round, so that noise hits all alike;
 * the figure is the median of the rounds.
 */
import { readFileSync } from "node:fs";
import phc from "@phc/format";
import { BUILT_IN_FORMATS } from "../dist/hash/catalogue/built-in-formats.js";
import { identifyHash, normalizeHash, parseArgon2 } from "../dist/index.js";
import { median } from "./_median.mjs";

const EXPRESSIONS = JSON.parse(readFileSync(new URL("patterns.json", import.meta.url)));
const ROUNDS = 15;
const ROUND_MS = 25;
const BCRYPT = "[./A-Za-z0-9]{21}[.Oeu][./A-Za-z0-9]{30}[.CGKOSWaeimquy26]";

export default async function run() {
  return [argon2Row(), bcryptRow(), identifyRow()];
}

function argon2Row() {
  const salts = ["c29tZXNhbHQ", "AAECAwQFBgcICQoLDA0ODw", "/+/+/+/+/+/+/+/+/+/+/w"];
  const digests = ["nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4", "wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA"];
  const heads = ["$argon2id$v=19$m=65536,t=3,p=4", "$argon2i$v=19$m=4096,t=3,p=1", "$argon2id$v=19$m=19456,t=2,p=1"];
  const texts = heads.flatMap((head) => salts.flatMap((salt) => digests.map((digest) => `${head}$${salt}$${digest}`)));
  for (const text of texts) if (!parseArgon2(text).ok) throw new Error("a sample is not argon2");
  const [ours, theirs] = rates([() => each(texts, parseArgon2), () => each(texts, phc.deserialize)]).map(
    (rate) => rate * texts.length,
  );
  return {
    name: "parseArgon2 on strings as they are in databases",
    unit: "strings/s",
    ours,
    others: [{ name: "@phc/format 1.0.0", value: theirs, ratio: ours / theirs }],
    note: "at least 4 times as fast: the ratio is 4 or more",
  };
}

function bcryptRow() {
  const costs = ["04", "10", "11", "12"];
  const texts = ["2a", "2b", "2y"].flatMap((version) =>
    costs.map((cost) => `$${version}$${cost}$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW`),
  );
  const regex = new RegExp(`^\\$2[aby]\\$(?:0[4-9]|[12][0-9]|3[01])\\$${BCRYPT}$`);
  const [ours, loop, pattern] = rates([
    () => each(texts, normalizeHash),
    () => each(texts, readEachCharacter),
    () => each(texts, (text) => regex.test(text)),
  ]).map((rate) => 1e9 / (rate * texts.length));
  return {
    name: "normalizeHash on a plain bcrypt string",
    unit: "ns/string",
    ours,
    others: [
      { name: "a bare loop that reads each character code once", value: loop, ratio: ours / loop },
      { name: "a strict regular expression alone", value: pattern, ratio: ours / pattern },
    ],
    note: "at most 3 times the bare loop: the first ratio is 3 or less",
  };
}

function readEachCharacter(text) {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum += text.charCodeAt(at);
  return sum;
}

function identifyRow() {
  const samples = JSON.parse(readFileSync(new URL("../test/hash/catalogue-samples.json", import.meta.url)));
  const texts = [
    ...Object.values(samples)
      .filter(({ source }) => source === undefined)
      .map(({ text }) => text),
    "correct horse battery staple",
    "user@example.com",
    "$unknown$1$abc",
    "{UNKNOWN}abcdef",
    "0f8fad5b-d9cb-469f-a165-70867728950e",
    "2026-01-01T00:00:00Z",
    "",
    "a".repeat(200),
  ];
  const chain = chainOfPatterns();
  const [ours, theirs] = rates([
    () => each(texts, (text) => identifyHash(text)),
    () => each(texts, (text) => chain.find(([, pattern]) => pattern.test(text))?.[0]),
  ]).map((rate) => rate * texts.length);
  return {
    name: `identifyHash over one sample of each of ${BUILT_IN_FORMATS.length} rows and unknown text`,
    unit: "texts/s",
    ours,
    others: [
      {
        name: `a chain of ${chain.length} regular expressions, one for each row`,
        value: theirs,
        ratio: ours / theirs,
      },
    ],
    note: "ahead of the chain: the ratio is above 1. The chain gives a name only; it decodes, checks and explains nothing",
  };
}

/** One expression for each row, in the catalogue's order: its own, or what its layout comes to. */
function chainOfPatterns() {
  const bcrypt = `\\$2[abxy]\\$(?:0[4-9]|[12][0-9]|3[01])\\$${BCRYPT}`;
  const base64 = "[A-Za-z0-9+/]";
  const argon2 = `\\$argon2(?:id|i|d)(?:\\$v=[0-9]+)?\\$m=[0-9]+,t=[0-9]+,p=[0-9]+\\$${base64}+\\$${base64}+`;
  const native = {
    bcrypt,
    argon2,
    "provider-scrypt": `\\$f_scrypt\\$${base64}+={0,2}\\$${base64}+={0,2}\\$m=[0-9]+\\$r=[0-9]+\\$s=${base64}*={0,2}`,
  };
  const encoded = {
    "janssen-argon2": `\\{ARGON2\\}${base64}+={0,2}`,
    "dovecot-encoded": `\\{[A-Za-z0-9-]+\\.(?:b64|base64|hex)\\}${base64}+={0,2}`,
    "base64-hash": `J[DG]${base64}+={0,2}`,
    "ldif-value": `e[w-z0-9+/]${base64}+={0,2}`,
    "ldif-base64": `(?:userPassword)?:: *${base64}+={0,2}`,
    "xenforo-serialized": `a:1:\\{s:4:"hash";s:60:"${bcrypt}";\\}`,
    "supabase-fbscrypt": `\\$fbscrypt\\$v=1,n=[0-9]+,r=[0-9]+,p=[0-9]+(?:,ss=[^,$]*)?(?:,sk=[^,$]*)?\\$[^$]*\\$[^$]*`,
    "kratos-firescrypt": "\\$firescrypt\\$ln=[0-9]+,r=[0-9]+,p=[0-9]+\\$[^$]*\\$[^$]*\\$[^$]*\\$[^$]*",
    "clerk-scrypt-firebase": `${base64}+={0,2}\\$${base64}+={0,2}\\$${base64}+={0,2}\\$${base64}+={0,2}\\$[0-9]+\\$[0-9]+`,
    "adonis-bcrypt": "\\$bcrypt\\$(?:v=[0-9]+\\$)?r=[0-9]{1,2}\\$[+/A-Za-z0-9]{22}\\$[+/A-Za-z0-9]{31}",
    "mediawiki-bcrypt": ":bcrypt:[0-9]{1,2}\\$[./A-Za-z0-9]{22}\\$[./A-Za-z0-9]{31}",
  };
  return BUILT_IN_FORMATS.filter(({ sources }) => sources === undefined).map((format) => {
    if (format.kind === "recognised") return [format.name, format.pattern];
    if (format.kind === "verifiable") return [format.name, expressionOf(format.name)];
    const known = native[format.name] ?? encoded[format.name];
    return [format.name, new RegExp(`^${known ?? strippedPattern(format, bcrypt, argon2)}$`, "i")];
  });
}

/** What somebody would write by hand for a row that credport reads with a parser. */
function expressionOf(name) {
  const [, source, flags = ""] = /^(.*?\$)(?:\/([a-z]*))?$/s.exec(EXPRESSIONS[name]) ?? [];
  if (source === undefined) throw new Error(`bench/patterns.json has no expression for ${name}`);
  return new RegExp(source, flags);
}

/** The wrapping's own text and then any standard hash. */
function strippedPattern({ layout, skip }, bcrypt, argon2) {
  const length = skip === "braces" ? layout.indexOf("}") + 1 : skip;
  const wrapping = layout.slice(0, length).replace(/[^A-Za-z0-9]/g, "\\$&");
  return `${wrapping}(?:${bcrypt}|${argon2}|\\$[0-9a-z]{1,4}\\$[^\\n]+)`;
}

let sink;

function each(texts, read) {
  for (const text of texts) sink = read(text);
}

/** Median runs per second of each, measured in turn. */
function rates(runs) {
  for (const run of runs) measure(run, ROUND_MS * 4);
  const rounds = Array.from({ length: ROUNDS }, () => runs.map((run) => measure(run, ROUND_MS)));
  if (sink === runs) throw new Error("unreachable");
  return runs.map((_, index) => median(rounds.map((round) => round[index])));
}

function measure(run, milliseconds) {
  const start = performance.now();
  let count = 0;
  let elapsed = 0;
  do {
    for (let repeat = 0; repeat < 16; repeat++) run();
    count += 16;
    elapsed = performance.now() - start;
  } while (elapsed < milliseconds);
  return (count * 1000) / elapsed;
}
