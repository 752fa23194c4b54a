import { expect, it } from "vitest";
import { outcomes, readAs } from "./read-samples.js";
import { insertInto } from "./samples.js";

const BCRYPT = "$2a$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const [PAST, AHEAD] = ["20200101000000Z", "20990101000000Z"];

async function codesOfEntry(line: string): Promise<unknown> {
  const entry = ["dn: uid=ada,dc=example", "objectClass: person", "uid: ada", "mail: a@example.com"];
  const [found] = outcomes(await readAs("ldap", [...entry, `userPassword: {CRYPT}${BCRYPT}`, line, "", ""].join("\n")));
  return Array.isArray(found) ? found.slice(1) : ((found as { warnings?: unknown }).warnings ?? []);
}

it.each([
  [`krbPrincipalExpiration: ${PAST}`],
  [`pwdEndTime: ${PAST}`],
  [`pwdStartTime: ${AHEAD}`],
  [`ds-pwp-account-expiration-time: ${PAST}`],
  ["sambaAcctFlags: [UD         ]"],
  ["sambaKickoffTime: 1500000000"],
  ["nsRoleDN: cn=nsManagedDisabledRole,dc=example"],
  ["nsRoleDN: cn=staff,dc=example\nnsRoleDN: cn=nsDisabledRole,dc=example"],
  ["inetUserStatus: inactive"],
  ["accountExpires: 131000000000000000"],
  ["shadowExpire: 1"],
])("holds back an entry with %s", async (line) => {
  expect(await codesOfEntry(line)).toEqual(["user/disabled"]);
});

it("holds back an entry that is marked as deleted", async () => {
  expect(await codesOfEntry("inetUserStatus: deleted")).toEqual(["user/deleted"]);
});

it.each([
  [`krbPasswordExpiration: ${PAST}`],
  [`passwordExpirationTime: ${PAST}`],
  ["passwordExpirationTime: 19700101000000Z"],
  ["shadowLastChange: 0"],
  ["shadowLastChange: 18000\nshadowMax: 90"],
  ["pwdLastSet: 0"],
])("says of an entry with %s that its password has to be replaced", async (line) => {
  expect(await codesOfEntry(line)).toEqual(["user/must-reset"]);
});

it.each([
  [`krbPrincipalExpiration: ${AHEAD}`],
  [`krbPasswordExpiration: ${AHEAD}`],
  [`pwdEndTime: ${AHEAD}`],
  [`pwdStartTime: ${PAST}`],
  ["sambaAcctFlags: [U          ]"],
  ["sambaKickoffTime: 0"],
  ["nsRoleDN: cn=staff,dc=example"],
  ["inetUserStatus: active"],
  ["accountExpires: 9223372036854775807"],
  ["accountExpires: 0"],
  ["shadowLastChange: 18000\nshadowMax: 99999"],
  ["shadowMax: 90"],
])("finds an entry with %s in order", async (line) => {
  expect(await codesOfEntry(line)).toEqual([]);
});

it.each([
  ["20200101000000", true],
  ["2020-01-01 00:00:00+00", true],
  ["20990101000000", false],
  [null, false],
])("says of MediaWiki's password that expires at %s whether it has to be replaced", async (expires, isDue) => {
  const user = { user_id: 1, user_name: "Ada", user_email: "a@example.com", user_password: BCRYPT };
  const dump = insertInto("user", [{ ...user, user_password_expires: expires }]);
  expect(JSON.stringify(await readAs("mediawiki", dump)).includes("user/must-reset")).toBe(isDue);
});

it.each<[string, object, string | undefined]>([
  ["symfony", { expired: 1 }, "user/disabled"],
  ["symfony", { expires_at: "2020-01-01 00:00:00" }, "user/disabled"],
  ["symfony", { credentials_expired: 1 }, "user/must-reset"],
  ["symfony", { expired: 0, expires_at: "2099-01-01 00:00:00", credentials_expired: 0 }, undefined],
  ["spring", { credentials_non_expired: 0 }, "user/must-reset"],
])("says of %s' user with %j what their account is", async (from, more, code) => {
  const user = { id: 1, username: "ada", email: "a@example.com", password: BCRYPT, enabled: 1, ...more };
  const roles = from === "symfony" ? { roles: '["ROLE_USER"]' } : {};
  const records = await readAs(from as "spring", insertInto("users", [{ ...user, ...roles }]));
  expect(/"user\/[a-z-]+"/.exec(JSON.stringify(records))?.[0]).toBe(code === undefined ? undefined : `"${code}"`);
});

it.each<[string | null, string | undefined]>([
  ["account-blocked", "user/disabled"],
  ["pending-approval", "user/unconfirmed"],
  ["pending-registration:0c5b9bd4-6a57", "user/unconfirmed"],
  ["gdpr-unsubscribed", "user/deleted"],
  ["on-probation", "user/disabled"],
  ["reset-password-request:0c5b9bd4-6a57", undefined],
  ["", undefined],
  [null, undefined],
])("says of py4web's user with the token %s what their account is", async (action_token, code) => {
  const user = { id: 1, email: "ada@example.com", password: BCRYPT, sso_id: null, action_token };
  const records = await readAs("web2py", insertInto("auth_user", [user]));
  expect(/"user\/[a-z-]+"/.exec(JSON.stringify(records))?.[0]).toBe(code === undefined ? undefined : `"${code}"`);
});
