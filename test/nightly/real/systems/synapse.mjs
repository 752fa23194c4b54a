/** Matrix Synapse on PostgreSQL; users made by its registration and its administration interface. */
import { createHmac } from "node:crypto";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { postgresql } from "../postgresql.mjs";
import { printedCommand } from "../printed-command.mjs";
import { freePort, pip } from "../workshop.mjs";

const HOME = "old.example.org";
const PEPPER = "pepper of the server";
/** The fallback finds them by their names, and they choose an address for their account. */
const NAMELESS = { email: undefined, atFallback: "must-reset" };

export const system = {
  async install(shop) {
    await pip(shop, "matrix-synapse[postgres]");
    const program = "import importlib.metadata as m; print(m.version('matrix-synapse'))";
    return `Synapse ${(await shop.run("python", ["-c", program])).trim()}`;
  },

  /** Synapse wants a database with C as its locale, as this one has. */
  async start(shop) {
    shop.database = await postgresql(shop);
    const generate = ["--generate-config", "--server-name", HOME, "--report-stats", "no"];
    await shop.run("python", ["-m", "synapse.app.homeserver", ...generate, "-c", "generated.yaml"]);
    const port = await freePort();
    const settings = {
      listeners: [
        {
          port,
          type: "http",
          bind_addresses: ["127.0.0.1"],
          resources: [{ names: ["client"], compress: false }],
        },
      ],
      database: {
        name: "psycopg2",
        args: { user: "owner", dbname: shop.database.name, host: "127.0.0.1", port: shop.database.port },
      },
      registration_shared_secret: "shared secret",
      trusted_key_servers: [],
      password_config: { pepper: PEPPER },
    };
    // JSON is YAML.
    writeFileSync(shop.path("own.yaml"), JSON.stringify(settings));
    const log = /^log_config: .*$/m.exec(readFileSync(shop.path("generated.yaml"), "utf8"))?.[0];
    appendFileSync(shop.path("generated.yaml"), `\n# ${log}\n`);
    const files = ["-c", "generated.yaml", "-c", "own.yaml"];
    const server = shop.service("python", ["-m", "synapse.app.homeserver", ...files]);
    shop.url = `http://127.0.0.1:${port}`;
    await shop.untilAnswers(`${shop.url}/_matrix/client/versions`, server);
  },

  async makeUsers({ url }) {
    const administrator = await register(url, { name: "root", password: "Pass of root", admin: true });
    const users = [userOf("root", "at-login", NAMELESS)];
    const make = async (user, body = {}) => {
      const { name, email, password } = user;
      const threepids = email === undefined ? [] : [{ medium: "email", address: email }];
      const path = `/_synapse/admin/v2/users/@${name}:${HOME}`;
      await call(url, path, { method: "PUT", token: administrator, body: { password, threepids } });
      await signsIn(url, user);
      if (Object.keys(body).length > 0) await call(url, path, { method: "PUT", token: administrator, body });
      users.push(user);
    };
    await make(userOf("plain", "at-login"));
    await make(userOf("utf8", "at-login", { password: "Grüße 日本 😀 of utf8" }));
    await make(userOf("nameless", "at-login", NAMELESS));
    await make(userOf("locked", "refused", { code: "user/disabled" }), { locked: true });
    return users;
  },

  exports: (shop, users) => [
    {
      title: "pg_dump",
      command: printedCommand("synapse", "pg_dump", { DATABASE: shop.database.name }),
      options: ["--peppered"],
      checkOptions: ["--pepper-name", "SYNAPSE_PEPPER"],
      env: { SYNAPSE_PEPPER: PEPPER },
      ...{ file: shop.path("users.sql"), from: "synapse", users },
    },
  ],
};

function userOf(name, becomes, more = {}) {
  const user = { name, becomes, email: `${name}@example.com`, password: `Pass of ${name}`, ...more };
  // A client sends what was typed: the whole name, or the part before the colon.
  return {
    ...user,
    identifiers: [user.email, `@${name}:${HOME}`, name].filter((each) => each !== undefined),
  };
}

async function call(url, path, { method = "GET", token, body }) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const reply = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
  if (!reply.ok) throw new Error(`Synapse: ${method} ${path}: ${reply.status} ${await reply.text()}`);
  return reply.json();
}

/** With the shared secret, as the command register_new_matrix_user does it. */
async function register(url, { name, password, admin }) {
  const path = "/_synapse/admin/v1/register";
  const { nonce } = await call(url, path, {});
  const text = [nonce, name, password, admin ? "admin" : "notadmin"].join("\0");
  const mac = createHmac("sha1", "shared secret").update(text).digest("hex");
  const body = { nonce, username: name, password, admin, mac };
  return (await call(url, path, { method: "POST", body })).access_token;
}

async function signsIn(url, { name, password }) {
  const body = { type: "m.login.password", identifier: { type: "m.id.user", user: name }, password };
  await call(url, "/_matrix/client/v3/login", { method: "POST", body });
}
