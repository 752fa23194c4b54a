import { expect, it } from "vitest";
import { readExport, readUniqueUsers } from "../../src/source/index.js";
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

const inFile = (text: string) => () => inPieces(text, 1 << 16);
const OF_DEVISE = `id,email,encrypted_password\n1,a@example.com,${HASH}\n2,b@example.com,${HASH}\n`;
const OF_AUTH0 = '{"user_id":"auth0|1","email":"a@example.com","email_verified":true,"identities":[]}\n';
const OF_WORDPRESS =
  "CREATE TABLE `wp_users` (`ID` int, `user_login` text, `user_pass` text, `user_email` text);\nINSERT INTO `wp_users` VALUES (1,'a','$P$B','a@example.com');\n";

/** Why nothing is read of an export and a further file. */
async function endOf(
  from: "auth0" | "django" | "keycloak" | "wordpress" | "devise",
  ...texts: readonly [string, ...string[]]
) {
  const [export_, ...further] = texts.map(inFile);
  const join = further.map((open) => ({ name: "further.csv", open }));
  const records = await collect(readUniqueUsers(export_ as () => AsyncIterable<Uint8Array>, { from, join }));
  const [last] = records.slice(-1);
  return last?.kind === "unreadable" ? [last.problem.code, last.problem.message] : records.length;
}

const MAYBE_DEVISE = "the file may be of Devise (devise), and of others";

it.each([
  ["a table that lacks the ID in every row", "auth0", [OF_DEVISE], "source/of-other-system", MAYBE_DEVISE],
  ["a table in place of JSON", "keycloak", [OF_DEVISE], "source/of-other-system", MAYBE_DEVISE],
  ["a further table", "auth0", [OF_AUTH0, OF_DEVISE], "source/of-other-system", `further.csv: ${MAYBE_DEVISE}`],
  [
    "a further file of JSON lines",
    "wordpress",
    [OF_WORDPRESS, OF_AUTH0],
    "source/of-other-system",
    "further.csv: this looks like Auth0 (auth0), not like WordPress",
  ],
  [
    "a further dump",
    "auth0",
    [OF_AUTH0, OF_WORDPRESS],
    "source/of-other-system",
    "further.csv: this looks like WordPress (wordpress), not like Auth0",
  ],
] as const)("says which system %s may be of", async (_, from, texts, code, message) => {
  expect(await endOf(from, ...(texts as readonly [string, ...string[]]))).toEqual([code, message]);
});

it.each([
  ["some have one", '{"email":"a@example.com","identities":[]}\n'.repeat(3) + OF_AUTH0, 4],
  ["no other system has such records", '{"email":"a@example.com","birthday":"2000-01-01"}\n', 1],
] as const)("names users without an ID one by one where %s", async (_, text, users) => {
  expect(await endOf("auth0", text)).toBe(users);
});

it("says the same of a stream that can be read once", async () => {
  const [end] = await collect(readExport(inPieces(OF_DEVISE, 30), { from: "auth0" }));
  expect(end).toMatchObject({ kind: "unreadable", problem: { code: "source/of-other-system", message: MAYBE_DEVISE } });
});

it.each([
  [
    "a column has another name",
    "id,email,password_hash\n1,a@example.com,x\n",
    ", which has encrypted_password; the first one has id, email, password_hash",
  ],
  ["values are in place of names", "1,a@example.com,x y\n", ", which has encrypted_password"],
])("names the columns of a header, and no value, where %s", async (_, text, said) => {
  const message = `none of the first lines is the header of the table${said}`;
  expect(await endOf("devise", text)).toEqual(["source/header-unusable", message]);
});

it("names the columns of the table of which a header has the most", async () => {
  const text = "id,pw_hash,last_login,username,email\n1,x,,ada,a@example.com\n";
  const message = "the header lacks the column password; upper and lower case count";
  expect(await endOf("django", text)).toEqual(["source/header-unusable", message]);
  const devices = "id,name,step,t0,secret,user_id\n1,phone,30,0,ab,1\n";
  expect(await endOf("django", devices)).toEqual(["source/header-unusable", message.replace("password", "key")]);
});
