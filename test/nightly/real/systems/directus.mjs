/** Directus on PostgreSQL; users made by its HTTP interface. Logins at a provider need a licence, so there are none. */
import { writeFileSync } from "node:fs";
import { readUsers } from "../carry-over.mjs";
import { postgresql } from "../postgresql.mjs";
import { printedCommand } from "../printed-command.mjs";
import { fromBase32, totpOf } from "../totp-of.mjs";
import { freePort, npm } from "../workshop.mjs";

/** The newest one of which all packages were published. */
const VERSION = "12.4.0";
const ADMINISTRATOR = { email: "admin@example.com", password: "Pass of admin" };

/** What an administrator can set of a user's state, and why such a user is refused. */
const STATES = {
  draft: "user/invited",
  invited: "user/invited",
  unverified: "user/unconfirmed",
  suspended: "user/disabled",
  archived: "user/deleted",
  "inactive-license": "user/disabled",
};

export const system = {
  async install(shop) {
    // It needs a newer Node than credport does.
    await npm(shop, "node@24");
    shop.addToPath("node_modules/node/bin");
    await npm(shop, `directus@${VERSION}`, "pg", "--ignore-scripts");
    // For scripts of flows alone, and built for one release of Node.
    writeFileSync(shop.path("node_modules/isolated-vm/isolated-vm.js"), "module.exports = {};\n");
    return `Directus ${readUsers(shop.path("node_modules/directus/package.json")).version}`;
  },

  async start(shop) {
    shop.database = await postgresql(shop);
    const port = String(await freePort());
    shop.url = `http://127.0.0.1:${port}`;
    const env = {
      ...{
        DB_CLIENT: "pg",
        DB_CONNECTION_STRING: shop.database.url,
        TELEMETRY: "false",
        ACCEPT_TERMS: "true",
      },
      ...{ SECRET: "a secret of the application, with many characters", HOST: "127.0.0.1", PORT: port },
      ...{ PUBLIC_URL: shop.url, ADMIN_EMAIL: ADMINISTRATOR.email, ADMIN_PASSWORD: ADMINISTRATOR.password },
    };
    const program = shop.path("node_modules/directus/cli.js");
    await shop.run("node", [program, "bootstrap"], { env });
    const server = shop.service("node", [program, "start"], { env });
    await shop.untilAnswers(`${shop.url}/server/ping`, server);
  },

  async makeUsers(shop) {
    const token = await logIn(shop, ADMINISTRATOR);
    const users = [{ identifiers: [ADMINISTRATOR.email], ...ADMINISTRATOR, becomes: "imported" }];
    const make = async (name, becomes, { password = `Pass of ${name}`, fields = {}, ...more } = {}) => {
      const email = `${name}@example.com`;
      await call(shop, "POST", "users", { token, body: { email, password, ...fields } });
      users.push({ identifiers: [email], email, password, becomes, ...more });
    };
    await make("plain", "imported");
    await make("utf8", "imported", { password: "Grüße 日本 😀 of utf8" });
    await make("marks", "imported", { password: "a'b\"c\\d of marks" });
    for (const user of users) await logIn(shop, user);
    for (const [status, code] of Object.entries(STATES)) await make(status, "refused", { fields: { status }, code });
    // Users without a role can't set up a second factor.
    const [administrator] = users;
    const { password } = ADMINISTRATOR;
    const { secret } = await call(shop, "POST", "users/me/tfa/generate", { token, body: { password } });
    administrator.totp = () => totpOf({ key: fromBase32(secret) });
    const otp = administrator.totp();
    await call(shop, "POST", "users/me/tfa/enable", { token, body: { secret, otp } });
    await logIn(shop, { ...ADMINISTRATOR, otp });
    return users;
  },

  exports: (shop, users) => [
    {
      title: "pg_dump",
      command: printedCommand("directus", "pg_dump", { DATABASE: shop.database.name }),
      ...{ file: shop.path("users.sql"), from: "directus", users },
    },
  ],
};

async function logIn(shop, { email, password, otp }) {
  const { access_token: token } = await call(shop, "POST", "auth/login", { body: { email, password, otp } });
  return token;
}

async function call({ url }, method, path, { token, body }) {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { "content-type": "application/json", ...authorization };
  const reply = await fetch(`${url}/${path}`, { method, headers, body: JSON.stringify(body) });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`Directus: ${path}: ${reply.status} ${text}`);
  return text === "" ? undefined : JSON.parse(text).data;
}
