/**
 * Exports of any number of users, one form for each reader and for each way in which a file is read: all users can be
 * imported, or are found for the fallback, so that who reads them can count. Of `bench/memory.mjs` and the tests.
 */
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import * as zlib from "node:zlib";

const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
/** Of a scheme that only the fallback verifies. */
const FOR_LOGIN = "{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=";

const mail = (id) => `user${id}@example.com`;
const phone = (id) => `+1555${String(id).padStart(7, "0")}`;
const json = JSON.stringify;

/** Rows from 1 to `users`, between two texts. */
function* rows(users, rowOf, before = "", after = "") {
  yield before;
  for (let id = 1; id <= users; id++) yield rowOf(id, id === users);
  yield after;
}

/** Elements of a JSON list, one a line. */
const listed = (users, elementOf, before = "[", after = "]") =>
  rows(users, (id, isLast) => `${json(elementOf(id))}${isLast ? "" : ",\n"}`, before, after);
const lines = (users, rowOf) => rows(users, (id) => `${json(rowOf(id))}\n`);

const firebaseUser = (id) => ({
  localId: `u${id}`,
  email: mail(id),
  emailVerified: true,
  phoneNumber: phone(id),
});
const credportUser = (id) => ({ externalUserId: `u${id}`, email: mail(id), passwordHash: BCRYPT });
const keycloakUser = (id) => ({
  id: `u${id}`,
  username: `user${id}`,
  email: mail(id),
  emailVerified: true,
  enabled: true,
  federatedIdentities: [{ identityProvider: "google", userId: String(id), userName: mail(id) }],
});
const laravelRow = (id) => `(${id},'${mail(id)}','${BCRYPT}',NULL)`;
const LARAVEL_INSERT = "INSERT INTO `users` (`id`, `email`, `password`, `remember_token`) VALUES ";
/** Rows of one statement: mysqldump begins another one after some 16 MiB. */
const ROWS_OF_INSERT = 50_000;
const PAGE = 1_000;

const auth0User = (id) => ({
  user_id: `auth0|u${id}`,
  email: mail(id),
  email_verified: true,
  passwordHash: BCRYPT,
});
const CREDPORT = {
  from: "credport",
  reading: { source: "laravel" },
  text: (users) => lines(users, credportUser),
};
const CLERK_COLUMNS =
  "id,first_name,last_name,username,primary_email_address,primary_phone_number,verified_email_addresses,unverified_email_addresses,verified_phone_numbers,totp_secret,password_digest,password_hasher";
const clerkText = (users, comma) =>
  rows(
    users,
    (id) => `${`user_${id},A,B,u${id},${mail(id)},,,,,,${BCRYPT},bcrypt`.replaceAll(",", comma)}\n`,
    `${CLERK_COLUMNS.replaceAll(",", comma)}\n`,
  );
const CLERK = { from: "clerk", text: (users) => clerkText(users, ",") };
const JOIN_MAP = {
  user: { externalUserId: "id", email: "mail", passwordHash: "hash", userName: "name" },
  hash: { source: "laravel" },
  join: { user: "id", row: "user_id" },
};

/**
 * `text`: the file of so many users, in pieces. `from`, `reading`: how it is read. `map`, `joined`: further files. `packed`,
 * `encoding`: what becomes of the text. `written`: options that name a file each. `isPiped`: read from standard input.
 * `threads`: how many read it, 1 unless told otherwise. `counted`: what a report has to say of so many users; they are
 * `importable` unless told otherwise.
 */
export const READERS = {
  "JSON document (firebase)": {
    from: "firebase",
    text: (users) => listed(users, firebaseUser, '{"users":[', "]}"),
  },
  "JSON document, lists further in (firebase)": {
    from: "firebase",
    text: (users) =>
      rows(
        users,
        (id, isLast) => `${json(firebaseUser(id))}${isLast ? "" : id % PAGE === 0 ? ']},\n{"users":[' : ",\n"}`,
        '[{"users":[',
        "]}]",
      ),
  },
  "JSON document, indented (keycloak)": {
    from: "keycloak",
    text: (users) =>
      rows(
        users,
        (id, isLast) => `${JSON.stringify(keycloakUser(id), null, 2)}${isLast ? "" : ", "}`,
        '{\n"id": "r",\n"realm": "r",\n"users": [ ',
        "]\n}\n",
      ),
  },
  "JSON fixture (django)": {
    from: "django",
    text: (users) =>
      listed(users, (id) => ({
        model: "auth.user",
        pk: id,
        fields: { username: `u${id}`, email: mail(id), password: `bcrypt$${BCRYPT}`, is_active: true },
      })),
  },
  "phpMyAdmin's JSON (laravel)": {
    from: "laravel",
    text: (users) =>
      listed(
        users,
        (id) => ({ id: String(id), email: mail(id), password: BCRYPT, remember_token: null }),
        '[\n{"type":"header","version":"5.2.1"},\n{"type":"database","name":"shop"},\n{"type":"table","name":"users","database":"shop","data":\n[\n',
        "\n]\n}\n]\n",
      ),
  },
  "JSON lines (auth0)": {
    from: "auth0",
    text: (users) => lines(users, auth0User),
  },
  "JSON lines (credport)": CREDPORT,
  "JSON lines, objects of a database (nodebb)": {
    from: "nodebb",
    text: (users) =>
      lines(users, (id) => ({
        _key: `user:${id}`,
        uid: id,
        username: `u${id}`,
        userslug: `u${id}`,
        email: mail(id),
        password: BCRYPT,
      })),
  },
  "CSV (clerk)": CLERK,
  "CSV without a header (firebase)": {
    from: "firebase",
    text: (users) => rows(users, (id) => `u${id},${mail(id)},true,${",".repeat(22)}${phone(id)},,,\n`),
  },
  "TSV (clerk)": { from: "clerk", text: (users) => clerkText(users, "\t") },
  "LDIF (ldap)": {
    from: "ldap",
    text: (users) =>
      rows(
        users,
        (id) =>
          `dn: uid=u${id},dc=example\nobjectClass: inetOrgPerson\nuid: u${id}\nmail: ${mail(id)}\nuserPassword: {CRYPT}${BCRYPT}\n\n`,
      ),
  },
  "lines of colons (htpasswd)": {
    from: "htpasswd",
    text: (users) => rows(users, (id) => `${mail(id)}:${BCRYPT}\n`),
  },
  "lines of colons (dovecot)": {
    from: "dovecot",
    text: (users) => rows(users, (id) => `${mail(id)}:{BLF-CRYPT}${BCRYPT}:1000:1000::/home/${id}::\n`),
  },
  "SQL dump, COPY (supabase)": {
    from: "supabase",
    text: (users) =>
      rows(
        users,
        (id) => `id-${id}\t${mail(id)}\t${BCRYPT}\t2024-05-01 10:00:00+00\n`,
        "--\n-- PostgreSQL database dump\n--\nCOPY auth.users (id, email, encrypted_password, email_confirmed_at) FROM stdin;\n",
        "\\.\n--\n-- PostgreSQL database dump complete\n--\n",
      ),
  },
  "SQL dump, INSERT (laravel)": {
    from: "laravel",
    text: (users) =>
      rows(
        users,
        (id) => `${LARAVEL_INSERT}${laravelRow(id)};\n`,
        "-- MySQL dump 10.13\n",
        "-- Dump completed on 2024-03-01  0:00:00\n",
      ),
  },
  "SQL dump, INSERT of many rows (laravel)": {
    from: "laravel",
    text: (users) =>
      rows(
        users,
        (id, isLast) => {
          const isFirst = id % ROWS_OF_INSERT === 1;
          return `${isFirst ? LARAVEL_INSERT : ","}${laravelRow(id)}${isLast || id % ROWS_OF_INSERT === 0 ? ";\n" : ""}`;
        },
        "-- MySQL dump 10.13\n",
        "-- Dump completed on 2024-03-01  0:00:00\n",
      ),
  },
  "JSON lines joined with two rows a user (table)": {
    from: "table",
    map: JOIN_MAP,
    text: (users) => lines(users, (id) => ({ id: `u${id}`, mail: mail(id) })),
    joined: (users) =>
      rows(
        users,
        (id) => `${json({ user_id: `u${id}`, hash: BCRYPT })}\n${json({ user_id: `u${id}`, name: `name ${id}` })}\n`,
      ),
  },
};

/** The same users, read in another way. */
export const WAYS = {
  "CSV, packed with gzip": { ...CLERK, packed: "gzip" },
  "CSV, packed with zstd": { ...CLERK, packed: "zstd" },
  "CSV in UTF-16": { ...CLERK, encoding: "utf16le" },
  "JSON lines, --from auto": { ...READERS["JSON lines (auth0)"], from: "auto" },
  "JSON lines from standard input": { ...CREDPORT, isPiped: true },
  "JSON document for a service that rewrites numbers (firebase)": {
    from: "firebase",
    reading: { service: "supertokens" },
    text: (users) =>
      listed(
        users,
        (id) => ({ ...firebaseUser(id), phoneNumber: `+49151${String(id).padStart(8, "0")}` }),
        '{"users":[',
        "]}",
      ),
  },
  "JSON lines, with --out and --rejects": { ...CREDPORT, written: ["--out", "--rejects"] },
  "JSON lines, with --keep-metadata (auth0)": {
    from: "auth0",
    written: ["--keep-metadata"],
    text: (users) => lines(users, (id) => ({ ...auth0User(id), nickname: `n${id}` })),
  },
  "lines of colons, with --fallback (htpasswd)": {
    from: "htpasswd",
    written: ["--fallback"],
    counted: (users) => ({ loginOnly: users }),
    text: (users) => rows(users, (id) => `${mail(id)}:${FOR_LOGIN}\n`),
  },
  "JSON lines, every hundredth user twice": {
    ...CREDPORT,
    counted: (users) => ({ importable: users - Math.floor(users / 100) * 2 }),
    text: (users) => lines(users, (id) => credportUser(id % 100 === 0 ? id - 1 : id)),
  },
  "JSON lines, two threads": { ...CREDPORT, threads: 2 },
};

/** All of them, by their names; without those that this Node can't read. */
export const FORMS = Object.fromEntries(
  Object.entries({ ...READERS, ...WAYS }).filter(
    ([, { packed }]) => packed !== "zstd" || "createZstdDecompress" in zlib,
  ),
);

function packer(packed) {
  if (packed === "gzip") return zlib.createGzip({ level: 1 });
  return packed === "zstd" ? zlib.createZstdCompress() : undefined;
}

/** Writes the pieces of a text into a file. */
export async function writePieces(path, pieces, { packed, encoding = "utf8" } = {}) {
  const file = createWriteStream(path);
  const into = packer(packed) ?? file;
  if (into !== file) into.pipe(file);
  let text = encoding === "utf16le" ? "\ufeff" : "";
  const flush = () => into.write(text, encoding) || new Promise((resolve) => into.once("drain", resolve));
  for (const piece of pieces) {
    text += piece;
    if (text.length < 1 << 20) continue;
    await flush();
    text = "";
  }
  if (text !== "") await flush();
  into.end();
  await finished(file);
  return path;
}

/**
 * Writes what a form needs into a folder.
 *
 * @returns The arguments of `credport check`, and the file that standard input is to be, if any.
 */
export async function writeForm(folder, form, users) {
  const { from, map, joined, reading = {}, written = [], threads = 1, isPiped = false } = form;
  const path = await writePieces(`${folder}/export`, form.text(users), form);
  const args = [isPiped ? "-" : path, "--from", from, "--threads", String(threads)];
  for (const [option, value] of Object.entries(reading)) args.push(`--${option}`, value);
  if (map !== undefined) args.push("--map", await writePieces(`${folder}/map.json`, [json(map)]));
  if (joined !== undefined) args.push("--join", await writePieces(`${folder}/joined`, joined(users)));
  if (written.length > 0) args.push("--force");
  for (const option of written) args.push(option, `${folder}/${option.slice(2)}`);
  return { args, stdin: isPiped ? path : undefined };
}

/** What the report has to say of so many users; an object of counts. */
export function expectedCounts({ counted = (users) => ({ importable: users }) }, users) {
  return counted(users);
}
