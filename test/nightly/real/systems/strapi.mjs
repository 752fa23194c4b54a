/** Strapi on PostgreSQL; users register by its HTTP interface. */
import { mkdirSync, writeFileSync } from "node:fs";
import { readUsers } from "../carry-over.mjs";
import { postgresql } from "../postgresql.mjs";
import { printedCommand } from "../printed-command.mjs";
import { freePort, npm } from "../workshop.mjs";

/** The newest one of which all packages were published. */
const VERSION = "5.54.0";

/** Settings as an application has them, by the file's name. */
const SETTINGS = {
  server: { host: "127.0.0.1", port: "PORT", app: { keys: ["a key", "another key"] } },
  admin: {
    ...{
      auth: { secret: "a secret" },
      apiToken: { salt: "a salt" },
      transfer: { token: { salt: "a salt" } },
    },
    ...{ secrets: { encryptionKey: "0123456789abcdef0123456789abcdef" }, serveAdminPanel: false },
  },
  plugins: { "users-permissions": { config: { jwtSecret: "a secret", ratelimit: { enabled: false } } } },
  api: {},
};
const MIDDLEWARES = [
  "logger",
  "errors",
  "security",
  "cors",
  "poweredBy",
  "query",
  "body",
  "session",
  "favicon",
  "public",
];

const START = `
const { createStrapi } = require("@strapi/strapi");
createStrapi({ appDir: __dirname, distDir: __dirname, serveAdminPanel: false }).start();
process.on("message", () => {});
`;

export const system = {
  async install(shop) {
    await npm(shop, `@strapi/strapi@${VERSION}`, `@strapi/plugin-users-permissions@${VERSION}`, "pg");
    return `Strapi ${readUsers(shop.path("node_modules/@strapi/strapi/package.json")).version}`;
  },

  async start(shop) {
    shop.database = await postgresql(shop);
    const port = await freePort();
    for (const folder of ["config", "public/uploads", "src"]) mkdirSync(shop.path(folder), { recursive: true });
    const connection = { connectionString: shop.database.url };
    const files = {
      ...SETTINGS,
      ...{
        server: { ...SETTINGS.server, port },
        database: { connection: { client: "postgres", connection } },
      },
      middlewares: MIDDLEWARES.map((name) => `strapi::${name}`),
    };
    for (const [name, content] of Object.entries(files))
      writeFileSync(shop.path(`config/${name}.js`), `module.exports = ${JSON.stringify(content)};\n`);
    writeFileSync(shop.path("src/index.js"), "module.exports = {};\n");
    writeFileSync(shop.path("start.js"), START);
    const env = { NODE_ENV: "production", STRAPI_TELEMETRY_DISABLED: "true" };
    const server = shop.service(process.execPath, ["start.js"], { env });
    shop.url = `http://127.0.0.1:${port}`;
    await shop.untilAnswers(`${shop.url}/_health`, server);
  },

  async makeUsers({ url, run, database }) {
    const users = [];
    const make = async (name, becomes, { password = `Pass of ${name}`, change, ...more } = {}) => {
      const email = `${name}@example.com`;
      await call(`${url}/api/auth/local/register`, { username: name, email, password });
      await call(`${url}/api/auth/local`, { identifier: name, password });
      // What an administrator sets in the panel, which is not built here.
      if (change !== undefined) {
        const sql = `UPDATE up_users SET ${change} WHERE username = '${name}'`;
        await run("psql", ["-d", database.name, "-c", sql]);
      }
      users.push({ identifiers: [email, name], email, password, becomes, ...more });
    };
    await make("plain", "imported");
    await make("utf8", "imported", { password: "Grüße 日本 😀 of utf8" });
    await make("marks", "imported", { password: "a'b\"c\\d of marks" });
    await make("blocked", "refused", { change: "blocked = true", code: "user/banned" });
    return users;
  },

  exports: (shop, users) => [
    {
      title: "pg_dump",
      command: printedCommand("strapi", "pg_dump", { DATABASE: shop.database.name }),
      ...{ file: shop.path("users.sql"), from: "strapi", users },
    },
  ],
};

async function call(url, body) {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`Strapi: ${url}: ${reply.status} ${await reply.text()}`);
}
