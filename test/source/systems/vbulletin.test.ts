import { describe, expect, it } from "vitest";
import { detected, prove, readTables } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const dump = sampleOf("vbulletin.sql");

describe("vBulletin", () => {
  it("is read from a dump; its hashes are for the login-time fallback", async () => {
    const read = await readTables("vbulletin", dump);
    expect(read.users).toEqual({});
    expect(Object.keys(read.loginOnly)).toEqual(["1", "2", "6"]);
    expect(read.refused).toMatchObject({
      "3": expect.arrayContaining(["user/unconfirmed"]),
      "4": expect.arrayContaining(["user/banned"]),
      "5": expect.arrayContaining(["user/banned"]),
    });
    expect(read.refused["4"]?.filter((code) => code === "user/banned")).toHaveLength(1);
    expect(await prove(read, "vbulletin")).toBe(3);
    expect(await detected(dump)).toEqual(["vbulletin", "sure"]);
  });

  it("puts together the digest and the salt of releases 3 and 4", async () => {
    const csv =
      "userid,usergroupid,username,password,salt,email\n1,2,ada,0c70b635d816cc3707a4d6b4a1915273,a~bc,ada@example.com\n";
    const read = await readTables("vbulletin", csv);
    expect(read.loginOnly).toEqual({ "1": "0c70b635d816cc3707a4d6b4a1915273:a~bc" });
    expect(await prove(read, "vbulletin")).toBe(1);
    expect(await detected(csv)).toEqual(["vbulletin", "sure"]);
  });
});
