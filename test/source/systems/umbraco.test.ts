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
