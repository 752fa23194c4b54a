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
