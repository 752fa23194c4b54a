import type { Source } from "../../src/source/index.js";
import { sourceOf } from "../../src/source/internal.js";
import { instructionsOn } from "../gate/export-instructions.js";
import { factsOf, GUIDED_SOURCES, type GuidedSource, type GuideFacts } from "./guide-facts.js";

/** Where the rehearsal listens in the guides. */
export const PORT = 3567;
/** What a reader puts their own values in the place of. */
export const PLACES = { email: "you@example.com", password: "YOUR-PASSWORD" } as const;

export function titleOf(name: GuidedSource): string {
  return name === "table" ? (factsOf(name).own?.title ?? "") : (sourceOf(name) as Source).title;
}

function howToExport(name: GuidedSource): string {
  return name === "table" ? (factsOf(name).own?.howToExport ?? "") : instructionsOn(name);
}

/** The options that every command on the export needs, in the order in which the guide names their files. */
export function optionsOf(name: GuidedSource): string {
  const { joined = {}, beside = {} }: GuideFacts = factsOf(name);
  return [
    `--from ${name}`,
    ...Object.keys(joined).map((file) => `--join ${file}`),
    ...Object.entries(beside).map(([file, { option }]) => `${option} ${file}`),
  ].join(" ");
}

/** The guide of one system: from its export to the first sign-in in the rehearsal. */
export function guidePage(name: GuidedSource): string {
  const { file, joined = {}, beside = {}, note }: GuideFacts = factsOf(name);
  const [users] = file;
  const title = titleOf(name);
  const options = optionsOf(name);
  const files = [
    `\`${users}\` below is the export.`,
    ...Object.keys(joined).map((one) => `\`${one}\` is given with it.`),
    ...Object.entries(beside).map(([one, { says }]) => `\`${one}\` holds ${says}.`),
  ].join(" ");
  return `# From ${title} to the first sign-in

From the export to a user who signs in, on your own machine: nothing leaves it before the last step. What is read of an
export, and what is not, is in [sources.md](../sources.md).

## 1. Export

${howToExport(name)}

${files}

## 2. Check

\`\`\`sh
npx credport check ${users} ${options} --fallback fallback.ndjson
\`\`\`

It says how many users can be imported, who is refused and why, and what is not carried over. Exit code 1 says that there
is something to read; every code of a problem is explained in [problems.md](../problems.md). Users whose hashes no service
takes go into \`fallback.ndjson\`, for [the login-time fallback](../login.md).${note === undefined ? "" : ` ${note}`}

## 3. Prove it with passwords that you know

Write \`known.ndjson\`, with a few accounts whose passwords you know, readable for you alone (\`chmod 600\`):

\`\`\`json
{"identifier":"${PLACES.email}","password":"${PLACES.password}"}
\`\`\`

\`\`\`sh
npx credport check ${users} ${options} --known known.ndjson
\`\`\`

A password that does not match says that hashes and system don't belong together: solve that before you import anybody.

## 4. Rehearse

The rehearsal service keeps everything in memory. Start it in one terminal:

\`\`\`sh
export CREDPORT_API_KEY=a-key-for-the-rehearsal
npx credport rehearse --port ${PORT}${signerKeyOption(name)}
\`\`\`
${signerKeyText(name)}
Import in another one, and sign in:

\`\`\`sh
export CREDPORT_API_KEY=a-key-for-the-rehearsal
npx credport import ${users} ${options} --to http://127.0.0.1:${PORT} --journal rehearsal.journal
curl http://127.0.0.1:${PORT}/recipe/signin -H "api-key: $CREDPORT_API_KEY" -H "Content-Type: application/json" \\
  -d '{"email":"${PLACES.email}","password":"${PLACES.password}"}'
\`\`\`

\`"status":"OK"\` is a user who came over with their password.

## 5. Import

The same command with your service's address, its key and a journal of its own:
[importing.md](../importing.md) says what to look at before, and how to undo it.
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
  const rows = GUIDED_SOURCES.map((name) => `- [${titleOf(name)}](${name}.md)`);
  return `# Guides

Each takes you from one system's export to the first sign-in in the rehearsal. Systems without a guide are read in the
same way: \`credport sources\` lists them, \`credport sources NAME\` says how to export their users. Any other table of
users: [sources.md](../sources.md#any-table---from-table---map-mapjson).

${rows.join("\n")}
`;
}
