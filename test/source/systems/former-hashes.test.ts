import { describe, expect, it } from "vitest";
import type { ReadableSource } from "../../../src/source/index.js";
import { fallbackTakes, readAs, readTables } from "./read-samples.js";
import { lines, PASSWORD } from "./samples.js";

/** `str_repeat('0123456789abcdef', 8)` */
const LONG_SALT = "0123456789abcdef".repeat(8);

/** Each by PHP, of the samples' password. */
const FORMER: readonly (readonly [what: string, from: ReadableSource, row: Readonly<Record<string, unknown>>])[] = [
  [
    "Seafile's SHA-256, whose salt is the same for all",
    "seafile",
    // hash('sha256', $p . hex2bin('db9145c306c7cc26'))
    { passwd: "32cd443db956b2e9f1e4ff8c55ebef2ff869fd397844aad7f3ad3022324ffddd", is_staff: 0, ctime: 1 },
  ],
  [
    "OTRS' crypt(3)",
    "otrs",
    // crypt($p, 'Qz')
    { id: 1, login: "ada", customer_id: "c", pw: "QzsxnYBHB/lII", valid_id: 1 },
  ],
  [
    "xt:Commerce's MD5",
    "oscommerce",
    // md5($p)
    { customers_id: 1, customers_password: "3cb4e732631f47e6eb961f34554b7cde" },
  ],
  [
    "an MD5 after a long salt",
    "oscommerce",
    // md5('0123456789abcdef' . $p)
    { customers_id: 1, customers_password: "ee88926a733b70c21436a8f5eca66c45:0123456789abcdef" },
  ],
  [
    "an MD5 after a salt, in a column of fixed width",
    "oscommerce",
    { customers_id: 1, customers_password: "ee88926a733b70c21436a8f5eca66c45:0123456789abcdef   " },
  ],
  [
    "Zen Cart's SHA-256",
    "oscommerce",
    // hash('sha256', 'a1b2c3d4e5' . $p)
    {
      customers_id: 1,
      customers_password: "0542a09898a3de0d507e6a0bf2dd75c7e7f5890d5078c184e8234d74976eece3:a1b2c3d4e5",
    },
  ],
  [
    "Zen Cart's SHA-256 after a salt of 128 characters",
    "oscommerce",
    // hash('sha256', str_repeat('0123456789abcdef', 8) . $p)
    {
      customers_id: 1,
      customers_password: `a8549a1f32895fadb4cdaf414eafe894e009acbadeb95fffcfbbfcc06194dee5:${LONG_SALT}`,
    },
  ],
  [
    "CouchDB's SHA-1, where no scheme is named",
    "couchdb",
    // sha1($p . 'a1b2c3')
    {
      _id: "1",
      name: "ada",
      type: "user",
      roles: [],
      password_sha: "2762242ef017cd5942d58fa702a8ce78e0bf6f21",
      salt: "a1b2c3",
    },
  ],
  [
    "CouchDB's PBKDF2, where no iterations are named",
    "couchdb",
    // hash_pbkdf2('sha1', $p, 'a1b2c3', 10000, 40)
    {
      _id: "1",
      name: "ada",
      type: "user",
      roles: [],
      password_scheme: "pbkdf2",
      derived_key: "9491a2ce88d71e9cc76217e4bb3eb78d9a145c48",
      salt: "a1b2c3",
    },
  ],
];

describe("a hash that a system wrote before is verified at login", () => {
  it.each(FORMER)("%s", async (_, from, row) => {
    const address =
      from === "oscommerce" ? { customers_email_address: "ada@example.com" } : { email: "ada@example.com" };
    const records = await readAs(from, lines({ ...address, ...row }));
    const id = from === "seafile" ? "ada@example.com" : "1";
    expect(await fallbackTakes(records, PASSWORD)).toEqual({ [id]: true });
    expect(await fallbackTakes(records, `x${PASSWORD}`)).toEqual({ [id]: false });
  });
});

it("holds a customer whom Zen Cart has banned, and none who waits for approval", async () => {
  const row = { customers_password: "$2y$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW" };
  const customers = ["0", "1", "4"].map((customers_authorization, at) => ({
    ...{ ...row, customers_id: at + 1, customers_email_address: `a${at}@example.com`, customers_authorization },
  }));
  const { users, refused } = await readTables("oscommerce", lines(...customers));
  expect([Object.keys(users), refused]).toEqual([["1", "2"], { "3": ["user/banned"] }]);
});
