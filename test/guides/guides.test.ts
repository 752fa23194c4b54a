import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "../../src/cli/run-cli.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import { fakeIo } from "../cli/fake-io.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { factsOf, GUIDED_SOURCES, type GuidedSource, type GuideFacts, textOf } from "./guide-facts.js";
import { guidePage, PLACES, PORT } from "./guide-page.js";

const temporary = useTemporaryFolder();
const KEY = "a-key-for-the-rehearsal";

/** The commands of a guide's blocks, line by line, with the reader's own values put in. */
function commandsOf(name: GuidedSource): readonly string[] {
  const { email, password } = factsOf(name);
  const [, own = ""] = guidePage(name).split("## 2. Check");
  return [...own.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = ""]) =>
    block
      .replaceAll("\\\n", " ")
      .replaceAll(PLACES.email, email)
      .replaceAll(PLACES.password, password)
      .trim()
      .split("\n"),
  );
}

const argumentsOf = (command: string | undefined) => (command ?? "").split(/\s+/).slice(2);

/** Runs a command of credport in the folder, against the service where it names one. */
async function run(command: string | undefined, url = "") {
  const { file, joined = {}, beside = {} }: GuideFacts = factsOf(current);
  const files = new Set([file[0], ...Object.keys(joined), ...Object.keys(beside), "known.ndjson"]);
  const made = new Set(["fallback.ndjson", "rehearsal.journal"]);
  const args = argumentsOf(command).map((word) =>
    files.has(word) || made.has(word)
      ? join(temporary.path(), word)
      : word.replace(`http://127.0.0.1:${PORT}`, url),
  );
  const fake = fakeIo({ env: { CREDPORT_API_KEY: KEY } });
  const code = await runCli(args, fake.io);
  return { code, told: fake.out() + fake.err() };
}

let current: GuidedSource = GUIDED_SOURCES[0] as GuidedSource;

function writeFiles(name: GuidedSource): void {
  const { file, joined = {}, beside = {}, email, password }: GuideFacts = factsOf(name);
  const write = (path: string, text: string) =>
    writeFileSync(join(temporary.path(), path), text, { mode: 0o600 });
  write(file[0], textOf(file[1]));
  for (const [path, sample] of Object.entries(joined)) write(path, textOf(sample));
  for (const [path, { sample }] of Object.entries(beside)) write(path, textOf(sample));
  write("known.ndjson", `${JSON.stringify({ identifier: email, password })}\n`);
}

function signerKeyOf(name: GuidedSource) {
  const { signerKey } = factsOf(name);
  return signerKey === undefined ? {} : { signerKey: signerKey.key };
}

/** What curl sends, and what comes back. */
async function signIn(command: string | undefined, url: string, password?: string) {
  const [, body = ""] = /-d '([^']*)'/.exec(command ?? "") ?? [];
  const typed = password === undefined ? body : JSON.stringify({ ...JSON.parse(body), password });
  const [path = ""] = /\/recipe\/\S*/.exec(command ?? "") ?? [];
  const headers = { "api-key": KEY, "Content-Type": "application/json" };
  return (await fetch(url + path, { method: "POST", headers, body: typed })).json();
}

describe("the commands of the guide, run on a sample,", () => {
  it.each(GUIDED_SOURCES)("lead from %s to the first sign-in", async (name) => {
    current = name;
    writeFiles(name);
    const commands = commandsOf(name);
    const [check, prove, , rehearse, , load, curl] = commands;
    expect(commands).toHaveLength(7);
    expect(rehearse).toMatch(/^npx credport rehearse --port 3567/);

    const checked = await run(check);
    expect([checked.code < 2, checked.told]).toEqual([
      true,
      expect.stringMatching(/[1-9][0-9]* can be imported/),
    ]);
    const proved = await run(prove);
    expect(proved.told).toContain("✓");
    expect(proved.told).not.toContain("✗");

    const rehearsal = createRehearsalService({ apiKeys: [KEY], ...signerKeyOf(name) });
    const { url, close } = await rehearsal.listen();
    try {
      const imported = await run(load, url);
      expect([imported.code < 2, imported.told]).toEqual([true, expect.stringContaining("imported")]);
      expect(await signIn(curl, url, "another password")).toMatchObject({
        status: "WRONG_CREDENTIALS_ERROR",
      });
      expect(await signIn(curl, url)).toMatchObject({ status: "OK" });
    } finally {
      await close();
    }
  });
});
