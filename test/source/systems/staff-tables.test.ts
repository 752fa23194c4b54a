import { describe, expect, it } from "vitest";
import { type CheckReport, checkExport } from "../../../src/check/index.js";
import { joinSections } from "../../../src/cli/output/left-over.js";
import { type JoinReport, type ReadableSource, readUniqueUsers } from "../../../src/source/index.js";
import { ALL_SOURCES } from "../all-sources.js";
import { bytesOf } from "../read-users.js";
import { insertInto } from "./samples.js";

const BCRYPT = "$2a$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const MAIL = "a@example.com";

type Row = Readonly<Record<string, unknown>>;

async function checked(from: ReadableSource, text: string): Promise<CheckReport> {
  const report = await checkExport(() => bytesOf(text), { from });
  if (!report.ok) throw new Error(report.problems[0].message);
  return report.value;
}

const user = { id: 1, email: MAIL, password: BCRYPT };
const admin = { id: 1, name: "root", password: BCRYPT };
const ofApplication = (from: ReadableSource, row: Row = user) => [from, "users", row, "admins", admin] as const;

/** A user's row and its table; a row of the staff as the software's installer defines it, and its table. */
const SYSTEMS: readonly (readonly [from: ReadableSource, table: string, row: Row, staff: string, of: Row])[] = [
  [
    "opencart",
    "shop_customer",
    { customer_id: 1, customer_group_id: 1, email: MAIL, password: BCRYPT, status: 1, safe: 0 },
    "shop_user",
    { user_id: 1, user_group_id: 1, username: "admin", password: BCRYPT, salt: "", email: MAIL, status: 1 },
  ],
  [
    "opencart",
    "oc_customer",
    { customer_id: 1, customer_group_id: 1, email: MAIL, password: BCRYPT, status: 1, safe: 0 },
    "oc_affiliate",
    { affiliate_id: 1, firstname: "Ada", email: MAIL, password: "x", salt: "x", company: "", code: "x", status: 1 },
  ],
  [
    "prestashop",
    "ps_customer",
    { id_customer: 1, email: MAIL, passwd: BCRYPT, active: 1, is_guest: 0 },
    "ps_employee",
    { id_employee: 1, id_profile: 1, email: MAIL, passwd: BCRYPT, active: 1 },
  ],
  [
    "magento",
    "m2_customer_entity",
    { entity_id: 1, website_id: 1, email: MAIL, password_hash: "x", is_active: 1 },
    "m2_admin_user",
    { user_id: 1, email: MAIL, username: "admin", password: "x", is_active: 1 },
  ],
  [
    "shopware",
    "s_user",
    { id: 1, email: MAIL, password: BCRYPT, encoder: "bcrypt", accountmode: 0, active: 1 },
    "s_core_auth",
    { id: 1, roleID: 1, username: "demo", password: BCRYPT, encoder: "bcrypt", email: MAIL },
  ],
  [
    "shopware",
    "customer",
    {
      id: "0x01890a5d000000000000000000000001",
      email: MAIL,
      password: BCRYPT,
      guest: 0,
      customer_number: 1,
      active: 1,
    },
    "user",
    { id: "0x01890a5d000000000000000000000002", username: "admin", password: BCRYPT, email: MAIL, active: 1 },
  ],
  [
    "oscommerce",
    "customers",
    { customers_id: 1, customers_email_address: MAIL, customers_password: BCRYPT },
    "administrators",
    { id: 1, user_name: "admin", user_password: BCRYPT },
  ],
  [
    "oscommerce",
    "zen_customers",
    { customers_id: 1, customers_email_address: MAIL, customers_password: BCRYPT },
    "zen_admin",
    { admin_id: 1, admin_name: "admin", admin_email: MAIL, admin_pass: BCRYPT },
  ],
  [
    "typo3",
    "fe_users",
    { uid: 1, username: "ada", email: MAIL, password: BCRYPT, disable: 0 },
    "be_users",
    { uid: 1, username: "admin", email: MAIL, password: BCRYPT, disable: 0 },
  ],
  [
    "otrs",
    "customer_user",
    { id: 1, login: "ada", email: MAIL, customer_id: "x", pw: "0".repeat(64), valid_id: 1 },
    "users",
    { id: 1, login: "root@localhost", pw: "0".repeat(64), first_name: "Admin", valid_id: 1 },
  ],
  [
    "strapi",
    "up_users",
    { id: 1, username: "ada", email: MAIL, provider: "local", password: BCRYPT, confirmed: true, blocked: false },
    "admin_users",
    { id: 1, firstname: "Ada", email: MAIL, password: BCRYPT, is_active: true },
  ],
  [
    "strapi",
    "users-permissions_user",
    { id: 1, username: "ada", email: MAIL, provider: "local", password: BCRYPT, confirmed: true, blocked: false },
    "strapi_administrator",
    { id: 1, firstname: "Ada", email: MAIL, password: BCRYPT, isActive: true },
  ],
  ofApplication("laravel", { ...user, remember_token: "x", email_verified_at: null }),
  ofApplication("symfony", { ...user, roles: '["ROLE_USER"]' }),
  ofApplication("adonisjs"),
  ofApplication("myth-auth", { id: 1, email: MAIL, password_hash: BCRYPT, activate_hash: null, active: 1 }),
  ofApplication("spring", { username: "ada", password: `{bcrypt}${BCRYPT}`, enabled: 1 }),
  ofApplication("flask-security"),
  ofApplication("werkzeug", { id: 1, email: MAIL, password_hash: `pbkdf2:sha256:1$a$${"0".repeat(64)}` }),
];

describe("a table of administrators beside that of the users", () => {
  it.each(SYSTEMS)(
    "is named in a dump of %s with %s, and none of its rows is read",
    async (from, table, row, staff, of) => {
      const text = `${insertInto(table, [row])}\n${insertInto(staff, [of])}`;
      const { records, joined } = await checked(from, text);
      expect({ records, staff: joined?.staff }).toEqual({
        records: 1,
        staff: [staff],
      });
      const before = await checked(from, `${insertInto(staff, [of])}\n${insertInto(table, [row])}`);
      expect(before).toMatchObject({ records: 1, joined: { staff: joined?.staff } });
    },
  );

  it.each(SYSTEMS)("is not where it has no row, in a dump of %s with %s", async (from, table, row, staff, of) => {
    const columns = Object.keys(of).map((name) => `\`${name}\` text`);
    const definition = `CREATE TABLE \`${staff}\` (${columns.join(", ")});`;
    const locked = `LOCK TABLES \`${staff}\` WRITE;\nUNLOCK TABLES;`;
    const { records, joined } = await checked(from, `${insertInto(table, [row])}\n${definition}\n${locked}\n`);
    expect([records, joined?.staff]).toEqual([1, undefined]);
  });

  it.each(SYSTEMS)("changes nothing of a list of users of %s of the table %s", async (from, _, row) => {
    const { joined: ofJson } = await checked(from, JSON.stringify([row]));
    const cells = Object.values(row).map((cell) => `"${String(cell ?? "").replaceAll('"', '""')}"`);
    const { joined: ofCsv } = await checked(from, `${Object.keys(row).join(",")}\n${cells.join(",")}\n`);
    expect([ofJson?.staff, ofCsv?.staff]).toEqual([undefined, undefined]);
  });

  it("is tested for every system that declares one", () => {
    const declared = ALL_SOURCES.filter(({ staff }) => staff !== undefined).map(({ name }) => name);
    expect([...new Set(SYSTEMS.map(([from]) => from))].sort()).toEqual(declared.sort());
  });
});

describe("what tells such a table", () => {
  const users = insertInto("users", [{ ...user, remember_token: "x", email_verified_at: null }]);
  const staffIn = async (text: string) => (await checked("laravel", `${users}\n${text}`)).joined?.staff;

  it("is its name alone where its columns are not there", async () => {
    expect(await staffIn("INSERT INTO `admins` VALUES (1,'root','x');\n")).toEqual(["admins"]);
  });

  it("is not its name where it has no passwords: it says which users are administrators", async () => {
    expect(await staffIn(insertInto("admins", [{ id: 1, user_id: 1 }]))).toBeUndefined();
  });

  it("is not a table that only says which of an OpenCart's customers are affiliates", async () => {
    const customer = { customer_id: 1, customer_group_id: 1, email: MAIL, password: BCRYPT, status: 1, safe: 0 };
    const affiliate = { customer_id: 1, company: "", website: "", tracking: "x", commission: 5, payment: "cheque" };
    const dump = insertInto("oc_customer", [customer]) + insertInto("oc_customer_affiliate", [affiliate]);
    expect((await checked("opencart", dump)).joined?.staff).toBeUndefined();
  });

  it("is its rows in COPY of PostgreSQL, where a table without any is written too", async () => {
    const copied = (...rows: readonly string[]) =>
      ["COPY public.admins (id, password) FROM stdin;", ...rows, "\\.", ""].join("\n");
    expect(await staffIn(copied())).toBeUndefined();
    expect(await staffIn(copied("1\tx"))).toEqual(["public.admins"]);
  });

  it("is its name in phpMyAdmin's JSON too", async () => {
    const table = (name: string, data: readonly Row[]) => ({ type: "table", name, database: "d", data });
    const [, customers, customer, staff, employee] = SYSTEMS[2] as (typeof SYSTEMS)[number];
    const tables = [table(customers, [customer]), table(staff, [employee, employee]), table("ps_totp", [{ id: 1 }])];
    const { records, joined } = await checked("prestashop", JSON.stringify([{ type: "header" }, ...tables]));
    expect([records, joined?.unread]).toEqual([1, ["ps_totp"]]);
    expect(joined?.staff).toEqual(["ps_employee"]);
  });
});

it("says what to do of such a table, beside those with second factors", () => {
  const nothing = { leftOver: [], without: [], absent: [] };
  const rowsOf = (report: JoinReport) =>
    joinSections(report)
      .at(-1)
      ?.rows.map(({ text }) => text);
  const staff = ["oc_user"];
  expect(rowsOf({ ...nothing, staff })).toEqual(["oc_user", expect.stringContaining("--from table --map")]);
  expect(rowsOf({ ...nothing, staff, unread: ["user_mfa"] })).toHaveLength(4);
});

it("is told to the caller before the first user, also where all of a user is in one table", async () => {
  const [from, table, row, staff, of] = SYSTEMS.find(([name]) => name === "strapi") as (typeof SYSTEMS)[number];
  // More than what is read ahead of the first user.
  const rows = Array.from({ length: 2000 }, (_, at) => ({ ...row, id: at, email: `${at}@example.com` }));
  const text = insertInto(table, rows) + insertInto(staff, [of]);
  const told: unknown[] = [];
  const onJoined = (report: JoinReport) => told.push(report.staff);
  const records = readUniqueUsers(() => bytesOf(text), { from, onJoined });
  const first = await records.next();
  expect([first.value?.kind, told]).toEqual(["user", [[staff]]]);
  await records.return(undefined);
});
