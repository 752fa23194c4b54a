import { describe, expect, it } from "vitest";
import { detected, prove, readTables } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const dump = sampleOf("magento.sql");

describe("Magento", () => {
  it("is read from a dump, with each version of its hashes", async () => {
    const read = await readTables("magento", dump);
    expect(Object.keys(read.users)).toEqual(["1", "6"]);
    expect(read.users["1"]?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    expect(Object.keys(read.loginOnly)).toEqual(["2", "3"]);
    expect(read.loginOnly["3"]).toMatch(/:0$/);
    expect(read.refused).toMatchObject({
      "4": ["user/disabled"],
      "5": ["user/unconfirmed"],
      "7": ["user/duplicate-email"],
      "8": ["user/duplicate-email"],
      "9": [expect.stringMatching(/^(?:hash|scheme|wrapping)\//)],
    });
    expect(read.notCarried).toEqual(["firstname", "group_id", "rp_token", "website_id"]);
    expect(await prove(read, "magento")).toBe(4);
    expect(await detected(dump)).toEqual(["magento", "sure"]);
  });

  it("refuses a customer whose mark is neither true nor false", async () => {
    const row = { entity_id: 1, email: "a@example.com", password_hash: null, is_active: "?" };
    const { refused } = await readTables("magento", JSON.stringify([row]));
    expect(refused).toEqual({ "1": ["user/field-wrong-type"] });
  });
});
