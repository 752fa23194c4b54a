/**
 * Carries the users of an export into the rehearsal as an operator does, by the command line and by the login-time
 * fallback, and holds what comes of it against what the old system knows of them.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createAdministrationClient, createImportClient } from "credport/client";
import { createImportService, createLoginFallback, openFallbackStore } from "credport/login";
import { freePort } from "./workshop.mjs";

const PROGRAM = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));
const SERVICE = "supertokens";
const KEY = "a-key-of-the-rehearsal";
const OWNER_ONLY = 0o600;

/**
 * Who has been exported, what became of whom, in one line; or a fault by throwing, which names all that did not hold.
 *
 * @param users `{ identifiers, email, password, becomes: "imported" | "at-login" | "refused", code?, totp?, atFallback? }`
 */
export async function carryOver(shop, { from, file, options = [], checkOptions = [], env = {} }, users) {
  const faults = [];
  const hold = (holds, what) => holds || faults.push(what);
  const work = { shop, users, hold, checkOptions, export: { args: [file, "--from", from, ...options], env } };
  const checked = await check(work);
  const { url, stop } = await startRehearsal(shop);
  const connection = { baseUrl: url, apiKey: KEY, service: SERVICE, retry: { attempts: 2 } };
  const administration = createAdministrationClient(connection);
  const client = createImportClient(connection);
  const service = { client, administration, url };
  try {
    await importAll(work, service);
    await logInByFallback(work, service, checked.fallback);
    for (const user of users) await signIn(work, service, user);
  } finally {
    await stop();
  }
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return summaryOf(users);
}

const having = (users, becomes) => users.filter((user) => user.becomes === becomes);
const provable = (users) => users.filter(({ becomes, password }) => becomes !== "refused" && password !== undefined);

function summaryOf(users) {
  const number = (becomes) => having(users, becomes).length;
  const factors = users.filter(({ becomes, totp }) => becomes !== "refused" && totp !== undefined).length;
  return `${users.length} users: ${number("imported")} imported, ${number("at-login")} at login, ${number("refused")} refused; ${provable(users).length} passwords, ${factors} second factors`;
}

async function credport(work, command, args) {
  const { status, out, err } = await work.shop.tried(
    process.execPath,
    [PROGRAM, command, ...work.export.args, "--service", SERVICE, "--json", ...args],
    { env: { CREDPORT_API_KEY: KEY, ...work.export.env } },
  );
  if (status === 2 || out.trim() === "") throw new Error(`${command} could not run: ${out}${err}`);
  return { status, report: JSON.parse(out) };
}

/** The numbers of `check`, all passwords that are known, and none of the wrong ones. */
async function check(work) {
  const { shop, users, hold, checkOptions } = work;
  const fallback = shop.path(`fallback-${Date.now()}.ndjson`);
  const right = provable(users).map(({ identifiers: [identifier], password, totp }) => ({
    ...{ identifier, password },
    ...(totp === undefined ? {} : { totp: totp() }),
  }));
  const files = ["--fallback", fallback, "--rejects", `${fallback}.rejects`];
  const { status, report } = await credport(work, "check", [
    ...checkOptions,
    ...files,
    "--known",
    knownFile(shop, right),
  ]);
  const counted = {
    records: users.length,
    importable: having(users, "imported").length,
    loginOnly: having(users, "at-login").length,
    refused: having(users, "refused").length,
    unreadable: 0,
  };
  for (const [name, number] of Object.entries(counted)) {
    const codes = report.problems.map((each) => `${each.name} ${each.records}`);
    hold(report[name] === number, `check: ${name} is ${report[name]}, made were ${number} (${codes})`);
  }
  hold(status === (counted.refused > 0 ? 1 : 0), `check: the exit code is ${status}`);
  holdCodes(work, report);
  const { outcome, message, notProven = [] } = report.known ?? {};
  const shown = notProven.map((each) => `${each.identifier}: ${each.outcome} (${each.message})`);
  hold(outcome === "matches", `check: not all passwords are proven: ${message}\n${shown.join("\n")}`);
  const wrong = right.map(({ identifier, password }) => ({ identifier, password: `${password}-` }));
  const refused = await credport(work, "check", [...checkOptions, "--known", knownFile(shop, wrong)]);
  const { known } = refused.report;
  const matching = known?.matching ?? (known?.outcome === "matches" ? 1 : 0);
  hold(matching === 0, `check: ${matching} of ${wrong.length} wrong passwords match`);
  return { fallback };
}

/** Each user who is refused is so for the reason that was expected. */
function holdCodes({ users, hold }, { problems }) {
  for (const code of new Set(having(users, "refused").map((user) => user.code))) {
    const number = having(users, "refused").filter((user) => user.code === code).length;
    const said = problems.find(({ name }) => name === code)?.records ?? 0;
    hold(said === number, `check: ${code} is said of ${said}, ${number} were made so`);
  }
}

function knownFile(shop, known) {
  const file = shop.path("known.ndjson");
  writeFileSync(file, known.map((each) => `${JSON.stringify(each)}\n`).join(""), { mode: OWNER_ONLY });
  return file;
}

async function startRehearsal(shop) {
  const port = await freePort();
  const args = [PROGRAM, "rehearse", "--port", String(port), "--service", SERVICE, "--json"];
  const rehearsal = shop.service(process.execPath, args, { env: { CREDPORT_API_KEY: KEY } });
  const url = await shop.until("the rehearsal", rehearsal, () => /"url":"([^"]+)"/.exec(rehearsal.said)?.[1]);
  return { url, stop: rehearsal.stop };
}

async function importAll(work, { url }) {
  const journal = `${url.replace(/\D/g, "")}-${Date.now()}.journal`;
  const { report } = await credport(work, "import", ["--to", url, "--journal", journal, "--yes"]);
  const expected = having(work.users, "imported").length;
  const said = JSON.stringify({ ...report, preflight: undefined });
  work.hold(report.imported === expected, `import: ${report.imported} imported instead of ${expected}: ${said}`);
  work.hold(report.failed === 0 && report.partlyImported === 0, `import: users failed: ${said}`);
}

/** Those whose hash the service does not verify: a wrong password lets them in nowhere, and the right one for good. */
async function logInByFallback({ users, hold, export: { env } }, { client, administration }, file) {
  const opened = await openFallbackStore(file, { peppers: env });
  if (!opened.ok) throw new Error(opened.problems[0].message);
  for (const { code, message } of opened.warnings) hold(false, `the fallback's file: ${code}: ${message}`);
  const store = opened.value;
  const { findLegacyUser, close } = store;
  const service = createImportService({ client, administration, store });
  const fallback = createLoginFallback({ store, service });
  try {
    for (const user of users) {
      const [identifier] = user.identifiers;
      const [wrong] = wrongOf(user);
      const { kind: door } = await fallback.attempt(identifier, wrong);
      hold(!LETS_IN.includes(door), `${identifier}: a wrong password is ${door}`);
      if (user.password === undefined) continue;
      if (user.becomes === "refused") {
        const { kind: right } = await fallback.attempt(identifier, user.password);
        hold(!LETS_IN.includes(right), `${identifier}: refused by the check, and the fallback says ${right}`);
        continue;
      }
      const expected = user.atFallback ?? (user.becomes === "at-login" ? "migrated" : "unknown-user");
      if (expected !== "unknown-user") {
        for (const each of user.identifiers) {
          hold((await findLegacyUser(each)) !== null, `${identifier}: the fallback does not find them by ${each}`);
        }
      }
      const { kind, problems = [] } = await fallback.attempt(identifier, user.password);
      const codes = problems.map(({ code }) => code);
      hold(kind === expected, `${identifier}: the fallback says ${kind} ${codes} instead of ${expected}`);
    }
  } finally {
    await close();
  }
}

const LETS_IN = ["migrated", "let-in-unmigrated"];

/** The first one costs a check by the fallback, too. */
const wrongOf = ({ password = "" }) => [`${password}x`, `x${password}`];

async function signIn({ hold }, { url }, user) {
  const [identifier] = user.identifiers;
  const post = async (path, body) => {
    const headers = { "api-key": KEY, "content-type": "application/json; charset=utf-8" };
    const reply = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    return reply.json();
  };
  const { email } = user;
  if (email === undefined) return;
  for (const password of wrongOf(user)) {
    const { status } = await post("/rehearsal/signin", { email, password });
    hold(status !== "OK", `${identifier}: the service lets a wrong password in`);
  }
  if (user.password === undefined) return;
  const isIn = user.becomes !== "refused" && (user.atFallback ?? "migrated") === "migrated";
  const { status, userId } = await post("/rehearsal/signin", { email, password: user.password });
  hold((status === "OK") === isIn, `${identifier}: signing in with the right password is ${status}`);
  if (status !== "OK") return;
  if (user.totp === undefined) {
    const none = await post("/recipe/totp/verify", { userId, totp: "123456" });
    hold(none.status === "UNKNOWN_USER_ID_ERROR", `${identifier}: has a second factor that they never had`);
    return;
  }
  const now = user.totp();
  const other = await post("/recipe/totp/verify", { userId, totp: anotherCode(now) });
  hold(other.status === "INVALID_TOTP_ERROR", `${identifier}: another code is ${other.status}`);
  const same = await post("/recipe/totp/verify", { userId, totp: now });
  hold(same.status === "OK", `${identifier}: the second factor's code is ${same.status}`);
}

const anotherCode = (code) => code.replace(/./g, (digit) => String((Number(digit) + 5) % 10));

/** What a program of the old system has written of its users. */
export const readUsers = (path) => JSON.parse(readFileSync(path, "utf8"));
