import { describe, expect, it } from "vitest";
import { outcomesById } from "./read-samples.js";
import { lines } from "./samples.js";

describe("a password of ASP.NET Membership that is not hashed", () => {
  const user = { UserId: "u1", UserName: "ada", Email: "ada@example.com", PasswordSalt: "c2FsdA==" };
  const one = async (fields: object) =>
    (await outcomesById(lines({ ...user, ...fields }), { from: "aspnet-membership" })).u1;

  it.each([
    ["is clear", { Password: "Summer2012", PasswordFormat: 0 }, ["scheme/plain-text"]],
    ["is clear, in a column of text", { Password: "Summer2012", PasswordFormat: "0" }, ["scheme/plain-text"]],
    ["is clear and looks like a digest", { Password: `${"a".repeat(27)}=`, PasswordFormat: 0 }, ["scheme/plain-text"]],
    ["is encrypted", { Password: "q83vEjRWeJA=", PasswordFormat: 2 }, ["user/password-not-exported"]],
    ["is of another kind", { Password: "q83vEjRWeJA=", PasswordFormat: 3 }, ["scheme/unsupported"]],
    ["is not there", { Password: null, PasswordFormat: 2 }, ["user/no-credential"]],
    ["is hashed all the same", { Password: `${"a".repeat(26)}A=`, PasswordFormat: 1 }, ["scheme/login-only"]],
  ])("%s", async (_, fields, codes) => {
    expect(await one(fields)).toEqual(codes);
  });
});
