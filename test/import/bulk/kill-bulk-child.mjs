// The process that the kill test kills: imports records from a file in bulk, in the order of the file.
import { readFileSync } from "node:fs";
import { createAdministrationClient, createBulkClient, createImportClient } from "../../../dist/client/index.js";
import { importUsers } from "../../../dist/import/index.js";

const { baseUrl, recordsPath, journal, bulk } = JSON.parse(process.argv[2]);

async function* records() {
  for (const line of readFileSync(recordsPath, "utf8").trimEnd().split("\n")) yield JSON.parse(line);
}

const connection = { baseUrl, apiKey: "kill-test", service: "supertokens" };
const { ok, problems, progress } = await importUsers(records(), {
  existing: { policy: "overwrite" },
  client: createImportClient(connection),
  bulk: {
    ...bulk,
    client: createBulkClient(connection),
    administration: createAdministrationClient(connection),
  },
  journal,
});
process.stdout.write(JSON.stringify({ ok, problems, progress }));
