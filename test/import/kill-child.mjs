// The process that the kill test kills: imports records from a file, in the order of the file.
import { readFileSync } from "node:fs";
import { createImportClient } from "../../dist/client/index.js";
import { importUsers } from "../../dist/import/index.js";

const { baseUrl, recordsPath, journal, concurrency, changedSince } = JSON.parse(process.argv[2]);

// A minute in a tenth of a second: a journal has what that of a run of hours has.
const begun = Date.now();
Date.now = () => begun + Math.floor(600 * performance.now());

async function* records() {
  for (const line of readFileSync(recordsPath, "utf8").trimEnd().split("\n")) yield JSON.parse(line);
}

const client = createImportClient({ baseUrl, apiKey: "kill-test" });
const { ok, problems, progress } = await importUsers(records(), {
  existing: { policy: "overwrite" },
  client,
  journal,
  concurrency,
  changedSince: changedSince && { ...changedSince, users: records },
});
process.stdout.write(JSON.stringify({ ok, problems, progress }));
