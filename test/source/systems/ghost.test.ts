import { expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { expectSamplePasswords, outcomes, readAs } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const DUMP = sampleOf("ghost.sql");
const EXPORT = sampleOf("ghost.json");
const ID = (digit: number) => `5951f5fca366002ebd5dbef${digit}`;
const user = (digit: number, name: string) => ({
  externalUserId: ID(digit),
  email: `${name}@example.com`,
  emailVerified: false,
  scheme: "2a",
  source: "ghost",
  thirdParty: [],
  totp: [],
});

it("gives the staff, those with a warning too", async () => {
  expect(outcomes(await readAs("ghost", DUMP))).toEqual([
    user(1, "ada"),
    user(2, "bob"),
    [ID(3), "user/disabled"],
    { ...user(4, "dan"), warnings: ["user/must-reset"] },
    [ID(5), "bcrypt/truncated"],
  ]);
  expect(await expectSamplePasswords(await readAs("ghost", DUMP), "ghost")).toBe(3);
});

it("reads the export of the administration", async () => {
  expect(outcomes(await readAs("ghost", EXPORT))).toEqual([user(1, "ada"), user(2, "bob")]);
  const withoutHashes = EXPORT.replace(/"password": "[^"]*"/g, '"password": ""');
  expect(outcomes(await readAs("ghost", withoutHashes))).toEqual([
    [ID(1), "user/no-credential"],
    [ID(2), "user/no-credential"],
  ]);
});

it.each([
  ["a row with a value too few", DUMP.replace("'bob@example.com',", ""), 1],
  ["a quotation mark that never ends", DUMP.replace("'bob@example.com'", "'bob@example.com"), 1],
])("keeps the users before %s", async (_, dump, least) => {
  const sound = (await readAs("ghost", dump)).filter((record) => record.kind === "user" && record.result.ok);
  expect(sound.length).toBeGreaterThanOrEqual(least);
  expect(sound.length).toBeLessThan(3);
});

it("is told from its columns, in either form", async () => {
  for (const file of [DUMP, EXPORT]) {
    expect(await detectSource(Buffer.from(file))).toMatchObject({
      value: { source: "ghost", certainty: "sure" },
    });
  }
});
