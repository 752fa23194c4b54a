import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import { describe, expect, onTestFinished, test } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { createRehearsalService } from "../../../src/rehearsal/index.js";
import { SAMPLES, SIGNER_KEY } from "../../check/one-account.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { fakeIo } from "../fake-io.js";

const env = { CREDPORT_API_KEY: "test-key-0123456789abcdef" };
const HASH_CONFIG = fileURLToPath(new URL("../../../docs/examples/firebase/hash-config.txt", import.meta.url));
const temporary = useTemporaryFolder();
const place = (name: string) => join(temporary.path(), name);

async function run(...args: string[]) {
  const fake = fakeIo({ env });
  const exitCode = await runCli(args, fake.io);
  return { exitCode, out: fake.out(), err: fake.err() };
}

async function serve() {
  const rehearsal = createRehearsalService({ service: "supertokens", signerKey: SIGNER_KEY });
  const { url, close } = await rehearsal.listen();
  onTestFinished(close);
  return url;
}

/** Lines of a file of users, of which some have no file at all. */
async function listed(name: string): Promise<readonly Record<string, string>[]> {
  const text = await readFile(place(name), "utf8").catch(() => "");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

const rows = async (name: string): Promise<readonly Record<string, string>[]> =>
  parse(await readFile(place(name), "utf8"), { columns: true });

const idsOf = (users: readonly Record<string, string>[], column = "externalUserId") =>
  users.map((user) => user[column] as string).sort();

/** Not the database of which the export of SuperTokens was queried. */
const READ = SAMPLES.filter(({ name }) => name !== "supertokens-tables.sql");

describe.for(READ.map((sample) => [sample.name, sample] as const))("%s", ([, { from, bytes }]) => {
  const reading = ["--from", from, "--service", "supertokens", "--hash-config", HASH_CONFIG];

  test("calls each user by one ID in all that is written, and knows them all in a second export", async () => {
    const to = await serve();
    await writeFile(place("first"), bytes);
    await writeFile(place("second"), Buffer.concat([bytes, Buffer.from("\n")]));
    const files = ["--out", place("users"), "--fallback", place("fallback"), "--rejects", place("rejects")];
    await run("check", place("first"), ...reading, ...files);
    const journal = ["--journal", place("journal")];
    const lists = ["--mapping", place("mapping"), "--write-decisions", place("sheet.csv")];
    const first = await run("import", place("first"), ...reading, "--to", to, ...journal, ...lists, "--yes", "--json");
    const { imported } = JSON.parse(first.out);
    const mapped = idsOf(await listed("mapping"));
    const checked = [...(await listed("users")), ...(await listed("fallback"))];
    expect(mapped).not.toContain("");
    expect(idsOf(checked)).toEqual(expect.arrayContaining(mapped));
    const rejected = (await listed("rejects")).flatMap(({ userId }) => userId ?? []);
    for (const { user_id: id = "" } of await rows("sheet.csv"))
      expect([...idsOf(checked), ...rejected]).toContain(id.replace(/^'/, ""));

    await writeFile(place("ids"), mapped.join("\n"));
    const since = ["--changed-since", place("journal"), "--gone", place("gone"), "--expect", place("ids")];
    const overwrite = ["--journal", place("other"), "--existing", "overwrite", "--yes", "--json"];
    const again = await run("import", place("second"), ...reading, "--to", to, ...since, ...overwrite);
    const report = JSON.parse(again.out);
    expect(report).toMatchObject({ imported: 0, overwrittenPasswords: 0, since: { changed: 0, gone: 0 } });
    expect(report.since.unchanged).toBe(imported);
    expect(await listed("gone")).toEqual([]);
  });
});
