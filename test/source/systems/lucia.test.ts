import { expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { expectSamplePasswords, outcomes, readAs, readTables } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const DUMP = sampleOf("lucia.sql");

it("gives users with the hashes and providers of their keys", async () => {
  const read = await readTables("lucia", DUMP);
  expect(Object.keys(read.loginOnly)).toEqual(["u-ada", "u-cyd"]);
  expect(read.users).toEqual({
    "u-bob": expect.objectContaining({ email: "bob@example.com", source: "lucia" }),
  });
  expect(read.refused).toEqual({ "u-dan": ["user/no-credential"] });
  const imported = await readTables(
    "lucia",
    DUMP.replace(
      /s2:[^']*/,
      "$argon2id$v=19$m=256,t=2,p=1$c2l4dGVlbiBieXRlcyAhIQ$5d6ilhfLQ3rgOm6PDB660+pUY9qJye/GnXaWlNjK8PY",
    ),
  );
  expect(imported.users["u-ada"]).toMatchObject({
    email: "ada@example.com",
    emailVerified: true,
    thirdParty: [{ thirdPartyId: "github", thirdPartyUserId: "1081", email: "ada@example.com", isVerified: true }],
  });
});

it("has hashes of the password, its own and others", async () => {
  expect(await expectSamplePasswords(await readAs("lucia", DUMP), "lucia")).toBe(3);
});

it("reads version 3, with the accounts of its guides", async () => {
  const accounts = "provider_id,provider_user_id,user_id\ngithub,1081,u-ada\n";
  const read = await readTables("lucia", sampleOf("lucia-3.csv"), { join: [accounts] });
  expect(read.users["u-ada"]).toMatchObject({
    email: "ada@example.com",
    source: "lucia",
    thirdParty: [{ thirdPartyId: "github", thirdPartyUserId: "1081", isVerified: false }],
  });
  expect(await expectSamplePasswords(await readAs("lucia", sampleOf("lucia-3.csv")), "lucia")).toBe(1);
});

it("takes the address of a key where the user has none", async () => {
  const users = '{"id":"u1","username":null}\n{"id":"email:a@example.com","user_id":"u1","hashed_password":"@"}\n';
  const hash = "$2a$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe";
  expect(outcomes(await readAs("lucia", users.replace('@"}', `${hash}"}`)))).toMatchObject([
    { externalUserId: "u1", email: "a@example.com", emailVerified: false, scheme: "2a" },
  ]);
});

it.each([
  ["no ID", "id,email,password_hash\n,a@example.com,\n", ["user/id-unusable"]],
  ["a damaged address", "id,email,password_hash\nu1,a,$2a$04$x\n", ["user/email-malformed"]],
  ["a damaged hash", "id,email,password_hash\nu1,a@example.com,s2:abc:00\n", ["scheme/malformed"]],
])("refuses a user with %s", async (_, table, codes) => {
  const [refused] = outcomes(await readAs("lucia", table));
  expect((refused as unknown[]).slice(1)).toEqual(expect.arrayContaining(codes));
});

it("is told from its keys", async () => {
  expect(await detectSource(Buffer.from(DUMP))).toMatchObject({
    value: { source: "lucia", certainty: "sure" },
  });
});
