import { describe, expect, it } from "vitest";
import { detected, outcomesById, readUserOf } from "./read-samples.js";
import { lines, sampleOf } from "./samples.js";

const from = "sorcery";
const hash = "$2a$04$SPSaJ9E.CHZhE4IZwiWs7.2izSlGkD7s99fSF96TgP7AI269pM/YG";
const user = { id: 1, email: "ada@example.com", crypted_password: hash, salt: "Vq3xSyzPk8_dW2sTmN7b" };
const one = async (fields: object, more = {}) =>
  (await outcomesById(lines({ ...user, ...fields }), { from, ...more }))["1"];

describe("Sorcery's table of users", () => {
  it("has hashes that are one text with their salt, for the login only", async () => {
    const { loginOnly } = await readUserOf(lines(user), "1", { from });
    expect(loginOnly?.hash).toBe(`sorcery$VnEzeFN5elBrOF9kVzJzVG1ON2I=$${hash}`);
    expect(await one({})).toEqual(["wrapping/prehashed"]);
  });

  it("has hashes over the password where the application has no such column", async () => {
    expect(await one({ salt: null })).toMatchObject({ passwordHash: hash });
    expect(await one({ salt: "" }, { peppered: true })).toEqual(["wrapping/peppered"]);
  });

  it("has hashes over a pepper as well, for the login that has it", async () => {
    const { loginOnly } = await readUserOf(lines(user), "1", { from, peppered: true });
    expect(loginOnly?.hash).toBe(`sorcery$VnEzeFN5elBrOF9kVzJzVG1ON2I=$${hash}`);
  });

  it.each([
    [{ activation_state: "pending" }, "user/unconfirmed"],
    [{ deleted_at: "2024-01-01 00:00:00" }, "user/deleted"],
    [{ banned_at: "2024-01-01 00:00:00" }, "user/banned"],
    [{ crypted_password: "da39a3ee5e6b4b0d3255bfef95601890afd80709" }, "scheme/unsupported"],
    [{ crypted_password: hash.slice(0, -4) }, "scheme/malformed"],
    [{ email: "ada" }, "user/email-malformed"],
    [{ id: null }, "user/id-unusable"],
  ])("is refused with %o", async (fields, code) => {
    const [codes] = Object.values(await outcomesById(lines({ ...user, ...fields }), { from }));
    expect(codes).toContain(code);
  });

  it("says nothing of the address of an active user, who may have changed it", async () => {
    expect(await one({ salt: null, activation_state: "active" })).toMatchObject({ emailVerified: false });
  });

  it("is told by the columns of its modules", async () => {
    expect(await detected(sampleOf("sorcery.sql"))).toEqual([from, "sure"]);
    expect(await detected(lines(user))).toEqual([from, "possible"]);
    expect(await detected(lines({ id: 1, crypted_password: "x", password_salt: "y" }))).toBe("source/system-unclear");
  });
});
