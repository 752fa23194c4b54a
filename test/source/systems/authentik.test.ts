import { expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { expectSamplePasswords, outcomes, readAs, readTables } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const DUMP = sampleOf("authentik.sql");
const LOGINS = sampleOf("authentik-logins.csv");

it("gives users with their second factors and logins, and skips accounts of services", async () => {
  const read = await readTables("authentik", DUMP, { join: [LOGINS] });
  expect(Object.keys(read.loginOnly)).toEqual(["1"]);
  expect(read.users).toEqual({
    "2": expect.objectContaining({
      email: "bob@example.com",
      emailVerified: false,
      totp: [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1, deviceName: "phone" }],
    }),
    "3": expect.objectContaining({
      thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081", email: "cyd@example.com", isVerified: false }],
    }),
  });
  expect(read.refused).toEqual({
    "4": ["user/disabled", "scheme/login-only"],
    "5": ["user/not-a-person"],
  });
  expect(read.leftOver).toEqual([]);
});

it("has hashes of the password", async () => {
  expect(await expectSamplePasswords(await readAs("authentik", DUMP), "authentik")).toBe(2);
});

it("takes the source's ID where a later release has the identifier beside it", async () => {
  const later = [{ id: 1, user_id: 3, source_id: "e8e2aafe", identifier: "1081", created: "x", last_updated: "x" }];
  const dump = DUMP.replace(
    "--\n-- PostgreSQL database dump complete",
    `COPY public.authentik_core_usersourceconnection (${Object.keys(later[0] as object).join(", ")}) FROM stdin;\n${Object.values(later[0] as object).join("\t")}\n\\.\n\n--\n-- PostgreSQL database dump complete`,
  );
  const read = await readTables("authentik", dump, { providers: { e8e2aafe: "google" } });
  expect(read.users["3"]?.thirdParty).toMatchObject([{ thirdPartyId: "google", thirdPartyUserId: "1081" }]);
});

it.each([
  ["a row with a cell too few", DUMP.replace("\tbob@example.com", ""), "2", "source/record-damaged"],
  ["a damaged hash", DUMP.replace("argon2$argon2id", "argon2$argon2"), "2", "wrap"],
  ["a malformed address", DUMP.replace("ada@example.com", "ada example.com"), "1", "user/email-malformed"],
  ["a key in another encoding", DUMP.replace("3132333435363738", "xx32333435363738"), "2", "secret/"],
])("keeps the others beside %s", async (_, dump, damaged, code) => {
  const records = await readAs("authentik", dump);
  const sound = records.filter((record) => record.kind === "user" && (record.result.ok || record.loginOnly));
  // The third one has no login without the other file.
  expect(sound.map((record) => record.kind === "user" && record.userId)).toEqual(
    ["1", "2"].filter((id) => id !== damaged),
  );
  expect(JSON.stringify(outcomes(records))).toContain(code);
});

it("is told from its tables", async () => {
  for (const file of [DUMP, LOGINS]) {
    expect(await detectSource(Buffer.from(file))).toMatchObject({
      value: { source: "authentik", certainty: "sure" },
    });
  }
});
