import { describe, expect, it } from "vitest";
import { detected, outcomesById, readUserOf } from "./read-samples.js";
import { lines, sampleOf } from "./samples.js";

const from = "adonisjs";
/** Made by npm's @adonisjs/hash 9.0.5, of the password "secret". */
const bcrypt = "$bcrypt$v=98$r=4$tsXUhbScIwGn9wo5dtOMPw$SxI6Uy4MqxShTJD9m4b8d+Azyo7MsiY";
const scrypt =
  "$scrypt$n=1024,r=8,p=1$TfHkpOHDi3G1XGLdcJ2FxQ$f5NYfDR4YykdYM5h9bYEJ3Q2ioM2VtBOLLhs9VauSvJbXMKT8OXLVX5e0Ldi2eIgR1Ngb7gciWYKjSNbB+DbDQ";
const user = { id: 1, email: "ada@example.com", password: bcrypt, full_name: "Ada" };
const one = async (fields: object, more = {}) =>
  (await outcomesById(lines({ ...user, ...fields }), { from, ...more }))["1"];

describe("AdonisJS' table of users", () => {
  it("has bcrypt in parts, which is imported as the standard string", async () => {
    const passwordHash = "$2b$04$rqVSfZQaGuEl7um3brMKNuQvG4Sw2KovQfRHB7k2Z6b8.xwm5KqgW";
    expect(await one({})).toMatchObject({ passwordHash, emailVerified: false });
    expect(await one({ password: bcrypt.replace("98", "97") })).toMatchObject({
      passwordHash: passwordHash.replace("2b", "2a"),
    });
  });

  it("has scrypt by default, for the login only", async () => {
    expect(await one({ password: scrypt })).toEqual(["scheme/login-only"]);
    const { loginOnly } = await readUserOf(lines({ ...user, password: scrypt }), "1", { from });
    expect(loginOnly?.hash).toBe(scrypt);
  });

  it("is not verified by a word for nothing", async () => {
    expect(await one({ email_verified_at: "None" })).toMatchObject({ emailVerified: false });
  });

  it.each(["email_verified_at", "is_email_verified", "email_verified"])("is verified by %s", async (column) => {
    const value = column === "email_verified_at" ? "2024-05-01 10:00:00" : 1;
    expect(await one({ [column]: value })).toMatchObject({ emailVerified: true });
    expect(await one({ [column]: null })).toMatchObject({ emailVerified: false });
  });

  it.each([
    [{ is_active: 0 }, "user/disabled"],
    [{ disabled_at: "2024-05-01 10:00:00" }, "user/disabled"],
    [{ banned_at: "2024-05-01 10:00:00" }, "user/banned"],
    [{ deleted_at: "2024-05-01 10:00:00" }, "user/deleted"],
    [{ password: bcrypt.slice(0, -1) }, "wrapping/incomplete"],
    [{ email: "ada" }, "user/email-malformed"],
    [{ id: null }, "user/id-unusable"],
    [{ provider: "github", provider_id: null, password: null }, "user/no-credential"],
  ])("is refused with %o", async (fields, code) => {
    const [codes] = Object.values(await outcomesById(lines({ ...user, ...fields }), { from }));
    expect(codes).toContain(code);
  });

  it("is told by the form of its hashes, and never surely", async () => {
    expect(await detected(sampleOf("adonisjs.sql"))).toEqual([from, "possible"]);
    expect(await detected(lines(user))).toEqual([from, "possible"]);
    expect(await detected(lines({ ...user, password: "$2b$10$x" }))).toBe("source/system-unclear");
  });
});
