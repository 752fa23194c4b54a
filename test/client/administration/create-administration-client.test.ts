import { expect, it } from "vitest";
import { type AdministrationClient, createAdministrationClient } from "../../../src/client/index.js";
import { createRehearsalService } from "../../../src/rehearsal/index.js";

function administrationOf(service: "supertokens" | "default") {
  const rehearsal = createRehearsalService({ service, apiKeys: ["k"] });
  const connection = { baseUrl: "http://localhost", apiKey: "k", service, fetch: rehearsal.fetch } as const;
  return { rehearsal, administration: createAdministrationClient(connection) };
}

it("signs up an address without an account, and leaves the password of one that is there", async () => {
  const { rehearsal, administration } = administrationOf("supertokens");
  const made = await administration.signUp("ann@example.com", "first");
  expect(made).toMatchObject({ ok: true, value: rehearsal.state().users[0]?.id });
  expect(await administration.signUp("ann@example.com", "second")).toMatchObject({ ok: true, value: undefined });
  const signsIn = async (password: string) => administration.signIn("ann@example.com", password);
  expect(await signsIn("first")).toMatchObject({ ok: true, value: { isSignedIn: true } });
  expect(await signsIn("second")).toMatchObject({ ok: true, value: { isSignedIn: false } });
  expect(rehearsal.state().counts).toMatchObject({ users: 1 });
});

it("has no sign-up where the profile names none", async () => {
  const { administration } = administrationOf("default");
  expect(administration.has("signUp")).toBe(false);
  const refused = { ok: false, problems: [{ code: "client/call-not-offered" }] };
  expect(await administration.signUp("ann@example.com", "first")).toMatchObject(refused);
});

it.each<[string, (administration: AdministrationClient) => Promise<unknown>]>([
  ["userId of listDevices", (one) => one.listDevices({ userId: "1" } as never)],
  ["userId of listDevices", (one) => one.listDevices(undefined as never)],
  ["userId of listDevices", (one) => one.listDevices("")],
  ["userId of findUser", (one) => one.findUser(7 as never)],
  ["userId of countSessions", (one) => one.countSessions(null as never)],
  ["userId of deleteLogin", (one) => one.deleteLogin("")],
  ["email of signIn", (one) => one.signIn({ email: "a@example.com", password: "x" } as never, undefined as never)],
  ["email of verifyEmail", (one) => one.verifyEmail("1", undefined as never)],
  ["findUsers takes an object", (one) => one.findUsers("a@example.com" as never)],
  ["findUsers has no option mail", (one) => one.findUsers({ mail: "a@example.com" } as never)],
  ["findUsers needs an address", (one) => one.findUsers({})],
])("takes no answer about nobody for one about a user: %s", async (message, call) => {
  const { administration, rehearsal } = administrationOf("supertokens");
  await expect(call(administration)).rejects.toThrow(message);
  expect(rehearsal.state().requests).toEqual({});
});
