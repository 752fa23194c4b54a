import { expect, it } from "vitest";
import { operatorRemedyOf } from "../../src/problems/index.js";
import type { ReadableSource } from "../../src/source/index.js";
import { outcomes, readAs } from "./systems/read-samples.js";

const CODE = "source/further-pages";
const okta = (id: string) => ({ id, status: "ACTIVE", profile: { login: id, email: `${id}@example.com` } });
const cognito = (id: string) => ({
  Username: id,
  Attributes: [{ Name: "email", Value: `${id}@example.com` }],
  Enabled: true,
});

async function lastOf(from: ReadableSource, document: unknown): Promise<unknown> {
  const all = outcomes(await readAs(from, JSON.stringify(document, null, 1)));
  expect(JSON.stringify(all.slice(0, -1))).not.toContain(CODE);
  return all.at(-1);
}

it.each<[ReadableSource, object]>([
  ["fusionauth", { users: fusion(2), total: 5000 }],
  ["fusionauth", { total: "5000", users: fusion(2) }],
  ["fusionauth", { users: fusion(2), list_metadata: { before: null, after: "user_2" } }],
  ["fusionauth", { users: fusion(2), results_metadata: { total: 2, next_cursor: "abc" } }],
  ["fusionauth", { users: fusion(2), pagedResultsCookie: "AAAA" }],
])("a document of %s that says that it goes on is told as a page", async (from, document) => {
  expect(await lastOf(from, document)).toMatchObject({ warnings: [CODE] });
});

it("says it of users who are refused as well", async () => {
  for (const more of [{ PaginationToken: "x" }, { NextToken: "x" }]) {
    const [, record] = await readAs("cognito", JSON.stringify({ Users: [cognito("a"), cognito("b")], ...more }));
    expect(JSON.stringify(record)).toContain(CODE);
  }
});

it("names a command that puts pages together so that all users are read", async () => {
  const remedy = operatorRemedyOf(CODE);
  const [, name = "", list] = /jq --slurp '\{(\w+): map\(\.(\w+)\[\]\)\}'/.exec(remedy) ?? [];
  expect([name, list]).toEqual(["Users", "Users"]);
  const pages = [{ Users: [cognito("a")], PaginationToken: "x" }, { Users: [cognito("b")] }];
  const together = JSON.stringify({ [name]: pages.flatMap(({ Users }) => Users) });
  const records = await readAs("cognito", together);
  expect([records.length, JSON.stringify(records).includes(CODE)]).toEqual([2, false]);
});

it.each<[string, object]>([
  ["an empty token", { users: fusion(2), nextPageToken: "" }],
  ["no token", { users: fusion(2), nextPageToken: null }],
  ["as many as it has", { users: fusion(2), total: 2 }],
  ["users whose fields are named so", { users: fusion(2).map((user) => ({ ...user, data: { total: 9, next: "x" } })) }],
  ["nothing", fusion(2)],
])("a document with %s is whole", async (_, document) => {
  expect(JSON.stringify(await readAs("fusionauth", JSON.stringify(document)))).not.toContain(CODE);
  expect(JSON.stringify(await readAs("okta", JSON.stringify([okta("a")])))).not.toContain(CODE);
});

function fusion(count: number) {
  return Array.from({ length: count }, (_, at) => ({
    ...{ id: `f-${at}`, email: `f-${at}@example.com`, active: true, encryptionScheme: "bcrypt", factor: 4 },
    password: "$2a$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
  }));
}
