import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sqlDump } from "../../../src/source/index.js";
import { faultsIn, itemsOf, recordsIn } from "./read-items.js";

const USERS = sqlDump({ tables: ["users"] });
const HASH = "$2b$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

type Row = readonly [id: number, name: string, surname: string, email: string, password: string | null];
type Quote = (text: string) => string;

/** As databases without escapes write a text, with its marks doubled. */
const doubled: Quote = (text) => `'${text.replaceAll("'", "''")}'`;
/** As MySQL's own function escapes a text. */
const escaped: Quote = (text) =>
  `'${text.replace(/[\0\n\r\\'"\x1a]/g, (c) => ({ "\0": "\\0", "\n": "\\n", "\r": "\\r", "\x1a": "\\Z" })[c] ?? `\\${c}`)}'`;
/** As DBeaver does for MySQL. */
const bothDoubled: Quote = (text) => doubled(text.replaceAll("\\", "\\\\"));
/** As older releases of HeidiSQL do for PostgreSQL, too. */
const byHeidi: Quote = (text) =>
  `'${text.replace(/[\\'\r\n]/g, (c) => ({ "\n": "\\n", "\r": "\\r" })[c] ?? `\\${c}`)}'`;

const COLUMNS = ["id", "name", "surname", "email", "password"];
const valuesOf = (row: Row, quote: Quote) =>
  row.map((value) => (value === null ? "NULL" : typeof value === "number" ? value : quote(value)));

/** A statement a row, or all rows in one. */
function inserts(table: string, mark: string, quote: Quote, rows: readonly Row[], isOne = false): string {
  const [open, close = ""] = mark === "[" ? ["[", "]"] : [mark, mark];
  const nameOf = (name: string) => `${open}${name}${close}`;
  const head = `INSERT INTO ${nameOf(table)} (${COLUMNS.map(nameOf).join(", ")}) VALUES`;
  const written = rows.map((row) => `(${valuesOf(row, quote).join(", ")})`);
  return isOne ? `${head}\n${written.join(",\n")};\n` : written.map((row) => `${head} ${row};\n`).join("");
}

interface Program {
  readonly head: string;
  readonly tail?: string;
  readonly mark: string;
  readonly quote: Quote;
  readonly isOne?: boolean;
  /** Whether the dump does not tell its dialect, so that a user can stop its reading. */
  readonly mayStop?: true;
}

const heidi = (version: string) =>
  `-- --------------------------------------------------------
-- Host:                         127.0.0.1
-- Server version:               ${version}
-- Server OS:                    Win64
-- HeidiSQL Version:             12.1.0.6537
-- --------------------------------------------------------

/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40101 SET NAMES  */;
/*!40014 SET @OLD_FOREIGN_KEY_CHECKS=@@FOREIGN_KEY_CHECKS, FOREIGN_KEY_CHECKS=0 */;
/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */;

-- Dumping data for table shop.users: ~3 rows (approximately)
`;
const HEIDI_TAIL =
  "/*!40101 SET SQL_MODE=IFNULL(@OLD_SQL_MODE, '') */;\n/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;\n";
const navicat = (type: string) =>
  `/*
 Navicat Premium Data Transfer

 Source Server         : shop
 Source Server Type    : ${type}
 Source Schema         : shop

 Target Server Type    : ${type}
 File Encoding         : 65001
*/

`;
const PG_HEAD = `--
-- PostgreSQL database dump
--

-- Dumped from database version 15.4
-- Dumped by pg_dump version 15.4

SET statement_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;

`;
const PG_TAIL = "\n--\n-- PostgreSQL database dump complete\n--\n\n";

const PROGRAMS: Readonly<Record<string, Program>> = {
  mysqldump: {
    head: "-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)\n--\n-- Host: localhost    Database: shop\n/*!40101 SET NAMES utf8mb4 */;\nLOCK TABLES `users` WRITE;\n",
    tail: "UNLOCK TABLES;\n-- Dump completed on 2026-11-27 10:00:00\n",
    mark: "`",
    quote: escaped,
    isOne: true,
  },
  "mysqldump, after a trigger of a server without escapes": {
    head: "-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)\n/*!50003 SET sql_mode              = 'NO_BACKSLASH_ESCAPES' */ ;\nDELIMITER ;;\n/*!50003 CREATE TRIGGER t AFTER INSERT ON a FOR EACH ROW SET @a = 1 */;;\nDELIMITER ;\n",
    tail: "-- Dump completed on 2026-11-27 10:00:00\n",
    mark: "`",
    quote: escaped,
  },
  "mysqldump --compatible=ansi": {
    head: "-- MySQL dump 10.13  Distrib 5.7.44, for Linux (x86_64)\n/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='ANSI' */;\n",
    tail: "-- Dump completed on 2026-11-27 10:00:00\n",
    mark: '"',
    quote: escaped,
  },
  "mysqldump --skip-comments --skip-quote-names": {
    head: "/*!40101 SET NAMES utf8mb4 */;\n",
    mark: "",
    quote: escaped,
  },
  "mysqldump --compact": { head: "", mark: "`", quote: escaped, isOne: true },
  "mysqldump --compact --compatible=ansi": { head: "", mark: '"', quote: escaped, mayStop: true },
  "mysqldump --compact --skip-quote-names": { head: "", mark: "", quote: escaped, isOne: true, mayStop: true },
  "mariadb-dump": {
    head: "/*M!999999\\- enable the sandbox mode */ \n-- MariaDB dump 10.19-11.4.2-MariaDB, for Linux (x86_64)\n",
    tail: "-- Dump completed on 2026-11-27 10:00:00\n",
    mark: "`",
    quote: escaped,
  },
  phpMyAdmin: {
    head: '-- phpMyAdmin SQL Dump\n-- version 5.2.1\n-- https://www.phpmyadmin.net/\n\nSET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";\nSTART TRANSACTION;\n',
    tail: "COMMIT;\n",
    mark: "`",
    quote: escaped,
    isOne: true,
  },
  "Adminer, MySQL": {
    head: "-- Adminer 4.8.1 MySQL 8.0.36 dump\n\nSET NAMES utf8;\nSET sql_mode = 'NO_AUTO_VALUE_ON_ZERO';\n",
    tail: "\n-- 2026-11-27 10:00:00 UTC\n",
    mark: "`",
    quote: escaped,
    isOne: true,
  },
  "Adminer, PostgreSQL": {
    head: '-- Adminer 4.8.1 PostgreSQL 15.4 (Debian 15.4-1.pgdg120+1) dump\n\n\\connect "mysql_was";\n\n',
    tail: "\n-- 2026-11-27 10:00:00.833648+00\n",
    mark: '"',
    quote: doubled,
    isOne: true,
    mayStop: true,
  },
  "Adminer, SQLite": {
    head: "-- Adminer 4.8.1 SQLite 3 3.38.5 dump\n\n",
    tail: "\n-- \n",
    mark: '"',
    quote: doubled,
    mayStop: true,
  },
  "HeidiSQL, MySQL": {
    head: heidi("8.0.30 - MySQL Community Server - GPL"),
    tail: HEIDI_TAIL,
    mark: "`",
    quote: byHeidi,
    isOne: true,
  },
  "HeidiSQL, MySQL of Ubuntu": {
    head: heidi("5.6.24-0ubuntu2 - (Ubuntu)"),
    tail: HEIDI_TAIL,
    mark: "`",
    quote: byHeidi,
    isOne: true,
  },
  "HeidiSQL, MySQL, after a trigger of a server without escapes": {
    head: `${heidi("8.0.30 - MySQL Community Server - GPL")}SET @OLDTMP_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_BACKSLASH_ESCAPES';\nSET SQL_MODE=@OLDTMP_SQL_MODE;\n`,
    tail: HEIDI_TAIL,
    mark: "`",
    quote: byHeidi,
    isOne: true,
  },
  "HeidiSQL, PostgreSQL": {
    head: heidi("PostgreSQL 16.3, compiled by Visual C++ build 1938, 64-bit"),
    tail: HEIDI_TAIL,
    mark: '"',
    quote: doubled,
    isOne: true,
    mayStop: true,
  },
  "HeidiSQL, PostgreSQL, older": {
    head: heidi("PostgreSQL 10.4, compiled by Visual C++ build 1800, 64-bit"),
    tail: HEIDI_TAIL,
    mark: '"',
    quote: byHeidi,
    isOne: true,
    mayStop: true,
  },
  "HeidiSQL, SQL Server": {
    head: heidi("Microsoft SQL Server 2019 (RTM) - 15.0.2000.5"),
    tail: HEIDI_TAIL,
    mark: '"',
    quote: doubled,
    isOne: true,
    mayStop: true,
  },
  "HeidiSQL, SQLite": {
    head: heidi("3.39.4"),
    tail: HEIDI_TAIL,
    mark: '"',
    quote: doubled,
    isOne: true,
    mayStop: true,
  },
  "Navicat, MySQL": {
    head: `${navicat("MySQL")}SET NAMES utf8mb4;\nSET FOREIGN_KEY_CHECKS = 0;\n`,
    mark: "`",
    quote: escaped,
  },
  "Navicat, PostgreSQL": { head: navicat("PostgreSQL"), mark: '"', quote: doubled, mayStop: true },
  "Navicat, SQLite": { head: `${navicat("SQLite")}PRAGMA foreign_keys = false;\n`, mark: '"', quote: doubled },
  "DBeaver, MySQL": { head: "", mark: "", quote: bothDoubled, isOne: true, mayStop: true },
  "DBeaver, PostgreSQL": { head: "", mark: "", quote: doubled, isOne: true, mayStop: true },
  "MySQL Workbench": {
    head: "/*\n-- Query: SELECT * FROM shop.users\nLIMIT 0, 1000\n\n-- Date: 2026-11-27 10:00\n*/\n",
    mark: "`",
    quote: escaped,
  },
  "Sequel Ace": {
    head: "# ************************************************************\n# Sequel Ace SQL dump\n# Version 20046\n#\n# Host: 127.0.0.1 (MySQL 8.0.32)\n# ************************************************************\n\n",
    mark: "`",
    quote: escaped,
    isOne: true,
  },
  mydumper: { head: "/*!40101 SET NAMES binary*/;\n", mark: "`", quote: escaped, isOne: true },
  "mydumper, without escapes": {
    head: "/*!40101 SET NAMES binary*/;\n/*!40101 SET SQL_MODE='NO_AUTO_VALUE_ON_ZERO,NO_BACKSLASH_ESCAPES'*/;\n",
    mark: "`",
    quote: doubled,
  },
  "pg_dump --inserts": { head: PG_HEAD, tail: PG_TAIL, mark: "", quote: doubled },
  "pg_dump --inserts, with the extension mysql_fdw": {
    head: `${PG_HEAD}--\n-- Name: mysql_fdw; Type: EXTENSION; Schema: -; Owner: -\n--\n\nCREATE EXTENSION IF NOT EXISTS mysql_fdw WITH SCHEMA public;\n\n`,
    tail: PG_TAIL,
    mark: "",
    quote: doubled,
  },
  "pg_dump --inserts, cut out by grep": { head: "", mark: "", quote: doubled, mayStop: true },
  "sqlite3 .dump": {
    head: "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE `users` (`id` integer not null primary key);\n",
    tail: "COMMIT;\n",
    mark: "",
    quote: doubled,
  },
  "DB Browser for SQLite, older": {
    head: "BEGIN TRANSACTION;\nCREATE TABLE `users` (\n\t`id`\tINTEGER\n);\n",
    tail: "COMMIT;\n",
    mark: "`",
    quote: doubled,
  },
  "a script of SQL Server": {
    head: "USE [shop]\nGO\nSET IDENTITY_INSERT [dbo].[users] ON \nGO\n",
    mark: "[",
    quote: (text) => `N${doubled(text)}`,
  },
};

const textOf = (
  { head, tail = "", mark, quote, isOne = false }: Program,
  rows: readonly Row[],
  posts: readonly Row[],
) => head + inserts("posts", mark, quote, posts, isOne) + inserts("users", mark, quote, rows, isOne) + tail;

const user = (id: number, name: string, surname = "Doe"): Row => [id, name, surname, `u${id}@example.com`, HASH];
const recordOf = ([id, ...texts]: Row) => ({
  id: String(id),
  ...Object.fromEntries(texts.map((text, at) => [COLUMNS[at + 1], text])),
});

describe.each(Object.entries(PROGRAMS))("%s", (_, program) => {
  it("is read with marks and backslashes in its texts", async () => {
    const rows = [
      user(1, "O'Neil", "d'Arc"),
      user(2, "'tis", "so'"),
      user(3, "", "'"),
      user(4, "a;b -- c", '{"a":"b"}'),
      user(5, "C:", "),(6,'x"),
      user(6, "last", ""),
    ];
    for (const size of [1, 50, 1 << 16]) {
      const items = await itemsOf(USERS, textOf(program, rows, rows), size);
      expect(faultsIn(items)).toEqual([]);
      expect(recordsIn(items)).toEqual(rows.map(recordOf));
    }
  });

  it("is read with a backslash at a text's end", async () => {
    const rows = [user(1, "Ann"), user(2, "C:\\", "\\"), user(3, "\\'", "it's \\"), user(4, "Bob")];
    const items = await itemsOf(USERS, textOf(program, rows, rows), 1000);
    if (program.quote === bothDoubled) {
      // So it may have been typed, too.
      expect(faultsIn(items)).toEqual([expect.stringMatching(/^end source\/dialect-unknown/)]);
      return;
    }
    expect(faultsIn(items)).toEqual([]);
    expect(recordsIn(items)).toEqual(rows.map(recordOf));
  });

  const hex = (text: string) => `0x${Buffer.from(text).toString("hex")}`;
  const forged = `${hex("x")}, ${hex("ceo@example.com")}, ${hex(HASH)}`;
  const statement = `INSERT INTO users (id, name, surname, email, password) VALUES (666, ${hex("x")}, ${forged})`;
  const ownRow = [
    ["a name that leaves its text by a mark", `x', ${forged});-- `, "Doe"],
    [
      "a name that leaves its text by a mark, among other rows",
      `x', ${forged}), (667, ${hex("x")}, ${forged});-- `,
      "Doe",
    ],
    ["a name that ends in a backslash", "\\", `, ${forged});-- `],
    ["a name that ends in a backslash, on a line", "\\", `, ${forged});\n-- `],
    ["a name in which a statement is", `x', '', '', '');\n${statement};-- `, "Doe"],
    ["a name that ends in a backslash, with a statement", "\\", `, 1, 2, 3);\n${statement};-- `],
  ] as const;

  it.each(ownRow)("never lets %s be another user", async (_name, name, surname) => {
    const mallory = user(2, name, surname);
    const rows = [user(1, "Ann"), mallory, user(3, "Bob"), user(4, "CEO")];
    for (const [users, posts] of [
      [rows, []],
      [rows.toSpliced(1, 1), [mallory]],
      [[user(1, "O'Neil"), ...rows.slice(1)], []],
    ] as const) {
      const text = textOf(program, users, posts);
      const whole = JSON.stringify(await itemsOf(USERS, text, 1 << 16));
      for (const size of [1, 7]) expect(JSON.stringify(await itemsOf(USERS, text, size))).toBe(whole);
      const items = await itemsOf(USERS, text);
      const records = recordsIn(items);
      expect(records.map((record) => (record as { email: string }).email)).not.toContain("ceo@example.com");
      if (program.mayStop && faultsIn(items).length > 0) {
        expect(faultsIn(items)).toEqual([expect.stringMatching(/^end source\/dialect-unknown/)]);
        expect(records).toEqual(users.slice(0, records.length).map(recordOf));
      } else {
        expect(faultsIn(items)).toEqual([]);
        expect(records.map((record) => (record as { id: string }).id)).toEqual(users.map(([id]) => String(id)));
      }
    }
  });
});

describe("a dump that does not name its program", () => {
  const text = fc.string({ unit: fc.constantFrom(..."'\\,();- a1\n\""), maxLength: 8 });
  const rows = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 8 });

  it.each([
    ["escapes of MySQL", escaped],
    ["doubled marks", doubled],
  ])("is read as it was written, or not further than can be told: %s", async (_, quote) => {
    await fc.assert(
      fc.asyncProperty(rows, fc.boolean(), fc.integer({ min: 1, max: 60 }), async (all, isOne, size) => {
        const users = all.map(([name, surname], at) => user(at, name, surname));
        const items = await itemsOf(USERS, inserts("users", "", quote, users, isOne), size);
        const records = recordsIn(items);
        expect(records).toEqual(users.slice(0, records.length).map(recordOf));
        if (records.length < users.length) {
          expect(faultsIn(items)).toEqual([expect.stringMatching(/^end source\/dialect-unknown/)]);
        } else expect(faultsIn(items)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("is read by a line that an operator writes in front of it", async () => {
    const hostile = user(1, "x', 0x78, 0x63656f406578616d706c652e636f6d, 0x78);-- ");
    const lines = inserts("users", "", escaped, [hostile, user(2, "Bob")]);
    expect(faultsIn(await itemsOf(USERS, lines))).toEqual(["end source/dialect-unknown 1"]);
    const named = await itemsOf(USERS, `-- MySQL\n${lines}`);
    expect(recordsIn(named)).toEqual([hostile, user(2, "Bob")].map(recordOf));
    const other = [user(1, "\\", ", 0x63656f406578616d706c652e636f6d, 0x78);-- "), user(2, "Bob")];
    const standard = inserts("users", "", doubled, other);
    expect(faultsIn(await itemsOf(USERS, standard))).toEqual(["end source/dialect-unknown 1"]);
    expect(recordsIn(await itemsOf(USERS, `-- PostgreSQL\n${standard}`))).toEqual(other.map(recordOf));
  });

  it("has no backslash of a name or a salt read in the wrong way", async () => {
    for (const quote of [bothDoubled, escaped]) {
      const lines = inserts("users", "", quote, [user(1, "CORP\\bob", "a\\b"), user(2, "Bob")]);
      expect(faultsIn(await itemsOf(USERS, lines))).toEqual(["end source/dialect-unknown 1"]);
      expect(recordsIn(await itemsOf(USERS, `-- MySQL\n${lines}`))[0]).toEqual(recordOf(user(1, "CORP\\bob", "a\\b")));
    }
    // No program that escapes writes this one.
    const plain = [user(1, "C:\\data", "C:\\new"), user(2, "Bob")];
    expect(recordsIn(await itemsOf(USERS, inserts("users", "", doubled, plain)))).toEqual(plain.map(recordOf));
  });

  it("is not said to be of MySQL by the marks that a library writes for every database", async () => {
    const mallory = user(2, "\\", ", 0x63656f406578616d706c652e636f6d, 0x78);-- ");
    const lines = inserts("users", "`", doubled, [user(1, "Ann"), mallory]).replaceAll("INSERT INTO", "insert into");
    const items = await itemsOf(USERS, lines);
    expect(recordsIn(items)).toEqual([recordOf(user(1, "Ann"))]);
    expect(faultsIn(items)).toEqual([expect.stringMatching(/^end source\/dialect-unknown/)]);
  });

  it("says its own dialect where another one's is in front of it", async () => {
    const sqlite = (rows: readonly Row[]) =>
      `PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n${inserts("users", "", doubled, rows)}COMMIT;\n`;
    const phpMyAdmin = (rows: readonly Row[]) =>
      `-- phpMyAdmin SQL Dump\nSTART TRANSACTION;\n${inserts("users", "`", escaped, rows)}COMMIT;\n`;
    const [one, other] = [user(1, "O'Neil \\", ", 0x78);-- "), user(2, "\\", ", 0x63656f, 0x78);-- ")];
    const both = [one, other].map(recordOf);
    expect(recordsIn(await itemsOf(USERS, phpMyAdmin([one]) + sqlite([other])))).toEqual(both);
    expect(
      recordsIn(await itemsOf(USERS, sqlite([one]) + navicat("MySQL") + inserts("users", "`", escaped, [other]))),
    ).toEqual(both);
    expect(recordsIn(await itemsOf(USERS, sqlite([one]) + phpMyAdmin([other])))).toEqual(both);
    const adminer = (program: string, rows: readonly Row[]) =>
      `-- Adminer 4.8.1 ${program} dump\n\n${program === "MySQL 8.0" ? inserts("users", "`", escaped, rows) : inserts("users", '"', doubled, rows)}\n-- 2026-11-27 10:00:00 UTC\n`;
    for (const programs of [
      ["MySQL 8.0", "SQLite 3"],
      ["PostgreSQL 15.4", "MySQL 8.0"],
    ] as const) {
      const text = adminer(programs[0], [one]) + adminer(programs[1], [other]);
      expect(recordsIn(await itemsOf(USERS, text))).toEqual(both);
    }
  });

  const pairs = Object.entries(PROGRAMS).flatMap(([name, program]) =>
    Object.entries(PROGRAMS).flatMap(([second, other]) => {
      const differ = program.mark !== other.mark && (program.quote("\\") === "'\\'") !== (other.quote("\\") === "'\\'");
      return differ ? [[name, second, program, other] as const] : [];
    }),
  );

  it("is never read in the other one's way, where their names have other marks", async () => {
    expect(pairs.length).toBeGreaterThan(150);
    const forged: string[] = [];
    for (const [name, second, program, other] of pairs) {
      const mallory = [
        user(2, "\\", ", 0x63656f406578616d706c652e636f6d, 0x78);-- "),
        user(2, "x', 0x63656f, 0x78);-- "),
      ];
      for (const hostile of mallory) {
        const rows = [user(1, "Ann"), hostile, user(3, "Bob")];
        const items = await itemsOf(USERS, textOf(program, [user(0, "Eve")], []) + textOf(other, rows, []));
        const isCut = faultsIn(items).some((fault) => fault.startsWith("end source/dialect-unknown"));
        const expected = [user(0, "Eve"), ...rows].map(recordOf);
        const found = recordsIn(items);
        const isRight = JSON.stringify(found) === JSON.stringify(isCut ? expected.slice(0, found.length) : expected);
        if (!isRight) forged.push(`${name} + ${second}`);
      }
    }
    expect([...new Set(forged)]).toEqual([]);
  });

  it("stays of the program that it names, whatever users have called a column", async () => {
    for (const [head, column, quote] of [
      ["-- MySQL dump 10.13\n", "`price[usd]`", escaped],
      ["-- MySQL dump 10.13\n", "`[usd]`", escaped],
      ["-- PostgreSQL\n", '"`price`"', doubled],
      ["", '"price `usd`"', doubled],
    ] as const) {
      const own = `INSERT INTO imported (id, ${column}) VALUES (1,2);\n`;
      const rows = [user(1, "O'Neil"), user(2, "x', 0x78, 0x63656f, 0x78);-- ", "\\"), user(3, "Bob")];
      const items = await itemsOf(USERS, `${head}${own}${inserts("users", "", quote, rows)}`);
      expect(recordsIn(items)).toEqual(rows.map(recordOf));
    }
  });

  it("has to have its last line also where a statement of the operator is in front of it", async () => {
    for (const [head, tail] of [
      ["-- MySQL dump 10.13\n", "\n-- Dump completed on 2026-11-27\n"],
      [PG_HEAD, PG_TAIL],
      ["-- Adminer 3.6.3 MySQL dump\n\nSET NAMES utf8;\n\n", "\n-- 2026-11-27 10:00:00\n"],
      ["-- Adminer 4.8.1 MySQL 10.11.6-MariaDB dump\n\n", "\n-- 2026-11-27 10:00:00\n"],
      ["-- Adminer 4.8.1 PostgreSQL 15.4 (Debian 15.4-1) dump\n\n", "\n-- 2026-11-27 10:00:00.688698+00\n"],
      ["-- Adminer 5.4.1 MariaDB 11.8.3-MariaDB-log dump\n\n", "\n-- 2026-11-27 10:00:00 UTC\n"],
      ["-- Adminer 5.4.0 SQLite 3.49.2 dump\n\n", "\n-- 2026-11-27 10:00:00 UTC"],
    ] as const) {
      const text = `CREATE DATABASE shop;\n-- by Bob\n\n${head}${inserts("users", "", doubled, [user(1, "Ann")])}`;
      expect(faultsIn(await itemsOf(USERS, text))).toEqual([expect.stringMatching(/^end source\/cut-off/)]);
      expect(faultsIn(await itemsOf(USERS, text + tail))).toEqual([]);
    }
  });

  describe("stays of the program that it names, whatever users have called a table", () => {
    /** As mariadb-dump writes a table: each further line of its name is a comment of its own. */
    const table = (name: string, mark = "`") => {
      const [comment, own] = [name.replaceAll("\n", "\n-- "), `${mark}${name}${mark}`];
      const structure = `\n--\n-- Table structure for table ${mark}${comment}${mark}\n--\n\nDROP TABLE IF EXISTS ${own};\n`;
      return `${structure}CREATE TABLE ${own} (\n  ${mark}id${mark} int\n);\nLOCK TABLES ${own} WRITE;\n/*!40000 ALTER TABLE ${own} DISABLE KEYS */;\nUNLOCK TABLES;\n`;
    };
    const forged = `INSERT INTO users (id) VALUES (666);`;
    const names = [
      ...["SQLite", "PostgreSQL", "Adminer 4.8.1 SQLite 3 3.38.5 dump", "PostgreSQL database dump\nb"],
      ...["HeidiSQL Version: 12", "Dump completed\nSQLite", "Dump completed on 2026\nPostgreSQL database dump\nb"],
      ...["Dump completed\n\nPostgreSQL database dump\nb", "MySQL dump 10.13", "'\n", "/*", "*/ '", "\\", "--"],
    ].map((name) => `a\n${name}`);
    const others = [
      ...["SQL_MODE='NO_BACKSLASH_ESCAPES", "SQL_MODE='ANSI", `x*/;\n${forged}#`, `x\n${forged}#`, "x\\"],
    ];
    const head = "-- MariaDB dump 10.19-11.4.2-MariaDB, for Linux (x86_64)\n--\n/*!40101 SET NAMES utf8mb4 */;\n";
    const ansi = `${head}/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='ANSI' */;\n`;
    const tail = "\n-- Dump completed on 2026-11-27 10:00:00\n";

    it.each([...names, ...others])("%j", async (name) => {
      const mallory = user(2, "x', 0x78, 0x63656f, 0x78);-- ");
      const rows = [user(1, "Ann"), mallory, user(3, "Bob")];
      for (const [beginning, mark] of [
        [head, "`"],
        [`/*M!999999\\- enable the sandbox mode */ \n${head}`, "`"],
        [ansi, '"'],
        [`-- MySQL\n${head}`, "`"],
      ] as const) {
        const [own, users] = [table(name, mark), inserts("users", mark, escaped, rows)];
        for (const size of [1, 50, 1 << 16]) {
          const items = await itemsOf(USERS, beginning + own + users + own + tail, size);
          expect(faultsIn(items)).toEqual([]);
          expect(recordsIn(items)).toEqual(rows.map(recordOf));
        }
        // Its end is missed as before.
        expect(faultsIn(await itemsOf(USERS, beginning + own + users + own))).toEqual([
          expect.stringMatching(/^end source\/cut-off/),
        ]);
      }
      // A part that was cut out of a dump.
      const part = await itemsOf(USERS, table(name).slice(1) + inserts("users", "`", escaped, rows));
      expect(recordsIn(part)).toEqual(rows.map(recordOf));
    });
  });

  it("is of the program that the operator's first line names, whatever follows", async () => {
    const rows = [user(1, "\\", ", 0x63656f406578616d706c652e636f6d, 0x78);-- "), user(2, "Bob")];
    const lines = `/*!40101 SET NAMES utf8 */;\n-- MySQL dump 10.13\nINSERT INTO \`a\` VALUES (1);\n${inserts("users", '"', doubled, rows)}`;
    expect(recordsIn(await itemsOf(USERS, `-- SQLite\n${lines}`))).toEqual(rows.map(recordOf));
    expect(recordsIn(await itemsOf(USERS, `-- by Bob\n-- SQLite\n${lines}`))).toEqual([]);
  });

  it("is asked for its program where another one's dump is in front of it", async () => {
    const other = [user(2, "\\", ", 0x63656f406578616d706c652e636f6d, 0x78);-- ")];
    const mysql = inserts("users", "`", escaped, [user(1, "O'Neil")]);
    const text = `-- MySQL dump 10.13\n${mysql}-- Dump completed on 2026-11-27\n${inserts("users", "", doubled, other)}`;
    const items = await itemsOf(USERS, text);
    expect(recordsIn(items)).toEqual([recordOf(user(1, "O'Neil"))]);
    expect(faultsIn(items)).toEqual([expect.stringMatching(/^end source\/dialect-unknown/)]);
  });
});
