import type { SqlReading } from "./sql-reading.js";

/** Of pg_dumpall, which has a dump of each database in it. */
const END_OF_SERVER = /^-- PostgreSQL database cluster dump complete/;
/** What some programs write last unless they were stopped. */
const ENDINGS = [
  [/^-- PostgreSQL database cluster dump\s*$/, END_OF_SERVER],
  [/^-- PostgreSQL database dump\s*$/, /^-- PostgreSQL database dump complete/],
  [/^-- (?:MySQL|MariaDB) dump /, /^-- Dump completed/],
  [/^-- Dump created by MySQL pump/, /^-- Dump end time: /],
  // Before 5.2 it asks the database for the time, and SQLite and others give none; before 3, which names no database, it does not.
  [
    /^-- Adminer (?:\S+ (?:MySQL|MariaDB|PostgreSQL)|(?:5\.[2-9]|[6-9])\S* \w).* dump\s*$/,
    /^-- \d{4}-\d\d-\d\d \d\d:\d\d/,
  ],
] as const;
/** Of mysqldump alone, which may be told to leave its name out. */
export const OF_MYSQLDUMP = /^\/\*!(?:40103\s+SET\s+@OLD_TIME_ZONE=@@TIME_ZONE|40014\s+SET\s+@OLD_UNIQUE_CHECKS=)/;
/** What programs of MySQL set first keep, and last set back, also where they write no comments. */
const KEEPS_CLIENT = /^(?:\/\*!\d*\s+)?SET\s+@OLD_CHARACTER_SET_CLIENT\s*=\s*@@CHARACTER_SET_CLIENT\b/i;
/** mysqldump sets the time zone back at the end of each part that a backup has it write; HeidiSQL's last lines are in words of its own. */
const SETS_BACK =
  /^(?:\/\*!\d*\s+)?SET\s+(?:CHARACTER_SET_CLIENT\s*=\s*@OLD_CHARACTER_SET_CLIENT\b|\w{1,64}\s*=\s*IF(?:NULL)?\(@OLD_\w)/i;
const BEGINS =
  /^(?:BEGIN(?:\s+(?:TRAN|TRANSACTION|WORK|IMMEDIATE|DEFERRED|EXCLUSIVE)\b[^;]*)?\s*;|START\s+TRANSACTION\b)/i;
/** MySQL does not know the words; SQLite takes names in any marks. */
export const BEGINS_OTHERS = /^BEGIN\s+(?:TRAN|TRANSACTION|IMMEDIATE|DEFERRED|EXCLUSIVE)\b/i;
const COMMITS = /^(?:COMMIT|END)\b/i;
const ROLLS_BACK = /^ROLLBACK\s*;/i;
const UNFINISHED = {
  open: "the file ends within a transaction, before the COMMIT that the program writes last",
  "rolled back": "the file ends with a ROLLBACK, since the program that wrote it met an error",
} as const;
const ANOTHER_BEGINS = "another dump begins here, before the end of the one in front of it";

/** Whether a dump has come to its end, by what the program that wrote it puts there. Another one that begins before is cut off. */
export class DumpEnd {
  readonly #reading: SqlReading;
  /** The endings that first comments promise: of a server's dump, and of a database in it. */
  #promised: readonly RegExp[] = [];
  #transaction: keyof typeof UNFINISHED | undefined;
  /** Whether the transaction is not MySQL's. */
  #isOthers = false;
  #isClientKept = false;
  /** False for phpMyAdmin before 3.4. */
  setsClientBack = true;

  constructor(reading: SqlReading) {
    this.#reading = reading;
  }

  /** What is missing where the file ends here. */
  get missing(): string | undefined {
    if (this.#promised.length > 0) return "the file ends without the line that the program writes at the end of a dump";
    if (this.#isClientKept) {
      const line = "SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT";
      return `the file ends before ${line}, which sets back what its first lines keep`;
    }
    return this.#transaction === undefined ? undefined : UNFINISHED[this.#transaction];
  }

  /** Whether a line of a comment promises a last one. */
  isPromisedBy(line: string): boolean {
    const ending = ENDINGS.find(([beginning]) => beginning.test(line))?.[1];
    if (ending === undefined) return false;
    const isWithin = this.#promised.every((open) => open === END_OF_SERVER && ending !== END_OF_SERVER);
    if (!isWithin) this.#reading.cutOff(ANOTHER_BEGINS);
    this.#promised = [...this.#promised, ending];
    return true;
  }

  /** Whether a line of a comment is the one that was promised. */
  isReachedBy(line: string): boolean {
    if (this.#promised.at(-1)?.test(line) !== true) return false;
    this.#promised = this.#promised.slice(0, -1);
    return true;
  }

  /** A comment that is carried out, or a statement. */
  noteClient(statement: string): void {
    if (KEEPS_CLIENT.test(statement)) {
      if (this.#isClientKept) this.#reading.cutOff(ANOTHER_BEGINS);
      this.#isClientKept = this.setsClientBack;
    } else if (SETS_BACK.test(statement)) this.#isClientKept = false;
    else if (OF_MYSQLDUMP.test(statement) && !this.setsClientBack) {
      // It has kept it a few lines before, after a dump of that kind.
      this.#isClientKept = this.setsClientBack = true;
    }
  }

  /** What sqlite3 and phpMyAdmin write they put into one transaction, and end it. True where a dump of SQLite ends. */
  isReachedByCommand(command: string): boolean {
    const isOpen = this.#transaction === "open";
    this.#isOthers ||= BEGINS_OTHERS.test(command);
    const isOthers = this.#isOthers || this.#reading.isOfSqlite;
    if (BEGINS.test(command)) {
      // A script of any other kind may begin one within another.
      const isOfDump = isOthers || this.#reading.program.endsWith("phpMyAdmin");
      if (isOfDump && isOpen) this.#reading.cutOff(ANOTHER_BEGINS);
      this.#transaction = "open";
    } else if (COMMITS.test(command)) {
      this.#transaction = undefined;
      this.#isOthers = false;
      return isOthers && isOpen;
    } else if (isOpen && ROLLS_BACK.test(command)) this.#transaction = "rolled back";
    return false;
  }
}
