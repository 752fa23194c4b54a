import { describe, expect, it } from "vitest";
import { detected, prove, readTables } from "./read-samples.js";
import { hashOf } from "./samples.js";

const hash = hashOf("bcrypt over md5");
const csv = `id,user_name,user_hash,status,deleted,is_group,email_address
1,admin,${hash},Active,0,0,ada@example.com
8f2b6c1e-1d1a-4b4e-9a55-65f6f1f2a001,kim,${hash},Inactive,0,0,kim@example.com
8f2b6c1e-1d1a-4b4e-9a55-65f6f1f2a002,gone,${hash},Active,1,0,gone@example.com
8f2b6c1e-1d1a-4b4e-9a55-65f6f1f2a003,sales,,Active,0,1,sales@example.com
8f2b6c1e-1d1a-4b4e-9a55-65f6f1f2a004,nomail,${hash},Active,0,0,NULL
`;

describe("SuiteCRM", () => {
  it("is read from one query; its hashes are for the login-time fallback", async () => {
    const read = await readTables("suitecrm", csv);
    expect(read.users).toEqual({});
    expect(read.loginOnly).toMatchObject({ "1": hash });
    expect(Object.keys(read.loginOnly)).toEqual(["1", "8f2b6c1e-1d1a-4b4e-9a55-65f6f1f2a004"]);
    expect(Object.values(read.refused)).toEqual([
      expect.arrayContaining(["user/disabled"]),
      expect.arrayContaining(["user/deleted"]),
    ]);
    expect(await prove(read, "suitecrm")).toBe(2);
    expect(await detected(csv)).toEqual(["suitecrm", "sure"]);
  });

  it.each(["1", "1.0", "true", "TRUE", "t", "yes", "Y", "on"])("passes over a group with is_group %s", async (yes) => {
    const read = await readTables("suitecrm", csv.replace("sales,,Active,0,1", `sales,${hash},Active,0,${yes}`));
    expect(Object.keys(read.loginOnly)).toEqual(["1", "8f2b6c1e-1d1a-4b4e-9a55-65f6f1f2a004"]);
    expect(Object.keys(read.refused)).toHaveLength(2);
  });

  it.each([
    ["ACTIVE", true],
    ["active ", true],
    ["", true],
    [undefined, true],
    [null, false],
    ["inactive", false],
  ])("asks the status as SuiteCRM does: %j", async (status, isIn) => {
    const user = { id: "1", user_name: "ada", user_hash: hash, status, email_address: "ada@example.com" };
    const { loginOnly, refused } = await readTables("suitecrm", JSON.stringify([user]));
    expect([Object.keys(loginOnly), refused["1"]?.includes("user/disabled") ?? false]).toEqual([
      isIn ? ["1"] : [],
      !isIn,
    ]);
  });

  it("takes no hash from a user whose password a directory or a provider checks", async () => {
    const table = `id,user_name,user_hash,status,external_auth_only,portal_only,email_address
1,ada,${hash},Active,0,0,ada@example.com
2,kim,${hash},Active,1,0,kim@example.com
3,pat,${hash},Active,0,1,pat@example.com
`;
    const { loginOnly, refused } = await readTables("suitecrm", table);
    expect(Object.keys(loginOnly)).toEqual(["1"]);
    expect(refused).toEqual({ "2": ["user/no-credential"], "3": ["user/disabled", "wrapping/prehashed"] });
  });
});
