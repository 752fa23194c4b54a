import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "../../src/cli/run-cli.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import { fakeIo } from "../cli/fake-io.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { factsOf, GUIDED_SOURCES, type GuidedSource, type GuideFacts, textOf } from "./guide-facts.js";
import { guidePage } from "./guide-page.js";
import { ANSWERED, PLACES, PORT, VERIFY_PORT } from "./sign-ins.js";

const temporary = useTemporaryFolder();
const KEY = "a-key-for-the-rehearsal";
const SECRET = "a-secret-for-the-rehearsal";

/** The key of the rehearsal, and the peppers of all samples. */
const ENVIRONMENT: Readonly<Record<string, string>> = Object.fromEntries([
  ["CREDPORT_API_KEY", KEY],
  ...GUIDED_SOURCES.map(factsOf).flatMap(({ pepper }) =>
    pepper === undefined ? [] : [[pepper.variable, pepper.value] as const],
  ),
]);

/** Somebody of the sample, in the reader's place. */
interface Reader {
  readonly email: string;
  readonly password: string;
  readonly id: string;
}

/** Who signs in, in the order of the page's texts about it. */
function readersOf(name: GuidedSource): readonly Reader[] {
  const { email, password, atLogin, social, phoneNumber, byMail } = factsOf(name);
  const reader = (one: Partial<Reader>): Reader => ({ email: "", password: "", id: "", ...one });
  return [
    ...(email === undefined || password === undefined ? [] : [reader({ email, password })]),
    ...(atLogin === undefined ? [] : [reader(atLogin)]),
    ...(social === undefined ? [] : [reader({ email: social.email })]),
    ...(phoneNumber === undefined ? [] : [reader({})]),
    ...(byMail === undefined ? [] : [reader(byMail)]),
  ];
}

/** The commands of a part of a page, line by line; one on several lines is one. */
function commandsOf(part: string): readonly string[] {
  return [...part.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = ""]) =>
    block.replaceAll("\\\n", " ").trim().split("\n"),
  );
}

/** A page's commands before anybody signs in, and those of each way to sign in. */
function partsOf(name: GuidedSource) {
  const [, own = ""] = guidePage(name).split(". Check\n");
  const [before = "", ...ways] = own.split(/^(?=Sign in |Users in `fallback)/m);
  return { before: commandsOf(before), ways: ways.map(commandsOf) };
}

function writeFiles(name: GuidedSource): void {
  const { file, joined = {}, beside = {} }: GuideFacts = factsOf(name);
  const write = (path: string, text: string) => writeFileSync(join(temporary.path(), path), text, { mode: 0o600 });
  write(file[0], textOf(file[1]));
  for (const [path, sample] of Object.entries(joined)) write(path, textOf(sample));
  for (const [path, { sample }] of Object.entries(beside)) write(path, textOf(sample));
  const known = readersOf(name).filter(({ password }) => password !== "");
  const line = ({ email, password }: Reader) => `${JSON.stringify({ identifier: email, password })}\n`;
  write("known.ndjson", known.map(line).join(""));
  write("secret.txt", `${SECRET}\n`);
}

/** The arguments of a command of credport: its files are in the folder, and the service is at another port. */
function argumentsOf(command: string, url: string): readonly string[] {
  return command
    .split(/\s+/)
    .slice(2)
    .map((word) => (/\.[a-z]+$/.test(word) && !word.includes("/") ? join(temporary.path(), word) : word))
    .map((word) => word.replace(`http://127.0.0.1:${PORT}`, url))
    .map((word) => (word === String(VERIFY_PORT) ? "0" : word));
}

async function run(command: string, url = "") {
  const fake = fakeIo({ env: ENVIRONMENT });
  const code = await runCli(argumentsOf(command, url), fake.io);
  return { code, told: fake.out() + fake.err() };
}

/** Starts the endpoint of the fallback, as its command does. */
async function serveVerify(command: string) {
  const fake = fakeIo({ env: ENVIRONMENT });
  const running = runCli(argumentsOf(command, ""), fake.io);
  await expect.poll(() => fake.out() + fake.err()).toMatch(/http:\S+/);
  const [url = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(fake.out() + fake.err()) ?? [];
  return {
    url,
    stop: async () => {
      fake.interrupt();
      expect(await running).toBe(0);
    },
  };
}

type Answer = Readonly<Record<string, unknown>>;

/** What curl sends with the reader's own values, and what comes back. */
async function curl(command: string, urls: readonly [service: string, verify: string], body: object) {
  const [service, verify] = urls;
  const url = (/http:\S+/.exec(command)?.[0] ?? "")
    .replace(`http://127.0.0.1:${PORT}`, service)
    .replace(`http://127.0.0.1:${VERIFY_PORT}`, verify);
  const headers = [...command.matchAll(/-H "([^:"]+): ([^"]*)"/g)].map(([, name = "", value = ""]) => {
    const known = value.replace("$CREDPORT_API_KEY", KEY).replace("$(cat secret.txt)", SECRET);
    return [name, known] as [string, string];
  });
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  return { text, json: (text.startsWith("{") ? JSON.parse(text) : {}) as Answer };
}

/** The body of a command of curl, with the reader's own values and those of the answer before. */
function bodyOf(command: string, reader: Reader, before: Answer): Answer {
  const [, written = ""] = /-d '([^']*)'/.exec(command) ?? [];
  const own = Object.entries(PLACES).reduce(
    (text, [name, place]) => text.replaceAll(place, reader[name as keyof Reader]),
    written,
  );
  const { user } = before as { user?: { id?: string } };
  const answered: Answer = { ...before, superTokensUserId: user?.id };
  return Object.fromEntries(
    Object.entries(JSON.parse(own)).map(([name, value]) => [name, value === ANSWERED ? answered[name] : value]),
  );
}

/** Runs the commands of one way to sign in: each answer is what the line after it says, and of no other password. */
async function signIn(commands: readonly string[], reader: Reader, service: string): Promise<number> {
  let verify: Awaited<ReturnType<typeof serveVerify>> | undefined;
  let answer: Answer = {};
  let answers = 0;
  try {
    for (const [at, command] of commands.entries()) {
      if (command.startsWith("npx credport serve-verify")) verify = await serveVerify(command);
      if (!command.startsWith("curl ")) continue;
      const urls = [service, verify?.url ?? ""] as const;
      const body = bodyOf(command, reader, answer);
      const expected = commands[at + 1]?.replace(/^# /, "") ?? "";
      if (body.password !== undefined && !command.includes("/signup ")) {
        const refused = await curl(command, urls, { ...body, password: "another password" });
        expect(refused.text).not.toContain(expected);
      }
      const given = await curl(command, urls, body);
      expect([command, given.text]).toEqual([command, expect.stringContaining(expected)]);
      answer = given.json;
      answers++;
    }
  } finally {
    await verify?.stop();
  }
  return answers;
}

function signerKeyOf(name: GuidedSource) {
  const { signerKey } = factsOf(name);
  return signerKey === undefined ? {} : { signerKey: signerKey.key };
}

/** Whether users of the sample log in through the fallback with what is neither an address nor a phone number. */
function hasUserNames(): boolean {
  const file = join(temporary.path(), "fallback.ndjson");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
  const identifiers = lines.flatMap((line) => (JSON.parse(line) as { identifiers: string[] }).identifiers);
  return identifiers.some((one) => !one.includes("@") && !one.startsWith("+"));
}

/** Runs what a page has before anybody signs in. */
async function runUntilSignIn(name: GuidedSource, commands: readonly string[], url: string): Promise<void> {
  const { password, atLogin, phoneNumber, social } = factsOf(name);
  for (const command of commands) {
    if (!/^npx credport (?:check|import) /.test(command)) {
      expect(command).toMatch(/^npx credport rehearse --port 3567|^export CREDPORT_API_KEY=/);
      continue;
    }
    const { code, told } = await run(command, url);
    expect([command, code < 2, told]).toEqual([command, true, told]);
    if (command.includes("--known")) {
      expect(told).toContain("✓");
      expect(told).not.toContain("✗");
    } else if (command.includes(" import ")) expect(told).toContain("imported");
    else if (password ?? phoneNumber ?? social) expect(told).toMatch(/[1-9][0-9]* can be imported/);
    else if (atLogin !== undefined) expect(told).toMatch(/[1-9][0-9]* logs? in through the fallback/);
  }
}

describe("the commands of the guide, run on a sample,", () => {
  it.each(GUIDED_SOURCES)("lead from %s to the first sign-in", async (name) => {
    writeFiles(name);
    const { before, ways } = partsOf(name);
    const readers = readersOf(name);
    expect(readers.length).toBeGreaterThan(0);
    expect(ways).toHaveLength(readers.length);
    const rehearsal = createRehearsalService({ service: "supertokens", apiKeys: [KEY], ...signerKeyOf(name) });
    const { url, close } = await rehearsal.listen();
    try {
      await runUntilSignIn(name, before, url);
      for (const [at, commands] of ways.entries()) {
        expect(await signIn(commands, readers[at] as Reader, url)).toBeGreaterThan(0);
      }
      if (hasUserNames()) expect(guidePage(name)).toContain("../login.md#user-names");
    } finally {
      await close();
    }
  });
});

/** Names of files in a text: in a loop of the shell, one for each of its words. */
function filesIn(text: string): readonly string[] {
  const [, words = ""] = /for \w+ in (.*); do/.exec(text) ?? [];
  const looped = words.replaceAll(/\w+/g, "$&.json");
  const names = `${text} ${looped}`.matchAll(
    /(?<![\w/<>$.-])[\w-]+\.(?:json|ndjson|sql|csv|tsv|ldif|passwd|htpasswd)\b/g,
  );
  return [...names].map(([name]) => name);
}

const stemOf = (file: string) => file.replace(/\..*/, "");

describe("the files of the guide", () => {
  /** What their commands or consoles print is put into a file by the reader. */
  const PRINTED: readonly GuidedSource[] = ["auth0", "clerk", "frontegg", "fusionauth", "kratos", "okta"];

  it.each(GUIDED_SOURCES)("of %s: its commands read what its export writes, and nothing else", (name) => {
    const { file, joined = {} } = factsOf(name);
    const [instructions = ""] = guidePage(name).split("below is the export.");
    const [, commands = "", notes = ""] = /```\w+\n([\s\S]*?)^```\n([\s\S]*)/m.exec(instructions) ?? [];
    const written = filesIn(commands);
    const said = filesIn(notes).slice(0, -1);
    if (!PRINTED.includes(name)) expect(written).toContain(file[0]);
    for (const one of Object.keys(joined)) expect([...written, ...said]).toContain(one);
    // Of another database the same file has another ending; what is named twice in the commands is read by one of them.
    const isRead = (one: string) =>
      [...Object.keys(joined), ...said, "map.json"].includes(one) || stemOf(one) === stemOf(file[0]);
    const namedOnce = written.filter((one) => written.indexOf(one) === written.lastIndexOf(one));
    expect(namedOnce.filter((one) => !isRead(one))).toEqual([]);
  });
});

it("signs in with a password that is not ASCII by the guides' own call", async () => {
  const rehearsal = createRehearsalService({ service: "supertokens", apiKeys: [KEY] });
  const { url, close } = await rehearsal.listen();
  try {
    const [command = ""] = partsOf("django")
      .ways.flat()
      .filter((one) => one.includes("/recipe/signin"));
    const person = { email: "ada@example.com", password: "pässwörd 🔑" };
    const headers = { "api-key": KEY, "content-type": "application/json; charset=utf-8" };
    await fetch(`${url}/recipe/signup`, { method: "POST", headers, body: JSON.stringify(person) });
    expect((await curl(command, [url, ""], person)).json).toMatchObject({ status: "OK" });
  } finally {
    await close();
  }
});
