import { describe, expect, it } from "vitest";
import { detected, outcomesById, readAs, readUserOf } from "./read-samples.js";
import { lines } from "./samples.js";

const from = "werkzeug";
const hash = "pbkdf2:sha256:1000$abcdefgh$2f415c178ddc57769f22900f6fc9b3541d01b81d7f9d91f6094a7f01f84f1868";
const user = { id: 1, email: "ada@example.com", password_hash: hash };

describe("a Flask application's table of users", () => {
  it.each([
    { user_id: 1, email_address: "ada@example.com", pw_hash: hash, user_name: "ada" },
    { id: 1, mail: "ada@example.com", hashed_password: hash, login: "ada" },
    { uid: "1", email: "ada@example.com", passwd: hash, username: "ada" },
  ])("has columns of usual names: %o", async (row) => {
    const [record] = await readAs(from, lines(row));
    expect(record).toMatchObject({
      loginOnly: {
        hash,
        user: { externalUserId: "1", email: "ada@example.com", emailVerified: false },
        further: { userName: "ada" },
      },
    });
  });

  it.each([
    [{ is_active: "f" }, "user/disabled"],
    [{ disabled: 1 }, "user/disabled"],
    [{ banned: true }, "user/banned"],
    [{ deleted_at: "2024-01-01 00:00:00" }, "user/deleted"],
    [{ email: "ada" }, "user/email-malformed"],
    [{ password_hash: 7 }, "user/field-wrong-type"],
    [{ id: null }, "user/id-unusable"],
  ])("is refused with %o", async (fields, code) => {
    const [codes] = Object.values(await outcomesById(lines({ ...user, ...fields }), { from }));
    expect(codes).toContain(code);
  });

  it("has no verified address by a word for nothing", async () => {
    const read = async (confirmed_on: string) => {
      const [record] = await readAs(from, lines({ ...user, confirmed_on }));
      return record?.kind === "user" && record.loginOnly?.user.emailVerified;
    };
    expect([await read("2024-01-01 00:00:00"), await read("None")]).toEqual([true, false]);
  });

  it("warns of second factors, of which nothing says how they are written", async () => {
    const bcrypt = "$2a$04$SPSaJ9E.CHZhE4IZwiWs7.2izSlGkD7s99fSF96TgP7AI269pM/YG";
    const row = { ...user, password_hash: bcrypt, otp_secret: "JBSWY3DPEHPK3PXP" };
    const { user: read, codes } = await readUserOf(lines(row), "1", { from });
    expect([read?.totp, codes]).toEqual([[], ["user/second-factor-not-carried"]]);
  });

  it("is told by its hashes alone, and never surely", async () => {
    const nobody = { id: 2, email: "bob@example.com", password_hash: null };
    expect(await detected(lines(user, nobody))).toEqual([from, "possible"]);
    expect(await detected(lines({ ...user, password_hash: "scrypt:32768:8:1$a$00" }, nobody))).toEqual([
      from,
      "possible",
    ]);
    for (const other of ["pbkdf2_sha256$1000$a$b", "$2b$10$x", "sha1$a$b"]) {
      expect(await detected(lines({ ...user, password_hash: other }, nobody))).not.toContain(from);
    }
  });
});
