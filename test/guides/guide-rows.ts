import { HASHES, hashOf, insertInto, lines } from "../source/systems/samples.js";
import type { GuideFacts } from "./guide-facts.js";

const email = "ada@example.com";
const bcrypt = HASHES["bcrypt-2a"];
const confirmed_at = "2024-01-01 00:00:00";

const file = (name: string, text: string): Pick<GuideFacts, "file"> => ({ file: [name, { text }] });
const rows = (...all: readonly object[]) => file("users.ndjson", lines(...all));
const dump = (table: string, row: Readonly<Record<string, unknown>>) =>
  file("users.sql", insertInto(table, [row]));

/** One user of each system whose sample is a row of a table or of a list. */
export const ROWS = {
  "flask-security": rows({
    id: 1,
    email,
    password: HASHES["flask-security"],
    active: true,
    fs_uniquifier: "u",
    confirmed_at,
  }),
  frontegg: file(
    "users.json",
    JSON.stringify([
      { id: "u1", sub: "u1", email, verified: true, provider: "local", tenantId: "t", isLocked: false },
    ]),
  ),
  gitlab: rows({
    id: 1,
    email,
    encrypted_password: bcrypt,
    username: "ada",
    state: "active",
    user_type: 0,
    projects_limit: 10,
    confirmed_at,
  }),
  mastodon: rows({
    id: "109",
    email,
    encrypted_password: bcrypt,
    account_id: "110",
    approved: true,
    disabled: false,
    confirmed_at,
  }),
  matomo: rows({ login: "ada", password: HASHES.matomo, email, superuser_access: 0 }),
  mattermost: rows({
    id: "u1",
    createat: 1,
    deleteat: 0,
    username: "ada",
    password: bcrypt,
    authdata: null,
    authservice: "",
    email,
    emailverified: true,
    mfaactive: false,
    mfasecret: "",
  }),
  metabase: rows({
    id: 1,
    email,
    password: HASHES.metabase,
    is_active: true,
    password_salt: "c3b1a4de-0000-4000-8000-000000000001",
    sso_source: null,
  }),
  odoo: rows({ id: 2, login: email, password: HASHES.odoo, active: true, partner_id: 3 }),
  okta: file(
    "users.json",
    JSON.stringify([
      {
        id: "00u1",
        status: "ACTIVE",
        profile: { login: email, email, mobilePhone: "555-415-1337" },
        credentials: { password: {}, provider: { type: "OKTA", name: "OKTA" } },
      },
    ]),
  ),
  opencart: dump("oc_customer", {
    customer_id: 1,
    email,
    password: hashOf("bcrypt"),
    salt: "",
    status: 1,
    safe: 0,
  }),
  prestashop: dump("ps_customer", {
    id_customer: 1,
    email,
    passwd: hashOf("bcrypt"),
    active: 1,
    is_guest: 0,
    deleted: 0,
  }),
  shopware: dump("customer", {
    id: "0x018f3a5c9b7e7d2a9c1e4b6d8f0a2c01",
    email,
    password: hashOf("bcrypt"),
    active: 1,
    guest: 0,
  }),
  spring: rows({ username: email, password: `{bcrypt}${bcrypt}`, enabled: true }),
  suitecrm: file(
    "users.csv",
    `id,user_name,user_hash,status,deleted,is_group,email_address\n1,ada,${hashOf("bcrypt over md5")},Active,0,0,${email}\n`,
  ),
  symfony: rows({ id: 1, email, roles: '["ROLE_USER"]', password: HASHES["php-bcrypt"], is_verified: "1" }),
  typo3: dump("fe_users", {
    uid: 1,
    pid: 1,
    username: "ada",
    email,
    password: hashOf("argon2i"),
    disable: 0,
    deleted: 0,
    starttime: 0,
    endtime: 0,
  }),
  woltlab: dump("wcf1_user", {
    userID: 1,
    username: "ada",
    email,
    password: `Bcrypt:${hashOf("bcrypt")}`,
    banned: 0,
    banExpires: 0,
    activationCode: 0,
  }),
} as const;
