import { describe, expect, it } from "vitest";
import { type JoinReport, READABLE_SOURCES, type ReadExportOptions, readExport } from "../../../src/source/index.js";
import { sourceOf } from "../../../src/source/sources.js";
import { bytesOf } from "../read-users.js";

type SourceName = Extract<ReadExportOptions["from"], string>;

const USERS = `COPY auth.users (id, aud, email, encrypted_password) FROM stdin;
a\tauthenticated\ta@example.com\t$2a$10$abcdefghijklmnopqrstuu
\\.
`;
const FACTORS = "COPY auth.mfa_factors (id, user_id, factor_type, status, secret) FROM stdin;\n";
const IDENTITIES = { part: "identities", table: "auth.identities", lacking: ["social logins"] };
const MFA = { part: "mfa_factors", table: "auth.mfa_factors", lacking: ["second factors"] };

async function absentFrom(text: string, join: readonly string[] = [], from: SourceName = "supabase") {
  let report: JoinReport | undefined;
  const options = {
    from,
    join: join.map((one) => () => bytesOf(one)),
    onJoined: (found: JoinReport) => {
      report = found;
    },
  };
  for await (const _ of readExport(bytesOf(text), options));
  return report?.absent;
}

describe("tables that a system may have and an export lacks", () => {
  it("are named with what users lose by it", async () => {
    expect(await absentFrom(USERS)).toEqual([IDENTITIES, MFA]);
  });

  it("are not those that are there without a row", async () => {
    expect(await absentFrom(`${FACTORS}\\.\n${USERS}`)).toEqual([IDENTITIES]);
    expect(await absentFrom(`${USERS}CREATE TABLE auth.identities (id text);\n`)).toEqual([MFA]);
  });

  it("are not those of a joined file", async () => {
    const factors = `${FACTORS}f\ta\ttotp\tverified\tJBSWY3DPEHPK3PXP\n\\.\n`;
    expect(await absentFrom(USERS, [factors])).toEqual([IDENTITIES]);
  });

  it("are not asked for where users have the same in their own record", async () => {
    const user = { id: "a", aud: "authenticated", email: "a@example.com", app_metadata: {}, identities: [] };
    expect(await absentFrom(JSON.stringify({ users: [user] }))).toEqual([]);
  });

  it("are found whatever the prefix, also where functions read their rows", async () => {
    const users =
      "INSERT INTO `x_users` (`ID`,`user_login`,`user_email`,`user_pass`) VALUES (1,'a','a@example.com','');\n";
    const meta = { part: "meta", table: "usermeta", lacking: ["second factors", "users who are held back"] };
    const wordfence = { part: "wordfence", table: "wfls_2fa_secrets", lacking: ["second factors"] };
    expect(await absentFrom(users, [], "wordpress")).toEqual([meta, wordfence]);
    const empty = "CREATE TABLE `x_usermeta` (`user_id` int);\n";
    expect(await absentFrom(empty + users, [], "wordpress")).toEqual([wordfence]);
    const other = "INSERT INTO `x_usermeta` (`user_id`,`meta_key`,`meta_value`) VALUES (1,'x_capabilities','');\n";
    expect(await absentFrom(users + other, [], "wordpress")).toEqual([wordfence]);
    // What mysqldump and mariadb-dump write of one with --no-create-info.
    const locked =
      "LOCK TABLES `x_usermeta` WRITE;\n/*!40000 ALTER TABLE `x_usermeta` DISABLE KEYS */;\nUNLOCK TABLES;\n";
    expect(await absentFrom(users + locked, [], "wordpress")).toEqual([wordfence]);
  });

  it("are known of every system that reads second factors from a table of their own", async () => {
    const sources = await Promise.all(READABLE_SOURCES.map((name) => sourceOf(name)));
    const parts = sources.flatMap(({ name, furtherTables = [] }) =>
      furtherTables.some(({ holds }) => holds.includes("second factors")) ? [name] : [],
    );
    expect(parts).toEqual(
      expect.arrayContaining([
        "supabase",
        "wordpress",
        "django",
        "gitea",
        "discourse",
        "drupal",
        "moodle",
        "nextcloud",
      ]),
    );
  });
});

const BLOCKED = { part: "column", table: "blocked", lacking: ["users who are held back"] };
const SOCIAL = { part: "column", table: "identities", lacking: ["social logins"] };

describe("columns that an operator may leave out", () => {
  const hashes = '{"_id":{"$oid":"1"},"email":"a@example.com","passwordHash":"","connection":"c"}\n';
  const profile = { user_id: "auth0|1", email: "a@example.com", identities: [] };
  const csv = (header: string) => `${header}\n${header.replace(/[a-z_]+/g, "")}\n`;

  it("are named where a file of hashes has no profiles", async () => {
    expect(await absentFrom(hashes, [], "auth0")).toEqual([BLOCKED, SOCIAL]);
    expect(await absentFrom(JSON.stringify(profile), [hashes], "auth0")).toEqual([]);
  });

  it("are named where fields of profiles were chosen, in CSV and in JSON", async () => {
    expect(await absentFrom(csv("user_id,email"), [hashes], "auth0")).toEqual([BLOCKED, SOCIAL]);
    expect(await absentFrom(csv("user_id,email,blocked"), [hashes], "auth0")).toEqual([SOCIAL]);
    expect(await absentFrom(csv("user_id,email,identities,blocked"), [hashes], "auth0")).toEqual([]);
    const { identities: _, ...chosen } = profile;
    expect(await absentFrom(JSON.stringify(chosen), [hashes], "auth0")).toEqual([BLOCKED, SOCIAL]);
    expect(await absentFrom(JSON.stringify({ ...chosen, blocked: false }), [hashes], "auth0")).toEqual([SOCIAL]);
  });

  it("are named of a table in CSV, and not of a dump, which has all", async () => {
    const held = { part: "column", table: "banned_until, deleted_at", lacking: ["users who are held back"] };
    const columns = "id,aud,email,encrypted_password";
    expect(await absentFrom(csv(columns))).toEqual([IDENTITIES, MFA, held]);
    expect(await absentFrom(csv(`${columns},banned_until`))).toEqual([IDENTITIES, MFA]);
    expect(await absentFrom(USERS)).toEqual([IDENTITIES, MFA]);
  });

  it("are looked for in the file that has them of the same users", async () => {
    const users = "id,password_digest,password_hasher\nu1,,\n";
    const listed = JSON.stringify([{ id: "u1", external_accounts: [], email_addresses: [], banned: false }]);
    const named = [
      { ...BLOCKED, table: "banned" },
      { ...SOCIAL, table: "external_accounts" },
    ];
    expect(await absentFrom(users, [], "clerk")).toEqual(named);
    expect(await absentFrom(users, [listed], "clerk")).toEqual([]);
  });
});

it("a table of second factors whose rows don't have its columns ends the reading, and one damaged row does not", async () => {
  const row = "f\ta\ttotp\tverified\tJBSWY3DPEHPK3PXP\n";
  const kinds = async (rows: string) => {
    const found: string[] = [];
    const text = `${USERS}${FACTORS}${rows}\\.\n`;
    for await (const item of readExport(bytesOf(text), { from: "supabase" })) {
      found.push(item.kind === "unreadable" ? `${item.line} ${item.problem.message}` : item.kind);
    }
    return found;
  };
  expect(await kinds(`f\ta\t\t${row}${row}`)).toEqual(["5 the row on line 5 has 8 values, and its table 5 columns"]);
  expect(await kinds(`${row}f\n`)).toEqual(["user", "user"]);
});
