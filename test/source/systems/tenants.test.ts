import { describe, expect, it } from "vitest";
import { planChunks } from "../../../src/source/chunks/plan-chunks.js";
import { bytesOf } from "../read-users.js";
import { outcomes, readAs } from "./read-samples.js";
import { lines } from "./samples.js";

const HASH = "$2a$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

const casdoor = (owner: string, id: string) => {
  return { owner, name: "ada", id, email: `${id}@example.com`, passwordType: "bcrypt", password: HASH };
};
const fusionauth = (tenantId: string, id: string) => ({
  ...{ id, tenantId, active: true, email: `${id}@example.com`, encryptionScheme: "bcrypt", factor: 4, password: HASH },
});
const method = (tenant: string, email: string) => {
  return { recipeId: "emailpassword", email, passwordHash: HASH, tenantIds: [tenant] };
};
const supertokens = (tenant: string, externalUserId: string) => ({
  externalUserId,
  loginMethods: [method(tenant, `${externalUserId}@example.com`)],
});

describe.each([
  ["casdoor", casdoor, (users: object[]) => ({ data: users })],
  ["fusionauth", fusionauth, (users: object[]) => ({ users })],
  ["supertokens", supertokens, (users: object[]) => ({ users })],
] as const)("the tenants of %s", (from, user, fileOf) => {
  const file = (...users: (readonly [string, string])[]) =>
    JSON.stringify(fileOf(users.map(([tenant, id]) => user(tenant, id))));
  const BOTH = file(["acme", "a"], ["evil", "b"], ["acme", "c"]);

  it("are not read together", async () => {
    expect(outcomes(await readAs(from, BOTH))).toEqual(["source/table-prefix"]);
    expect(JSON.stringify(await readAs(from, BOTH))).toContain("acme, evil");
  });

  it("are read one at a time, also the last of many", async () => {
    const ids = async (text: string, tablePrefix: string) =>
      (await readAs(from, text, { tablePrefix })).map((record) => record.kind === "user" && record.userId);
    expect(await ids(BOTH, "acme")).toEqual(["a", "c"]);
    expect(await ids(BOTH, "evil")).toEqual(["b"]);
    const many = Array.from({ length: 12 }, (_, at) => [`t${at}`, `u${at}`] as const);
    expect(await ids(file(...many), "t11")).toEqual(["u11"]);
    expect(outcomes(await readAs(from, BOTH, { tablePrefix: "third" }))).toEqual(["source/table-prefix"]);
  });

  it("change nothing where there is one", async () => {
    expect(await readAs(from, file(["acme", "a"], ["acme", "c"]))).toHaveLength(2);
  });

  it("are not divided, since no chunk knows the others' tenants", async () => {
    const planned = await planChunks(bytesOf(BOTH), { from }, 1 << 16);
    expect(planned).toMatchObject({ ok: false, problems: [{ code: "source/not-divisible" }] });
  });
});

/** Each has administrators of its own. */
it("reads one virtual instance of Liferay at a time, whatever the spelling", async () => {
  const row = (companyId: number, userId: number) => ({
    ...{ userId, companyId, screenName: `u${userId}`, emailAddress: `u${userId}@example.com` },
    ...{ password_: HASH, passwordEncrypted: 1, status: 0 },
  });
  const users = [row(20097, 1), row(39999, 7)];
  for (const columns of [users, users.map((one) => JSON.parse(JSON.stringify(one).toLowerCase()))]) {
    const text = lines(...columns);
    expect(outcomes(await readAs("liferay", text))).toEqual(["source/table-prefix"]);
    expect(JSON.stringify(await readAs("liferay", text))).toContain("instances");
    const one = await readAs("liferay", text, { tablePrefix: "20097" });
    expect(one.map((record) => record.kind === "user" && record.userId)).toEqual(["1"]);
  }
  expect(outcomes(await readAs("liferay", lines(row(20097, 1), row(20097, 2))))).toHaveLength(2);
});

it("reads one project of Authgear at a time", async () => {
  const users = lines(...["acme", "evil"].map((app_id) => ({ id: app_id, app_id, standard_attributes: "{}" })));
  expect(outcomes(await readAs("authgear", users))).toEqual(["source/table-prefix"]);
  expect(outcomes(await readAs("authgear", users, { tablePrefix: "acme" }))).toEqual([["acme", "user/no-credential"]]);
});

it("leaves out a login of another tenant of the same user", async () => {
  const okta = {
    ...{ recipeId: "thirdparty", email: "ceo@example.com", thirdPartyId: "okta", thirdPartyUserId: "00u1" },
    ...{ isVerified: true, tenantIds: ["evil"] },
  };
  const user = { externalUserId: "a", loginMethods: [method("public", "a@example.com"), okta] };
  const [read] = await readAs("supertokens", JSON.stringify({ users: [user] }), { tablePrefix: "public" });
  expect(outcomes([read as never])).toMatchObject([{ email: "a@example.com", thirdParty: [] }]);
  expect(read).toMatchObject({
    result: { value: { notCarried: expect.arrayContaining(["login of another tenant"]) } },
  });
});

it.each(["public", undefined])(
  "leaves out a login that was taken from its last tenant, where %s is read",
  async (of) => {
    const okta = {
      ...{ recipeId: "thirdparty", email: "ceo@example.com", thirdPartyId: "okta", thirdPartyUserId: "00u1" },
      ...{ isVerified: true, tenantIds: [] },
    };
    const users = [
      { externalUserId: "a", loginMethods: [method("public", "a@example.com"), okta] },
      { externalUserId: "b", loginMethods: [okta] },
      { externalUserId: "c", loginMethods: [{ ...method("public", "c@example.com"), tenantIds: undefined }] },
    ];
    const read = await readAs("supertokens", JSON.stringify({ users }), { tablePrefix: of });
    expect(outcomes(read)).toMatchObject([
      { email: "a@example.com", thirdParty: [] },
      ["b", "user/no-credential"],
      { email: "c@example.com" },
    ]);
  },
);
