// The page of the matrix: the same results give the same text.
import { isCostTrap } from "../../dist/conformance/internal.js";

const FAILING = ["fail", "policy", "unconfirmed", "errored", "timeout"];
const GOOD = ["pass", "accepted-variant"];
const OTHERWISE = ["refused"];
const UNASKED = ["not-reached", "skipped", "not-asked"];
const MOST_IDS = 12;
const MOST_KINDS = 6;

const sum = (counts, statuses) => statuses.reduce((total, status) => total + counts[status], 0);

/**
 * The text of docs/peers.md.
 *
 * @param day Of the run, as 2026-01-31: the vectors change after it.
 * @param manifest First digits of the SHA-256 of the manifest that was run.
 */
export function peersPage(peers, day, manifest) {
  const operations = Object.keys(peers[0].report.byOperation);
  const { length: vectors } = peers[0].report.results;
  const failing = peers.filter(({ report }) => sum(report.totals, FAILING) > 0);
  const lines = [
    "# Implementations held to the vectors",
    "",
    "<!-- Written by `npm run peers`; do not edit. -->",
    "",
    `${peers.length} implementations, run on ${day} over the ${vectors} vectors of the manifest whose SHA-256 begins with ${manifest}, all through the protocol of [conformance.md](conformance.md). [peers.html](peers.html) is a table by group of vectors, to filter. The adapters are in the folder test/peers of the repository.`,
    "",
    "A failure says what happens to users whose migration rests on this implementation alone. It is not always its fault: a library that computes bcrypt need not bound its cost, one that encodes base32 need not know that the text is a ciphertext, and one that reads URIs need not know that the service takes SHA-1 and six digits only. Somebody has to.",
    "",
    "Each cell: **right / refusal of a wrong password / failing / not asked**. Failing includes crashes and cases without an answer in time. Not asked is what the adapter skips or does not name as the implementation's, and what shows nothing of it because it does not take the sound hash. A dash: the implementation does not have the operation.",
    "",
    "Where a library differs on purpose its skip file says so, and the page has its reasons; the numbers are those of a run without it. Libraries of PHP, Ruby and Perl are those that Debian has, in its version: Packagist, RubyGems and CPAN are not asked, and what they alone have is not run.",
    "",
    "Failures by policy are those in which no other implementation confirms the suite's answer; whoever has another policy is not wrong. Refusals of what only our own reading of a system says must be taken are counted with them.",
    "",
    `| Implementation | ${operations.join(" | ")} |`,
    `| --- | ${operations.map(() => "---:").join(" | ")} |`,
    ...peers.map((peer) => row(peer, operations)),
    "",
    "| Implementation | Version | Language | From | Vectors compared | Failing | by policy |",
    "| --- | --- | --- | --- | ---: | ---: | ---: |",
    ...peers.map(({ report, from }) => {
      const { name, version, language } = report.implementation;
      const compared = sum(report.totals, [...GOOD, ...OTHERWISE, ...FAILING]);
      const policy = report.results.filter((result) => FAILING.includes(result.status) && isPolicy(result)).length;
      return `| ${markdown(name)} | ${version} | ${language} | ${from} | ${compared} | ${sum(report.totals, FAILING)} | ${policy} |`;
    }),
    "",
    "## What fails, and what a user would suffer",
    "",
    `${peers
      .filter((peer) => !failing.includes(peer))
      .map(({ report }) => report.implementation.name)
      .join(", ")}: nothing.`,
    "",
    ...failing.flatMap(section),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

function row({ report }, operations) {
  const cells = operations.map((operation) => {
    const counts = report.byOperation[operation];
    const asked = sum(counts, [...GOOD, ...OTHERWISE, ...FAILING, ...UNASKED]);
    if (asked === 0) return "–";
    const failed = sum(counts, FAILING);
    const shown = failed > 0 ? `**${failed}**` : "0";
    return [sum(counts, GOOD), sum(counts, OTHERWISE), shown, sum(counts, UNASKED)].join(" / ");
  });
  return `| ${markdown(report.implementation.name)} | ${cells.join(" | ")} |`;
}

function section({ report, skips = [] }) {
  const { name, version } = report.implementation;
  const failing = report.results.filter(({ status }) => FAILING.includes(status));
  const flags = groupBy(failing, ({ vector }) => vector.flags[0]?.name ?? "");
  return [
    `### ${markdown(name)} ${version}`,
    "",
    ...[...flags].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, group]) => flagged(group)),
    ...(skips.length === 0 ? [] : ["- On purpose, by its skip file:"]),
    ...skips.map(({ pattern, reason }) => `  - \`${pattern}\`: ${markdown(reason)}`),
    "",
  ];
}

/** Vectors of one flag: the effect once, then those with the same difference together. */
function flagged(group) {
  const flag = group[0].vector.flags[0];
  const title =
    flag === undefined ? "- Without a flag" : `- **${flag.name}** (${flag.bugType}): ${markdown(flag.effect)}`;
  const exact = groupBy(group, differenceOf);
  const kinds = exact.size > MOST_KINDS ? groupBy(group, verdictOf) : exact;
  return [
    title,
    ...[...kinds].map(([kind, results]) => `  - ${markdown(kind)}: ${results.length}. ${listed(results)}`),
  ];
}

const REFUSAL = /^refused \((.*)\) what must be accepted$/s;

/** How far it comes with a cost that must be refused hangs on the machine, and says nothing more of it. */
const COMPUTED = "computes what must be refused for its cost, or tries to";

function differenceOf({ status, detail = "", vector }) {
  if (isCostTrap(vector) && status !== "fail") return COMPUTED;
  if (status === "timeout" || /^no answer within/.test(detail)) return "no answer in time";
  if (status === "errored") return "crashed, or the adapter failed";
  const [, said] = REFUSAL.exec(detail) ?? [];
  return said === undefined ? `${vector.operation}: ${detail}` : `refuses what must be accepted (${said})`;
}

/** In words that hold for several vectors, where an implementation says something else of each. */
function verdictOf(result) {
  return REFUSAL.test(result.detail ?? "") ? "refuses what must be accepted" : differenceOf(result);
}

/** Every id, with the comment of the first few. */
function listed(results) {
  return results
    .map((result, index) => {
      const notes = [
        ...(index < MOST_IDS ? [markdown(result.vector.comment)] : []),
        ...(isPolicy(result) ? [result.status] : []),
      ];
      return `\`${result.vector.id}\`${notes.length === 0 ? "" : ` (${notes.join("; ")})`}`;
    })
    .join(", ");
}

const isPolicy = ({ status }) => status === "policy" || status === "unconfirmed";

function groupBy(results, keyOf) {
  const groups = new Map();
  for (const result of results) {
    const key = keyOf(result);
    if (groups.has(key)) groups.get(key).push(result);
    else groups.set(key, [result]);
  }
  return groups;
}

function markdown(text) {
  return text.replace(/\s+/g, " ").replace(/[\\`*_|[\]<>#]/g, "\\$&");
}
