import { describe, expect, it } from "vitest";
import { detected, prove, readTables } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const dump = sampleOf("phpbb.sql");

describe("phpBB", () => {
  it("is read from a dump, without bots, and with bans and social logins", async () => {
    const read = await readTables("phpbb", dump);
    expect(Object.keys(read.users)).toEqual(["2", "54", "57"]);
    expect(read.users["54"]?.thirdParty).toEqual([
      { thirdPartyId: "google", thirdPartyUserId: "108100", email: "google@example.com", isVerified: false },
    ]);
    expect(read.users["2"]?.thirdParty).toMatchObject([{ thirdPartyId: "bitly" }]);
    expect(Object.keys(read.loginOnly)).toEqual(["52", "53"]);
    expect(read.refused).toEqual({
      "55": ["user/unconfirmed"],
      "56": ["user/banned"],
      "58": ["user/disabled"],
    });
    expect(read.notCarried).toEqual(["group_id", "user name", "user_form_salt", "user_sig", "username_clean"]);
    expect(await prove(read, "phpbb")).toBe(5);
    expect(await detected(dump)).toEqual(["phpbb", "sure"]);
  });

  it("holds an ending ban against the given time", async () => {
    const during = await readTables("phpbb", dump, { now: 1_600_000_000_000 });
    expect(during.refused["57"]).toEqual(["user/banned"]);
  });

  it("reads the bans of phpBB 4, which is another table", async () => {
    const bans = `INSERT INTO \`phpbb_bans\` (\`ban_id\`, \`ban_userid\`, \`ban_mode\`, \`ban_item\`, \`ban_start\`, \`ban_end\`) VALUES
(1, 2, 'user', '2', 1600000000, 0), (2, 0, 'email', 'x@example.com', 1600000000, 0);\n`;
    const { refused, leftOver } = await readTables("phpbb", dump.replace(/^-- Dump completed.*$/m, "") + bans);
    expect(refused["2"]).toEqual(["user/banned"]);
    // Of addresses: one in each table.
    expect(leftOver).toMatchObject([{ part: "bans", rows: 2 }]);
  });

  it("refuses a social login without its ID, and the user with it", async () => {
    const users = "user_id,username,user_email,user_password\n1,a,a@example.com,\n";
    const joined = ["user_id,provider,oauth_provider_id\n1,google,\n"];
    const { refused } = await readTables("phpbb", users, { join: joined });
    expect(refused).toEqual({ "1": ["user/third-party-unusable"] });
  });
});
