import { expect, it } from "vitest";
import { detected, fallbackTakes, outcomes, readAs } from "./read-samples.js";
import { insertInto } from "./samples.js";

const KEYED = "uB/pLEhhe1W7EtWMv/pSgg==1y8+aso9+h3AKRtJXlVYeg2TZKJUr64hccj82ZZ7Ksk=";

/** Of Umbraco's own test, UmbracoPasswordHasherTests.cs. */
const PUBLISHED = {
  "1": KEYED,
  "2": "t0U8atXTX/efNCtTafukwZeIpr8=",
  "3": "6tZGfG9NTxJJYp19Fac9og==zzRggqANxhb+CbD/VabEt8cIde8=",
  "4": "AQAAAAEAACcQAAAAEDCrYcnIhHKr38yuchsDu6AFqqmLNvRooKObV25GC1LC1tLY+gWGU4xNug0lc17PHA==",
};

const back = (id: number, userPassword: string, more: object = {}) => ({
  ...{ id, userDisabled: 0, userNoConsole: 0, userName: "Ada", userLogin: `ada${id}`, userPassword },
  ...{ userEmail: `ada${id}@example.com`, emailConfirmedDate: null, kind: 0, ...more },
});

it("reads users of Umbraco's back office with the hashes of every release", async () => {
  const dump = insertInto(
    "umbracoUser",
    Object.entries(PUBLISHED).map(([id, hash]) => back(Number(id), hash)),
  );
  const records = await readAs("umbraco", dump);
  const all = (matches: boolean) => Object.fromEntries(Object.keys(PUBLISHED).map((id) => [id, matches]));
  expect(await fallbackTakes(records, "Umbraco9Rocks!")).toEqual(all(true));
  expect(await fallbackTakes(records, "Umbraco9Rocks")).toEqual(all(false));
  expect(await detected(dump)).toEqual(["umbraco", "sure"]);
}, 30_000);

it("holds back users of the back office who are disabled or locked out, and passes over those of interfaces", async () => {
  const users = [
    back(1, KEYED, { userDisabled: 1 }),
    back(2, KEYED, { userNoConsole: 1 }),
    back(3, KEYED, { kind: 1 }),
    back(4, "___UIDEMPTYPWORD__abc"),
  ];
  expect(outcomes(await readAs("umbraco", insertInto("umbracoUser", users)))).toEqual([
    ["1", "user/disabled", "scheme/login-only"],
    ["2", "user/disabled", "scheme/login-only"],
    ["4", "user/no-credential"],
  ]);
});

it("reads Liferay's table with the names in lower case that PostgreSQL gives", async () => {
  const user = { userid: 7, screenname: "ada", password_: "L55TUjtiq8FBorTWAZ0jy6g129A=", passwordencrypted: "t" };
  const records = await readAs(
    "liferay",
    insertInto("user_", [{ ...user, emailaddress: "ada@example.com", status: 0 }]),
  );
  expect(await fallbackTakes(records, "correct horse")).toEqual({ "7": true });
});

const member = (nodeId: number, more: object = {}) => ({
  ...{ nodeId, Email: `ada${nodeId}@example.com`, LoginName: `ada${nodeId}`, Password: KEYED },
  ...{ isApproved: true, isLockedOut: false, uniqueId: `00000000-0000-4000-8000-00000000000${nodeId}`, ...more },
});

it("holds back members of whom nothing says that they are approved and not locked out", async () => {
  const users = [
    member(1),
    member(2, { isApproved: undefined }),
    member(3, { isLockedOut: undefined }),
    member(4, { isApproved: null, isLockedOut: null }),
  ];
  const records = await readAs("umbraco", JSON.stringify(users));
  expect(outcomes(records)).toEqual([
    ["1", "scheme/login-only"],
    ["2", "user/disabled", "scheme/login-only"],
    ["3", "user/disabled", "scheme/login-only"],
    ["4", "scheme/login-only"],
  ]);
  expect(JSON.stringify(records[1])).toContain("credport sources umbraco");
});

it("takes no date of a confirmation for one of the address that is there now", async () => {
  const text = JSON.stringify([member(1, { emailConfirmedDate: "2024-05-01 10:00:00" })]);
  expect(await readAs("umbraco", text)).toMatchObject([{ loginOnly: { user: { emailVerified: false } } }]);
});

it("brings factors to users of the back office by their numbers, where they have no key", async () => {
  const users = [back(-1, KEYED), back(300, KEYED), back(7, KEYED)].map(({ kind: _, ...user }) => user);
  const factors = ["ffffffff", "0000012C"].map((part) => ({
    ...{ userOrMemberKey: `${part}-0000-0000-0000-000000000000`, providerName: "UmbracoUserAppAuthenticator" },
  }));
  expect(outcomes(await readAs("umbraco", JSON.stringify(users), { join: [JSON.stringify(factors)] }))).toEqual([
    ["-1", "scheme/login-only", "user/second-factor-at-login"],
    ["300", "scheme/login-only", "user/second-factor-at-login"],
    ["7", "scheme/login-only"],
  ]);
});

it("reads nothing where there are factors and no member has a key, and all where there are logins alone", async () => {
  const users = JSON.stringify([1, 2].map((id) => member(id, { uniqueId: undefined })));
  const of = { userOrMemberKey: "00000000-0000-4000-8000-000000000001" };
  const factors = JSON.stringify([{ ...of, providerName: "UmbracoMemberAppAuthenticator" }]);
  const logins = JSON.stringify([{ ...of, loginProvider: "UmbracoMembers.Google", providerKey: "108100" }]);
  const records = await readAs("umbraco", users, { join: [factors] });
  expect(outcomes(records)).toEqual(["source/columns-unknown"]);
  expect(JSON.stringify(records)).toContain("file 0: this row (factors)");
  expect(outcomes(await readAs("umbraco", users, { join: [logins] }))).toHaveLength(2);
});

it("takes no mark of Liferay's for one of the address that is there now", async () => {
  const user = { userId: 7, screenName: "ada", password_: "L55TUjtiq8FBorTWAZ0jy6g129A=", passwordEncrypted: 1 };
  const text = insertInto("User_", [{ ...user, emailAddress: "ada@example.com", emailAddressVerified: 1, status: 0 }]);
  expect(await readAs("liferay", text)).toMatchObject([{ loginOnly: { user: { emailVerified: false } } }]);
});
