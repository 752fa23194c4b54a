import { describe, expect, it } from "vitest";
import { detected, prove, readTables } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const dump = sampleOf("joomla.sql");

describe("Joomla", () => {
  it("is read from a dump with a prefix of the site's own", async () => {
    const read = await readTables("joomla", dump);
    expect(Object.keys(read.users)).toEqual(["1", "6", "7"]);
    expect(read.users["1"]).toMatchObject({ email: "ada@example.com", source: "joomla", totp: [] });
    expect(Object.keys(read.loginOnly)).toEqual(["2", "3"]);
    expect(read.refused).toEqual({ "4": ["user/disabled"], "5": ["user/unconfirmed"] });
    expect(read.warnings).toEqual({
      "6": ["user/second-factor-not-carried"],
      "7": ["user/second-factor-not-carried"],
    });
    expect(await prove(read, "joomla")).toBe(5);
    expect(await detected(dump)).toEqual(["joomla", "sure"]);
  });

  it.each([
    ["a mark that is a word", { block: "maybe" }, ["user/field-wrong-type"]],
    ["no ID", { id: null }, ["user/id-unusable"]],
    ["neither address nor user name", { email: "", username: "" }, ["user/email-missing"]],
  ])("refuses a user with %s", async (_, change, codes) => {
    const password = /\$2y\$04[^']+/.exec(dump)?.[0];
    const row = { id: 1, username: "a", email: "a@example.com", password, block: 0, ...change };
    const { refused } = await readTables("joomla", JSON.stringify({ users: [row] }));
    expect(Object.values(refused)).toEqual([codes]);
  });
});
