import { describe, expect, it } from "vitest";
import { beginFormat } from "../../../src/source/input/input-beginning.js";
import { readWithFitting } from "../../../src/source/readers/choose-reader.js";
import { itemsOf } from "../../../src/source/readers/item-batches.js";
import { tableReaders } from "../../../src/source/system/table-readers.js";

const READERS = tableReaders({
  tables: ["app.users", "logins"],
  required: [
    ["id", "email"],
    ["user_id", "provider"],
  ],
});

/** The records, each with its table where it has one, and the codes of what can't be read. */
async function read(text: string, pieceBytes = 1 << 24): Promise<unknown[]> {
  const bytes = new TextEncoder().encode(text);
  async function* file() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.slice(at, at + pieceBytes);
  }
  const found: unknown[] = [];
  for await (const item of itemsOf(readWithFitting(READERS, file()))) {
    if (item.kind !== "record") found.push(item.problem.code);
    else found.push(item.table === undefined ? item.value : [item.table, item.value]);
  }
  return found;
}

const A = { id: "1", email: "a@example.com" };
const B = { id: "2", email: "b@example.com" };
const LOGIN = { user_id: "1", provider: "google" };
const lines = (...rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

describe("rows of tables", () => {
  it("are those of all tables of an SQL dump", async () => {
    const dump = `INSERT INTO app.users (id, email) VALUES ('1','a@example.com');
INSERT INTO other (id) VALUES (9);
INSERT INTO logins (user_id, provider) VALUES ('1','google');\n`;
    expect(await read(dump)).toEqual([
      ["app.users", A],
      ["logins", LOGIN],
    ]);
  });

  it.each([
    ["an array", JSON.stringify([A, B])],
    ["an indented array", JSON.stringify([A, B], null, 2)],
    ["an array with a record a line", `[\n${JSON.stringify(A)},\n${JSON.stringify(B)}\n]\n`],
    ["a list under a usual key", JSON.stringify({ total: 2, data: [A, B] })],
    ["a list with a record a line", `{"users":[\n${JSON.stringify(A)},\n${JSON.stringify(B)}\n]}\n`],
    ["lists under the names of tables", JSON.stringify({ users: [A], logins: [B] }, null, 2)],
    ["lines", lines(A, B)],
    ["lines with blank ones", `\n${lines(A)}\n${lines(B)}`],
    ["CSV", "id,email\n1,a@example.com\n2,b@example.com\n"],
    ["CSV after a title", "users of today\nid;email\n1;a@example.com\n2;b@example.com\n"],
    ["TSV", "id\temail\n1\ta@example.com\n2\tb@example.com\n"],
  ])("are those of %s", async (_, text) => {
    expect(await read(text)).toEqual([A, B]);
  });

  it("are those of CSV with the columns of another table", async () => {
    expect(await read("user_id,provider\n1,google\n")).toEqual([LOGIN]);
  });

  it("may have fields with the usual names of lists", async () => {
    const odd = { ...A, data: [1] };
    expect(await read(lines(odd, B))).toEqual([odd, B]);
    expect(await read(lines(odd))).toEqual([odd]);
  });

  it("hide no others where a line is damaged", async () => {
    expect(await read(`{"id":"1","email\n${lines(A, B)}`)).toEqual(["source/record-damaged", A, B]);
  });

  it.each([
    ["an object without a list", '{"ok":true}', "source/no-users"],
    ["CSV without the columns", "a,b\n1,2\n", "source/header-unusable"],
    ["nothing", "", "source/empty"],
  ])("are not found in %s, and it says so", async (_, text, code) => {
    expect(await read(text)).toEqual([code]);
  });
});

describe("a first line of more than 64 KiB", () => {
  const picture = "A".repeat(80_000);
  const HUGE = { ...A, picture: "A".repeat(1 << 21) };

  it.each([
    ["a picture", { ...A, picture }],
    ["a picture in front", { picture, ...A }],
    ["a list as a document has it", { docs: 1, users: [A, B, { picture }], ...A }],
  ])("is a user like any other, with %s", async (_, user) => {
    const texts = [lines(user, B), `${JSON.stringify(user)}\r\n${lines(B)}`, `\ufeff${lines(user, user, B)}`];
    for (const text of texts) {
      for (const pieceBytes of [1_000, 1 << 16, 1 << 24]) {
        const found = await read(text, pieceBytes);
        expect([found[0], found.at(-1)]).toEqual([user, B]);
      }
    }
  });

  it("hides no others where it is too long or damaged", async () => {
    expect(await read(lines(HUGE, B), 1 << 16)).toEqual(["source/record-damaged", B]);
    expect(await read(`{"picture":"${picture}\n${lines(A, B)}`)).toEqual(["source/record-damaged", A, B]);
  });

  it("is a document where no other one follows", async () => {
    for (const around of [{}, { logo: picture }, { articles: [{ picture }] }]) {
      expect(await read(JSON.stringify({ ...around, users: [A, { picture }, B] }))).toEqual([A, { picture }, B]);
    }
    expect(await read(`${JSON.stringify({ users: [{ picture }, A] })}\n`)).toEqual([{ picture }, A]);
  });

  it("is not read further than 8 MiB before its format is told", async () => {
    let pulled = 0;
    async function* endless() {
      yield new TextEncoder().encode('{"picture":"');
      for (;;) {
        pulled += 1 << 16;
        yield new Uint8Array(1 << 16).fill(0x41);
      }
    }
    const { beginning, giveUp } = await beginFormat(endless());
    await giveUp();
    expect(beginning).toHaveLength(1 << 16);
    expect(pulled).toBeLessThanOrEqual(1 << 23);
  });
});

describe("what MySQL's programs write", () => {
  const table = (name: string, ...data: readonly unknown[]) => ({ type: "table", name, database: "d", data });
  const phpMyAdmin = (...tables: readonly unknown[]) =>
    JSON.stringify([{ type: "header", version: "5.2.1" }, { type: "database", name: "d" }, ...tables]);

  it("is phpMyAdmin's JSON, of which the tables that are asked for are read", async () => {
    const text = phpMyAdmin(table("Users", A), table("posts", B), table("logins", LOGIN));
    expect(await read(text)).toEqual([
      ["users", A],
      ["logins", LOGIN],
    ]);
    expect(await read(phpMyAdmin(table("posts", B)))).toEqual(["source/no-users"]);
  });

  it("is NULL as a word in CSV, and as a backslash with N", async () => {
    expect(await read("id,email,name\n1,NULL,\\N\n2,NULLA,null\n")).toEqual([
      { id: "1", email: null, name: null },
      { id: "2", email: "NULLA", name: "null" },
    ]);
  });

  it("is a table with any prefix, where one is asked for by its ending", async () => {
    const insert = (name: string) => `INSERT INTO \`${name}\` (id) VALUES (1);\n`;
    const items = [];
    const [dump] = tableReaders({ tables: ["*users"] });
    async function* file() {
      yield new TextEncoder().encode(["wp_users", "users", "users_data", "a.b_USERS"].map(insert).join(""));
    }
    for await (const item of dump.read(file())) items.push(item.kind === "record" ? item.table : item.problem.code);
    expect(items).toEqual(["wp_users", "users", "a.b_users"]);
  });
});
