import { describe, expect, it } from "vitest";
import { readExport } from "../../src/source/index.js";
import { ALL_SOURCES } from "./all-sources.js";

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function read(from: string, text: string) {
  for await (const record of readExport(bytes(text), { from } as never)) {
    if (record.kind === "user" && record.result.ok) return record.result.value;
    throw new Error(JSON.stringify(record));
  }
  throw new Error("no record");
}

describe("what only the bulk import has a place for", () => {
  it.each([
    ["firebase", '{"users":[{"localId":"u","phoneNumber":"+15555550100","createdAt":"1506033113000"}]}'],
    ["credport", '{"externalUserId":"u","phoneNumber":"+15555550100","createdAt":"2017-09-21T22:31:53Z"}'],
  ])("the time of joining is read from an export of %s", async (from, text) => {
    const { timeJoined, notCarried, inBulk } = await read(from, text);
    expect(timeJoined).toBe(1_506_033_113_000);
    expect([notCarried, inBulk]).toEqual([["createdAt"], ["createdAt"]]);
  });

  it("roles are read from a realm, and a list that holds anything else is not one of names", async () => {
    const user = (realmRoles: unknown) =>
      JSON.stringify({
        realm: "r",
        users: [
          {
            ...{ id: "u", username: "ada", enabled: true, email: "a@example.com", emailVerified: true },
            ...{ createdTimestamp: 1_506_033_113_000, realmRoles },
            federatedIdentities: [{ identityProvider: "google", userId: "1" }],
          },
        ],
      });
    expect(await read("keycloak", user(["admin", "admin", "user"]))).toMatchObject({
      roles: ["admin", "user"],
      inBulk: ["createdTimestamp", "realmRoles"],
    });
    expect((await read("keycloak", user(["admin", { name: "user" }]))).roles).toBeUndefined();
  });

  it("a moment that is none, or is yet to come, is left where it was", async () => {
    for (const createdAt of ["yesterday", "99999999999999", "0"]) {
      const text = JSON.stringify({ users: [{ localId: "u", phoneNumber: "+15555550100", createdAt }] });
      const { timeJoined, inBulk, metadata } = await read("firebase", text);
      expect([timeJoined, inBulk]).toEqual([undefined, undefined]);
      expect(metadata?.createdAt).toBe(createdAt);
    }
  });

  it("comes from fields that each source knows and does not carry otherwise", () => {
    const named = ALL_SOURCES.flatMap(({ name, joinedFields = [], rolesField, fields, otherFields }) => {
      const [table] = fields;
      const known = otherFields === "refused" ? table.read : table.notCarried;
      const all = [...joinedFields, ...(rolesField === undefined ? [] : [rolesField])];
      return all.map((field) => [name, field, known.has(field)]);
    });
    expect(named.length).toBeGreaterThan(45);
    expect(named.filter(([, , isKnown]) => isKnown !== true)).toEqual([]);
  });
});
