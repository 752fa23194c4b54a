import { describe, expect, it } from "vitest";
import { detected, expectSamplePasswords, readAs, readTables } from "./read-samples.js";
import { sampleOf } from "./samples.js";

describe("MyBB", () => {
  const dump = sampleOf("mybb.sql");

  it("is read from a dump, with its bans and without tables of other programs", async () => {
    const read = await readTables("mybb", dump);
    expect(Object.keys(read.loginOnly)).toEqual(["1", "2", "5"]);
    expect(read.refused).toEqual({
      "3": ["user/unconfirmed", "scheme/login-only"],
      "4": ["user/banned", "scheme/login-only"],
    });
    expect(read.users).toEqual({});
    expect(await expectSamplePasswords(await readAs("mybb", dump), "mybb")).toBe(3);
    expect(await detected(dump)).toEqual(["mybb", "sure"]);
    expect(JSON.stringify(read)).not.toContain("not to be kept");
  });

  it("says once that a user is banned, however many bans there are", async () => {
    const users = "uid,username,email,password,salt\n1,a,a@example.com,,abc\n";
    const read = await readTables("mybb", users, { join: ["uid,bantime,lifted\n1,---,0\n1,---,0\n"] });
    expect(read.refused).toEqual({ "1": ["user/banned"] });
  });

  it("imports the bcrypt of a plug-in, whatever salt is beside it", async () => {
    const hash = "$2y$04$ls8X5dguvtE6fI.HyWMGhuOo6FeenDRgJZThrXUI5sn4hu7emHoB6";
    const read = await readTables("mybb", `uid,username,email,password,salt\n1,a,a@example.com,${hash},abc\n`);
    expect(read.users["1"]).toMatchObject({ passwordHash: hash.replace("$2y$", "$2y$"), source: "mybb" });
  });

  it.each([
    ["a digest that is cut off", "1,a,a@example.com,8d2129083ef35f4b365d5d87487e120,47204", ["user/password"]],
    ["no ID", ",a,a@example.com,8d2129083ef35f4b365d5d87487e1207,47204", ["user/id-unusable"]],
  ])("refuses a user with %s", async (_, row) => {
    const { loginOnly, refused, users } = await readTables("mybb", `uid,username,email,password,salt\n${row}\n`);
    expect([loginOnly, users]).toEqual([{}, {}]);
    expect(Object.values(refused)[0]?.length).toBeGreaterThan(0);
  });
});

describe("Simple Machines Forum", () => {
  const dump = sampleOf("smf.sql");

  it("is read from a dump, with the name in each hash", async () => {
    const read = await readTables("smf", dump);
    expect(Object.keys(read.loginOnly)).toEqual(["1", "2"]);
    expect(read.refused).toEqual({
      "3": ["user/unconfirmed", "wrapping/prehashed"],
      "4": ["user/banned", "wrapping/prehashed"],
      "5": ["user/deleted", "wrapping/prehashed"],
      "6": ["wrapping/incomplete"],
    });
    expect(await expectSamplePasswords(await readAs("smf", dump), "smf")).toBe(2);
    expect(await detected(dump)).toEqual(["smf", "sure"]);
    expect(JSON.stringify(read)).not.toContain("not to be kept");
  });

  it("has the second factor of a user whose other login can be imported", async () => {
    const [ada] = await readAs("smf", dump);
    expect(ada?.kind === "user" && ada.loginOnly?.user?.totp).toEqual([
      { secretKey: "GEZDGNBVGY3TQOJQ", period: 30, skew: 1 },
    ]);
  });

  it.each([
    [
      "an unknown state",
      "9,a,$2y$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe,a@example.com,99",
      "user/field-wrong-type",
    ],
    ["no name", "9,,da39a3ee5e6b4b0d3255bfef95601890afd80709,a@example.com,1", "wrapping/incomplete"],
  ])("refuses a user with %s", async (_, row, code) => {
    const table = `id_member,member_name,passwd,email_address,is_activated\n${row}\n`;
    expect((await readTables("smf", table)).refused["9"]).toContain(code);
  });
});
