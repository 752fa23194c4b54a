import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { detected, prove, readTables } from "./read-samples.js";
import { hashOf, insertInto, PASSWORD } from "./samples.js";

const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");
const SALT = "5ad1f2b8c9";
const salted = (text: string) => sha1(`${SALT}${text}`);

const row = {
  password: `Bcrypt:${hashOf("bcrypt")}`,
  banned: 0,
  banExpires: 0,
  activationCode: 0,
  authData: "",
  salt: "",
};
const dump = insertInto("wcf1_user", [
  { userID: 1, username: "ada", email: "ada@example.com", ...row, multifactorActive: 1 },
  {
    userID: 2,
    username: "kim",
    email: "kim@example.com",
    ...row,
    password: "Invalid:",
    multifactorActive: 0,
  },
  { userID: 3, username: "new", email: "new@example.com", ...row, activationCode: 12, multifactorActive: 0 },
  { userID: 4, username: "troll", email: "troll@example.com", ...row, banned: 1, multifactorActive: 0 },
  { userID: 5, username: "was", email: "was@example.com", ...row, banned: 1, banExpires: 1_000_000_000 },
  { userID: 6, username: "hub", email: "hub@example.com", ...row, password: "", authData: "github:108100" },
  {
    userID: 7,
    username: "old",
    email: "old@example.com",
    ...row,
    password: salted(salted(sha1(PASSWORD))),
    salt: SALT,
  },
]);

describe("WoltLab Suite", () => {
  it("is read from a dump", async () => {
    const read = await readTables("woltlab", dump);
    expect(Object.keys(read.users)).toEqual(["1", "5", "6"]);
    expect(read.users["6"]?.thirdParty).toEqual([
      { thirdPartyId: "github", thirdPartyUserId: "108100", email: "hub@example.com", isVerified: false },
    ]);
    expect(read.warnings).toEqual({ "1": ["user/second-factor-not-carried"] });
    expect(read.refused).toEqual({
      "2": ["scheme/no-password"],
      "3": ["user/unconfirmed"],
      "4": ["user/banned"],
    });
    // Burning Board 3's.
    expect(Object.keys(read.loginOnly)).toEqual(["7"]);
    expect(await prove(read, "woltlab")).toBe(3);
    expect(await detected(dump)).toEqual(["woltlab", "sure"]);
  });
});

it("knows every column of release 6.0", async () => {
  const cover = { coverPhotoHasWebP: 1, disableCoverPhotoReason: "x", disableCoverPhotoExpires: 1 };
  const own = insertInto("wcf1_user", [{ userID: 1, username: "ada", email: "ada@example.com", ...row, ...cover }]);
  expect((await readTables("woltlab", own)).warnings).toEqual({});
});
