import { expect, it } from "vitest";
import { readUniqueUsers } from "../../src/source/index.js";
import { collect } from "./read-users.js";
import { outcomes, readAs } from "./systems/read-samples.js";

const HASH = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

it.each(["gitlab", "mastodon"] as const)("reads as %s a table with the columns that it has of Devise", async (from) => {
  const user = { id: 1, email: "a@example.com", encrypted_password: HASH, confirmed_at: "2024-01-01" };
  const [read] = outcomes(await readAs(from, JSON.stringify([{ ...user, reset_password_token: null }])));
  expect(read).toMatchObject({ externalUserId: "1", email: "a@example.com" });
});

it("tells a document from what a reader of lines makes of it, with one message", async () => {
  const user = { id: "1", username: "a", enabled: true, requiredActions: [], createdTimestamp: 1 };
  const settings = { sslRequired: "external", accessTokenLifespan: 300, otpPolicyType: "totp" };
  const realm = { realm: "r", ...settings, users: Array.from({ length: 50 }, () => user) };
  expect(outcomes(await readAs("auth0", JSON.stringify(realm, null, 2)))).toEqual(["source/of-other-system"]);
});

/** The bytes of a text, so many at once. */
async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const DAMAGED = '{"username":"mallory","password":}\n';
const OF_PARSE = '{"_id":"p3","username":"x","_hashed_password":"x","_rperm":[]}\n';
const OF_NODEBB = '{"_key":"user:1","uid":"1","username":"carol","userslug":"carol","joindate":"1"}\n';
const OF_CASDOOR = { passwordType: "bcrypt", passwordSalt: "", isForbidden: false, password: "x" };

function listOf(...more: readonly object[]): string {
  const users = more.map((each, at) => ({ owner: "built-in", name: `u${at}`, id: `u${at}`, ...each }));
  return `{"data":[\n${users.map((user) => JSON.stringify(user)).join(",\n")},{,\n{}]}`;
}

it.each([
  ["damage comes before another's records", "moodle", DAMAGED + OF_PARSE.repeat(3)],
  ["damage comes before records of a known table", "meteor", DAMAGED + OF_NODEBB.repeat(2)],
  ["few of the first records are told from another's", "logto", listOf(OF_CASDOOR, {}, {})],
] as const)("says the same of a file however it arrives, where %s", async (_, from, text) => {
  const [whole, ...others] = await Promise.all(
    [text.length, 1, 30, 100].map((size) => collect(readUniqueUsers(() => inPieces(text, size), { from }))),
  );
  expect(whole).not.toEqual([]);
  for (const other of others) expect(other).toEqual(whole);
});
