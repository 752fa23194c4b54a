import { describe, expect, it } from "vitest";
import { checkExport, isReadyToImport } from "../../src/check/index.js";
import type { ReadableSource, ReadExportOptions } from "../../src/source/index.js";
import { inputOf } from "../../src/source/input/input-beginning.js";

const HASH = "$2b$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const user = (id: string, more: object = {}) => ({
  ...{ $id: id, email: `${id}@example.com`, emailVerification: true, password: HASH, hash: "bcrypt", ...more },
});
const customer = (id: number, isGuest: 0 | 1) => `(${id},'u${id}@example.com','${HASH}',1,0,${isGuest})`;
const CUSTOMERS =
  "-- MySQL dump 10.13\nCREATE TABLE `ps_customer` (`id_customer` int, `email` text, `passwd` text, `active` int, `deleted` int, `is_guest` int);\n";

async function checked(text: string, from: ReadableSource, options: Partial<ReadExportOptions> = {}) {
  const report = await checkExport(() => inputOf(Buffer.from(text)), { from, ...options });
  if (!report.ok) throw new Error(report.problems[0].message);
  const { problems, warnings } = report.value;
  const codes = [...problems, ...warnings].map(({ name }) => name).filter((name) => name.startsWith("source/"));
  return { codes, isReady: isReadyToImport(report.value) };
}

describe("what is wrong with a file around a record is said whatever becomes of the record", () => {
  const unproven = { email: "a@example.com", emailVerification: false };
  const older = { email: "a@example.com", $createdAt: "2020-01-01T00:00:00Z" };

  it.each<[string, object, Partial<ReadExportOptions>]>([
    ["is imported", {}, {}],
    ["is not the one with the verified address", unproven, { prefer: ["verified"] }],
    ["is the older account", older, { prefer: ["newest"] }],
    ["is left out by decision", {}, { decisions: new Map([["b", "leave-out"]]) }],
    ["has the address of another one", { email: "a@example.com" }, {}],
    ["has no password", { password: undefined, hash: undefined }, {}],
  ])("that %s", async (_, last, options) => {
    const users = [user("a", { $createdAt: "2024-01-01T00:00:00Z" }), user("b", last)];
    const list = JSON.stringify({ total: 600, users });
    expect((await checked(list, "appwrite", options)).codes).toEqual(["source/further-pages"]);
    const damaged = JSON.stringify({ users }).replace("},{", "}{");
    const found = await checked(damaged, "appwrite", options);
    expect(found).toEqual({ codes: ["source/separator-damaged"], isReady: false });
  });

  it("that is no user by the rules of its system", async () => {
    const guests = JSON.stringify({
      total: 600,
      users: [1, 2].map((id) => ({
        ...{ id_customer: id, email: `u${id}@example.com`, passwd: HASH, active: 1, deleted: 0, is_guest: id - 1 },
      })),
    });
    expect((await checked(guests, "prestashop")).codes).toEqual(["source/further-pages"]);
    const rows = `INSERT INTO \`ps_customer\` VALUES ${customer(1, 0)}${customer(2, 1)};\n-- Dump completed on 2026-11-01\n`;
    const found = await checked(`${CUSTOMERS}${rows}`, "prestashop");
    expect(found).toEqual({ codes: ["source/separator-damaged"], isReady: false });
    const realm = {
      users: [
        { id: "a", username: "a" },
        { id: "p", username: "p", serviceAccountClientId: "p" },
      ],
    };
    const program = await checked(JSON.stringify(realm).replace("},{", "}{"), "keycloak");
    expect(program).toEqual({ codes: ["source/separator-damaged"], isReady: false });
  });
});
