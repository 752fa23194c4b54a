import { describe, expect, it } from "vitest";
import { outcomes, readAs } from "../systems/read-samples.js";

const HASH = "$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const site = (prefix: string, name: string) => `
INSERT INTO \`${prefix}users\` (\`ID\`,\`user_login\`,\`user_pass\`,\`user_email\`) VALUES (1,'${name}','${HASH}','${name}@example.com');
INSERT INTO \`${prefix}usermeta\` (\`umeta_id\`,\`user_id\`,\`meta_key\`,\`meta_value\`) VALUES (1,1,'_two_factor_totp_key','${SECRET}'),(2,1,'rsssl_two_fa_status_totp','active');`;
const DUMP = `-- MySQL dump\n${site("wp_", "ada")}${site("shop_", "bob")}\n-- Dump completed on 2026-01-01\n`;

it("names the tables of two installations in one dump, and reads neither", async () => {
  const [end, ...others] = await readAs("wordpress", DUMP);
  expect(others).toEqual([]);
  expect(end).toMatchObject({
    kind: "unreadable",
    problem: {
      code: "source/table-prefix",
      message: expect.stringContaining("wp_users and shop_users"),
    },
  });
});

it.each([
  ["wp_", "ada"],
  ["Shop_", "bob"],
])("reads the users of the prefix %s with what belongs to them", async (tablePrefix, name) => {
  expect(outcomes(await readAs("wordpress", DUMP, { tablePrefix }))).toMatchObject([
    { externalUserId: "1", email: `${name}@example.com`, totp: [{ secretKey: SECRET }] },
  ]);
});

it("lists the prefixes that are there where none is the one that was named", async () => {
  const [end, ...others] = await readAs("wordpress", DUMP, { tablePrefix: "blog_" });
  expect(others).toEqual([]);
  expect(end).toMatchObject({
    kind: "unreadable",
    problem: {
      code: "source/table-prefix",
      message: expect.stringContaining("the dump has wp_, shop_"),
    },
  });
});

it("says so of a dump without any prefix", async () => {
  const dump = `-- MySQL dump\n${site("", "ada")}\n-- Dump completed on 2026-01-01\n`;
  expect(await readAs("wordpress", dump, { tablePrefix: "wp_" })).toMatchObject([
    { kind: "unreadable", problem: { message: expect.stringContaining("the dump has none") } },
  ]);
});

describe("administrators beside customers", () => {
  const table = (name: string, user: string) => `
INSERT INTO \`${name}\` (\`id\`,\`email\`,\`encrypted_password\`,\`reset_password_token\`) VALUES (1,'${user}@example.com','${HASH}',NULL);`;
  const dump = `-- MySQL dump\n${table("users", "ada")}${table("admins", "bob")}\n-- Dump completed on 2026-01-01\n`;

  it("are named, and neither is read", async () => {
    expect(await readAs("devise", dump)).toMatchObject([
      {
        kind: "unreadable",
        problem: {
          code: "source/table-prefix",
          message: expect.stringContaining("users and admins"),
        },
      },
    ]);
  });

  it.each([
    ["users", "ada"],
    ["admins", "bob"],
  ])("are read from the table %s that was named", async (tablePrefix, name) => {
    expect(outcomes(await readAs("devise", dump, { tablePrefix }))).toMatchObject([
      { externalUserId: "1", email: `${name}@example.com` },
    ]);
  });

  it("are listed where another one was named", async () => {
    expect(await readAs("devise", dump, { tablePrefix: "staff" })).toMatchObject([
      { problem: { message: expect.stringContaining("the dump has users, admins") } },
    ]);
  });
});

const SQLITE_END = "COMMIT;\n";
const login = (table: string, key: string, user: number, id: string) =>
  `INSERT INTO ${table} (id, ${key}, provider, uid) VALUES (${id}, ${user}, 'google_oauth2', '${id}');\n`;
const account = (table: string, user: string, id = 1) =>
  `INSERT INTO ${table} (id, email, encrypted_password, reset_password_token) VALUES (${id}, '${user}@example.com', '${HASH}', NULL);\n`;
const providers = (record: unknown) => JSON.stringify(record).match(/"thirdPartyUserId":"\d+"/g) ?? [];

describe("social logins of one user's number and of another table's users", () => {
  const beside = account("admins", "bob") + account("users", "ada") + login("identities", "user_id", 1, "77");

  it("are the users', and not the administrators' who have the same numbers", async () => {
    const [admin, ...others] = outcomes(await readAs("devise", beside, { tablePrefix: "admins" }));
    expect([others, providers(admin)]).toEqual([[], []]);
    expect(admin).toMatchObject({ email: "bob@example.com" });
    const [user] = outcomes(await readAs("devise", beside, { tablePrefix: "users" }));
    expect(providers(user)).toEqual(['"thirdPartyUserId":"77"']);
  });

  it("are nobody's where the dump has administrators alone, which is said", async () => {
    const dump = account("admins", "bob") + login("identities", "user_id", 1, "77");
    const [end, ...others] = await readAs("devise", dump);
    expect(others).toEqual([]);
    expect(end).toMatchObject({
      problem: {
        message:
          "the dump has rows of identities beside the users of admins, and they belong to others; choose by admins",
      },
    });
    const [admin] = outcomes(await readAs("devise", dump, { tablePrefix: "admins" }));
    expect(providers(admin)).toEqual([]);
  });

  it("are not those of another schema", async () => {
    const dump =
      account("public.users", "ada") +
      login("public.identities", "user_id", 1, "77") +
      login("shop.identities", "user_id", 1, "88");
    expect(await readAs("devise", dump)).toMatchObject([
      { problem: { code: "source/table-prefix", message: expect.stringContaining("rows of shop.identities") } },
    ]);
    const [user] = outcomes(await readAs("devise", dump, { tablePrefix: "public." }));
    expect(providers(user)).toEqual(['"thirdPartyUserId":"77"']);
  });

  it.each([
    ["mysqldump --databases", "USE `appa`;\n", "USE `crm`;\n"],
    ["pg_dumpall", "\\connect appa\n", "\\connect crm\n"],
    ["old releases of pg_dump", "SET search_path = appa, pg_catalog;\n", "SET search_path = crm, pg_catalog;\n"],
  ])("are not those of another database in a dump of %s", async (_, first, second) => {
    const dump = first + account("users", "ada") + second + login("identities", "user_id", 1, "88");
    expect(await readAs("devise", dump)).toMatchObject([
      { problem: { code: "source/table-prefix", message: expect.stringContaining("rows of crm.identities") } },
    ]);
  });
});

describe("users of several schemas or databases", () => {
  const schemas =
    account("public.users", "ada") + account("tenant2.users", "bob", 2) + account("archive.users", "cem", 3);

  it("are named by what they can be chosen by, and not read together", async () => {
    const [end, ...others] = await readAs("devise", schemas);
    expect(others).toEqual([]);
    expect(end).toMatchObject({
      problem: { message: expect.stringContaining("choose by public.users or tenant2.users or archive.users") },
    });
    expect(await readAs("devise", schemas, { tablePrefix: "users" })).toMatchObject([{ kind: "unreadable" }]);
  });

  it("are named up to eight of them, however many there are", async () => {
    const many = Array.from({ length: 300 }, (_, at) => account(`tenant${at}.users`, `u${at}`, at + 1)).join("");
    const [end] = await readAs("devise", many);
    const { message } = (end as { readonly problem: { readonly message: string } }).problem;
    expect([message.match(/tenant\d+/g)?.length, message.includes("users in 256 tables")]).toEqual([16, true]);
  });

  it.each(["tenant2.users", "Tenant2."])("are chosen by %s", async (tablePrefix) => {
    expect(outcomes(await readAs("devise", schemas, { tablePrefix }))).toMatchObject([{ email: "bob@example.com" }]);
  });

  it("are told apart in a system with one table of users", async () => {
    const rows = (name: string) =>
      `INSERT INTO users (id, email, password, remember_token) VALUES (1, '${name}@example.com', '${HASH}', NULL);\n`;
    const dump = `USE \`appa\`;\n${rows("ada")}USE \`appb\`;\n${rows("bob")}`;
    expect(await readAs("laravel", dump)).toMatchObject([{ problem: { code: "source/table-prefix" } }]);
    expect(outcomes(await readAs("laravel", dump, { tablePrefix: "appb." }))).toMatchObject([
      { email: "bob@example.com" },
    ]);
    expect(await readAs("laravel", rows("ada"), { tablePrefix: "xyz_" })).toMatchObject([
      { problem: { message: expect.stringContaining("the dump has users") } },
    ]);
    expect(outcomes(await readAs("laravel", rows("ada"), { tablePrefix: "users" }))).toHaveLength(1);
  });
});

describe("a dump whose program writes one transaction", () => {
  const begin = "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n";
  it.each([
    ["the end of sqlite3's is missing", begin + account("users", "ada"), "within a transaction"],
    ["sqlite3 met a damaged page", `${begin}${account("users", "ada")}ROLLBACK; -- due to errors\n`, "ROLLBACK"],
    ["the end of phpMyAdmin's is missing", `START TRANSACTION;\n${account("users", "ada")}`, "within a transaction"],
  ])("is cut off where %s", async (_, dump, message) => {
    const records = await readAs("devise", dump);
    expect(records.at(-1)).toMatchObject({
      kind: "unreadable",
      problem: { code: "source/cut-off", message: expect.stringContaining(message) },
    });
  });

  it("is whole with its COMMIT", async () => {
    expect(outcomes(await readAs("devise", begin + account("users", "ada") + SQLITE_END))).toHaveLength(1);
  });

  it("lacks generated columns in sqlite3's rows", async () => {
    const table = `CREATE TABLE users(id integer, domain text GENERATED ALWAYS AS (substr(email, 1, 2)) VIRTUAL,
      email text DEFAULT 'AS (', encrypted_password text, up text AS (upper(email)) STORED);\n`;
    const dump = `${begin}${table}INSERT INTO users VALUES(1,'ada@example.com','${HASH}');\n${SQLITE_END}`;
    expect(outcomes(await readAs("devise", dump))).toMatchObject([{ email: "ada@example.com" }]);
  });
});
