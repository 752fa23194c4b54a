/** Parse Server on PostgreSQL; users sign up by its HTTP interface. */
import { writeFileSync } from "node:fs";
import { readUsers } from "../carry-over.mjs";
import { postgresql } from "../postgresql.mjs";
import { printedCommand } from "../printed-command.mjs";
import { fromBase32, totpOf } from "../totp-of.mjs";
import { freePort, npm } from "../workshop.mjs";

const HEADERS = { "content-type": "application/json", "x-parse-application-id": "app" };
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const code = () => totpOf({ key: fromBase32(SECRET) });

/** The links of its mails are printed, and whatever a provider's app says of a login is right. */
const START = `
import express from "express";
import { ParseServer } from "parse-server";
const { DATABASE_URL: databaseURI, PORT } = process.env;
const url = "http://127.0.0.1:" + PORT;
const print = ({ link, user }) => console.log("mail to " + user.get("username") + ": " + link);
const google = { module: { validateAppId: async () => {}, validateAuthData: async () => {} } };
const server = new ParseServer({
  databaseURI, appId: "app", masterKey: "master", serverURL: url + "/parse", publicServerURL: url + "/parse",
  // Its routes from within fail with the newest express beside it.
  appName: "Old", verifyUserEmails: true, directAccess: false,
  emailAdapter: { sendVerificationEmail: print, sendPasswordResetEmail: print, sendMail: async () => {} },
  auth: { google, mfa: { enabled: true, options: ["TOTP"], digits: 6, period: 30, algorithm: "SHA1" } },
});
await server.start();
express().use("/parse", server.app).listen(Number(PORT), "127.0.0.1");
`;

export const system = {
  async install(shop) {
    await npm(shop, "parse-server", "express");
    const { version } = readUsers(shop.path("node_modules/parse-server/package.json"));
    return `Parse Server ${version}`;
  },

  async start(shop) {
    shop.database = await postgresql(shop);
    const port = await freePort();
    writeFileSync(shop.path("start.mjs"), START);
    const env = { DATABASE_URL: shop.database.url, PORT: String(port) };
    shop.server = shop.service(process.execPath, ["start.mjs"], { env });
    shop.url = `http://127.0.0.1:${port}/parse`;
    await shop.untilAnswers(`${shop.url}/health`, shop.server);
  },

  async makeUsers(shop) {
    const users = [];
    const make = async (name, becomes, { username = name, email = `${name}@example.com`, ...more } = {}) => {
      const { password = `Pass of ${name}`, ...rest } = more;
      const made = await call(shop, "POST", "users", { username, password, email: email ?? undefined });
      await call(shop, "POST", "login", { username, password });
      const identifiers = [...new Set([email ?? username, username])];
      const own = identifiers[0].includes("@") ? identifiers[0] : undefined;
      users.push({ identifiers, email: own, password, becomes, ...rest });
      return made;
    };
    await make("plain", "imported");
    await follow(shop, "plain");
    await make("utf8", "imported", { password: "Grüße 日本 😀 of utf8" });
    await make("marks", "imported", { password: "a'b\"c\\d of marks" });
    await make("address", "imported", { username: "named@example.com", email: null });
    await make("nameless", "at-login", { email: null, atFallback: "must-reset" });
    const { objectId, sessionToken } = await make("second", "imported", { totp: code });
    const authData = { mfa: { secret: SECRET, token: code() } };
    await call(shop, "PUT", `users/${objectId}`, { authData }, { "x-parse-session-token": sessionToken });
    await callRefused(shop, "login", { username: "second", password: "Pass of second" });
    const social = { google: { id: "1081", id_token: "a token" } };
    await call(shop, "POST", "users", { authData: social, email: "social@example.com" });
    users.push({ identifiers: ["social@example.com"], email: "social@example.com", becomes: "imported" });
    const guest = { anonymous: { id: "5f1c2f3e-0000-4000-8000-000000000001" } };
    const { username } = await call(shop, "POST", "users", { authData: guest });
    users.push({ identifiers: [username], becomes: "refused", code: "user/no-credential" });
    return users;
  },

  exports: (shop, users) => [
    {
      title: "pg_dump",
      command: printedCommand("parse-server", "pg_dump", { DATABASE: shop.database.name }),
      ...{ file: shop.path("users.sql"), from: "parse-server", users },
    },
  ],
};

async function call({ url }, method, path, body, headers = {}) {
  const options = { method, headers: { ...HEADERS, ...headers }, body: JSON.stringify(body) };
  const reply = await fetch(`${url}/${path}`, options);
  if (!reply.ok) throw new Error(`Parse Server: ${path}: ${reply.status} ${await reply.text()}`);
  return reply.json();
}

/** The second factor is asked for. */
async function callRefused(shop, path, body) {
  const taken = await call(shop, "POST", path, body).then(
    () => true,
    () => false,
  );
  if (taken) throw new Error(`Parse Server takes ${path} without a code`);
}

/** Opens the link of the mail. */
async function follow(shop, username) {
  const form = new RegExp(`mail to ${username}: (\\S+)`);
  const link = await shop.until("the mail", shop.server, async () => form.exec(shop.server.said)?.[1]);
  await fetch(link);
}
