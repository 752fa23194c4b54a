import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ImportTarget } from "../../../src/cli/import/import-target.js";
import { noteOtherImport } from "../../../src/cli/import/other-import.js";
import { runCli } from "../../../src/cli/run-cli.js";
import { createRehearsalService } from "../../../src/rehearsal/index.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { fakeIo } from "../fake-io.js";

const temporary = useTemporaryFolder();
const place = (name: string) => join(temporary.path(), name);
const BCRYPT = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy";
const BEGUN = /Another import to this service is under way/;

async function importTo(url: string, journal: string, more: readonly string[] = []): Promise<string> {
  const fake = fakeIo({ env: { CREDPORT_API_KEY: "test-key-0123456789abcdef" } });
  const args = ["import", place("users.ndjson"), "--from", "credport", "--service", "supertokens", "--to", url];
  expect(await runCli([...args, "--journal", place(journal), ...more], fake.io)).toBe(0);
  return fake.err();
}

test("an import says that another one to the same service is under way, and with which journal", async () => {
  const { listen } = createRehearsalService({ service: "supertokens" });
  const { url, close } = await listen();
  onTestFinished(close);
  const user = { externalUserId: "u-1", email: "u-1@example.com", emailVerified: true, passwordHash: BCRYPT };
  await writeFile(place("users.ndjson"), JSON.stringify(user));
  const binding = { baseUrl: url, tenantPath: "", profile: "supertokens" };
  const target = { journal: place("first"), binding, isRehearsal: false } as ImportTarget;
  const first = fakeIo({});
  const ended = await noteOtherImport(target, first.io);
  expect(first.err()).toBe("");
  const second = await importTo(url, "second", ["--existing", "skip"]);
  expect(second).toMatch(BEGUN);
  expect(second).toContain(`process ${process.pid} with the journal ${place("first")}`);
  // The same journal has a lock of its own.
  expect(await importTo(url, "first", ["--existing", "skip"])).not.toMatch(BEGUN);
  // Another service, and a rehearsal, have nothing to do with it.
  const others = [
    { ...target, binding: { ...binding, tenantPath: "t1" } },
    { ...target, isRehearsal: true, journal: place("third") },
  ];
  for (const other of others) {
    const { io, err } = fakeIo({});
    await (await noteOtherImport(other, io))();
    expect(err()).toBe("");
  }
  await ended();
  expect(await importTo(url, "second", ["--existing", "skip"])).not.toMatch(BEGUN);
  expect(temporary.entries().sort()).toEqual(["first", "second", "users.ndjson"]);
});
