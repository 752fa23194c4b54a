import { BUILT_IN_FORMATS } from "../../src/hash/catalogue/built-in-formats.js";
import { type HashFormat, isLegacy } from "../../src/hash/catalogue/row.js";
import { alteredPasswords } from "../../src/hash/systems/password-forms.js";
import { SERVICE_PROFILES, SOURCE_NAMES } from "../../src/index.js";
import { HASH_RULES } from "../hash/hash-rules.js";

/** The tables of docs/hashes.md, by the name of their place on the page. */
export function hashTables(): Readonly<Record<string, string>> {
  const rows = (keep: (format: HashFormat) => boolean) => BUILT_IN_FORMATS.filter(keep);
  const legacy = (kind: "verifiable" | "recognised") => (format: HashFormat) =>
    isLegacy(format) && format.kind === kind && format.sources === undefined;
  return {
    native: formatTable(rows(({ kind }) => kind === "native")),
    importable: formatTable(rows((format) => !isLegacy(format) && format.kind !== "native" && format.kind !== "lock")),
    verifiable: formatTable(rows(legacy("verifiable"))),
    unsupported: formatTable(rows((format) => format.kind === "lock" || legacy("recognised")(format))),
    "by-source": formatTable(rows((format) => isLegacy(format) && format.sources !== undefined)),
    contexts: contextTable(),
    altered: alteredTable(),
    profiles: profileTable(),
  };
}

function formatTable(formats: readonly HashFormat[]): string {
  return table(
    ["Name", "What the system exports", "System", "Treatment", "Disposition", "Why", "Reference"],
    formats.map((format) => [
      code(format.name),
      code(format.layout),
      text(
        isLegacy(format) && format.sources ? `${format.system}: ${format.sources.map(code).join(", ")}` : format.system,
      ),
      treatmentOf(format),
      dispositionOf(format),
      text(format.reason),
      link(format.reference),
    ]),
  );
}

function dispositionOf(format: HashFormat): string {
  if (format.kind === "lock") return `unsupported, ${code("scheme/locked")}`;
  if (!isLegacy(format)) return "importable";
  return `${format.kind === "verifiable" ? "verifiable" : "unsupported"}, ${code(format.problem)}`;
}

function treatmentOf(format: HashFormat): string {
  if (format.kind === "native") return "none";
  if (format.kind === "lock") return "keep";
  return isLegacy(format) ? (format.treatment ?? "none") : format.kind;
}

const APPLIES = {
  always: "always",
  "unless-denied": "unless `peppered: false`",
  "if-told": "with `peppered: true`; a warning without it",
} as const;

function contextTable(): string {
  return table(
    ["`source`", "Of which strings", "When", "Disposition", "Why", "Reference"],
    HASH_RULES.map((row) => [
      code(row.source),
      `${stringsOf(row)}${row.exceptIn === undefined ? "" : `; not in ${row.exceptIn.map(code).join(", ")}`}`,
      APPLIES[row.applies],
      `${row.disposition}, ${code(row.problem)}`,
      text(row.reason),
      link(row.reference),
    ]),
  );
}

/** The families that a rule holds for, and how the strings begin of which it does not hold. */
function stringsOf({ holdsFor, except }: (typeof HASH_RULES)[number]): string {
  const families = Object.entries(holdsFor).flatMap(([family, holds]) => (holds ? [family] : []));
  const names = families.join(", ").replace("crypt,", "crypt(3),");
  return except === undefined ? names : `${names} but ${code(except)}`;
}

function alteredTable(): string {
  const rows = SOURCE_NAMES.flatMap((source) => {
    const sentence = alteredPasswords(source);
    return sentence === undefined ? [] : [[code(source), `${text(sentence)}.`]];
  });
  return table(["`source`", "What it does to a password"], rows);
}

function profileTable(): string {
  const profiles = Object.values(SERVICE_PROFILES);
  const limit = (most: number) => (Number.isFinite(most) ? String(most) : "none");
  const row = (what: string, of: (profile: (typeof profiles)[number]) => string) => [what, ...profiles.map(of)];
  const yes = (flag: boolean, then: string) => (flag ? then : "read as it is");
  return table(
    ["", ...profiles.map(({ name }) => code(name))],
    [
      row("`hashingAlgorithm` of provider-scrypt", (profile) => code(profile.providerScryptAlgorithm)),
      row("Setting of the signer key", (profile) => code(profile.signerKeySetting)),
      row("Longest hash, in characters", (profile) => limit(profile.limits.passwordHash)),
      row("Empty separator", ({ providerScryptParser }) =>
        yes(
          providerScryptParser.refusesEmptySeparator,
          "refused by the service: the last byte of the salt is moved into it",
        ),
      ),
      row("Separator whose base64 ends in `s=`", ({ providerScryptParser }) =>
        yes(
          providerScryptParser.cutsSeparatorAfterSEquals,
          "cut off by the service: one byte is moved between salt and separator",
        ),
      ),
      row("Passwords of provider-scrypt", ({ providerScryptParser }) =>
        providerScryptParser.asciiPasswordsOnly ? "read as ASCII: warning `service/ascii-passwords-only`" : "any",
      ),
    ],
  );
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(heads), `|${heads.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

/** Code in a table: a bar would end the cell. */
function code(content: string): string {
  const fence = content.includes("`") ? "``" : "`";
  return `${fence}${content.replaceAll("|", "\\|")}${fence}`;
}

/** Prose in a table, in which nothing is markup. */
function text(content: string): string {
  return content
    .replace(/[|*_<>&]/g, (character) => `\\${character}`)
    .replace(/\\_(?=[^`]*`(?:[^`]*`[^`]*`)*[^`]*$)/g, "_");
}

/** `https://github.com/owner/name path`: the address with the place in it as its name. */
function link(reference: string): string {
  const [address = "", ...place] = reference.split(" ");
  if (!address.startsWith("https://")) return reference;
  const short = address.replace(/^https:\/\/(?:www\.)?/, "").split(/[/?#]/);
  const host = short[0] === "github.com" ? short.slice(1, 3).join("/") : (short[0] as string);
  return `[${[host, ...place].join(" ").replaceAll("_", "\\_")}](${address})`;
}
