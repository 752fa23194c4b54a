import { area } from "./problem-maker.js";

/** Export files. */
export const {
  rows: SOURCE_PROBLEMS,
  problem,
  refuse,
} = /* @__PURE__ */ area({
  "source/empty": "Export again: the file has no content.",
  "source/malformed":
    "Give the export as the system's own tool writes it (credport sources NAME says how; pg_dump, mysqldump or sqlite3 .dump; slapcat or ldapsearch -LLL). If this is JSON, a quotation mark or brace is missing or too many on this line.",
  "source/other-format":
    "Give the export in the format that credport sources NAME says, with the name of the system (JSON, or CSV; of an SQL dump: load it into a database and export its table of users as CSV), or name the system that wrote this file.",
  "source/not-utf8":
    "Save the file as UTF-8; export an SQL dump with mysqldump --default-character-set=utf8mb4 --result-file=users.sql or pg_dump --encoding=UTF8 --file=users.sql, or convert it with iconv. Then, or where its texts are UTF-8 for sure, write SET NAMES utf8mb4; as its first line, or utf8mb4 or UTF8 into the line that is named.",
  "source/rewritten":
    "Export again, and let the program write the file itself (mysqldump --result-file=users.sql, pg_dump --file=users.sql), or run it in cmd.exe: converting this file brings nothing back. If an editor and no shell has written the byte order mark, remove it.",
  "source/damaged-copy":
    "Export or copy the file again, and test a packed one with gzip -t or zstd -t: a disk that was full or a computer that stopped leaves NUL bytes where text was to be written.",
  "source/not-text":
    "Unpack a packed file first, with unzip, tar, gunzip, bunzip2, unxz or unzstd (zstd is read with Node 22.15 or later); save a spreadsheet (.xlsx, .ods) as CSV. Write a database or a binary dump as text: pg_restore --file users.sql FILE, sqlite3 FILE .dump > users.sql, or bsondump FILE > users.ndjson. Of a file that expands too far, look at where it comes from before.",
  "source/cut-off":
    "Export again, and read what the export command says: it stops half-way at a full disk, or at a table that is not there. If the file is whole, a quotation mark or brace is missing in the record on this line, or the line end after it.",
  "source/end-missing": {
    remedy:
      "Compare the last record of the file with the old system: if it is whole, add a line end; if not, export again, as the users after it are missing too.",
    userUnknown: true,
  },
  "source/no-users":
    "Give the export file itself: it holds the list or table of users that is named. Where it was written without them, export again with the users, or give the files of its users too: for Keycloak, kc.sh export with --users same_file or different_files.",
  "source/table-prefix": {
    remedy:
      "Name the prefix of the tables to read, the table of users, the schema with its full stop, the realm, tenant or organization, or export one of them alone.",
    atCommandLine:
      "Name the prefix of the tables to read, the table of users, the schema with its full stop, the realm, tenant or organization, with --table-prefix, or export one of them alone.",
  },
  "source/trailing-data": "Give one export at a time, or the pages of one: another document follows the first.",
  "source/record-damaged": {
    remedy:
      "Look at the lines that are named: a comma, colon, quotation mark, brace or parenthesis is missing or too many, a value that has one in it is not in quotation marks, a quotation mark in a cell is not doubled, a line was broken in two, or more data is between two of these than any user has, or deeper data. Where the record has NUL bytes, export or copy the file again. Each line of an entry of LDIF has an attribute, a colon and a value, or begins with a blank and continues the one above.",
    userUnknown: true,
  },
  "source/record-not-utf8": {
    remedy:
      "Export again, with mysqldump --hex-blob, where a column holds bytes: saving the file as UTF-8 makes others of them. Where none does, save it as UTF-8.",
    userUnknown: true,
  },
  "source/row-form": {
    remedy:
      "Export as JSON, or a database as a dump: in this form a line end in a name can look like users of its own, and a backslash like two, also beside the line that is named.",
    userUnknown: true,
  },
  "source/header-unusable":
    "Export again with the columns under the names that the old system has, or give the system that wrote the file with --from; with --from table a map says what columns of any other name hold. Let the header have one delimiter, or put the line sep=; with that delimiter in front of it; of two columns with one name, take one out or rename it; where the columns are too many, give the export file itself, which has a line for each user.",
  "source/records-unreadable": {
    remedy:
      "Correct the lines that are named, or export again, before anything is imported: the users on them would be lost. If the program that wrote CSV doubles quotation marks and escapes none (PostgreSQL, Excel, Python), say so by the line quotes=doubled in front of the header; if it writes cells as they are (mysql --batch), by quotes=none.",
    userUnknown: true,
  },
  "source/columns-unknown": {
    remedy:
      "Export the table with its definition, or with the names of its columns: mysqldump --complete-insert, pg_dump --column-inserts.",
    userUnknown: true,
  },
  "source/dialect-unknown":
    "Export again by mysqldump without --compact, pg_dump or sqlite3 .dump, and leave their comments in the file. Or write a first line into it that names its database: -- MySQL, for MariaDB too, -- PostgreSQL or -- SQLite.",
  "source/entry-incomplete": {
    remedy: "Export the entries themselves with their values: slapcat, or ldapsearch -LLL without -t.",
    userUnknown: true,
  },
  "source/temporary-files": "Free space in that folder, or name another one in the environment variable TMPDIR.",
  "source/input-changed": "Leave the file as it is until the command has ended, and run it again.",
  "source/separator-damaged":
    "Compare the file with the old system: a comma is missing, doubled or damaged here, so it may have been edited or cut together.",
  "source/further-pages":
    "Ask the old system for the further pages, whose users are not in this file. Put all into one file, one after the other (cat page-*.json > users.json), and give that. Where these are all, leave nothing but the list in the file.",
  "source/hash-config-unusable":
    "Give the hash parameters with --hash-config: in the Firebase console, Authentication, Users, menu, Password hash parameters. Copy the text of the console as it is, all five lines: hash_config { algorithm: SCRYPT, … }. base64_salt_separator is usually Bw==, without quotation marks around it. If it names another algorithm, look at the hash strings themselves: only Firebase's own SCRYPT has these parameters.",
  "source/of-other-system": "Give the system that wrote the file with --from, or the file that this system wrote.",
  "source/system-unclear":
    "Name the system that wrote the file with --from; for a table of any other system, use --from table.",
  "source/not-divisible":
    "Write the users in credport's own format with credport check --out, and divide that file; unpack a compressed one.",
  "source/map-malformed":
    "Look up the key in docs/sources.md, and what it stands for in the old system: no encoding and no system is guessed.",
  "source/column-unknown": {
    remedy:
      "Look up what the column means in the old system: credport does not carry it. If it holds what users log in with, give it the name that docs/sources.md lists.",
    ofFile: true,
  },
});

export type SourceProblemCode = keyof typeof SOURCE_PROBLEMS;
