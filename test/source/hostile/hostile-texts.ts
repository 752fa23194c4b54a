/** A text that is written to cost its reader much: something, then a piece again and again, then its end. */
interface HostileText {
  readonly head?: string;
  readonly piece: string | ((at: number) => string);
  readonly tail?: string;
}

const INSERT = "INSERT INTO users (id, email, password) VALUES ";
const COPY = "COPY users (id, email, password) FROM stdin;\n";
const OTHER_COPY = "COPY other (id, email) FROM stdin;\n";
const CSV = "id,email,password\n";
const LIST = '[{"id":"a"},';
const DAMAGED_LIST = '[{"id":"a"},{"id":x},';
const user = (at: number) => `"id":"u${at}","email":"user${at}@example.com"`;

const TEXTS: Readonly<Record<string, HostileText>> = {
  "lines of JSON without their ends": { head: `{${user(0)}}\n`, piece: (at) => `{${user(at)}\n` },
  "lines of JSON without their ends, the first one too": { piece: (at) => `{${user(at)}\n`, tail: '{"id' },
  "lines of JSON, every other one damaged": {
    piece: (at) => (at % 2 === 0 ? `{${user(at)}}\n` : `{${user(at)},"x":}\n`),
    tail: '{"id":"last',
  },
  "lines of JSON with words that are none": { head: '{"id":1}\n', piece: '{"id":tru}\n' },
  "lines that open a list": { head: '{"id":1}\n', piece: "[\n" },
  "lines that open an object": { head: '{"id":1}\n', piece: '{"id":\n' },
  "lines with two values": { head: '{"id":1}\n', piece: "{}{}\n" },
  "a line of many keys": { head: '{"id":1}\n{', piece: (at) => `"k${at}":${at},`, tail: '"end":1}' },
  "a record of many keys": { head: '{"users":[{', piece: (at) => `"k${at}":${at},`, tail: '"end":1}]}' },
  "a record with one key again and again": { head: "[{", piece: '"k":1,', tail: '"k":2}]' },
  "a document of many keys": { head: "{", piece: '"a":{},' },
  "empty objects": { piece: "{}," },
  "a list of empty objects": { head: "[", piece: "{},", tail: "{}]" },
  "records that are numbers": { head: LIST, piece: "1," },
  "records that are texts": { head: LIST, piece: '"a",' },
  "fields where records are": { head: LIST, piece: '"id":"a",' },
  "a number without an end": { head: LIST, piece: "1" },
  "words that are none": { head: LIST, piece: "t-," },
  commas: { head: '[{"id":"a"}', piece: "," },
  brackets: { piece: "[" },
  "brackets in a record": { head: `${LIST}{"id":`, piece: "[" },
  "brackets in another key": { head: '{"a":', piece: "[" },
  "objects in objects": { head: LIST, piece: '{"id":' },
  "closing braces": { head: '[{"id":"a"},{"id":"b"', piece: "}" },
  "closing brackets": { head: '[{"id":"a"},{"id":"b"', piece: "]" },
  "records without their ends": { head: DAMAGED_LIST, piece: (at) => `{"id":"${at}",` },
  "records without their ends, a line each": {
    head: '[\n {"id":"a"},\n {"id":x},\n',
    piece: (at) => ` {"id":"${at}",\n`,
  },
  "records with a wrong end": { head: DAMAGED_LIST, piece: (at) => `{"id":${at}]},` },
  "beginnings of records in a text": { head: `${LIST}{"id":"`, piece: '},{"id":"' },
  "raw tabs in a text": { head: `${LIST}{"id":"`, piece: '\t{"id":"' },
  "lists of users in each other": { head: '{"users":[{"id":"a"},{"id":x},', piece: '"users":[' },
  "lists of users after their end": { head: '{"users":[{"id":"a"}]},', piece: '{"users":[]},' },
  "objects after a damaged list": { head: '{"users":[{"id":"a"},{"id":x}]},', piece: '{"a":1},' },
  "a text without an end": { head: `${LIST}{"id":"`, piece: "a" },
  "a text without an end, in lines": { head: `${LIST}{"id":"`, piece: "a\n" },
  "backslashes in a text": { head: `${LIST}{"id":"`, piece: "\\" },
  "halves of characters": { head: '[{"id":"', piece: "\\ud800", tail: '"}]' },
  "quotation marks in a text": { head: `${LIST}{"id":"`, piece: '"' },
  "quotation marks": { piece: '"' },
  "NUL bytes": { piece: "\0" },
  "NUL bytes in a list": { head: LIST, piece: "\0" },
  "byte order marks": { piece: "\ufeff" },
  spaces: { piece: " " },
  "line feeds": { piece: "\n" },
  "blank lines and a text": { piece: " \n", tail: "x" },
  "line ends of Windows": { piece: "\r\n" },
  "carriage returns": { head: CSV, piece: "\r" },
  comments: { piece: "#\n" },
  "comments on two lines": { piece: "# a\n b\n", tail: "x" },
  "comments of SQL": { piece: "-- a\n" },
  "comments of SQL that open": { piece: "/* " },
  parentheses: { piece: "(" },
  "parentheses as rows": { head: INSERT, piece: "(" },
  "parentheses in a row": { head: `${INSERT}(1,`, piece: "(" },
  "statements of one row": { piece: (at) => `${INSERT}(${at},'u${at}@example.com','x');\n` },
  "statements of a row and a half": { piece: (at) => `${INSERT}(${at},'a@example.com','x'),(;\n` },
  "rows with a mark too few": { head: INSERT, piece: (at) => `(${at},'u${at}@example.com,'x'),\n` },
  "rows with a mark too few on one line": { head: INSERT, piece: (at) => `(${at},'u${at}@example.com,'x'),` },
  "rows that are too short": { head: INSERT, piece: "(1)," },
  "rows without values": { head: INSERT, piece: "()," },
  "rows with rows in them": { head: INSERT, piece: "(1,'a',(1))," },
  "a row that is too long": { head: `${INSERT}(`, piece: "'a'," },
  "a number in a row": { head: `${INSERT}(`, piece: "1" },
  "calls in calls": { head: `${INSERT}(1,`, piece: "replace(" },
  casts: { head: `${INSERT}(1`, piece: "::text" },
  "hexadecimal digits": { head: `${INSERT}(1,0x`, piece: "00" },
  "doubled marks": { head: `${INSERT}(1,'`, piece: "'" },
  "backslashes in a row": { head: `${INSERT}(1,'`, piece: "\\" },
  "backslashes before marks": { head: `${INSERT}(1,'`, piece: "\\',-" },
  "rows with calls": { head: INSERT, piece: "(f(1),'?','-')," },
  "rows whose marks don't pair": { head: INSERT, piece: "(f'),(1,'?','-'),(f')," },
  "a text in a row, in lines": { head: `${INSERT}(1,'`, piece: "a\n" },
  "SELECT 1": { head: "CREATE TABLE users (id int, email text);\n", piece: "SELECT 1;" },
  "SELECT 1, a line each": { piece: "SELECT 1;\n" },
  "the beginning of an INSERT": { piece: "INSERT INTO " },
  "columns of an INSERT": { head: "INSERT INTO users (", piece: "a," },
  "the name of a table": { head: "INSERT INTO `", piece: "``" },
  "GO, a line each": { head: `${INSERT}(1,'a','b')\n`, piece: "GO\n" },
  "definitions of tables": { piece: (at) => `CREATE TABLE t${at} (id int);\n` },
  "a definition without an end": { head: "CREATE TABLE users (", piece: "a int,\n" },
  "escaped marks in other rows": {
    piece: "INSERT INTO other VALUES (1,E'\\',(1',E'b');\n",
    tail: `${INSERT}(1,'a','b');\n`,
  },
  "dollar signs": { head: "SELECT ", piece: "$$" },
  "rows of COPY that are too short": { head: COPY, piece: (at) => `${at}\ta@example.com\n` },
  "backslashes in COPY": { head: COPY, piece: "\\" },
  "rows of another COPY": { head: OTHER_COPY, piece: (at) => `COPY ${at}\ta@example.com\n` },
  "COPY in another COPY": { head: OTHER_COPY, piece: "COPY " },
  "a cell without an end": { head: `${CSV}1,"`, piece: "a,b\n" },
  "cells without their ends": { head: CSV, piece: (at) => `${at},"a@example.com,x\n` },
  "cells with doubled marks": { head: CSV, piece: (at) => `${at},"a@example.com"",x\n` },
  "marks after backslashes in a wide table": {
    head: `${[...new Array(60).keys()].map((at) => `c${at}`).join(",")}\n1,"`,
    piece: '\\"",',
    tail: `"${",x".repeat(58)}\n`,
  },
  "marks on every line": { head: CSV, piece: (at) => (at % 2 === 0 ? `${at},b"\n` : `${at},"a\n`) },
  "rows of CSV that are too long": { head: CSV, piece: (at) => `${at},a@example.com,x,y\n` },
  "empty cells": { head: CSV, piece: "," },
  "empty rows": { head: CSV, piece: "\n" },
  "a header without an end": { piece: (at) => `c${at},` },
  "a row without an end": { head: CSV, piece: "a" },
  "folded lines of LDIF": { head: "dn: uid=a\nuid: a\nmail: a", piece: "\n a" },
  "an entry without an end": { head: "dn: uid=a\n", piece: "cn: a\n" },
  "entries with a damaged value": { piece: "dn: uid=a\nuid:: !\n\n" },
  "names of entries": { piece: "dn: uid=a\n" },
  colons: { piece: ":" },
  "users without a hash": { piece: (at) => `u${at}:\n` },
};

export const HOSTILE_TEXTS: readonly string[] = Object.keys(TEXTS);

/** The text of a name, at least so many bytes long. */
export function hostileText(name: string, bytes: number): Buffer {
  const { head = "", piece, tail = "" } = TEXTS[name] as HostileText;
  if (typeof piece === "string") return Buffer.from(head + piece.repeat(bytes / piece.length + 1) + tail);
  const parts = [head];
  for (let at = 0, length = 0; length < bytes; at++) length += parts[parts.push(piece(at)) - 1]?.length ?? 0;
  return Buffer.from(parts.join("") + tail);
}

/** An export in order, at least so many bytes long. */
export function soundText(bytes: number): Buffer {
  const users = [];
  for (let at = 0; at * 50 < bytes; at++) users.push(`{${user(at)},"name":"User ${at}"}`);
  return Buffer.from(`{"users":[\n${users.join(",\n")}\n]}`);
}
