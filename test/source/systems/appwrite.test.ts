import { expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { verifyPassword } from "../../../src/verify/index.js";
import { expectSamplePasswords, outcomes, readAs, readTables } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const USERS = sampleOf("appwrite.json");
const ARGON2 = "$argon2id$v=19$m=256,t=2,p=1$c2l4dGVlbiBieXRlcyAhIQ$5d6ilhfLQ3rgOm6PDB660+pUY9qJye/GnXaWlNjK8PY";
const IDENTITIES = sampleOf("appwrite-identities.json");

it("gives users with their identities, whatever hasher their passwords have", async () => {
  const read = await readTables("appwrite", USERS, { join: [IDENTITIES] });
  expect(read.users["id-ada"]).toMatchObject({
    email: "ada@example.com",
    emailVerified: true,
    phoneNumber: "+15555550100",
    source: "appwrite",
  });
  expect(read.users["id-bob"]).toEqual({
    externalUserId: "id-bob",
    email: "bob@example.com",
    emailVerified: false,
    thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081", email: "bob@example.com", isVerified: false }],
    totp: [],
  });
  expect(Object.keys(read.users)).toEqual(["id-ada", "id-bob", "id-cyd", "id-eve"]);
  expect(read.warnings["id-cyd"]).toEqual(["user/second-factor-not-carried"]);
  expect(Object.keys(read.loginOnly)).toEqual(["id-dan", "id-fay", "id-gil", "id-hal"]);
  expect(read.refused).toEqual({
    "id-ira": ["scheme/unsupported"],
    "id-joy": ["user/disabled"],
    "id-kim": ["user/no-credential"],
  });
});

it("has hashes of the password; those that came from Firebase have their signer key with them", async () => {
  const records = await readAs("appwrite", USERS);
  const others = records.filter((record) => record.kind === "user" && record.userId !== "id-eve");
  expect(await expectSamplePasswords(others, "appwrite")).toBe(6);
  const [published = ""] = records.flatMap((record) =>
    record.kind === "user" && record.userId === "id-eve" && record.result.ok
      ? (record.result.value.user.passwordHash ?? [])
      : [],
  );
  const { signerKey } =
    (JSON.parse(USERS) as { users: { hashOptions: { signerKey?: string } }[] }).users[4]?.hashOptions ?? {};
  const context = signerKey === undefined ? {} : { signerKey };
  // firebase/scrypt publishes the hash with this password.
  expect(await verifyPassword("user1password", published, context)).toMatchObject({
    value: { matches: true },
  });
  expect(await verifyPassword("user2password", published, context)).toMatchObject({
    value: { matches: false },
  });
});

it("keeps no token", async () => {
  const read = await readTables("appwrite", USERS, { join: [IDENTITIES] });
  expect(JSON.stringify(read)).not.toContain("not to be kept");
});

it.each([
  ["no ID", { $id: "" }, ["user/id-unusable"]],
  ["an unknown hasher", { hash: "plaintext", password: "x" }, ["scheme/unsupported"]],
  ["a damaged digest", { hash: "md5", password: "5f4dcc3b5aa765d61d8327deb882cf9" }, ["wrapping/incomplete"]],
  ["scrypt without its salt", { hash: "scrypt", password: "00", hashOptions: { costCpu: 8 } }, ["wrapping/incomplete"]],
  [
    "Firebase's scrypt without its key",
    { hash: "scryptMod", password: "AA==", hashOptions: { salt: "AA==" } },
    ["wrapping/incomplete"],
  ],
  ["a flag that is text", { emailVerification: "true" }, ["user/field-wrong-type"]],
])("refuses a user with %s", async (_, fields, codes) => {
  const user = {
    $id: "u1",
    email: "a@example.com",
    hash: "argon2",
    password: ARGON2,
    emailVerification: false,
    ...fields,
  };
  const [refused] = outcomes(await readAs("appwrite", JSON.stringify({ users: [user] })));
  expect((refused as unknown[]).slice(1)).toEqual(codes);
});

it("reads on after a damaged record", async () => {
  const damaged = USERS.replace('"$id": "id-bob",', '"$id": "id-bob" ');
  const codes = outcomes(await readAs("appwrite", damaged));
  expect(codes[1]).toEqual([undefined, "source/record-damaged"]);
  expect(codes).toHaveLength(11);
});

it("is told from either of its lists", async () => {
  for (const list of [USERS, IDENTITIES]) {
    expect(await detectSource(Buffer.from(list))).toMatchObject({
      value: { source: "appwrite", certainty: "sure" },
    });
  }
});
