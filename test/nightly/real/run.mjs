/**
 * Runs the export command of guides against the systems themselves: `node test/nightly/real/run.mjs [system …]`.
 * Users of each kind are made by the system's own interface, exported by the command as the guide prints it, checked,
 * imported and signed in, with the right and with wrong passwords; second factors are compared by their codes. A system
 * that can't be installed is skipped by name. Needs `npm run build`, and package registries.
 *
 * Exit code 0: what was run holds; 1: something does not; 2: there is no such system.
 */
import { carryOver } from "./carry-over.mjs";
import { NotHere, openWorkshop } from "./workshop.mjs";

const SYSTEMS = [
  "django",
  "ldap",
  "389-ds",
  "dovecot",
  "better-auth",
  "synapse",
  "keycloak",
  "keycloak-22",
  "wordpress",
  "mediawiki",
  "strapi",
  "parse-server",
  "directus",
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !SYSTEMS.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`no such system: ${unknown}; there are ${SYSTEMS.join(", ")}\n`);
  process.exit(2);
}

const tally = { passed: 0, failed: 0, skipped: 0 };
for (const name of wanted.length > 0 ? wanted : SYSTEMS) await runSystem(name);
process.stdout.write(`${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped\n`);
process.exitCode = tally.failed > 0 ? 1 : 0;

async function runSystem(name) {
  const { system } = await import(`./systems/${name}.mjs`);
  const shop = openWorkshop(name);
  const end = () => shop.close().then(() => process.exit(1));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, end);
  try {
    const version = await system.install(shop);
    process.stdout.write(`${name}: ${version}\n`);
    await system.start?.(shop);
    const users = await system.makeUsers(shop);
    for (const each of system.exports(shop, users)) await runExport(shop, name, each);
  } catch (error) {
    if (error instanceof NotHere) report("skipped", name, error.message);
    else report("failed", name, error.stack);
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, end);
    await system.stop?.(shop);
    await shop.close();
  }
}

/** `{ title, command, cwd?, input?, file, from, options?, checkOptions?, env?, users }`: one way to export, and who is in it. */
async function runExport(shop, name, { title, command, cwd = shop.folder, input, users, ...rest }) {
  try {
    await shop.run("bash", ["-euo", "pipefail", "-c", command], { cwd, input });
    report("passed", `${name}, ${title}`, await carryOver(shop, rest, users));
  } catch (error) {
    report("failed", `${name}, ${title}`, error.message);
  }
}

function report(outcome, name, text) {
  tally[outcome] += 1;
  process.stdout.write(`${outcome}: ${name}: ${text}\n`);
}
