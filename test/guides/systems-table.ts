import { readFileSync } from "node:fs";
import { BUILT_IN_FORMATS } from "../../src/hash/catalogue/built-in-formats.js";
import { type HashFormat, isLegacy } from "../../src/hash/catalogue/row.js";
import { identifyHash, type SourceName } from "../../src/index.js";
import { READABLE_SOURCES, type ReadableSource } from "../../src/source/index.js";
import { SYSTEM_TITLES } from "../hash/hash-rules.js";
import { loadedSource } from "../source/all-sources.js";

/** Strings of both standard schemes that systems write: what is said of them depends on the system alone. */
const STANDARD = [
  "$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
  "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub+b5dWRWJTmaaJObG8RHGkzFpgPY",
];

/** Formats that a system writes although their rows call it by another name, or by no name. */
export const ALSO: Partial<Readonly<Record<SourceName, readonly string[]>>> = {
  appwrite: ["supabase-fbscrypt", "werkzeug-scrypt", "phpass"],
  "aspnet-identity": ["aspnet-identity-v3"],
  "aspnet-membership": ["declared-sha1"],
  authentik: ["django-pbkdf2"],
  casdoor: ["django-pbkdf2", "phc-pbkdf2"],
  couchdb: ["phc-pbkdf2", "declared-sha1"],
  discuz: ["declared-md5"],
  firebase: ["provider-scrypt"],
  fluxbb: ["declared-sha1", "declared-md5", "declared-bcrypt"],
  fusionauth: ["phc-pbkdf2", "phpass"],
  gitea: ["phc-pbkdf2", "passlib-scrypt"],
  grafana: ["phc-pbkdf2"],
  invision: ["declared-md5"],
  liferay: ["declared-sha1"],
  keycloak: ["phc-pbkdf2"],
  opencart: ["declared-sha1", "declared-md5"],
  oscommerce: ["declared-md5", "declared-sha256", "phpass"],
  otrs: ["declared-sha256", "ldap-des-crypt"],
  prestashop: ["declared-md5"],
  redmine: ["declared-sha1"],
  seafile: ["phc-pbkdf2", "declared-sha1", "declared-sha256"],
  sonarqube: ["phc-pbkdf2", "declared-sha1"],
  sorcery: ["sorcery-salted-bcrypt"],
  stytch: ["passlib-scrypt"],
  supertokens: ["provider-scrypt"],
  umbraco: ["declared-sha256", "declared-sha1", "aspnet-identity-v3"],
  web2py: ["phc-pbkdf2", "declared-sha512"],
};

interface Sample {
  readonly text: string;
  readonly source?: SourceName;
}

const SAMPLES: Readonly<Record<string, Sample>> = JSON.parse(
  readFileSync(new URL("../hash/catalogue-samples.json", import.meta.url), "utf8"),
);

type Outcome = "importable" | "verifiable" | "unsupported";

/** What becomes of the hashes of these systems: schemes by outcome. */
export function systemsTable<Name extends SourceName>(names: readonly Name[], linkOf: (name: Name) => string): string {
  return [
    "| System | Export file | Imported | Verified at login | Recognised only |",
    "|---|---|---|---|---|",
    ...names.map((name) => `| ${linkOf(name)} | ${cellsOf(name)} |`),
    ...READABLE_SOURCES.filter((name) => loadedSource(name).origin === "unknown").map(
      (name) => `| ${loadedSource(name).title} | ${optionFor(name)} | by the system that a record names | | |`,
    ),
  ].join("\n");
}

function optionFor(name: ReadableSource): string {
  return `\`--from ${name}\``;
}

function cellsOf(source: SourceName): string {
  const schemes: Record<Outcome, Set<string>> = {
    importable: new Set(),
    verifiable: new Set(),
    unsupported: new Set(),
  };
  for (const sample of [...STANDARD.map((text) => ({ text })), ...samplesOf(source)]) {
    const { scheme, disposition } = identifyHash(sample.text, { source });
    if (disposition === "malformed") throw new Error(`the sample of ${source} is malformed: ${scheme}`);
    if (scheme !== "no-password") schemes[disposition].add(scheme);
  }
  const exports = READABLE_SOURCES.filter((name) => loadedSource(name).origin === source).map(optionFor);
  const cell = (outcome: Outcome) => [...schemes[outcome]].join(", ") || "–";
  return [exports.join(", ") || "–", cell("importable"), cell("verifiable"), cell("unsupported")].join(" | ");
}

/** A sample of each format of the system's own. */
function samplesOf(source: SourceName): readonly Sample[] {
  return BUILT_IN_FORMATS.filter((format) => isOf(format, source)).map(({ name }) => SAMPLES[name] as Sample);
}

function isOf(format: HashFormat, source: SourceName): boolean {
  if (format.kind === "lock") return false;
  if (ALSO[source]?.includes(format.name)) return true;
  if (isLegacy(format) && format.sources !== undefined) return format.sources.includes(source);
  // In brackets is whose hashes they were before. "unknown:" and "any:" are no one's own, and no users live in an emulator.
  const writers = format.system.replace(/\([^)]*\)/gu, "");
  return !/^(?:unknown|any):|emulator$/u.test(writers) && writers.includes(SYSTEM_TITLES[source]);
}
