import { describe, expect, it } from "vitest";
import { sqlDump } from "../../../src/source/index.js";
import { inputOf } from "../../../src/source/input/input-beginning.js";
import { inUtf8 } from "../../../src/source/input/unpack.js";
import { faultsIn, itemsOf, recordsIn } from "./read-items.js";

const USERS = sqlDump({ tables: ["users"] });

const MYSQLPUMP_END = "-- Dump end time: Mon Nov  2 10:00:00 2026\n";
/** As releases 5.7 and 8.0 begin. */
const MYSQLPUMP = `-- Dump created by MySQL pump utility, version: 8.0.30, Linux (x86_64)
SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0;
SET @OLD_SQL_MODE=@@SQL_MODE;
SET SQL_MODE="NO_AUTO_VALUE_ON_ZERO";
SET NAMES utf8mb4;
`;

it.each([
  ["a default", "`name` varchar(9) DEFAULT 'it\\'s, or (not',"],
  ["a generated column", "`name` varchar(9) GENERATED ALWAYS AS (concat(`id`,'it\\'s')) VIRTUAL,"],
  ["a check", "`name` varchar(9) DEFAULT 'a' CHECK (`name` <> 'it\\'s'),"],
])("a table of MySQL has its columns with an apostrophe in %s", async (_, column) => {
  for (const head of ["-- MySQL dump 10.13\n", ""]) {
    const create = `CREATE TABLE \`users\` (\n  \`id\` int NOT NULL,\n  ${column}\n  \`bio\` text\n);\n`;
    const items = await itemsOf(USERS, `${head}${create}INSERT INTO \`users\` VALUES (1,'a','b');\n`);
    expect(recordsIn(items)).toEqual([{ id: "1", name: "a", bio: "b" }]);
  }
});

it("rows of MariaDB after SQLite's dump have the values of generated columns", async () => {
  const sqlite = "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE a (b text);\nCOMMIT;\n";
  const create =
    "CREATE TABLE `users` (`id` int, `name` text, `bio` text GENERATED ALWAYS AS (concat(`name`)) VIRTUAL);\n";
  const text = `${sqlite}-- MariaDB dump 10.19\n${create}INSERT INTO \`users\` VALUES (1,'a',NULL);\n-- Dump completed\n`;
  expect(recordsIn(await itemsOf(USERS, text))).toEqual([{ id: "1", name: "a", bio: null }]);
});

describe("statements", () => {
  describe("keep their names to themselves where a name has a statement in it", () => {
    const statement = (table: string) => `x\nINSERT INTO ${table} VALUES(666,'x','y');`;
    const rows = [1, 2, 3].map((id) => ({ id: String(id), name: "a", bio: "b" }));
    const [first, ...others] = rows.map(({ id }) => `INSERT INTO users (id, name, bio) VALUES (${id},'a','b');\n`);

    it.each([
      ["PostgreSQL", '"', `${statement("public.users")}--`, "SET standard_conforming_strings = on;\n"],
      ["MySQL", "`", `${statement("users")}#`, "-- MySQL dump 10.13\n/*!40101 SET NAMES utf8 */;\n"],
      ["SQLite", '"', `${statement("users")}\n-- ${"long ".repeat(200)}`, "PRAGMA foreign_keys=OFF;\n"],
      ["SQLite, as MySQL", "`", `${statement("users")}\n-- `, "PRAGMA foreign_keys=OFF;\n"],
      ["SQL Server", "[", `x\nGO\nINSERT [users] VALUES (666,0x78,0x79)--`, "USE [shop]\nGO\n"],
    ])("%s", async (_, mark, name, head) => {
      const own = `${mark}${name}${mark === "[" ? "]" : mark}`;
      const other = [
        `CREATE TABLE survey (id integer, ${own} text);\n`,
        `INSERT INTO survey (id, ${own}) VALUES (1,'hello');\n`,
        `INSERT INTO survey (id, ${own}, "long ${"er".repeat(200)}") SELECT 1;\n`,
        `ALTER TABLE ${own} ADD COLUMN a int;\n`,
        `CREATE VIEW v AS SELECT id AS ${own}, 1 FROM a;\n`,
        mark === "`" && head.startsWith("--") ? `/*!50001 CREATE VIEW v AS SELECT 1 AS ${own}*/;\n` : "",
      ].join("");
      const end = head.startsWith("--") ? "-- Dump completed\n" : "";
      const users = `CREATE TABLE users (id integer, name text, bio text);\n${first}`;
      for (const text of [head + users + other + others.join("") + end, head + other + users + others.join("") + end]) {
        for (const size of [1, 7, 1 << 16]) {
          const items = await itemsOf(USERS, text, size);
          expect(faultsIn(items)).toEqual([]);
          expect(recordsIn(items)).toEqual(rows);
        }
      }
    });

    it("and end the reading where one of its marks is missing", async () => {
      for (const mark of ['"', "`"]) {
        const broken = `CREATE TABLE survey (${mark}id${mark} int, b${mark} int);\n`;
        const users = `INSERT INTO ${mark}users${mark} (a) VALUES ('1');\n`;
        const items = await itemsOf(USERS, users + broken + users, 7);
        expect(recordsIn(items)).toEqual([{ a: "1" }]);
        expect(faultsIn(items)).toEqual(["end source/cut-off 2"]);
      }
    });

    it("and one that is in the comment of a script of SQL Server", async () => {
      const comment =
        "/****** Object:  Table [dbo].[x*/\r\nINSERT [users] VALUES (666,0x78,0x79)]    Script Date: 27/11/2026 10:00:00 ******/\r\n";
      const script = `CREATE TABLE [users] ([id] [int], [name] [text], [bio] [text])\r\nGO\r\n${comment}SET ANSI_NULLS ON\r\nGO\r\n`;
      for (const size of [1, 7, 1 << 16]) {
        const items = await itemsOf(USERS, script + others.join(""), size);
        expect(faultsIn(items)).toEqual([]);
        expect(recordsIn(items)).toEqual(rows.slice(1));
      }
    });
  });

  describe("of SQL Server and SQLite keep their names in brackets to themselves", () => {
    const user = (id: number, name = "x") => `INSERT [dbo].[users] ([id], [name]) VALUES (${id}, N'${name}')\r\nGO\r\n`;
    const hostile = "x\r\nINSERT [dbo].[users] ([id], [name]) VALUES (666, 0x78)\r\nGO\r\n";
    const create = (name: string) =>
      `CREATE TABLE [dbo].[orders](\r\n\t[id] [int] NOT NULL,\r\n\t[${name}] [nvarchar](50) NULL\r\n) ON [PRIMARY]\r\nGO\r\n`;

    it.each([
      ["an apostrophe", "Customer's note"],
      ["brackets", "]]'a]]"],
      ["a quotation mark", 'the "name'],
      ["the beginning of a comment", "a/*b--c"],
      ["a statement", "x\r\nGO\r\nINSERT [dbo].[users] VALUES (666, 0x78)--"],
    ])("with %s", async (_, name) => {
      const own = `INSERT [dbo].[orders] ([id], [${name}]) VALUES (N'1', N'hello')\r\nGO\r\n`;
      const alter = `ALTER TABLE [dbo].[orders] ADD  DEFAULT (N'a') FOR [${name}]\r\nGO\r\n`;
      const text = create(name) + user(1) + user(2, hostile) + create(name) + alter + user(3) + own + user(4);
      for (const head of ["", "USE [shop]\r\nGO\r\n", `USE [${name}]\r\nGO\r\n`]) {
        for (const size of [1, 7, 1 << 16]) {
          const items = await itemsOf(USERS, head + text, size);
          expect(faultsIn(items)).toEqual([]);
          expect(recordsIn(items)).toEqual(["x", hostile, "x", "x"].map((x, at) => ({ id: String(at + 1), name: x })));
        }
      }
    });

    it("in the definition of their own table, beside arrays of PostgreSQL", async () => {
      const rows = "INSERT INTO users VALUES (1,2,3);\n";
      for (const [definition, names] of [
        ["[a]]'b] int, [c,(d] [nvarchar](9), e int", ["a]'b", "c,(d", "e"]],
        ["a text[] DEFAULT ARRAY['x]'::text, 'y'::text], b \"My's\"[], c int[]", ["a", "b", "c"]],
        ["a integer[] DEFAULT ARRAY[ARRAY[1, 2], ARRAY[3, 4]], b int, c int", ["a", "b", "c"]],
      ] as const) {
        const items = await itemsOf(USERS, `CREATE TABLE users (${definition});\n${rows}`, 5);
        expect(faultsIn(items)).toEqual([]);
        expect(recordsIn(items)).toEqual([Object.fromEntries(names.map((name, at) => [name, String(at + 1)]))]);
      }
    });
  });

  describe("have columns that are called like a part of a definition", () => {
    const words = ["key", "index", "fulltext", "spatial", "period", "exclude"];
    const types = [
      "character varying(80)",
      "integer NOT NULL",
      "numeric(10, 2)",
      "varchar(80)",
      "tsvector",
      "text UNIQUE",
    ];
    const more = [
      ...types,
      "public.kind",
      '"char"',
      "timestamp(6) with time zone",
      "enum('a','b')",
      "bit (3)",
      "",
      "text[]",
    ];
    const valuesOf = async (definition: string, count: number) => {
      const values = Array.from({ length: count }, (_, at) => at).join(",");
      return recordsIn(
        await itemsOf(USERS, `CREATE TABLE users (${definition});\nINSERT INTO users VALUES (${values});\n`),
      );
    };

    it.each(words)("%s", async (word) => {
      for (const type of more) {
        for (const name of [word, word.toUpperCase()]) {
          const definition = `id integer,\n    ${name} ${type},\n    last text`;
          expect([type, await valuesOf(definition, 3)]).toEqual([type, [{ id: "0", [name]: "1", last: "2" }]]);
        }
      }
    });

    it.each([
      ...[
        "KEY `a` (`b`)",
        "KEY a (b)",
        "KEY `a` (`b`(191)) USING BTREE",
        "KEY a USING BTREE (b)",
        "KEY (b)",
        "key a(b(10))",
      ],
      ...[
        "INDEX a (b)",
        "INDEX `a b` (`b`)",
        "INDEX [a] NONCLUSTERED ([b])",
        'KEY "a" ("b")',
        'INDEX "a b" ("b" DESC)',
      ],
      ...[
        "FULLTEXT KEY `a` (`b`)",
        "FULLTEXT INDEX a (b)",
        "SPATIAL KEY a (b)",
        "FULLTEXT `a` (`b`)",
        "FULLTEXT a (b)",
      ],
      ...[
        "PERIOD FOR SYSTEM_TIME (`b`, `c`)",
        "PERIOD FOR `p` (`b`,`c`)",
        "EXCLUDE USING gist (b WITH &&)",
        "EXCLUDE (b WITH =)",
      ],
      ...["PRIMARY KEY (b)", "UNIQUE KEY a (b)", "UNIQUE INDEX a (b)", "CONSTRAINT key CHECK (b > 0)", "KEY a (2fa)"],
    ])("and not what is one: %s", async (index) => {
      expect(await valuesOf(`id integer, b text, ${index}`, 2)).toEqual([{ id: "0", b: "1" }]);
    });
  });
});

describe("a dump that names its encoding", () => {
  const rows = "INSERT INTO users (a,b) VALUES ('\xd5\\',',0x61),(0x62,0x63);-- ');\n";

  it.each([
    ...["/*!40101 SET NAMES gbk */;", "SET NAMES 'big5';", "/*!40101 SET NAMES sjis */;", "SET NAMES cp932;"],
    ...["SET NAMES gb18030;", "/*!40101 SET NAMES gb2312 */;", "set names euckr;", "SET client_encoding = 'SJIS';"],
    ...["SET client_encoding TO 'GBK';", "SET client_encoding = 'UHC';", "SET client_encoding = 'SHIFT_JIS_2004';"],
  ])("whose letters may have a backslash is not read: %s", async (line) => {
    for (const size of [1, 1 << 16]) {
      const items = await itemsOf(USERS, Buffer.from(`-- MySQL dump 10.13\n${line}\n${rows}`, "latin1"), size);
      expect(recordsIn(items)).toEqual([]);
      expect(faultsIn(items)).toEqual(["end source/not-utf8 2"]);
    }
  });

  const definition =
    "CREATE TABLE `users` (`a` text, `b` text);\nINSERT INTO `users` (`a`,`b`) VALUES ('1','it\\'s');\n";
  const others = (text: string) => `CREATE TABLE \`notes\` (\`a\` text);\nINSERT INTO \`notes\` VALUES ('${text}');\n`;

  it.each([
    ["by a letter that hides the end of a text", rows.replace(/users/, "`users`")],
    ["by a row that is damaged", "INSERT INTO `users` (`a`,`b`) VALUES ('\xd5\\','\\',0x61);\n"],
    [
      "after a damaged row of many bytes",
      `INSERT INTO \`users\` (a,b) VALUES ('${"x".repeat(9000)}\xd5\\','\\',0x61);\n`,
    ],
    ["in a table that is not asked for", others("\xd5\\', ); INSERT INTO `users` (a,b) VALUES (0x62,0x63);-- ")],
    [
      "by a letter that UTF-8 has as well, where another text is not UTF-8",
      others("\xc4\xa3\\', );-- ") + others("\xd5\xc5"),
    ],
  ])("is not read where no line says which: %s", async (_, text) => {
    for (const size of [1, 1 << 16]) {
      const items = await itemsOf(USERS, Buffer.from(`${definition}${text}`, "latin1"), size);
      expect(recordsIn(items).slice(1)).toEqual([]);
      expect(faultsIn(items).at(-1)).toMatch(/^end source\/not-utf8 /);
    }
    const said = await itemsOf(USERS, Buffer.from(`SET NAMES latin1;\n${definition}${text}`, "latin1"), 7);
    expect(faultsIn(said).join()).not.toContain("end source/not-utf8");
    // A line after it may be what a user typed.
    const late = await itemsOf(USERS, Buffer.from(`${definition}${text}\nSET NAMES latin1;\n`, "latin1"), 1 << 16);
    expect(faultsIn(late).at(-1)).toMatch(/^end source\/not-utf8 /);
  });

  const forged = (head: string) => others(`\xd5\\', ); ${head} (a,b) VALUES (0x62,0x63);-- `);

  it.each([
    ["the last line of mysqldump", `${forged("INSERT INTO `users`")}-- Dump completed on 2026-11-01\n`],
    ["a forged table in quotation marks", forged('INSERT INTO "users"')],
    ["a forged table in brackets", forged("INSERT INTO [users]")],
    ["a forged line of PostgreSQL", forged("SET standard_conforming_strings = on; INSERT INTO users")],
    ["a forged line of SQLite", forged("PRAGMA foreign_keys=OFF; INSERT INTO users")],
  ])("is not read whatever comes after the letter: %s", async (what, text) => {
    const head = `-- MySQL dump 10.13\n${definition}`;
    const ending = what.startsWith("the last") ? "" : "-- Dump completed on 2026-11-01\n";
    for (const size of [1, 1 << 16]) {
      const items = await itemsOf(USERS, Buffer.from(`${head}${text}${ending}`, "latin1"), size);
      expect(faultsIn(items).at(-1)).toMatch(/^end source\/not-utf8 /);
    }
  });

  it.each(["PRAGMA foreign_keys=OFF;\n", "SET standard_conforming_strings = on;\n", "USE [shop]\nGO\n"])(
    "is read where no backslash is an escape: %j",
    async (head) => {
      const text = "INSERT INTO users (a,b) VALUES ('C:\\\xd5\\','1'),('2','d');\n";
      const items = await itemsOf(USERS, Buffer.from(head + text, "latin1"), 7);
      expect(faultsIn(items)).toEqual([expect.stringMatching(/^source\/record-not-utf8 /)]);
      expect(recordsIn(items)).toEqual([{ a: "2", b: "d" }]);
    },
  );

  it("is read where SQLite's dump has ended, and not where another program's follows that has one", async () => {
    const sqlite = `PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nINSERT INTO users (a) VALUES('\xc3\xa9\\ \xe9');\nCOMMIT;\n`;
    for (const size of [1, 1 << 16]) {
      const alone = await itemsOf(USERS, Buffer.from(sqlite, "latin1"), size);
      expect(faultsIn(alone)).toEqual([expect.stringMatching(/^source\/record-not-utf8 /)]);
      const twice = await itemsOf(USERS, Buffer.from(sqlite + sqlite.replaceAll("users", "other"), "latin1"), size);
      expect(faultsIn(twice)).toEqual(faultsIn(alone));
      const both = Buffer.from(sqlite + definition + forged("INSERT INTO `users`"), "latin1");
      expect(faultsIn(await itemsOf(USERS, both, size)).at(-1)).toMatch(/^end source\/not-utf8 /);
    }
  });

  it("is not believed where nothing names the program: phpMyAdmin leaves its name out where it is told to", async () => {
    const settings = 'SET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";\nSTART TRANSACTION;\n/*!40101 SET NAMES utf8mb4 */;\n';
    const text = Buffer.from(`\n${settings}${definition}${forged("INSERT INTO `users`")}`, "latin1");
    for (const size of [1, 1 << 16]) {
      expect(faultsIn(await itemsOf(USERS, text, size)).at(-1)).toMatch(/^end source\/not-utf8 /);
    }
    // In small letters, as other programs write it.
    for (const named of ["-- Sequel Ace SQL dump\n", "/*\nSQLyog Community v13\n*/\n", "-- MariaDB dump 10.19\n"]) {
      const other = Buffer.from(`${named}${settings.toLowerCase()}${definition}${others("\xd5\\'")}`, "latin1");
      expect(faultsIn(await itemsOf(USERS, other, 7)).join()).not.toContain("end source/not-utf8");
    }
  });

  it("is believed of mysqlpump, which sets the same mode as phpMyAdmin after it has kept its own", async () => {
    const honest = (text: string, end: string) =>
      Buffer.from(`${text}${definition}${others("\xd5\\'")}${end}`, "latin1");
    for (const size of [1, 1 << 16]) {
      expect(faultsIn(await itemsOf(USERS, honest(MYSQLPUMP, MYSQLPUMP_END), size)).join()).not.toContain(
        "end source/not-utf8",
      );
      const behind = `${MYSQLPUMP}${definition}${MYSQLPUMP_END}SET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";\n/*!40101 SET NAMES utf8mb4 */;\n`;
      const next = Buffer.from(`${behind}${forged("INSERT INTO `users`")}`, "latin1");
      expect(faultsIn(await itemsOf(USERS, next, size)).at(-1)).toMatch(/^end source\/not-utf8 /);
    }
  });

  it("is believed of mysqldump without comments, which phpMyAdmin never looks like", async () => {
    const names = "\n/*!40101 SET NAMES utf8mb4 */;\n";
    const zone = "/*!40103 SET @OLD_TIME_ZONE=@@TIME_ZONE */;\n";
    const honest = (text: string) => Buffer.from(`${text}${definition}${others("\xd5\\'")}`, "latin1");
    const codes = async (bytes: Buffer) => faultsIn(await itemsOf(USERS, bytes, 7)).join();
    for (const own of [zone, "/*!40014 SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0 */;\n"]) {
      expect(await codes(honest(`${names}${own}`))).not.toContain("end source/not-utf8");
    }
    expect(await codes(honest(names))).toContain("end source/not-utf8");
    // As text of a user it comes after what hides it.
    const late = Buffer.from(`${names}${definition}${forged(`${zone} INSERT INTO \`users\``)}`, "latin1");
    expect(await codes(late)).toContain("end source/not-utf8");
    // Below the operator's line on the database the operator's line on the encoding counts too.
    expect(await codes(honest(`-- MySQL\nSET NAMES utf8mb4;\n`))).not.toContain("end source/not-utf8");
  });

  it.each([
    [
      "mysqldump",
      `-- MySQL dump 10.13\n/*!40101 SET NAMES utf8mb4 */;\n${definition}-- Dump completed on 2026-11-01\n`,
    ],
    ["Adminer", `-- Adminer 4.8.1 MySQL 8.0 dump\n\nSET NAMES utf8mb4;\n\n${definition}-- 2026-11-01 10:00:00\n\n`],
  ])("counts for the dump that it is of, and not for the next one in the file: %s", async (_, first) => {
    for (const next of ["-- phpMyAdmin SQL Dump\n-- version 5.2.1\n", '\nSET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";\n']) {
      const text = `${first}${next}/*!40101 SET NAMES utf8mb4 */;\n${definition}${forged("INSERT INTO `users`")}`;
      for (const size of [1, 1 << 16]) {
        const items = await itemsOf(USERS, Buffer.from(text, "latin1"), size);
        expect(faultsIn(items).at(-1)).toMatch(/^end source\/not-utf8 /);
      }
    }
  });

  describe("is not read where a shell has written it in another encoding", () => {
    const dump = (text: string) => `SET NAMES utf8mb4;\n${definition}INSERT INTO \`users\` VALUES ('${text}','x');\n`;
    const forms: readonly [string, (text: string) => Buffer][] = [
      ["UTF-16", (text) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")])],
      ["a byte order mark", (text) => Buffer.from(`\ufeff${text}`)],
    ];
    const end = "-- Dump completed on 2026-11-01\n";
    const codesRead = async (bytes: Buffer, size: number) => {
      const pieces: Uint8Array[] = [];
      for await (const piece of inUtf8(inputOf(bytes))) pieces.push(piece);
      return itemsOf(USERS, Buffer.concat(pieces), size);
    };

    it.each(forms)("as %s", async (_, written) => {
      const heads = ["-- MySQL dump 10.13\n", "-- MariaDB dump 10.19\n", "\n", "PRAGMA foreign_keys=OFF;\n"];
      heads.push(MYSQLPUMP, 'SET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";\n', "-- by Bob\n", "SET NAMES utf8mb4;\n");
      for (const head of heads) {
        const text = (name: string) =>
          written(`${head}${dump(name)}${head.startsWith("-- M") ? end : head === MYSQLPUMP ? MYSQLPUMP_END : ""}`);
        for (const size of [1, 1 << 16]) {
          const faults = async (name: string) => faultsIn(await codesRead(text(name), size));
          expect((await faults("\u6d63\u7281")).at(-1)).toMatch(/^end source\/rewritten /);
          expect((await faults("ann")).join()).not.toContain("rewritten");
        }
      }
    });

    describe("without a byte order mark", () => {
      const chinese = ["\u4f60\u597d", "\u5f20\u4f1f", "\u738b\u82b3", "\u674e\u5a1c\u4e00"];
      const japanese = ["\u5c71\u7530", "\u9234\u6728", "\u4f50\u85e4", "\u30bf\u30ed\u30a6"];
      const korean = ["\uae40\uc900", "\ubc15\uc9c0", "\ucd5c\uc9c4", "\uac15\uc9c4"];
      const european = [
        "Jos\u00e9",
        "J\u00fcrgen",
        "\u0141ukasz",
        "\u0418\u0432\u0430\u043d",
        "\u0393\u03b9\u03ac\u03bd\u03bd\u03b7\u03c2",
      ];
      const all = { chinese, japanese, korean, european };
      const whole = (names: readonly string[]) => {
        const rows = names.map((name) => `('${name}-','x')`).join(",");
        return Buffer.from(
          `-- MySQL dump 10.13\nSET NAMES utf8mb4;\n${definition}INSERT INTO \`users\` VALUES ${rows};\n${end}`,
        );
      };
      const read = async (bytes: Buffer, size = 1 << 16) => faultsIn(await codesRead(bytes, size));

      it.each([
        ["gbk", chinese],
        ["big5", [...chinese, "\u738b\u5c0f\u660e", "\u5f35\u5049", "\u9673\u7f8e\u73b2", "\u6797\u5fd7\u8c6a"]],
        ["shift_jis", japanese],
        ["euc-kr", korean],
        ["gbk", european],
      ])("as %s (%#)", async (page, names) => {
        const shell = Buffer.from(new TextDecoder(page).decode(whole(names)));
        for (const size of [1, 2, 7, 1 << 16]) {
          expect((await read(shell, size)).at(-1)).toMatch(/^end source\/rewritten /);
        }
        const sure = Buffer.concat([Buffer.from("SET NAMES utf8mb4;\n"), shell]);
        expect((await read(sure)).join()).not.toContain("rewritten");
      });

      it.each([
        ["shift_jis", "\u30fb", ["\u30c6\u30b9\u30c8", ...japanese]],
        ["gbk", "?", ["\u4e27\u00e9\u00e0", "\u7684\ue000\u4f60", ...chinese]],
      ])("as Windows writes it, with a sign for what %s has no letter for", async (page, sign, names) => {
        const shell = Buffer.from(new TextDecoder(page).decode(whole(names)).replaceAll("\ufffd", sign));
        for (const size of [1, 1 << 16]) expect((await read(shell, size)).at(-1)).toMatch(/^end source\/rewritten /);
      });

      it("where one text alone has an escape in a letter", async () => {
        const row = Buffer.from(whole(["x"]).toString().replace("'x-'", "'\u4f60\\'; forged'"));
        const shell = Buffer.from(new TextDecoder("gbk").decode(row));
        expect((await read(shell)).at(-1)).toMatch(/^end source\/rewritten /);
      });

      it("by a text that is long, or lacks its end", async () => {
        const names = [`${"\u4f60".repeat(99_999)}`, ...chinese];
        const shell = Buffer.from(new TextDecoder("gbk").decode(whole(names)));
        for (const size of [1000, 1 << 16]) expect((await read(shell, size)).at(-1)).toMatch(/^end source\/rewritten /);
      });

      it.each([
        ["a comment", "),(0x39,0x61);-- "],
        ["a comment of another kind", "),(0x39,0x61); # "],
        ["a comment that is not ended", "),(0x39,0x61);/*"],
        ["a statement", "),(0x39,0x61);SELECT '"],
        ["a clause", "),(0x39,0x61) ON DUPLICATE KEY UPDATE b=''"],
        ["what the program says", "),(0x39,0x61);mysqldump: "],
      ])("where no letter is left, and the line of the rows has %s", async (_, typed) => {
        const rows = (text: string) => whole(["x"]).toString().replace("'x-','x'", `'x','it\\'s; -- ','${text}'`);
        for (const size of [1, 7, 1 << 16]) {
          const faults = await read(Buffer.from(rows(`??'${typed}`)), size);
          expect(faults.at(-1)).toMatch(/^end source\/rewritten /);
          expect((await read(Buffer.from(rows("?);-- \\'")), size)).join()).not.toContain("rewritten");
        }
        const sure = await read(Buffer.from(`SET NAMES utf8mb4;\n${rows(`??'${typed}`)}`));
        expect(sure.join()).not.toContain("rewritten");
      });

      it("where no letter is left, in a table that is not asked for and in SQLite", async () => {
        const note = "INSERT INTO `notes` VALUES ('??'); INSERT INTO `users` VALUES (0x61,0x62);-- ');\n";
        expect(
          (
            await read(
              Buffer.from(
                whole(["x"])
                  .toString()
                  .replace(end, note + end),
              ),
            )
          ).at(-1),
        ).toMatch(/rewritten/);
        const sqlite = `PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE users (a text, b text);\n${note}COMMIT;\n`;
        expect((await read(Buffer.from(sqlite))).at(-1)).toMatch(/rewritten/);
      });

      it("where binary values are of other bytes", async () => {
        const addresses = Array.from({ length: 40 }, (_, at) => {
          const bytes = [0xb0 + (at % 40), 0xa1 + at, 0xc4, 0xe3].map((byte) => String.fromCharCode(byte)).join("");
          return `INSERT INTO \`ips\` VALUES (_binary '${bytes}');\n`;
        });
        const text = whole(chinese)
          .toString("latin1")
          .replace(definition, definition + addresses.join(""));
        const shell = Buffer.from(new TextDecoder("gbk").decode(Buffer.from(text, "latin1")));
        expect((await read(shell)).at(-1)).toMatch(/^end source\/rewritten /);
      });

      it.each(["\u672a\u77e5", "\u5973", "\uff83\uff7d\uff84", "\ud64d"])(
        "but is where one word is all: %s",
        async (word) => {
          expect((await read(whole(Array(9).fill(word)))).join()).not.toContain("rewritten");
        },
      );

      it.each(Object.entries(all))("but is where they are as their users wrote them: %s", async (_, names) => {
        for (const size of [1, 1 << 16]) expect((await read(whole(names), size)).join()).not.toContain("rewritten");
        const mixed = whole([...names, ...Object.values(all).flat()]);
        expect((await read(mixed)).join()).not.toContain("rewritten");
      });
    });

    it.each(forms)("but is by a program that writes such files: %s", async (_, written) => {
      const heidi =
        "-- --------------------------------------------------------\n-- Host: 127.0.0.1\n-- HeidiSQL Version: 12\n";
      for (const head of [heidi, "-- phpMyAdmin SQL Dump\n", "-- Adminer 4.8.1 MySQL 8.0 dump\n"]) {
        const text = written(`${head}${dump("\u4f60")}\n-- 2026-11-01 10:00:00\n`);
        expect(faultsIn(await codesRead(text, 1 << 16))).toEqual([]);
      }
      const script = written("USE [shop]\nGO\nINSERT [dbo].[users] ([a], [b]) VALUES (N'\u4f60', N'x')\nGO\n");
      expect(recordsIn(await codesRead(script, 1))).toEqual([{ a: "\u4f60", b: "x" }]);
    });
  });

  it("is not believed where phpMyAdmin says UTF-8 of a file that it has converted", async () => {
    const head = `-- phpMyAdmin SQL Dump\n-- version 5.2.1\n/*!40101 SET NAMES utf8mb4 */;\n${definition}`;
    for (const size of [1, 1 << 16]) {
      const items = await itemsOf(USERS, Buffer.from(head + forged("INSERT INTO `users`"), "latin1"), size);
      expect(faultsIn(items).at(-1)).toMatch(/^end source\/not-utf8 /);
      const latin1 = Buffer.from(`${head.replace("utf8mb4", "latin1")}${others("\xd5\\'")}`, "latin1");
      expect(faultsIn(await itemsOf(USERS, latin1, size))).toEqual([]);
      // What the operator writes counts.
      const own = Buffer.from(`SET NAMES utf8mb4;\n${head}${others("\xd5\\'")}`, "latin1");
      expect(faultsIn(await itemsOf(USERS, own, size))).toEqual([]);
    }
  });

  it.each([
    ["936", "end source/not-utf8 1"],
    ["932", "end source/not-utf8 1"],
    ["65001", undefined],
    ["1252", undefined],
  ])("is told by Navicat's number of it: %s", async (page, fault) => {
    const head = `/*\n Navicat Premium Data Transfer\n\n Source Server Type    : MySQL\n File Encoding         : ${page}\n*/\n`;
    const items = await itemsOf(USERS, Buffer.from(`${head}${definition}${others("\xd5\\'")}`, "latin1"), 1 << 16);
    expect(faultsIn(items).at(-1)).toBe(fault);
    expect(recordsIn(items).length).toBe(fault === undefined ? 1 : 0);
  });

  it("is read where a row is not UTF-8, and no backslash follows a letter", async () => {
    const text = "INSERT INTO `users` (`a`,`b`) VALUES ('\xd5\xc5','it\\'s'),('2','Caf\xc3\xa9');\n";
    const items = await itemsOf(USERS, Buffer.from(`${definition}${text}`, "latin1"), 7);
    expect(faultsIn(items)).toEqual(["source/record-not-utf8 3"]);
    expect(recordsIn(items)).toEqual([
      { a: "1", b: "it's" },
      { a: "2", b: "Café" },
    ]);
    const utf8 = await itemsOf(
      USERS,
      `${definition}INSERT INTO \`users\` (a,b) VALUES ('3','l’été\\'s\\né\\\\');\n`,
      7,
    );
    expect([faultsIn(utf8), recordsIn(utf8).at(-1)]).toEqual([[], { a: "3", b: "l’été's\né\\" }]);
  });

  it.each([
    ...["utf8mb4", "utf8", "latin1", "binary", "'utf8mb4'", "utf8mb3 COLLATE utf8mb3_general_ci"].flatMap((name) => [
      `/*!40101 SET NAMES ${name} */;\n/*!50503 SET NAMES utf8mb4 */;`,
      `SET NAMES ${name};`,
    ]),
    ...[
      "SET client_encoding = 'UTF8';",
      "SET client_encoding = 'SQL_ASCII';",
      "/*!50001 SET character_set_client = gbk */;",
    ],
  ])("of another kind is read: %s", async (line) => {
    const items = await itemsOf(USERS, `${line}\nINSERT INTO users (a) VALUES ('é');\n`, 7);
    expect(faultsIn(items)).toEqual([]);
    expect(recordsIn(items)).toEqual([{ a: "é" }]);
  });
});

describe("a dump that ends between two statements", () => {
  const KEPT = "/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;\n/*!40101 SET NAMES utf8mb4 */;\n";
  const table = "CREATE TABLE `users` (`a` text);\n";
  const row = (a: string) => `INSERT INTO \`users\` VALUES ('${a}');\n`;
  const PART = "/*!40103 SET @OLD_TIME_ZONE=@@TIME_ZONE */;\n/*!40103 SET TIME_ZONE=@OLD_TIME_ZONE */;\n";

  it.each([
    ["mysqldump without comments", KEPT, "/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;\n"],
    [
      "phpMyAdmin without a transaction",
      `-- phpMyAdmin SQL Dump\n\n${KEPT}`,
      "/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;\n",
    ],
    ["HeidiSQL", `-- HeidiSQL Version: 12\n${KEPT}`, "/*!40101 SET SQL_MODE=IFNULL(@OLD_SQL_MODE, '') */;\n"],
    ["mysqlpump", MYSQLPUMP, MYSQLPUMP_END],
    [
      "a backup that has mysqldump write its parts",
      `${KEPT}${PART}`,
      `${PART}/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;\n`,
    ],
  ])("is refused where the last lines of its program are missing: %s", async (_, head, tail) => {
    const whole = `${head}${table}${row("x")}${row("y")}`;
    for (const size of [1, 1 << 16]) {
      expect(faultsIn(await itemsOf(USERS, `${whole}${tail}`, size))).toEqual([]);
      expect(faultsIn(await itemsOf(USERS, whole, size)).at(-1)).toMatch(/^end source\/cut-off /);
      // Neither do the last lines of another dump stand for its own.
      const other = `${whole}${whole}${tail}`;
      expect(faultsIn(await itemsOf(USERS, other, size)).at(-1)).toMatch(/^end source\/cut-off /);
      expect(faultsIn(await itemsOf(USERS, `${whole}${tail}${whole}${tail}`, size))).toEqual([]);
    }
  });

  it.each([
    ["2.11", "-- phpMyAdmin SQL Dump\n-- version 2.11.9.6\n-- http://www.phpmyadmin.net\n", "SET SQL_MODE="],
    ["3.2", "-- phpMyAdmin SQL Dump\n-- version 3.2.4\n", "SET SQL_MODE="],
    ["2.11, without its name", "", "SET SQL_MODE="],
  ])("is whole where its program sets nothing back: phpMyAdmin %s", async (_, head, mode) => {
    const dump = `${head}\n${mode}"NO_AUTO_VALUE_ON_ZERO";\n\n${KEPT}${table}${row("x")}`;
    const later = dump.replace("version 2.11.9.6", "version 4.9").replace("version 3.2.4", "version 3.4.1");
    for (const size of [1, 1 << 16]) {
      expect(faultsIn(await itemsOf(USERS, `${dump}${dump}`, size))).toEqual([]);
      const faults = faultsIn(await itemsOf(USERS, later.replace('SET SQL_MODE="', 'SET SQL_MODE = "'), size));
      expect(faults.at(-1)).toMatch(/^end source\/cut-off /);
      // What another program writes after it has its own end.
      const back = "/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;\n";
      for (const first of [`${KEPT}${PART}`, `-- HeidiSQL Version: 12\n${KEPT}`]) {
        expect(faultsIn(await itemsOf(USERS, `${dump}${first}${table}${row("y")}${back}`, size))).toEqual([]);
        const cut = faultsIn(await itemsOf(USERS, `${dump}${first}${table}${row("y")}`, size));
        expect(cut.at(-1)).toMatch(/^end source\/cut-off /);
      }
    }
  });

  it.each([
    ["SQLite", "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n"],
    ["phpMyAdmin", '-- phpMyAdmin SQL Dump\n\nSET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";\nSTART TRANSACTION;\n'],
  ])("is refused where another one begins within its transaction: %s", async (_, head) => {
    const whole = `${head}CREATE TABLE users (a text);\nINSERT INTO users VALUES ('x');\nCOMMIT;\n`;
    for (const size of [1, 1 << 16]) {
      expect(faultsIn(await itemsOf(USERS, `${whole}${whole}`, size))).toEqual([]);
      const cut = faultsIn(await itemsOf(USERS, `${whole.replace("COMMIT;\n", "")}${whole}`, size));
      expect(cut.at(-1)).toMatch(/^end source\/cut-off /);
    }
  });

  it("is whole where it is of a server's databases, one after another", async () => {
    const one = `--\n-- PostgreSQL database dump\n--\n\n${table}${row("x")}--\n-- PostgreSQL database dump complete\n--\n\n`;
    const server = `--\n-- PostgreSQL database cluster dump\n--\n\nSET default_transaction_read_only = off;\n\n${one}${one}--\n-- PostgreSQL database cluster dump complete\n--\n`;
    for (const size of [1, 1 << 16]) {
      expect(faultsIn(await itemsOf(USERS, server, size))).toEqual([]);
      const cutServer = `${server.slice(0, server.indexOf("--\n-- PostgreSQL database cluster dump complete"))}`;
      expect(faultsIn(await itemsOf(USERS, cutServer, size)).at(-1)).toMatch(/^end source\/cut-off /);
      const cut = faultsIn(await itemsOf(USERS, `${one.slice(0, one.lastIndexOf("--\n-- Post"))}${one}`, size));
      expect(cut.at(-1)).toMatch(/^end source\/cut-off /);
    }
  });
});
