/**
 * Compares a live service with the rehearsal: `npm run contract -- --to http://127.0.0.1:3567`.
 * docs/rehearsal.md describes it. Exit code 0: alike; 1: differences; 2: it could not run.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createRehearsalService } from "../../dist/rehearsal/index.js";
import { INTERFACE_VERSIONS } from "../../dist/rehearsal/internal.js";
import { countCalls, reportOf, runContract } from "./run-contract.mjs";

const OPTIONS = {
  to: { type: "string" },
  "api-key-file": { type: "string" },
  tenant: { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
};

const HELP = `npm run contract -- --to <address> [options]

Sends ${countCalls(INTERFACE_VERSIONS)} calls or fewer to a service and to the rehearsal, and prints what they answer
differently. A service with fewer versions of the interface gets fewer of them.

  --to <address>         the service; only one that holds no real users
  --api-key-file <file>  file with its API key (default: the environment's CREDPORT_API_KEY)
  --tenant <path>        a tenant that exists there, such as t1 or appid-shop/t1
  --json                 print the differences as JSON

Exit code 0: alike; 1: differences; 2: it could not run. docs/rehearsal.md says more.
`;

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`contract: ${error.message}\n`);
  process.exitCode = 2;
}

async function main() {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  if (values.to === undefined || !URL.canParse(values.to))
    throw new Error("give the address of a service: --to http://…");
  const apiKey = apiKeyOf(values["api-key-file"]);
  const live = (path, init) => fetch(values.to.replace(/\/+$/, "") + path, init);
  const about = await readAbout(live, apiKey);
  const versions = about.versions.filter((version) => INTERFACE_VERSIONS.includes(version));
  const rehearsal = createRehearsalService({
    service: "supertokens",
    apiKeys: apiKey === undefined ? [] : [apiKey],
    tenants: values.tenant === undefined ? [] : [values.tenant],
    licensed: about.features.includes("mfa") && about.features.includes("account_linking"),
    interfaceVersions: versions,
  });
  const known = (path, init) => rehearsal.fetch(`http://localhost${path}`, init);
  const run = Date.now().toString(36);
  const result = await runContract({ live, known, apiKey, tenant: values.tenant, versions, run });
  process.stdout.write(values.json ? `${JSON.stringify(result)}\n` : reportOf(result));
  return result.differences.length === 0 ? 0 : 1;
}

function apiKeyOf(file) {
  const key = file === undefined ? process.env.CREDPORT_API_KEY : readFileSync(file, "utf8");
  return key?.trim() || undefined;
}

/** What the rehearsal has to be like to be compared with. */
async function readAbout(live, apiKey) {
  const headers = apiKey === undefined ? {} : { "api-key": apiKey };
  const read = async (path) => {
    const response = await live(path, { headers });
    if (!response.ok) throw new Error(`GET ${path} is answered with ${response.status}`);
    return response.json();
  };
  const { versions } = await read("/apiversion");
  const { features } = await read("/ee/featureflag");
  if (!Array.isArray(versions) || !Array.isArray(features)) throw new Error("the service is of another kind");
  return { versions, features };
}
