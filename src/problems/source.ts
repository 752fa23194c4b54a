import { problemMaker } from "./problem-maker.js";
import type { SourceRow } from "./problem-row.js";

/** Export files */
export const SOURCE_PROBLEMS = {
  /**
   * The file has no content.
   * @cause a command that failed while its output was redirected.
   */
  "source/empty": { remedy: "Export again: the file has no content." },
  /**
   * The file is not JSON from the named line on. Damage in a record does not lead here: that one is refused,
   * and the next one read.
   * @cause a log line or a prompt in front of the JSON, an error page saved as the export.
   */
  "source/not-json": {
    remedy:
      "Give the JSON export: for Firebase, firebase auth:export users.json --format=json; if it is one, a quotation mark or brace is missing or too many on this line.",
  },
  /**
   * The file looks like CSV where JSON is expected.
   * @cause an export in the other format of the same tool.
   */
  "source/csv": { remedy: "Export as JSON: for Firebase, firebase auth:export users.json --format=json." },
  /**
   * The file has NUL bytes: it is in UTF-16 without a byte order mark, or in UTF-32. UTF-16 with the mark is read.
   * @cause saved by an editor or redirected by a shell on Windows.
   */
  "source/utf-16": { remedy: "Save the file as UTF-8." },
  /**
   * NUL bytes appear after the text that could be read.
   * @cause the file was given its size, and then not written to its end.
   */
  "source/nul-bytes": {
    remedy:
      "Export or copy the file again: a disk that was full or a computer that stopped leaves NUL bytes where text was to be written.",
  },
  /**
   * The file is packed in a way that is not unpacked here: gzip is, and zstd where Node has it, but not archives
   * (ZIP, tar), bzip2, xz, or a file that is compressed twice.
   * @cause a download that is an archive of several files.
   */
  "source/compressed": {
    remedy:
      "Unpack the file first, with unzip, tar, gunzip, bunzip2, unxz or unzstd; save a spreadsheet (.xlsx, .ods) as CSV.",
  },
  /**
   * The file is compressed with zstd, which this version of Node can't unpack.
   * @cause an older Node than the one that the backup's tool expects.
   */
  "source/zstd": {
    remedy: "Unpack the file first with unzstd, or run credport with Node 22.15 or later.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * The compressed data is damaged or cut off, or something follows it. What came out before is read, and as with
   * every file that can't be read to its end nothing is imported.
   * @cause a full disk, a broken download, a transfer as text.
   */
  "source/packed-damaged": { remedy: "Export or copy the file again, and test it with gzip -t or zstd -t." },
  /**
   * The compressed file expands to more than 200 times its size, which no export does.
   * @cause a file made to fill disks or memory.
   */
  "source/expands-too-far": {
    remedy: "Look at where the file comes from; if it is the export, unpack it first.",
  },
  /**
   * The file ends inside a record or list; the line is where that one begins. Nothing is imported from such
   * a file, since what is missing can't be told.
   * @cause a full disk, a broken download; mysqldump, which stops at a table that is not there.
   */
  "source/cut-off": {
    remedy:
      "Export again, and read what the export command says: it stops half-way at a full disk, or at a table that is not there. If the file is whole, a quotation mark or brace is missing in the record on this line.",
  },
  /**
   * The file is whole but holds no users: no list of them in JSON, none of the tables in a dump.
   * @cause the wrong file, an error reply saved as a file, a dump of another database or schema.
   */
  "source/no-users": {
    remedy: "Give the export file itself: it holds the list or table of users that is named.",
  },
  /**
   * An SQL dump has tables of users with two prefixes: two installations of one system in one database. Both number
   * their users from 1.
   * @cause a whole database dumped that several sites share; a copy of the tables from before an update.
   * @inCode `tablePrefix`.
   */
  "source/several-installations": {
    remedy: "Name the prefix of the tables to read, or export the tables of one installation.",
    atCommandLine:
      "Name the prefix of the tables to read with --table-prefix, or export the tables of one installation.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * A prefix was named, and no table of users has it: no user would be read. The message lists the prefixes that are
   * there.
   * @cause a slip in the prefix, or the one of a table in place of that of all.
   * @inCode `tablePrefix`.
   */
  "source/table-prefix-unknown": {
    remedy: "Name one of the prefixes that the dump has.",
    atCommandLine: "Name one of the prefixes that the dump has with --table-prefix.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * Something follows the document's end.
   * @cause two exports joined with cat: the second one would be lost silently.
   */
  "source/trailing-data": { remedy: "Give one export at a time: a second document follows the first." },
  /**
   * One record is not valid JSON; nothing is known of its user. It ends where the next one begins, as
   * the beginnings of records look in this file; the others are read.
   * @cause a file edited by hand; a line end or tab inside a text.
   */
  "source/record-not-json": {
    remedy: "Look at the lines that are named: a comma, quotation mark or brace is missing or too many.",
    userUnknown: true,
  },
  /**
   * One record has bytes that are not UTF-8; the others are read.
   * @cause a database in Latin-1 that is exported as if it were UTF-8.
   */
  "source/record-not-utf8": { remedy: "Save the file as UTF-8.", userUnknown: true },
  /**
   * One record is longer than 1 MiB though its brackets come out even; the others are read.
   * @cause a picture or a document in a profile field.
   */
  "source/record-too-long": {
    remedy: "Look at the record's line: no user has this much data.",
    userUnknown: true,
  },
  /**
   * One row of a table or SQL dump has more or fewer values than the table has columns, so it is unknown which value
   * is which; nothing is known of its user, and the other rows are read.
   * @cause a delimiter within a cell that is not in quotation marks; a line end that an editor or a mail program put in; a table that was changed while it was dumped.
   */
  "source/row-width": {
    remedy:
      "Look at the lines that are named: a value is missing or too many, or one with a delimiter or line end in it is not in quotation marks.",
    userUnknown: true,
  },
  /**
   * The quotation marks of one row don't pair, so that it can't be told where its cells end; the other rows are read.
   * @cause a quotation mark within a cell that was not doubled.
   */
  "source/row-quotes": {
    remedy:
      "Look at the line that is named: a quotation mark within a cell in quotation marks has to be doubled.",
    userUnknown: true,
  },
  /**
   * One row is not of the form in which the system's own tool writes a table, or could be read in several ways;
   * the other rows are read.
   * @cause Firebase's tool does not escape quotation marks and line ends in names.
   */
  "source/row-form": {
    remedy: "Export as JSON, which has no such rows, or mend the line that is named.",
    userUnknown: true,
  },
  /**
   * One row has NUL bytes; the other rows are read.
   * @cause a disk that was full, a damaged file system.
   */
  "source/record-nul-bytes": {
    remedy: "Export or copy the file again: text has no NUL bytes.",
    userUnknown: true,
  },
  /**
   * The file looks like JSON where a table is expected.
   * @cause an export in the other format of the same tool.
   */
  "source/not-csv": { remedy: "Give the CSV export, or name the system that wrote this file." },
  /**
   * The header of a table, or a line before it, has bytes that are not UTF-8.
   * @cause saved by a spreadsheet in an older encoding.
   */
  "source/header-not-utf8": { remedy: "Save the file as UTF-8." },
  /**
   * None of the first hundred lines of a table has the columns that the system writes.
   * @cause another system's export; a file without its header.
   */
  "source/no-header": {
    remedy: "Export again with the names of the columns, or give the system that wrote the file with --from.",
  },
  /**
   * The header has as many cells by one delimiter as by another.
   * @cause a table of one or two columns, with commas and semicolons in their names.
   */
  "source/csv-delimiter": {
    remedy:
      "Export again with one delimiter, or put the line sep=; with that delimiter in front of the header.",
  },
  /**
   * Two columns of a table have one name, or two have none, so that it can't be told which one counts.
   * @cause two tables joined; empty columns that a spreadsheet added.
   */
  "source/duplicate-columns": { remedy: "Take one of the two columns out, or rename it." },
  /**
   * The header of a table is longer than 64 KiB or has more than 16,384 columns.
   * @cause the file has no line ends, or is not a table.
   */
  "source/too-many-columns": {
    remedy: "Give the export file itself: a table of users has a line for each user.",
  },
  /**
   * Text is damaged in such a way that it can't be told how many users appear in it: it is longer than a
   * record can be, or has places that may be the beginnings of other records. It counts as one record; what
   * appears after it is read.
   * @cause a disk that was full, or a file that was edited or cut together.
   */
  "source/records-unreadable": {
    remedy:
      "Mend the lines that are named, or export again, before anything is imported: the users on them would be lost.",
    userUnknown: true,
  },
  /**
   * One row of an SQL dump is damaged; the others are read.
   * @cause a file edited by hand, or written by a program that does not escape quotation marks.
   */
  "source/row-damaged": {
    remedy:
      "Look at the lines that are named: a quotation mark, comma or parenthesis is missing or too many.",
    userUnknown: true,
  },
  /**
   * A statement of an SQL dump has the rows of a table, and nothing says which value belongs to which column. None
   * of its rows are read.
   * @cause a dump of the data alone, without the table's definition.
   */
  "source/columns-unknown": {
    remedy:
      "Export the table with its definition, or with the names of its columns: mysqldump --complete-insert, pg_dump --column-inserts.",
    userUnknown: true,
  },
  /**
   * The file is a database, or a dump in a binary format.
   * @cause pg_dump --format=custom; an SQLite file itself.
   */
  "source/binary-dump": {
    remedy: "Write it as SQL: pg_restore --file users.sql FILE, or sqlite3 FILE .dump > users.sql.",
  },
  /**
   * The file does not begin with any SQL statement.
   * @cause another file of the same backup.
   */
  "source/not-sql": { remedy: "Give the dump as pg_dump, mysqldump or sqlite3 .dump writes it." },
  /**
   * One entry of an LDIF file has a line that is not an attribute, a value that is not sound base64, or no dn; the
   * others are read.
   * @cause a file edited by hand; a line end that was not written as base64.
   */
  "source/entry-damaged": {
    remedy:
      "Look at the lines that are named: each has an attribute, a colon and a value, or begins with a blank and continues the one above.",
    userUnknown: true,
  },
  /**
   * A record of an LDIF file modifies, renames or deletes an entry: it does not have the whole user.
   * @cause a log of changes instead of an export.
   */
  "source/change-record": {
    remedy: "Export the entries themselves: slapcat, or ldapsearch -LLL.",
    userUnknown: true,
  },
  /**
   * An entry of an LDIF file names another file or an address for a value (`:<`). credport opens no file that an
   * export names.
   * @cause `ldapsearch -t`, which writes values into temporary files.
   */
  "source/value-elsewhere": {
    remedy: "Export the entries with their values: ldapsearch without -t.",
    userUnknown: true,
  },
  /**
   * The file does not begin with an entry or the version of LDIF.
   * @cause the output of a search with its log lines in front, or an export as CSV.
   */
  "source/not-ldif": { remedy: "Give the directory's entries as slapcat or ldapsearch -LLL writes them." },
  /**
   * A line of a file with colons between the fields has too few of them; the others are read.
   * @cause a line that was edited by hand.
   */
  "source/line-damaged": {
    remedy: "Look at the line that is named: a colon is missing, or the line before it was broken in two.",
    userUnknown: true,
  },
  /**
   * The fingerprints by which duplicates are found did not fit on the disk with the folder for temporary
   * files, or it can't be written to. They take 24 bytes for each e-mail address, phone number, social login
   * and ID.
   * @cause a small disk or a memory file system at `/tmp`.
   */
  "source/temporary-files": {
    remedy: "Free space in that folder, or name another one in the environment variable TMPDIR.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * A later pass over the file found other bytes than the first one did. Nothing is read from bytes that the
   * first pass did not see.
   * @cause the export was replaced, written or cut off while the command ran; a program's own `open` gives
   * another file the second time.
   */
  "source/input-changed": {
    remedy: "Leave the file as it is until the command has ended, and run it again.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * What divides this record from the one before it, or the last one from the list's end, is not one comma.
   * The record itself is whole and is read.
   * @cause a record taken out by hand; two exports joined.
   */
  "source/separator-damaged": {
    remedy:
      "Compare the file with the old system: a comma is missing, doubled or damaged here, so it may have been edited or cut together.",
  },
  /**
   * The export's hashes need the account's parameters, which are not in the export. `check` and `import` end
   * at the first user who needs them, before anything is counted or sent.
   * @cause the parameters are on another page of the console than the export.
   */
  "source/hash-config-missing": {
    remedy:
      "Give the hash parameters with --hash-config: in the Firebase console, Authentication, Users, menu, Password hash parameters.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The file of hash parameters has no `name: value` line.
   * @cause another file, or a picture of the console's text.
   */
  "source/hash-config-unreadable": {
    remedy: "Copy the text of the console as it is: hash_config { algorithm: SCRYPT, … }.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * One of base64_signer_key, base64_salt_separator, rounds and mem_cost is not there.
   * @cause a selection with the mouse that missed a line.
   */
  "source/hash-config-incomplete": {
    remedy: "Copy all five lines of the console's hash_config.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The parameters are of another algorithm than Firebase's modified scrypt.
   * @cause parameters of users that were once imported into Firebase from another system.
   */
  "source/hash-config-algorithm": {
    remedy: "Look at the hash strings themselves: only Firebase's own SCRYPT has these parameters.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The salt separator is not sound base64.
   * @cause typographic quotation marks or apostrophes around it, left by a word processor or a chat.
   */
  "source/hash-config-separator": {
    remedy:
      "Copy base64_salt_separator as the console shows it, usually Bw==, without quotation marks around it.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The first record has the keys of another system's export than the one that was named: every record would
   * be refused.
   * @cause the wrong file, or the wrong name after --from.
   */
  "source/of-other-system": {
    remedy: "Give the system that wrote the file with --from, or the file that this system wrote.",
    fault: "settings",
  },
  /**
   * The file's first records fit several systems equally well, or one of them without a mark that it alone has, and a
   * guess would read hashes by the wrong system's rules.
   * @cause a small table whose columns are called as in many systems.
   */
  "source/several-systems": { remedy: "Name the system that wrote the file with --from.", fault: "settings" },
  /**
   * The source was told from the content, and its exports have nothing that could be joined.
   * @cause a second file that belongs to another export.
   */
  "source/nothing-to-join": {
    remedy: "Leave out --join, or name the system with --from.",
    fault: "settings",
  },
  /**
   * The file's first records are not those of any known system, or no records appear in its first mebibyte.
   * @cause another file than the export; an export that was changed by a program of one's own.
   */
  "source/unknown-system": {
    remedy:
      "Name the system that wrote the file with --from; for a table of any other system, use --from table.",
    fault: "settings",
  },
  /**
   * The source is to be told from the content, and the file is an export of a known system that has no users in it.
   * @cause Keycloak's partial export, or a realm that was exported with `--users skip`.
   */
  "source/export-without-users": {
    remedy:
      "Export again with the users: for Keycloak, kc.sh export with --users same_file or different_files.",
  },
  /**
   * The file can't be divided into chunks that several machines read: it is compressed, not in UTF-8, an SQL dump or
   * LDIF, has rows of several tables or lists, or is damaged in a way that leaves open where a record begins.
   * @cause a dump of a database; an export that was cut off or edited.
   */
  "source/not-divisible": {
    remedy:
      "Write the users in credport's own format with credport check --out, and divide that file; unpack a compressed one.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The map of `--from table` is not one: a key or value is not what the format has, or something that
   * `credport sources init` could not decide is still open.
   * @cause a comma or brace lost by hand, or a question that `sources init` left open.
   */
  "source/map-malformed": {
    remedy:
      "Look up the key in docs/sources.md, and what it stands for in the old system: no encoding and no system is guessed.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * A warning: a table of the export has a column that credport does not know. The column is not carried. A report
   * names such columns once for a file; the warning is with each record that has something in one.
   * @cause a column of a plugin; a newer release of the old system.
   */
  "source/column-unknown": {
    remedy:
      "Look up what the column means in the old system: credport does not carry it. If it holds what users log in with, give it the name that docs/sources.md lists.",
    ofFile: true,
  },
} as const satisfies Readonly<Record<string, SourceRow>>;

export type SourceProblemCode = keyof typeof SOURCE_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(SOURCE_PROBLEMS);
