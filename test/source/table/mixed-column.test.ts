import { expect, it } from "vitest";
import { parseTableMap, readExport, tableOptions, type UserRecord } from "../../../src/source/index.js";
import { verifyPassword } from "../../../src/verify/index.js";
import { bytesOf, codesOf, collect } from "../read-users.js";

const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const map = parseTableMap(
  '{"user":{"externalUserId":"id","email":"mail","passwordHash":"pw"},"hash":"sha1(salt . password)"}',
);
if (!map.ok) throw new Error("the map cannot be read");
const options = tableOptions(map.value);

async function read(...rows: readonly string[]) {
  const text = `id,mail,salt,pw\n${rows.map((row) => `${row}\n`).join("")}`;
  return collect(readExport(bytesOf(text), options));
}

it("reads a hash that names its own kind as what it is, beside those that an expression declares", async () => {
  const [declared, own, plain, short] = await read(
    "1,a@example.com,s7xY,b3da17ca1ca08b3bf0002ff7e7b2bbf4cdf0a34a",
    `2,b@example.com,,${BCRYPT}`,
    "3,c@example.com,,Sommer 2024!",
    "4,d@example.com,,b3da17ca1ca08b3b",
  );
  expect(declared).toMatchObject({ loginOnly: { hash: expect.stringMatching(/^\$declared-sha1\$/) } });
  expect(own).toMatchObject({ result: { ok: true, value: { user: { passwordHash: BCRYPT } } } });
  expect(codesOf(plain as never)).not.toContain("wrapping/undecodable");
  expect(codesOf(short as never)).toEqual(["wrapping/undecodable"]);
});

it("names the columns that a header lacks", async () => {
  const of = async (text: string) => {
    const [only] = await collect(readExport(bytesOf(text), options));
    return only?.kind === "unreadable" ? only.problem.message : undefined;
  };
  expect(await of(`ID,mail,salt,PW\n1,a@example.com,s,${BCRYPT}\n`)).toBe(
    "the header lacks the columns id, pw; upper and lower case count",
  );
  expect(await of("1;2;3\n")).toBe("none of the first lines is the header of the table, which has id, mail, pw, salt");
});

it("names users by IDs with blanks and other letters", async () => {
  const users = await read(`=cmd 1,a@example.com,,${BCRYPT}`, `é,b@example.com,,${BCRYPT}`, `a\u0001,c@example.com,,x`);
  expect(users.map((user) => user.kind === "user" && user.userId)).toEqual(["=cmd 1", "é", undefined]);
});

/** phpass of `it\\'s`, as WordPress hands it to its hasher; both by passlib 1.7.4. */
const PHPASS = "$P$5abcdefgh2uB26JT7HXwGP7ZLj6VfE/";
const DJANGO = "pbkdf2_sha256$2$AAAAAAAAAAAA$0zFTLyCrIOMwcFTC6ESwARdPrjKdwPwqlvwDzkt1ekE=";

async function readBy(source: unknown, ...rows: readonly string[]) {
  const parsed = parseTableMap(
    JSON.stringify({
      user: { externalUserId: "id", email: "mail", passwordHash: "pw" },
      hash: { source },
      notCarried: ["kind"],
    }),
  );
  if (!parsed.ok) throw new Error(parsed.problems[0].message);
  const text = `id,mail,kind,pw\n${rows.map((row) => `${row}\n`).join("")}`;
  return (await collect(readExport(bytesOf(text), tableOptions(parsed.value)))) as UserRecord[];
}

const ROWS = [
  `1,a@example.com,wp,${PHPASS}`,
  `2,b@example.com,dj,${DJANGO}`,
  `3,c@example.com,la,${BCRYPT}`,
  "4,d@example.com,,!",
] as const;

it.each([
  { phpass: "wordpress", "django-pbkdf2": "django", bcrypt: "laravel" },
  { at: "kind", is: { wp: "wordpress", dj: "django", la: "laravel" } },
])("reads each hash as its own system's: %j", async (source) => {
  const [wordpress, django, laravel, none] = await readBy(source, ...ROWS);
  expect(wordpress?.loginOnly).toMatchObject({ hash: PHPASS, source: "wordpress" });
  expect(await verifyPassword("it's", PHPASS, { source: "wordpress" })).toMatchObject({
    ok: true,
    value: { matches: true },
  });
  expect(django?.loginOnly).toMatchObject({ hash: DJANGO, source: "django" });
  expect(laravel?.result).toMatchObject({ ok: true, value: { user: { source: "laravel" } }, warnings: [] });
  expect(codesOf(none as UserRecord)).not.toContain("wrapping/incomplete");
});

it.each([{ bcrypt: "laravel" }, { at: "kind", is: { la: "laravel" } }])(
  "refuses a hash of which the map names no system: %j",
  async (source) => {
    const records = await readBy(source, ...ROWS);
    expect(records.map((record) => codesOf(record)[0])).toEqual([
      ...["wrapping/incomplete", "wrapping/incomplete", undefined, "scheme/no-password"],
    ]);
  },
);

it("warns of each hash whose system is not named and whose passwords some system changes first", async () => {
  const records = await readBy("unknown", ...ROWS);
  const warnings = records.map(({ result, loginOnly }) => loginOnly?.warnings ?? (result.ok ? result.warnings : []));
  const UNKNOWN = ["user/hash-origin-unknown"];
  expect(warnings.map((found) => found.map(({ code }) => code))).toEqual([UNKNOWN, [], UNKNOWN, []]);
});
