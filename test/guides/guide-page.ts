import type { Source } from "../../src/source/index.js";
import { instructionsOn } from "../gate/export-instructions.js";
import { loadedSource } from "../source/all-sources.js";
import { factsOf, GUIDED_SOURCES, type GuidedSource, type GuideFacts } from "./guide-facts.js";
import { PLACES, PORT, signInsOf } from "./sign-ins.js";
import { systemsTable } from "./systems-table.js";

export function titleOf(name: GuidedSource): string {
  return name === "table" ? (factsOf(name).own?.title ?? "") : (loadedSource(name) as Source).title;
}

function howToExport(name: GuidedSource): string {
  return name === "table" ? (factsOf(name).own?.howToExport ?? "") : instructionsOn(name);
}

/** The options that every command on the export needs, in the order in which the guide names their files. */
function optionsOf(name: GuidedSource): string {
  const { joined = {}, beside = {}, pepper }: GuideFacts = factsOf(name);
  return [
    `--from ${name}`,
    ...Object.keys(joined).map((file) => `--join ${file}`),
    ...Object.entries(beside).map(([file, { option }]) => `${option} ${file}`),
    ...(pepper === undefined ? [] : [`--pepper-name ${pepper.variable}`]),
  ].join(" ");
}

/** The guide of one system: from its export to the first sign-in in the rehearsal. */
export function guidePage(name: GuidedSource): string {
  const { withoutHashes } = factsOf(name);
  const sections = [
    exportSection(name),
    checkSection(name),
    withoutHashes === undefined ? proveSection(name) : waysInSection(name, withoutHashes),
    rehearseSection(name),
    ...(isImported(name) ? [IMPORT] : []),
  ];
  return `# From ${titleOf(name)} to the first sign-in

From the export to a user who signs in, on your own machine: nothing leaves it before the last step. What is read of an
export is in [sources.md](../sources.md).

${sections.map((section, at) => `## ${at + 1}. ${section}`).join("\n")}`;
}

const IMPORT = `Import

The same command with your service's address, its key and a journal of its own:
[importing.md](../importing.md) says what to look at before, and how to undo it.
`;

/** Whether somebody of the export can be imported, by any login. */
function isImported(name: GuidedSource): boolean {
  const { password, phoneNumber, social } = factsOf(name);
  return [password, phoneNumber, social].some((one) => one !== undefined);
}

const WITHOUT_KEYS =
  "Where the old system encrypts no second factor, leave `--decrypt-key-file keys.txt` out of each command.";

function exportSection(name: GuidedSource): string {
  const { file, joined = {}, beside = {}, pepper }: GuideFacts = factsOf(name);
  const decrypts = Object.values(beside).some(({ option }) => option === "--decrypt-key-file");
  const files = [
    `\`${file[0]}\` below is the export.`,
    ...Object.keys(joined).map((one) => `\`${one}\` is given with it.`),
    ...Object.entries(beside).map(([one, { says }]) => `\`${one}\` holds ${says}.`),
    ...(decrypts ? [WITHOUT_KEYS] : []),
    ...(pepper === undefined ? [] : [`The environment variable \`${pepper.variable}\` holds ${pepper.says}.`]),
  ].join(" ");
  return `Export

${howToExport(name)}

${files}
`;
}

function checkSection(name: GuidedSource): string {
  const { file, note, withoutHashes } = factsOf(name);
  const more = withoutHashes === undefined ? " --fallback fallback.ndjson" : "";
  const fallback =
    withoutHashes === undefined
      ? " Users whose hashes no service\ntakes go into `fallback.ndjson`, for [the login-time fallback](../login.md). The new service\nknows no [user names](../login.md#user-names): ask it with the address of each."
      : "";
  return `Check

\`npx credport migrate ${file[0]} ${optionsOf(name)}\` [asks, and leads through all of it](../importing.md#in-one-command).
One by one:

\`\`\`sh
npx credport check ${file[0]} ${optionsOf(name)}${more}
\`\`\`

It says who can be imported, who is not importable and why, and what is left out. Exit code 1 comes with
problems, explained in [problems.md](../problems.md).${fallback}${note === undefined ? "" : ` ${note}`}
`;
}

function proveSection(name: GuidedSource): string {
  return `Prove it with passwords that you know

Write \`known.ndjson\`, a few accounts whose passwords you know, readable for you alone (\`chmod 600\`):

\`\`\`json
{"identifier":"${PLACES.email}","password":"${PLACES.password}"}
\`\`\`

\`\`\`sh
npx credport check ${factsOf(name).file[0]} ${optionsOf(name)} --known known.ndjson
\`\`\`

Where a password does not match, hashes and system don't belong together: solve that first.
`;
}

/** How the users of a system that gives no hashes get in on the first day. */
function waysInSection(name: GuidedSource, { why, asked }: NonNullable<GuideFacts["withoutHashes"]>): string {
  const ways = [
    isImported(name)
      ? "- **By the logins that are carried over**, which step 4 tries: users notice nothing."
      : "- **By a code or a link that is sent to their address**, which step 4 tries: the account is made with the first one.",
    ...(asked === undefined
      ? []
      : [
          `- **With the password that they have**, as long as the old system runs: your login server asks it, and makes the
  account with what was typed. ${asked}
  [The fallback](../login.md#own-verifiers) takes that as its \`verify\`.`,
        ]),
    `- **With a new password**: \`--without-password reset\` [makes the account](../importing.md#users-whose-password-is-not-in-the-export)
  beforehand; or make it before the link is sent, see [\`onPasswordReset\`](../login.md#onpasswordreset).`,
  ];
  return `Choose how users get in on the first day

${why}
No password can be imported or proven. What remains:

${ways.join("\n")}
`;
}

function rehearseSection(name: GuidedSource): string {
  const load = `npx credport import ${factsOf(name).file[0]} ${optionsOf(name)} --to http://127.0.0.1:${PORT} --journal rehearsal.journal`;
  const importing = `Import in another one:

\`\`\`sh
export CREDPORT_API_KEY=a-key-for-the-rehearsal
${load}
\`\`\``;
  const empty = `No users are imported beforehand. In another one:

\`\`\`sh
export CREDPORT_API_KEY=a-key-for-the-rehearsal
\`\`\``;
  return `Rehearse

Start the rehearsal service, which works in memory, in one terminal:

\`\`\`sh
export CREDPORT_API_KEY=a-key-for-the-rehearsal
npx credport rehearse --port ${PORT}${signerKeyOption(name)}
\`\`\`
${signerKeyText(name)}
${isImported(name) ? importing : empty}

${signInsOf(factsOf(name)).join("\n\n")}
`;
}

function signerKeyOption(name: GuidedSource): string {
  return factsOf(name).signerKey === undefined ? "" : " --signer-key-file signer-key.txt";
}

/** Firebase's users have no other hashes; other systems have some where users came from there. */
function signerKeyText(name: GuidedSource): string {
  const { signerKey } = factsOf(name);
  if (signerKey === undefined) return "";
  const whose = name === "firebase" ? "" : " Without users who came from Firebase, leave the option out.";
  return `\n\`signer-key.txt\` holds ${signerKey.says}. Your service needs it in its configuration as well.${whose}\n`;
}

/** The page that lists the guides. */
export function guidesIndex(): string {
  return `# Guides

Each takes you from one system's export to the first sign-in in the rehearsal. Its commands run on a
sample with every change. \`credport migrate\` [takes these steps by itself, and asks](../importing.md#in-one-command). For
any other system: [any table of users](table.md).

The columns have each system's hashes by scheme: what the service verifies after the import, what credport alone
verifies at login ([login.md](../login.md)), and what is recognised, but unusable. A scheme in two
columns depends on the notation: [hashes.md](../hashes.md) has every one. Some hosted systems give hashes only on
request, AWS Cognito never.

${systemsTable(
  byTitle().filter((name) => name !== "table"),
  guideLink,
)}
`;
}

/** A link to each guide, for a page in the folder that the path leads to the guides from. */
export function guideLinks(path: string): string {
  return byTitle()
    .map((name) => guideLink(name, path))
    .join(" · ");
}

function guideLink(name: GuidedSource, path = ""): string {
  return `[${titleOf(name).replace(/^an? /, "")}](${path}${name}.md)`;
}

function byTitle(): readonly GuidedSource[] {
  return [...GUIDED_SOURCES].sort((one, other) => keyOf(one).localeCompare(keyOf(other), "en"));
}

/** Without the article. */
function keyOf(name: GuidedSource): string {
  return titleOf(name).replace(/^an? /, "").toLowerCase();
}
