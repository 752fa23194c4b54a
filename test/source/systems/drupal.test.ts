import { describe, expect, it } from "vitest";
import { detected, prove, readTables } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const dump = sampleOf("drupal.sql");

describe("Drupal", () => {
  it("is read from a dump, without the anonymous user and the rows of translations", async () => {
    const read = await readTables("drupal", dump);
    expect(Object.keys(read.users)).toEqual(["1", "2", "4"]);
    expect(read.users["1"]).toMatchObject({
      email: "ada@example.com",
      emailVerified: false,
      source: "drupal",
    });
    expect(read.users["4"]).toEqual({
      externalUserId: "4",
      email: "social@example.com",
      emailVerified: false,
      thirdParty: [
        {
          thirdPartyId: "google",
          thirdPartyUserId: "108100",
          email: "social@example.com",
          isVerified: false,
        },
      ],
      totp: [],
    });
    expect(Object.keys(read.loginOnly)).toEqual(["5", "6"]);
    expect(read.refused).toEqual({ "3": ["user/disabled"] });
    expect(read.warnings).toEqual({ "2": ["user/second-factor-not-carried"] });
    expect(await prove(read, "drupal")).toBe(4);
    expect(await detected(dump)).toEqual(["drupal", "sure"]);
  });

  it("is read from Drupal 7's table", async () => {
    const hash = read7();
    const csv = `uid,name,pass,mail,theme,signature,created,access,login,status,timezone,language,picture,init,data\n0,,,,,,0,0,0,0,NULL,,0,,NULL\n1,ada,${hash},ada@example.com,,,1,1,1,1,NULL,,0,ada@example.com,b:0;\n2,kim,${hash},,,,1,1,1,1,NULL,,0,,NULL\n`;
    expect(await detected(csv)).toEqual(["drupal", "sure"]);
    const read = await readTables("drupal", csv);
    expect(Object.keys(read.users)).toEqual(["1"]);
    expect(read.notCarried).toEqual(["access", "created", "data", "init", "login", "picture", "user name"]);
    expect(Object.keys(read.loginOnly)).toEqual(["2"]);
    expect(read.refused).toEqual({});
  });
});

/** A hash as Drupal writes it since 10.1. */
function read7(): string {
  const [hash = ""] = /\$2y\$[^']+/.exec(dump) ?? [];
  return hash;
}
