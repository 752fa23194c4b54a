import { describe, expect, it } from "vitest";
import { detected, knowsPassword, outcomesById, readUserOf } from "./read-samples.js";
import { HASHES, lines } from "./samples.js";

const hash = HASHES["bcrypt-2a"];
const confirmed_at = "2024-01-01 00:00:00";

describe("Mastodon's table of users", () => {
  const user = {
    id: "109",
    email: "ada@example.com",
    encrypted_password: hash,
    account_id: "110",
    approved: true,
    disabled: false,
    confirmed_at,
    otp_required_for_login: true,
    otp_secret: "JBSWY3DPEHPK3PXP",
    chosen_languages: null,
  };
  const one = async (fields: object) =>
    (await outcomesById(lines({ ...user, ...fields }), { from: "mastodon" }))["109"];

  it("becomes users", async () => {
    expect(await one({})).toEqual({
      externalUserId: "109",
      email: "ada@example.com",
      emailVerified: true,
      passwordHash: hash,
      source: "mastodon",
      thirdParty: [],
      totp: [{ secretKey: "JBSWY3DPEHPK3PXP", period: 30, skew: 1 }],
    });
    expect(await knowsPassword(await readUserOf(lines(user), "109", { from: "mastodon" }))).toBe(true);
    expect(await detected(lines(user))).toEqual(["mastodon", "sure"]);
  });

  it.each([
    [{ disabled: "t" }, "user/disabled"],
    [{ memorial: "t" }, "user/disabled"],
    [{ approved: "f" }, "user/unconfirmed"],
    [{ confirmed_at: null }, "user/unconfirmed"],
    [{ suspended_at: confirmed_at }, "user/banned"],
  ])("holds a user with %o", async (fields, code) => {
    expect(await one(fields)).toEqual([code]);
  });
});

describe("GitLab's tables", () => {
  const user = {
    id: 1,
    email: "ada@example.com",
    encrypted_password: hash,
    username: "ada",
    state: "active",
    user_type: 0,
    projects_limit: 10,
    confirmed_at,
  };
  const join = [
    lines({ id: 1, extern_uid: "1081", provider: "google_oauth2", user_id: 1 }),
    lines({ id: 1, user_id: 1, email: "ada@work.example", confirmation_token: null, confirmed_at }),
  ];
  const one = async (fields: object) => (await outcomesById(lines({ ...user, ...fields }), { from: "gitlab" }))["1"];

  it("have an address that is not verified where GitLab was not set to send a mail", async () => {
    expect(await one({ confirmation_sent_at: null })).toMatchObject({ emailVerified: false });
    const address = { id: 1, user_id: 1, email: "ada@work.example", confirmation_token: null, confirmed_at };
    const further = async (fields: object) => {
      const more = [lines({ ...address, ...fields })];
      return (await readUserOf(lines(user), "1", { from: "gitlab", join: more })).further;
    };
    const emails = (isVerified: boolean) => ({ emails: [{ value: "ada@work.example", isVerified }] });
    expect(await further({ confirmation_sent_at: "2023-12-31 00:00:00" })).toMatchObject(emails(true));
    expect(await further({ confirmation_sent_at: null })).toMatchObject(emails(false));
  });

  it("have logins at the SAML servers of groups that are told apart", async () => {
    const saml = (user_id: number, saml_provider_id: number | null) =>
      lines({ id: user_id, extern_uid: "ada@example.com", provider: "group_saml", user_id, saml_provider_id });
    const users = `${lines(user)}${lines({ ...user, id: 2, email: "mallory@example.com", username: "m" })}`;
    const found = await outcomesById(users, { from: "gitlab", join: [saml(1, 11), saml(2, 12)] });
    expect(found).toMatchObject({
      1: { thirdParty: [{ thirdPartyId: "group_saml:11", thirdPartyUserId: "ada@example.com" }] },
      2: { thirdParty: [{ thirdPartyId: "group_saml:12", thirdPartyUserId: "ada@example.com" }] },
    });
    const providers = { "group_saml:11": "acme-saml" };
    const named = await outcomesById(users, { from: "gitlab", join: [saml(1, 11)], providers });
    expect(named["1"]).toMatchObject({ thirdParty: [{ thirdPartyId: "acme-saml" }] });
  });

  it("become users with their logins and addresses", async () => {
    expect(await outcomesById(lines(user), { from: "gitlab", join })).toEqual({
      1: {
        externalUserId: "1",
        email: "ada@example.com",
        emailVerified: true,
        passwordHash: hash,
        source: "gitlab",
        thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081", email: "ada@example.com", isVerified: true }],
        totp: [],
      },
    });
    const { further } = await readUserOf(lines(user), "1", { from: "gitlab", join });
    expect(further).toMatchObject({
      userName: "ada",
      emails: [{ value: "ada@work.example", isVerified: true }],
    });
    expect(await detected(lines(user))).toEqual(["gitlab", "sure"]);
  });

  it.each([
    [{ state: "blocked" }, "user/disabled"],
    [{ state: "banned" }, "user/banned"],
    [{ state: "blocked_pending_approval" }, "user/unconfirmed"],
    [{ user_type: "6" }, "user/disabled"],
    [{ confirmed_at: "" }, "user/unconfirmed"],
  ])("hold a user with %o", async (fields, code) => {
    expect(await one(fields)).toEqual([code]);
  });
});
