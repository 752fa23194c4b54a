/** Better Auth on PostgreSQL; users made by its own calls. */
import { writeFileSync } from "node:fs";
import { readUsers } from "../carry-over.mjs";
import { postgresql } from "../postgresql.mjs";
import { printedCommand } from "../printed-command.mjs";
import { fromBase32, totpOf } from "../totp-of.mjs";
import { npm } from "../workshop.mjs";

const SECRET = "a-secret-of-the-application-with-many-characters";

const MAKE_USERS = `
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { twoFactor, username } from "better-auth/plugins";
import { createHmac } from "node:crypto";
import { writeFileSync } from "node:fs";
import pg from "pg";
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
const options = {
  database: pool, secret: ${JSON.stringify(SECRET)}, baseURL: "http://127.0.0.1:3000", telemetry: { enabled: false },
  emailAndPassword: { enabled: true }, plugins: [username(), twoFactor({ issuer: "Example" })],
  rateLimit: { enabled: false },
};
await (await getMigrations(options)).runMigrations();
const auth = betterAuth(options);
const made = [];
async function make(name, becomes, password, more = {}) {
  const email = name + "@example.com";
  await auth.api.signUpEmail({ body: { name, email, password, username: name } });
  const { headers } = await auth.api.signInEmail({ body: { email, password }, returnHeaders: true });
  made.push({ name, email, password, becomes, ...more });
  return new Headers({ cookie: headers.getSetCookie().map((each) => each.split(";")[0]).join("; ") });
}
await make("plain", "at-login", "Pass of plain");
await make("utf8", "at-login", "Grüße 日本 😀 of utf8");
const headers = await make("second", "at-login", "Pass of second");
const { totpURI } = await auth.api.enableTwoFactor({ body: { password: "Pass of second" }, headers });
const totp = new URL(totpURI).searchParams.get("secret");
const { TOTP_OF } = await import("./totp.mjs");
await auth.api.verifyTOTP({ body: { code: TOTP_OF(totp) }, headers });
made.at(-1).totp = totp;
const begun = await make("begun", "at-login", "Pass of begun");
await auth.api.enableTwoFactor({ body: { password: "Pass of begun" }, headers: begun });
writeFileSync("made.json", JSON.stringify(made));
await pool.end();
`;

/** The code that proves to Better Auth that the second factor is set up. */
const PROOF = `
import { fromBase32, totpOf } from ${JSON.stringify(new URL("../totp-of.mjs", import.meta.url).href)};
export const TOTP_OF = (secret) => totpOf({ key: fromBase32(secret) });
`;

export const system = {
  async install(shop) {
    await npm(shop, "better-auth", "pg");
    const { version } = readUsers(shop.path("node_modules/better-auth/package.json"));
    return `Better Auth ${version}`;
  },

  async start(shop) {
    shop.database = await postgresql(shop);
    writeFileSync(shop.path("keys.txt"), `BETTER_AUTH_SECRET=${SECRET}\n`, { mode: 0o600 });
  },

  async makeUsers(shop) {
    writeFileSync(shop.path("make-users.mjs"), MAKE_USERS);
    writeFileSync(shop.path("totp.mjs"), PROOF);
    await shop.run(process.execPath, ["make-users.mjs"], { env: { DATABASE_URL: shop.database.url } });
    return readUsers(shop.path("made.json")).map(({ name, totp, ...user }) => ({
      ...user,
      identifiers: [user.email, name],
      totp: totp && (() => totpOf({ key: fromBase32(totp) })),
    }));
  },

  exports: (shop, users) => [
    {
      title: "pg_dump",
      command: printedCommand("better-auth", "pg_dump", { DATABASE: shop.database.name }),
      options: ["--decrypt-key-file", shop.path("keys.txt")],
      ...{ file: shop.path("users.sql"), from: "better-auth", users },
    },
  ],
};
