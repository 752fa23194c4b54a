import { encode } from "hi-base32";
import { describe, expect, it } from "vitest";
import { readExport } from "../../../src/source/index.js";
import { inputOf } from "../../../src/source/input/input-beginning.js";
import { collect } from "../read-users.js";
import { detected, prove, readAs, readTables } from "./read-samples.js";
import { insertInto, sampleOf, TOTP_SECRET } from "./samples.js";

const dump = sampleOf("wordpress.sql");
const BCRYPT = "$2y$04$D0PeR9KmoB1Xk8aBoy0faurNIC0hc.UwrXip7LhYUCksJUx/x65gW";
const device = { secretKey: TOTP_SECRET, period: 30, skew: 1 };
/** The plugin Two Factor takes codes of 4 steps to either side. */
const wide = { ...device, skew: 4 };

it.each([
  ['a:1:{s:13:"administrator";b:1;}', true],
  ["a:0:{}", false],
])("names the roles of a user (%s) among what is not imported: %s", async (meta_value, areNamed) => {
  const user = insertInto("wp_users", [{ ID: 1, user_login: "ada", user_email: "ada@example.com", user_pass: BCRYPT }]);
  const meta = insertInto("wp_usermeta", [{ umeta_id: 1, user_id: 1, meta_key: "wp_capabilities", meta_value }]);
  const [read] = await readAs("wordpress", user + meta);
  expect(JSON.stringify(read).includes("roles (wp_capabilities)")).toBe(areNamed);
});

describe("WordPress", () => {
  it("is read from a dump with another prefix, with the second factors of its plugins", async () => {
    const read = await readTables("wordpress", dump);
    expect(read.users["1"]).toEqual({
      externalUserId: "1",
      email: "ada@example.com",
      emailVerified: false,
      passwordHash: BCRYPT,
      source: "wordpress",
      thirdParty: [],
      totp: [wide],
    });
    expect(Object.keys(read.users)).toEqual(["1", "10", "11", "12", "13"]);
    expect(read.users["11"]?.totp).toEqual([device]);
    expect(read.users["12"]?.totp).toEqual([device]);
    expect(Object.keys(read.loginOnly)).toEqual(["2", "3", "4", "8"]);
    expect(read.refused).toEqual({
      "5": ["user/banned"],
      "6": ["user/deleted"],
      "7": ["user/unconfirmed"],
      "9": ["user/email-malformed"],
    });
    expect(read.warnings).toEqual({
      // Codes by e-mail.
      "10": ["user/second-factor-not-carried", "user/second-factor-unconfirmed"],
      "13": ["user/second-factor-not-carried"],
    });
    expect(read.leftOver).toMatchObject([{ part: "meta", rows: 1 }]);
    expect(await prove(read, "wordpress")).toBe(9);
  });

  it("is read from what WP-CLI lists as CSV, and from JSON with its meta fields in it", async () => {
    const csv = `ID,user_login,display_name,user_email,user_registered,roles,user_pass\n1,7,Ada,ada@example.com,"2024-02-21 07:09:20","administrator,editor",${BCRYPT}\n`;
    const meta = [
      { meta_key: "_two_factor_totp_key", meta_value: TOTP_SECRET },
      { meta_key: "_two_factor_enabled_providers", meta_value: 'a:1:{i:0;s:15:"Two_Factor_Totp";}' },
      { meta_key: "session_tokens", meta_value: "a:0:{}" },
    ];
    const json = JSON.stringify([{ ID: 1, user_login: "7", user_email: "ada@example.com", user_pass: BCRYPT, meta }]);
    const fromCsv = await readTables("wordpress", csv);
    expect(fromCsv.users["1"]).toMatchObject({ externalUserId: "1", passwordHash: BCRYPT });
    expect(fromCsv.notCarried).toEqual(["display_name", "roles", "user name", "user_registered"]);
    expect((await readTables("wordpress", json)).users["1"]?.totp).toEqual([wide]);
    expect(await detected(csv)).toEqual(["wordpress", "sure"]);
    expect(await detected(json)).toEqual(["wordpress", "sure"]);
  });

  it.each([
    ["without BuddyPress, who logs in all the same", ["nickname"], undefined],
    ["of BuddyPress", ["nickname", "last_activity"], "user_status is 1, by which BuddyPress keeps the user out"],
    [
      "of a site whose usermeta is not there",
      [],
      "user_status is 1, by which BuddyPress keeps the user out; without BuddyPress they can log in, and the rows of usermeta that tell are not here",
    ],
  ])("holds back by the status a user %s", async (_, keys, message) => {
    const user = { ID: 1, user_login: "a", user_email: "a@example.com", user_pass: BCRYPT, user_status: 1 };
    const meta = keys.map((meta_key, at) => ({ umeta_id: at, user_id: 1, meta_key, meta_value: "x" }));
    const join = meta.length === 0 ? [] : [JSON.stringify(meta)];
    const [record] = await readAs("wordpress", JSON.stringify([user]), { join });
    expect(record).toMatchObject({
      result: message === undefined ? { ok: true } : { problems: [{ code: "user/banned", message }] },
    });
  });

  it("joins the rows of usermeta from phpMyAdmin's JSON, whatever else is in it", async () => {
    const users = `ID,user_email,user_pass,user_login\n1,ada@example.com,${BCRYPT},ada\n`;
    const rows = [
      { umeta_id: "1", user_id: "1", meta_key: "googleauthenticator_secret", meta_value: TOTP_SECRET },
      { umeta_id: "2", user_id: "1", meta_key: "googleauthenticator_enabled", meta_value: "enabled" },
    ];
    const joined = JSON.stringify([
      { type: "header", version: "5.2.1", comment: "Export to JSON plugin for PHPMyAdmin" },
      { type: "database", name: "wp" },
      { type: "table", name: "wp_posts", database: "wp", data: [{ ID: "1", user_email: "x" }] },
      { type: "table", name: "wp_usermeta", database: "wp", data: rows },
    ]);
    const read = await readTables("wordpress", users, { join: [joined] });
    expect(read.users["1"]?.totp).toEqual([device]);
    expect(await detected(joined)).toEqual(["wordpress", "sure"]);
  });

  it("is told from its tables, and lets in who is asked for", async () => {
    expect(await detected(dump)).toEqual(["wordpress", "sure"]);
    const all = await readTables("wordpress", dump, { include: ["banned", "deleted", "unconfirmed"] });
    expect(Object.keys(all.users)).toEqual(expect.arrayContaining(["5", "6", "7"]));
  });

  it.each([
    ["no ID", { user_email: "a@example.com", user_login: "a", user_pass: BCRYPT }, ["user/id-unusable"]],
    ["a status that is a text", { ID: 1, user_status: "x" }, ["user/field-wrong-type"]],
    ["a hash that is a number", { ID: 1, user_pass: 1 }, ["user/field-wrong-type"]],
    ["meta fields that are not a list", { ID: 1, meta: "x" }, ["user/field-wrong-type"]],
    ["nothing to log in with", { ID: 1, user_email: "a@example.com" }, ["user/no-credential"]],
  ])("refuses a user with %s", async (_, row, codes) => {
    const { refused } = await readTables("wordpress", JSON.stringify([{ user_login: "a", ...row }]));
    expect(Object.values(refused)).toEqual([codes]);
  });

  it("has the bytes of Wordfence's keys, and not what an editor has made of them", async () => {
    const key = Buffer.from("3dcb6f0d2ab0c21f5ffc31456c6d7a6f20212223", "hex");
    const head =
      "-- MySQL dump 10.13\nCREATE TABLE `wp_users` (`ID` int, `user_login` text, `user_email` text, `user_pass` text);\n" +
      `INSERT INTO \`wp_users\` VALUES (1,'ada','ada@example.com','${BCRYPT}');\n` +
      "CREATE TABLE `wp_wfls_2fa_secrets` (`id` int, `user_id` int, `secret` tinyblob, `recovery` blob, `mode` text);\n" +
      "INSERT INTO `wp_wfls_2fa_secrets` VALUES (1,1,_binary '";
    const dumped = (secret: Buffer) =>
      Buffer.concat([
        Buffer.from(head),
        secret,
        Buffer.from("',0x00,'authenticator');\n-- Dump completed on 2026-11-01\n"),
      ]);
    const read = (file: Buffer) => collect(readExport(inputOf(file), { from: "wordpress" }));
    expect(await read(dumped(key))).toMatchObject([
      { result: { value: { user: { totp: [{ ...device, secretKey: encode(key).replace(/=*$/, "") }] } } } },
    ]);
    const saved = Buffer.from(dumped(key).toString("latin1"));
    expect(await read(saved)).toMatchObject([
      { result: { problems: [{ code: "user/field-wrong-type", field: "secret" }] } },
    ]);
  });
});
