import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ReaderItem, sqlDump } from "../../../src/source/index.js";
import { IS_FULL } from "../../by-day.js";
import { cpuMilliseconds } from "../../cpu-time.js";
import { faultsIn, itemsOf, recordsIn, sampleBytes } from "./read-items.js";

const HASH = "$2b$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const USERS = sqlDump({ tables: ["users"] });

/** The rows that every database of make-sql-samples.sh was given. */
function sampleRows(isActive: string) {
  const row = (id: number, email: string, bio: string, active: string | null = isActive) => ({
    id: String(id),
    email,
    password: HASH,
    bio,
    raw: "\\x00ff",
    active,
  });
  return [
    row(1, "ada@example.com", "it's a back\\slash\na line\ta tab é"),
    { id: "2", email: "bob@example.com", password: null, bio: "", raw: null, active: isActive },
    row(3, "o'neil@example.com", "),(4,'x','y','z',NULL,NULL),("),
    row(4, "semi;colon@example.com", "-- not a comment; /* nor this */ $$ nor this", null),
    row(5, "last@example.com", "INSERT INTO users VALUES (6);"),
  ];
}

describe("dumps by the databases' own programs", () => {
  const withGenerated = (row: object) => ({ ...row, mail_at: null });
  it.each([
    ["sqlite.sql", "users", sampleRows("1")],
    ["mariadb-plain.sql", "users", sampleRows("1")],
    ["mariadb-hex-blob.sql", "users", sampleRows("1")],
    ["mariadb-complete-insert.sql", "users", sampleRows("1")],
    ["postgresql-copy.sql", "auth.users", sampleRows("t")],
    ["postgresql-inserts.sql", "auth.users", sampleRows("true").map(withGenerated)],
  ])("%s has the rows that were put in", async (name, table, rows) => {
    const reader = sqlDump({ tables: [table] });
    const file = sampleBytes(name);
    expect(reader.fits(file)).toBe(true);
    for (const pieceBytes of [1, 7, 1000, 1 << 20]) {
      const items = await itemsOf(reader, file, pieceBytes);
      expect(faultsIn(items)).toEqual([]);
      expect(recordsIn(items)).toEqual(rows);
      expect(items.every((item) => item.kind === "record" && item.table === table)).toBe(true);
    }
  });

  it("are refused when their end is missing, at whatever line they were cut off", async () => {
    for (const name of ["mariadb-plain.sql", "postgresql-copy.sql", "postgresql-inserts.sql"]) {
      const lines = sampleBytes(name).toString("latin1").trimEnd().split("\n");
      // pg_dump's last lines are a comment and a token.
      const most = lines.findLastIndex((line) => /complete/.test(line));
      for (let kept = 12; kept < (most < 0 ? lines.length : most); kept += 3) {
        const cut = Buffer.from(`${lines.slice(0, kept).join("\n")}\n`, "latin1");
        const items = await itemsOf(sqlDump({ tables: ["auth.users"] }), cut);
        expect(faultsIn(items).at(-1)).toMatch(/^end source\/cut-off/);
      }
    }
  });

  it("give the tables of every schema where none is asked for, and one schema's where it is", async () => {
    const file = sampleBytes("postgresql-copy.sql");
    const tables = async (table: string) =>
      (await itemsOf(sqlDump({ tables: [table] }), file)).flatMap((item) => (item.kind === "record" ? item.table : []));
    expect(new Set(await tables("USERS"))).toEqual(new Set(["auth.users", "public.users"]));
    expect(new Set(await tables("public.users"))).toEqual(new Set(["public.users"]));
    expect(await tables("other.users")).toEqual([]);
  });

  it("name the tables that they have where they lack the one that is asked for", async () => {
    const [item] = await itemsOf(sqlDump({ tables: ["accounts", "auth.people"] }), sampleBytes("postgresql-copy.sql"));
    expect(item).toMatchObject({
      kind: "end-fault",
      problem: {
        code: "source/no-users",
        message:
          "the dump does not have any of the tables accounts, auth.people; it has auth.users, public.posts, public.users",
      },
    });
  });
});

describe("statements", () => {
  it.each([
    ["names in quotation marks", 'INSERT INTO "Users" ("Id","e mail") VALUES (1,\'a\');', { Id: "1", "e mail": "a" }],
    ["names of MySQL", "INSERT INTO `db`.`users` (`a``b`) VALUES ('x');", { "a`b": "x" }],
    [
      "a script of SQL Server",
      "SET IDENTITY_INSERT [dbo].[Users] ON \r\nGO\r\nINSERT [dbo].[Users] ([Id], [Name]) VALUES (N'1', N'o''é')\r\nGO\r\n",
      { Id: "1", Name: "o'é" },
    ],
    ["a script without semicolons", "USE [x]\nINSERT [users] ([a]) VALUES (1)", { a: "1" }],
    ["a cast of SQL Server", "INSERT [users] ([a]) VALUES (CAST(N'2020-01-01' AS DateTime2(7)));", { a: "2020-01-01" }],
    ["escapes of PostgreSQL", "INSERT INTO users (a) VALUES (E'\\x41\\101\\u00e9\\n''\\\\');", { a: "AAé\n'\\" }],
    ["a cast of PostgreSQL", "INSERT INTO users (a) VALUES ('{}'::jsonb);", { a: "{}" }],
    [
      "standard strings",
      "SET standard_conforming_strings = on;\nINSERT INTO users (a) VALUES ('a\\nb');",
      { a: "a\\nb" },
    ],
    [
      "older strings of PostgreSQL",
      "SET standard_conforming_strings = off;\nINSERT INTO users (a) VALUES ('a\\nb');",
      { a: "a\nb" },
    ],
    [
      "escapes of MySQL",
      "/*!40101 SET NAMES utf8 */;\nINSERT INTO users (a) VALUES ('\\Z\\%\\'\\\"\\\\n');",
      { a: "\x1a\\%'\"\\n" },
    ],
    [
      "texts with the name of their character set",
      "INSERT INTO `users` (a,b) VALUES (_utf8mb4'x', _binary '\x01y');",
      { a: "x", b: "\\x0179" },
    ],
    [
      "hexadecimal bytes that are text, and that are not",
      "INSERT INTO users (a,b,c) VALUES (0x3A70, X'ff', 0x);",
      { a: ":p", b: "\\xff", c: "" },
    ],
    [
      "numbers, bits and truth",
      "INSERT INTO users (a,b,c,d,e) VALUES (-1.5e+3,b'01',TRUE,.5,null);",
      { a: "-1.5e+3", b: "01", c: "TRUE".toLowerCase(), d: ".5", e: null },
    ],
    ["what happens on conflict", "REPLACE INTO users (a) VALUES (1) ON DUPLICATE KEY UPDATE a='(2)';", { a: "1" }],
    ["an ignored duplicate", "INSERT OR IGNORE INTO users(a) VALUES(1);", { a: "1" }],
    [
      "columns from the definition",
      "CREATE TABLE IF NOT EXISTS users (\n -- a, comment\n id int PRIMARY KEY, `key` text DEFAULT ',', KEY k (id), CONSTRAINT c CHECK (id > 0));\nINSERT INTO users VALUES (1,'x');",
      { id: "1", key: "x" },
    ],
    [
      "columns named like what all objects have",
      'INSERT INTO users ("__proto__", "constructor") VALUES (1, 2);',
      JSON.parse('{"__proto__":"1","constructor":"2"}'),
    ],
    [
      "COPY with all its escapes",
      "COPY users (a,b) FROM stdin;\na\\tb\\\\N\\x41\\101\\q\t\\N\n\\.\n",
      { a: "a\tb\\NAAq", b: null },
    ],
    ["COPY with CRLF", "COPY users (a) FROM stdin;\r\nx\r\n\\.\r\n", { a: "x" }],
    ["a byte order mark", "\ufeffINSERT INTO users (a) VALUES (1);", { a: "1" }],
  ])("are read with %s", async (_, text, record) => {
    const items = await itemsOf(USERS, text, 5);
    expect(faultsIn(items)).toEqual([]);
    expect(recordsIn(items)).toEqual([record]);
  });

  it("of other tables hide nothing, whatever is in them", async () => {
    const others = [
      "INSERT INTO posts VALUES (1,'INSERT INTO users (a) VALUES (666);\n;GO\n');",
      "INSERT INTO posts VALUES (1,'unterminated);",
      "INSERT INTO posts VALUES (1,'fine');",
      "COPY posts (a, b) FROM stdin;\nINSERT INTO users (a) VALUES (666);\t1\n\\.",
      "CREATE FUNCTION f() AS $x$ BEGIN; INSERT INTO users (a) VALUES (666); END $x$;",
      "CREATE TRIGGER t AFTER INSERT ON posts BEGIN INSERT INTO users (a) VALUES (666); END;",
      "DELIMITER //\nCREATE PROCEDURE p() BEGIN INSERT INTO users (a) VALUES (666); END//\nDELIMITER ;",
      "-- INSERT INTO users (a) VALUES (666);\n# it's\n/* INSERT INTO users (a) VALUES (666); */",
      "SELECT 'it''s; fine', \"a;b\", `c;d` -- it's\n;",
      "\\connect it's",
      ";;",
    ];
    for (const other of others) {
      const items = await itemsOf(USERS, `${other}\nINSERT INTO users (a) VALUES ('1');\n`, 3);
      expect([other, recordsIn(items), faultsIn(items)]).toEqual([other, [{ a: "1" }], []]);
    }
  });

  describe("are read alike wherever the file is cut in two on its way", () => {
    const values = [
      ...["-1", "+.5", "1e-05", "1.5E+10", "NULL", "TRUE", "0x4142", "X'4142'", "N'a'", "'it''s'"],
      ...["'a'::character varying(20)", "'2024'::timestamp with time zone", "'{a}'::text[]", "1::numeric(9, 2)"],
      ...["CAST('a' AS CHAR CHARACTER SET utf8)", "CONVERT(_utf8mb4'a' USING utf8mb4)", "_binary 'a'"],
      ...["replace('a\\n','\\n',char(10))", "DATE '2024-01-01'"],
    ];
    const rows = values.map((value) => `(${value},'a')`).join(",");
    const other = `INSERT INTO other VALUES (1,E'it\\'s; (','b'),(2,E'\\\\');\n`.repeat(3);
    const last = "INSERT INTO users (a,b) VALUES (1,'a'),(2,'b');\n";

    it.each([
      ["values", `INSERT INTO users (a,b) VALUES ${rows} ON CONFLICT DO NOTHING;\n`, values.length, []],
      ["names", `INSERT INTO users (a, "b;c")${" ".repeat(300)}VALUES (1,'x');\n`, 1, []],
      ["lines to copy", `COPY users (a, b)${" ".repeat(300)}FROM stdin;\r\n1\tx\r\n2\ty\r\n\\.\r\n`, 2, []],
      ["texts of other tables", other + last, 2, []],
      [
        "damage",
        `INSERT INTO users (a,b) VALUES (1,'a'),(2,b x),(3,'${"c".repeat(9000)}',4),(5,'d');\n`,
        2,
        ["source/records-unreadable 1"],
      ],
    ])("%s", async (_, text, records, faults) => {
      const bytes = Buffer.from(text);
      const step = Math.ceil(bytes.length / 1000);
      for (let cut = 1; cut < bytes.length; cut += step) {
        const items: ReaderItem[] = [];
        async function* halves() {
          yield bytes.subarray(0, cut);
          yield bytes.subarray(cut);
        }
        for await (const item of USERS.read(halves())) items.push(item);
        expect([cut, recordsIn(items).length, faultsIn(items)]).toEqual([cut, records, faults]);
      }
    });
  });

  it("without the names of their columns are refused once each", async () => {
    const text = "INSERT INTO users VALUES (1),(2);\nINSERT INTO users (a) VALUES (3);\n";
    const items = await itemsOf(USERS, text);
    expect(faultsIn(items)).toEqual(["source/columns-unknown 1"]);
    expect(recordsIn(items)).toEqual([{ a: "3" }]);
  });

  it("of another form are named where they may have users", async () => {
    const items = await itemsOf(USERS, "INSERT INTO users SELECT * FROM old;\nINSERT INTO users (a) VALUES ('b');\n");
    expect(faultsIn(items)).toEqual(["source/record-damaged 1"]);
    expect(recordsIn(items)).toEqual([{ a: "b" }]);
  });
});

describe("damage", () => {
  const head = "INSERT INTO users (id, name) VALUES\n";
  it.each([
    ["a text without its end", "(1,'a'),\n(2,'b),\n(3,'c'),\n(4,'d');\n", ["1", "3", "4"], ["source/record-damaged 3"]],
    ["the same in one line", "(1,'a'),(2,'b),(3,'c'),(4,'d');\n", ["1", "3", "4"], ["source/record-damaged 2"]],
    ["a mark too many", "(1,'a'),\n(2,'b''),\n(3,'c'),\n(4,'d');\n", ["1", "3", "4"], ["source/record-damaged 3"]],
    ["a parenthesis that is missing", "(1,'a'),\n(2,'b',\n(3,'c');\n", ["1", "3"], ["source/record-damaged 3"]],
    ["a value that is missing", "(1,'a'),\n(2),\n(3,'c');\n", ["1", "3"], ["source/record-damaged 3"]],
    ["a value too many", "(1,'a'),\n(2,'b','x'),\n(3,'c');\n", ["1", "3"], ["source/record-damaged 3"]],
    ["a comma that is missing", "(1,'a')\n(2,'b');\n", ["1", "2"], ["source/separator-damaged 3"]],
    ["a call of a function", "(1,'a'),\n(2,now()),\n(3,'c');\n", ["1", "3"], ["source/record-damaged 3"]],
    ["bytes that are not UTF-8", "(1,'a'),\n(2,'\xe9'),\n(3,'c');\n", ["1", "3"], ["source/record-not-utf8 3"]],
    ["several rows", "(1,'a'),\n(2,x),(3,),\n(4,'d');\n", ["1", "4"], ["source/records-unreadable 3"]],
    [
      "the semicolon gone",
      "(1,'a'\nINSERT INTO users (id, name) VALUES (2,'b');\n",
      ["2"],
      ["source/record-damaged 2"],
    ],
  ])("of a row never hides another one: %s", async (_, rows, ids, faults) => {
    for (const pieceBytes of [1, 1 << 16]) {
      const items = await itemsOf(USERS, Buffer.from(head + rows, "latin1"), pieceBytes);
      expect(faultsIn(items)).toEqual(faults);
      expect(recordsIn(items).map((record) => (record as { id: string }).id)).toEqual(ids);
    }
  });

  it("of a line under COPY stays on its line", async () => {
    const text = Buffer.from("COPY users (id, name) FROM stdin;\n1\ta\n2\n3\tb\tc\n4\t\xe9\n\n5\td\n\\.\n", "latin1");
    const items = await itemsOf(USERS, text);
    expect(faultsIn(items)).toEqual([
      "source/record-damaged 3",
      "source/record-damaged 4",
      "source/record-not-utf8 5",
      "source/record-damaged 6",
    ]);
    expect(recordsIn(items)).toEqual([
      { id: "1", name: "a" },
      { id: "5", name: "d" },
    ]);
  });

  it("at the end of the rows under COPY does not swallow the next table", async () => {
    const text = (table: string) =>
      `COPY ${table} (id, name) FROM stdin;\n1\ta\nCOPY users (id, name) FROM stdin;\n2\tb\n\\.\n`;
    const own = await itemsOf(USERS, text("users"));
    expect(faultsIn(own)).toEqual(["source/record-damaged 3"]);
    expect(recordsIn(own)).toHaveLength(2);
    const other = await itemsOf(USERS, text("posts"));
    expect(recordsIn(other)).toEqual([{ id: "2", name: "b" }]);
  });

  it("of rows under COPY is not seen in a row of another table that reads like a statement", async () => {
    const text =
      "COPY bookmarks (name, url, note) FROM stdin;\nCOPY public.users (id,\tname,\temail) FROM stdin;\n666\tx\tceo@example.com\n\\.\n" +
      "COPY notes (text) FROM stdin;\nCOPY public.users (id, name, email) FROM stdin;\n666\n\\.\n" +
      "COPY public.users (id, name, email) FROM stdin;\n1\tAnn\ta@example.com\n\\.\n";
    for (const size of [1, 7, text.length]) {
      const items = await itemsOf(USERS, text, size);
      expect(recordsIn(items)).toEqual([{ id: "1", name: "Ann", email: "a@example.com" }]);
    }
  });

  it("before a statement never lets rows of another table be taken for users", async () => {
    const others = "(7,'p'),(8,'q'),(9,'r');\n";
    const users = "INSERT INTO users (id, name) VALUES (2,'b');\n";
    for (const word of ["INSERT INTO", "REPLACE INTO", "INSERT IGNORE INTO", "insert or replace into"]) {
      for (const damaged of ["(1,'a'),", "(1,'a'),(3),", "(1,'a'),(3,'c',", "(1,'a'),("]) {
        const text = `${head}${damaged}\n${word} posts (id, name) VALUES ${others}${users}`;
        for (const size of [1, 7, text.length]) {
          const items = await itemsOf(USERS, text, size);
          const ids = recordsIn(items).map((record) => (record as { id: string }).id);
          expect([word, damaged, ids]).toEqual([word, damaged, ["1", "2"]]);
          expect(faultsIn(items).length).toBeGreaterThan(0);
        }
      }
    }
  });

  it.each([
    "INSERT INTO posts (id, name) VALUES (1,2);",
    "INSERT INTO `posts` (`id`, `name`) VALUES (1,2);",
    'INSERT INTO "posts" ("id", "name") VALUES (1,2);',
    "INSERT INTO posts SELECT 1, 2 FROM `x`;",
    "COPY posts (id, name) FROM ",
    "CREATE TABLE `posts` (`id` int, `name` text);",
    "UPDATE posts SET a = 1;",
  ])("of a statement of another table never hides users: %s", async (other) => {
    const before = "INSERT INTO users (a) VALUES ('1');\n";
    for (const users of [
      "INSERT INTO `users` (`a`) VALUES ('2');\n",
      'INSERT INTO "users" ("a") VALUES (\'2\');\n',
      "CREATE TABLE users (a text);\nREPLACE INTO users VALUES ('2');\n",
      "COPY users (a) FROM stdin;\n2\n\\.\n",
    ]) {
      for (let length = 1; length <= other.length; length++) {
        const broken = before + other.slice(0, length);
        // A name without its end hides where the statement ends, unless another mark follows.
        const isInName = ['"', "`"].some((mark) => broken.split(mark).length % 2 === 0);
        for (const between of ["\n", ""]) {
          const items = await itemsOf(USERS, broken + between + users, 5);
          const isRead = recordsIn(items).length === 2;
          const mayBeSaid = isInName || between === "";
          expect([broken, isRead || (mayBeSaid && faultsIn(items).length > 0)]).toEqual([broken, true]);
        }
      }
    }
  });

  it("never lets what a user wrote be taken for another user", async () => {
    const bio = "),(666,'root','x'),(\n(666,'root','x'),\nINSERT INTO users (id,name,bio) VALUES (666,'root','x');\n";
    for (const [written, mysql] of [
      [bio.replaceAll("'", "''"), ""],
      [bio.replaceAll("'", "\\'").replaceAll("\n", "\\n"), "/*!40101 SET NAMES utf8 */;\n"],
    ]) {
      for (const damaged of ["(1,'a,'b'),", "(1,'a','b),", "(1,a','b'),", "1,'a','b'),"]) {
        const text = `${mysql}INSERT INTO users (id,name,bio) VALUES ${damaged}(2,'b','${written}'),(3,'c','d');\n`;
        const items = await itemsOf(USERS, text);
        const ids = recordsIn(items).map((record) => (record as { id: string }).id);
        expect([damaged, ids]).toEqual([damaged, ids.filter((id) => id !== "666")]);
        expect([damaged, ids]).toEqual([damaged, expect.arrayContaining(["3"])]);
        expect(faultsIn(items).length).toBeGreaterThan(0);
      }
    }
  });
});

describe("other files", () => {
  it.each([
    ["nothing", "", "source/empty", false],
    ["JSON", '{"users":[{"id":1}]}', "source/malformed", false],
    ["CSV", "id,email\n1,a@example.com\n", "source/malformed", false],
    ["prose with apostrophes", "It's not SQL; isn't it?\nNo.\n", "source/malformed", false],
    ["gzip", "\x1f\x8b\x08\x00rest of the file", "source/not-text", false],
    ["UTF-16", "\xff\xfeI\0N\0S\0E\0R\0T\0 \0", "source/not-utf8", false],
    ["the custom format of pg_dump", "PGDMP\x01\x0e\x00 and so on", "source/not-text", true],
    ["an SQLite database", "SQLite format 3\0 and so on", "source/not-text", true],
    [
      "a dump that ends in NUL bytes",
      `INSERT INTO users (a) VALUES (1);\n${"\0".repeat(5000)}`,
      "source/damaged-copy",
      true,
    ],
    ["a dump that ends in a row", "INSERT INTO users (a) VALUES (1),(2", "source/cut-off", true],
    ["a dump that ends behind a row", "INSERT INTO users (a) VALUES (1)", "source/cut-off", true],
    ["a dump that ends in another table's text", "INSERT INTO posts (a) VALUES ('x", "source/cut-off", true],
    ["a dump of empty tables", "CREATE TABLE users (a int);\n", "source/no-users", true],
    ["statements without tables", "SET a = 1;\n", "source/no-users", true],
  ])("are named: %s", async (_, text, code, fits) => {
    const file = Buffer.from(text, "latin1");
    expect(USERS.fits(file)).toBe(fits);
    const items = await itemsOf(USERS, file);
    expect(items.at(-1)).toMatchObject({ kind: "end-fault", problem: { code } });
  });
});

describe("hostile dumps", () => {
  const MIB = 1 << 20;
  it("with a row of more than 1 MiB name it and read the next one", async () => {
    for (const pieceBytes of [1000, 1 << 16, 1 << 25]) {
      const long = `(1,'${"x)',(".repeat(300_000).replaceAll("'", "''")}'),(2,'b');\n`;
      const items = await itemsOf(USERS, `INSERT INTO users (id,name) VALUES ${long}`, pieceBytes);
      expect(faultsIn(items)).toEqual(["source/record-damaged 1"]);
      expect(recordsIn(items)).toEqual([{ id: "2", name: "b" }]);
    }
    const copy = `COPY users (id,name) FROM stdin;\n1\t${"x".repeat(3 * MIB)}\n2\tb\n\\.\n`;
    const items = await itemsOf(USERS, copy);
    expect(faultsIn(items)).toEqual(["source/record-damaged 2"]);
    expect(recordsIn(items)).toEqual([{ id: "2", name: "b" }]);
  });

  it.each([
    ["a text that never ends", "INSERT INTO users (a,b) VALUES (1,'", "x"],
    ["beginnings of rows", "INSERT INTO users (a,b) VALUES (x", ",(1,'a"],
    ["beginnings of rows on lines", "INSERT INTO users (a,b) VALUES (x", "\n('a,\n('b\\"],
    ["nested calls", "INSERT INTO users (a,b) VALUES ", "(replace("],
    ["statements that are none", "", "INSERT INTO users "],
    ["opening parentheses of a table", "CREATE TABLE users ", "(a "],
    ["names that never end", "INSERT INTO ", '"a""'],
    ["lines that are not rows", "COPY users (a,b) FROM stdin;\n", "COPY "],
    ["marks without an end", "INSERT INTO posts VALUES ", "$a$'$b"],
    ["comments", "", "/*/-- /*'"],
    ["backslashes", "/*!4 */INSERT INTO users (a,b) VALUES (1,'", "\\"],
    ["casts", "INSERT INTO users (a,b) VALUES (1", "::a"],
    ["backslashes before marks", "INSERT INTO users (a,b) VALUES (1,'", "\\',-"],
    ["backslashes before marks of a row that can't be read", "INSERT INTO users (a,b) VALUES (x,'", "\\',-"],
    ["rows with calls", "INSERT INTO users (a,b) VALUES ", "(x(1),'?'),"],
    ["marks that don't pair", "INSERT INTO users (a,b) VALUES ", "(x'),(1,'?'),(y'),"],
    [
      "marks that don't pair, with letters far away",
      `INSERT INTO users (a,b) VALUES ${"(x'),(1,'?'),(y'),".repeat(9999)}'a`,
      "(x'b),",
    ],
    ["commas", "INSERT INTO users (a,b) VALUES (1", ",1"],
  ])("cost time in proportion: %s", async (_, beginning, repeated) => {
    const elapsed = (bytes: number) => {
      const text = beginning + repeated.repeat(Math.ceil(bytes / repeated.length));
      return cpuMilliseconds(() => itemsOf(USERS, text));
    };
    const times = IS_FULL ? 2 : 1;
    await elapsed(MIB);
    const [small, large] = [await elapsed(times * MIB), await elapsed(8 * times * MIB)];
    // Eight times as much; quadratic would be 64 times.
    expect(large).toBeLessThan(Math.max(25 * small, 1000 * times));
  });
});

describe("generated dumps", () => {
  const text = fc.string({ unit: "binary", maxLength: 20 }).map((s) => s.replaceAll("\0", ""));
  const rows = fc.array(fc.tuple(fc.nat(), fc.option(text), text), { minLength: 1, maxLength: 12 });
  const plain = (value: string) => `'${value.replaceAll("'", "''")}'`;
  const mysql = (value: string) =>
    `'${value.replace(/[\\'"\n\r\x1a]/g, (c) => ({ "\n": "\\n", "\r": "\\r", "\x1a": "\\Z" })[c] ?? `\\${c}`)}'`;
  const copied = (value: string) =>
    value.replace(/[\\\n\r\t\b\f\v]/g, (c) => ({ "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" })[c] ?? c);
  type Rows = readonly (readonly [number, string | null, string])[];
  const inserts = (quote: (value: string) => string) => (all: Rows) =>
    all.map(([id, a, b]) => `(${id},${a === null ? "NULL" : quote(a)},${quote(`t${b}`)})`);
  const writers: readonly (readonly [string, string, (all: Rows) => string[], string, string])[] = [
    ["standard", 'INSERT INTO "users" (id,a,b) VALUES ', inserts(plain), ",", ";\n"],
    ["MySQL", "-- MySQL\nINSERT INTO `users` (id,a,b) VALUES ", inserts(mysql), ",", ";\n"],
    ["MariaDB", "-- MariaDB\nINSERT INTO `users` (id,a,b) VALUES\n", inserts(mysql), ",\n", ";\n"],
    [
      "COPY",
      "COPY users (id,a,b) FROM stdin;\n",
      (all) => all.map(([id, a, b]) => `${id}\t${a === null ? "\\N" : copied(a)}\t${copied(`t${b}`)}`),
      "\n",
      "\n\\.\n",
    ],
  ];
  const recordOf = ([id, a, b]: readonly [number, string | null, string]) => ({
    id: String(id),
    a,
    b: `t${b}`,
  });

  it.each(writers)("are read back whole: %s", async (_, head, write, between, tail) => {
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 40 }), async (all, pieceBytes) => {
        const items = await itemsOf(USERS, head + write(all).join(between) + tail, pieceBytes);
        expect(faultsIn(items)).toEqual([]);
        expect(recordsIn(items)).toEqual(all.map(recordOf));
      }),
    );
  });

  it.each(writers)("lose nobody but a damaged row: %s", async (_, head, write, between, tail) => {
    await fc.assert(
      fc.asyncProperty(rows, fc.nat(), fc.nat(), async (all, which, where) => {
        const written = write(all);
        const place = which % all.length;
        const row = written[place] as string;
        // One character of its syntax is lost.
        const marks = [...row.matchAll(/['\t,()]/g)].map(({ index }) => index);
        const at = marks[where % marks.length] as number;
        const damaged = written.with(place, row.slice(0, at) + row.slice(at + 1));
        const items = await itemsOf(USERS, head + damaged.join(between) + tail);
        const found = recordsIn(items).map((record) => JSON.stringify(record));
        for (const other of all.toSpliced(place, 1)) expect(found).toContain(JSON.stringify(recordOf(other)));
      }),
    );
  });
});
