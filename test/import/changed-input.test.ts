import { createReadStream, renameSync, truncateSync, writeFileSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkExport } from "../../src/check/index.js";
import { runCli } from "../../src/cli/run-cli.js";
import { createImportClient } from "../../src/client/index.js";
import { type ImportResult, importUsers } from "../../src/import/index.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import { fingerprintExport, pinInput, readUniqueUsers } from "../../src/source/index.js";
import { fakeIo } from "../cli/fake-io.js";
import { useTemporaryFolder } from "../temporary-folder.js";

const temporary = useTemporaryFolder();
const place = (name: string) => join(temporary.path(), name);
const FROM = { from: "firebase" } as const;
const USERS = 400;
/** So that the file has several blocks of 1 MiB, and users are sent while it is read. */
const PADDING = "x".repeat(9000);

const phone = (prefix: string, number: number) => `+1${prefix}${String(number).padStart(7, "0")}`;

function exportOf(prefix: string, users = USERS): string {
  const records = Array.from(
    { length: users },
    (_, at) => `{"localId":"${prefix}-${at}","phoneNumber":"${phone(prefix, at)}","photoUrl":"${PADDING}"}`,
  );
  return `{"users":[\n${records.join(",\n")}\n]}\n`;
}

const A = exportOf("555");
/** As long as A, with other users. */
const B = exportOf("666");
/** As long as A; only the last user is another one. */
const LAST = A.replace(phone("555", USERS - 1), phone("666", USERS - 1));

const CHANGES: readonly (readonly [string, (path: string) => void | Promise<void>])[] = [
  [
    "replaced by another one",
    (path) => {
      writeFileSync(place("b"), B);
      renameSync(place("b"), path);
    },
  ],
  ["replaced by one with another last user", (path) => writeFileSync(path, LAST)],
  ["truncated", (path) => truncateSync(path, A.length - 9500)],
  ["grown", (path) => appendFile(path, "\n")],
  ["emptied", (path) => truncateSync(path, 0)],
];

function phonesOf({ users }: ReturnType<ReturnType<typeof createRehearsalService>["state"]>): string[] {
  return users.flatMap(({ loginMethods }) => loginMethods.flatMap(({ phoneNumber }) => phoneNumber ?? []));
}

const ALL_OF_A = Array.from({ length: USERS }, (_, at) => phone("555", at));

/** A file and a service, and an import from one to the other that can be told to meet a change. */
function scene() {
  const path = place("users.json");
  writeFileSync(path, A);
  const service = createRehearsalService({ apiKeys: ["key"] });
  const client = createImportClient({ baseUrl: "http://localhost", apiKey: "key", fetch: service.fetch });
  const target = { baseUrl: "http://localhost", tenantPath: "", profile: "default", source: "firebase" };
  const journal = { path: place("journal"), syncIntervalMs: 0 };
  const run = async (pin: boolean, beforePass: (pass: number) => void | Promise<void>): Promise<ImportResult> => {
    let pass = 0;
    async function* open() {
      await beforePass(++pass);
      yield* createReadStream(path);
    }
    const pinned = pinInput(open);
    const input = (await fingerprintExport(pin ? pinned : pinInput(open))) ?? expect.fail();
    const records = readUniqueUsers(pin ? pinned : open, FROM);
    return importUsers(records, {
      existing: { policy: "overwrite" },
      client,
      journal: { ...journal, binding: { input, ...target } },
    });
  };
  return { path, service, run };
}

describe.each(CHANGES)("an export that is %s while an import runs", (_, change) => {
  test.each([
    ["between fingerprint and search for duplicates, pinned", true, 2],
    ["between search for duplicates and sending, pinned", true, 3],
    ["between fingerprint and search for duplicates, not pinned", false, 2],
    ["between search for duplicates and sending, not pinned", false, 3],
  ])("%s: nobody of it is sent, and the import can be resumed with the old one", async (_case, pin, at) => {
    const { path, service, run } = scene();
    const stopped = await run(pin, (pass) => (pass === at ? change(path) : undefined));
    const codes = stopped.ok ? [] : stopped.problems.map(({ code }) => code);
    // An input without a pin that is cut off ends where the search for duplicates meets its end.
    expect(["import/input-changed", "source/cut-off", "source/empty"]).toContain(codes[0]);
    if (pin) expect(codes).toEqual(["import/input-changed"]);
    const allowed = new Set(ALL_OF_A);
    expect(phonesOf(service.state()).every((number) => allowed.has(number))).toBe(true);
    writeFileSync(path, A);
    const resumed = await run(pin, () => undefined);
    expect(resumed).toMatchObject({ ok: true, progress: { imported: USERS } });
    expect(phonesOf(service.state()).sort()).toEqual(ALL_OF_A);
  });

  test("stops a check that reads it twice, also with a caller's own open", async () => {
    const { path } = scene();
    // Two users with one number: who they are is known after the first reading.
    writeFileSync(path, A.replace(phone("555", 1), phone("555", 0)));
    let pass = 0;
    async function* open() {
      if (++pass === 2) await change(path);
      yield* createReadStream(path);
    }
    const checked = await checkExport(open, FROM);
    expect(checked.ok ? [] : checked.problems.map(({ code }) => code)).toEqual(["source/input-changed"]);
  });
});

test("an export that is overwritten in place while its users are sent stops the command with exit code 2", async () => {
  const path = place("users.json");
  writeFileSync(path, A);
  const service = createRehearsalService({ apiKeys: ["key"] });
  const listening = await service.listen();
  const credport = async () => {
    const { io, out, err } = fakeIo({ env: { CREDPORT_API_KEY: "key" } });
    const target = ["--to", listening.url, "--service", "default", "--existing", "overwrite"];
    const args = ["import", path, "--from", "firebase", ...target, "--json"];
    return { exitCode: await runCli(args, io), report: JSON.parse(out()), err: err() };
  };
  try {
    const overwritten = (async () => {
      while (service.state().counts.users === 0) await new Promise((resolve) => setImmediate(resolve));
      writeFileSync(path, B);
    })();
    const stopped = await credport();
    await overwritten;
    expect(stopped.exitCode).toBe(2);
    expect(stopped.report.stopped.code).toBe("import/input-changed");
    expect(phonesOf(service.state()).filter((number) => !ALL_OF_A.includes(number))).toEqual([]);
    writeFileSync(path, A);
    const resumed = await credport();
    expect(resumed.exitCode).toBe(0);
    expect(resumed.report.imported).toBe(USERS);
    expect(phonesOf(service.state()).sort()).toEqual(ALL_OF_A);
  } finally {
    await listening.close();
  }
});
