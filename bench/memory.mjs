/**
 * What a check keeps in memory: the peak of the process (VmHWM) for a file of each form, and with joined rows, at two
 * sizes. `npm run build` first; `npm run bench memory`. CREDPORT_BENCH_USERS=100000,2000000 sets the sizes. Linux only.
 */
import { spawn } from "node:child_process";
import { createWriteStream, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const SIZES = (process.env.CREDPORT_BENCH_USERS ?? "100000,400000").split(",").map(Number);

const mail = (id) => `user${id}@example.com`;
/** Rows from 1 to `users`, between two texts. */
function* rows(users, rowOf, before = "", after = "") {
  yield before;
  for (let id = 1; id <= users; id++) yield rowOf(id, id === users);
  yield after;
}
const firebaseUser = (id) => JSON.stringify({ localId: `u${id}`, email: mail(id), emailVerified: true });
const phone = (id) => `+1555${String(id).padStart(7, "0")}`;

/** One form of file a row: what is in it and how it is read. */
const FORMS = {
  "JSON document (firebase)": {
    from: "firebase",
    text: (users) =>
      rows(
        users,
        (id, last) => `${firebaseUser(id).slice(0, -1)},"phoneNumber":"${phone(id)}"}${last ? "" : ",\n"}`,
        '{"users":[',
        "]}",
      ),
  },
  "JSON lines (credport)": {
    from: "credport",
    more: ["--source", "laravel"],
    text: (users) =>
      rows(
        users,
        (id) => `${JSON.stringify({ externalUserId: `u${id}`, email: mail(id), passwordHash: BCRYPT })}\n`,
      ),
  },
  "CSV (clerk)": {
    from: "clerk",
    text: (users) =>
      rows(
        users,
        (id) => `user_${id},A,B,u${id},${mail(id)},,,,,,${BCRYPT},bcrypt\n`,
        "id,first_name,last_name,username,primary_email_address,primary_phone_number,verified_email_addresses,unverified_email_addresses,verified_phone_numbers,totp_secret,password_digest,password_hasher\n",
      ),
  },
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
        (id) =>
          `INSERT INTO \`users\` (\`id\`, \`email\`, \`password\`, \`remember_token\`) VALUES (${id},'${mail(id)}','${BCRYPT}',NULL);\n`,
        "-- MySQL dump 10.13\n",
        "-- Dump completed on 2024-03-01  0:00:00\n",
      ),
  },
  "JSON lines joined with two rows a user (table)": {
    from: "table",
    map: {
      user: { externalUserId: "id", email: "mail", passwordHash: "hash", userName: "name" },
      hash: { source: "laravel" },
      join: { user: "id", row: "user_id" },
    },
    text: (users) => rows(users, (id) => `${JSON.stringify({ id: `u${id}`, mail: mail(id) })}\n`),
    joined: (users) =>
      rows(users, (id) => {
        const key = JSON.stringify({ user_id: `u${id}`, hash: BCRYPT });
        return `${key}\n${JSON.stringify({ user_id: `u${id}`, name: `name ${id}` })}\n`;
      }),
  },
};

async function written(path, pieces) {
  const file = createWriteStream(path);
  let text = "";
  const flush = () => file.write(text) || new Promise((resolve) => file.once("drain", resolve));
  for (const piece of pieces) {
    text += piece;
    if (text.length < 1 << 20) continue;
    await flush();
    text = "";
  }
  if (text !== "") await flush();
  await finished(file.end());
  return path;
}

/** MiB at the highest, and what the check counted. */
async function peakOf(args) {
  const child = spawn(process.execPath, [PROGRAM, "check", ...args, "--json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let highest = 0;
  const look = () => {
    try {
      const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
      highest = Math.max(highest, Number(kilobytes ?? 0));
    } catch {
      // It has ended.
    }
  };
  const timer = setInterval(look, 20);
  let out = "";
  child.stdout.on("data", (bytes) => {
    look();
    out += bytes;
  });
  await new Promise((resolve) => child.once("close", resolve));
  clearInterval(timer);
  return { mebibytes: highest / 1024, report: JSON.parse(out) };
}

export default async function run() {
  const folder = await mkdtemp(join(tmpdir(), "credport-bench-"));
  const only = process.env.CREDPORT_BENCH_FORM ?? "";
  const measured = [];
  try {
    for (const [name, form] of Object.entries(FORMS).filter(([name]) => name.includes(only))) {
      const sizes = [];
      for (const users of SIZES) {
        const args = [await written(join(folder, "export"), form.text(users)), "--from", form.from];
        if (form.map !== undefined) {
          args.push("--map", await written(join(folder, "map.json"), [JSON.stringify(form.map)]));
        }
        if (form.joined !== undefined) {
          args.push("--join", await written(join(folder, "joined"), form.joined(users)));
        }
        const { mebibytes, report } = await peakOf([...args, ...(form.more ?? [])]);
        if (report.importable !== users)
          throw new Error(`${name}: ${report.importable} of ${users} were read`);
        sizes.push({ users, mebibytes });
      }
      const [first, ...others] = sizes;
      measured.push({
        name: `check of ${name}, ${first.users} users`,
        unit: "MiB",
        ours: first.mebibytes,
        others: others.map(({ users, mebibytes }) => ({
          name: `credport, ${users} users`,
          value: mebibytes,
          ratio: mebibytes / first.mebibytes,
        })),
        note: "memory does not grow with the file where the ratio is about 1",
      });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return measured;
}
