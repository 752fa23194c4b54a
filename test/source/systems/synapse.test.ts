import { expect, it } from "vitest";
import { keysOf, wantedKeys } from "../../../src/check/required-users.js";
import { formatFallbackUser } from "../../../src/login/index.js";
import { detectSource } from "../../../src/source/index.js";
import { expectSamplePasswords, outcomes, readAs } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const DUMP = sampleOf("synapse.sql");

it("gives users with their addresses and providers", async () => {
  expect(outcomes(await readAs("synapse", DUMP))).toEqual([
    {
      externalUserId: "@ada:example.com",
      email: "ada@example.com",
      emailVerified: true,
      phoneNumber: "+15555550100",
      scheme: "2b",
      source: "synapse",
      thirdParty: [],
      totp: [],
      warnings: expect.anything(),
    },
    {
      externalUserId: "@bob:example.com",
      email: "bob@example.com",
      emailVerified: true,
      thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081", email: "bob@example.com", isVerified: true }],
      totp: [],
    },
    ["@cyd:example.com", "user/deleted"],
    ["@dan:example.com", "user/disabled"],
    ["@eve:example.com", "user/email-missing"],
  ]);
});

it("has hashes of the password", async () => {
  expect(await expectSamplePasswords(await readAs("synapse", DUMP), "synapse")).toBe(2);
});

it("has no importable hash where the server has a pepper", async () => {
  const [ada] = outcomes(await readAs("synapse", DUMP, { peppered: true }));
  expect(ada).toEqual(["@ada:example.com", "wrapping/peppered"]);
});

it("has users whom the fallback and a check find by the whole ID and by its part before the server", async () => {
  const [record] = await readAs("synapse", DUMP, { peppered: true });
  if (record?.kind !== "user" || record.loginOnly === undefined) throw new Error("no user of the fallback");
  const { identifiers } = JSON.parse(formatFallbackUser(record.loginOnly)) as { identifiers: string[] };
  expect(identifiers).toEqual(expect.arrayContaining(["ada@example.com", "@ada:example.com", "ada"]));
  for (const name of ["@ada:example.com", "ada", "ADA"])
    expect(keysOf(record)).toEqual(expect.arrayContaining([expect.toBeOneOf([...wantedKeys(name)])]));
});

it.each([
  ["no name", { name: null }, ["user/id-unusable"]],
  ["a damaged hash", { password_hash: "$2b$12$x" }, ["bcrypt/truncated"]],
  ["a mark that is neither true nor false", { deactivated: "maybe" }, ["user/field-wrong-type"]],
])("refuses a user with %s", async (_, fields, codes) => {
  const password_hash = "$2b$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const user = { name: "@a:example.com", password_hash, appservice_id: null, deactivated: 0, ...fields };
  const [refused] = outcomes(await readAs("synapse", JSON.stringify([user])));
  expect((refused as unknown[]).slice(1)).toEqual(expect.arrayContaining(codes));
});

it("names an address that is a number once, and not as missing too", async () => {
  const password_hash = "$2b$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const users = JSON.stringify([{ name: "@a:example.com", password_hash }]);
  const join = [JSON.stringify([{ user_id: "@a:example.com", medium: "email", address: 7 }])];
  expect(outcomes(await readAs("synapse", users, { join }))).toEqual([["@a:example.com", "user/field-wrong-type"]]);
});

it("is told from its tables", async () => {
  expect(await detectSource(Buffer.from(DUMP))).toMatchObject({
    value: { source: "synapse", certainty: "sure" },
  });
});

it("lists shadow_banned of those alone who are", async () => {
  const hash = "$2b$04$kwGp4oC2RTPqu7U6TPzss.Nx8D0g0kARRe/mi/jjD.wJBSpdBqaD2";
  const users = [0, 1].map((shadow_banned) => ({
    name: `@u${shadow_banned}:x`,
    password_hash: hash,
    shadow_banned,
  }));
  const join = [
    JSON.stringify(
      users.map(({ name }) => ({
        user_id: name,
        medium: "email",
        address: `${name.slice(1, 3)}@example.com`,
      })),
    ),
  ];
  const records = await readAs("synapse", JSON.stringify(users), { join });
  const leftOut = records.map((record) => record.kind === "user" && record.result.ok && record.result.value.notCarried);
  expect(leftOut).toEqual([expect.not.arrayContaining(["shadow_banned"]), expect.arrayContaining(["shadow_banned"])]);
});
