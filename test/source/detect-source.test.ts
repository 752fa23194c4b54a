import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { likelySource } from "../../src/source/detect-source.js";
import { detectSource, readExport, readUniqueUsers, type Source } from "../../src/source/index.js";
import { jsonDocument } from "../../src/source/readers/json-document.js";
import { bytesOf, collect, sampleText } from "./read-users.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const FIREBASE = '{"users":[{"localId":"u1","phoneNumber":"+15555550100"}]}';

const found = async (input: Parameters<typeof detectSource>[0]) => {
  const result = await detectSource(input);
  return result.ok ? [result.value.source, result.value.certainty] : result.problems[0].code;
};

describe("detectSource", () => {
  it("tells the source of a sample, and why", async () => {
    const result = await detectSource(bytes(sampleText("users.json")));
    expect(result).toMatchObject({ ok: true, value: { source: "firebase", certainty: "sure", others: [] } });
    expect(result.ok && result.value.reasons).toEqual([
      "the file is JSON",
      "its records have localId, email, emailVerified, phoneNumber, disabled, passwordHash",
    ]);
  });

  it("unpacks what is compressed, as far as the first bytes go", async () => {
    const users = Array.from({ length: 20_000 }, (_, id) => ({ localId: `${id}`, salt: `${Math.sin(id)}` }));
    const packed = gzipSync(JSON.stringify({ users }));
    expect(await found(packed)).toEqual(["firebase", "sure"]);
    expect(await found(packed.subarray(0, packed.length / 2))).toEqual(["firebase", "sure"]);
    expect(await collect(readExport(bytesOf(packed), { from: "auto" }))).toHaveLength(20_000);
  });

  it("tells credport's own lines", async () => {
    expect(await found(bytes('{"externalUserId":"a"}\n{"externalUserId":"b"}\n'))).toEqual(["credport", "sure"]);
  });

  it("reads on where the first user of lines has a picture", async () => {
    const user = (id: string) => ({ _id: id, username: id, email: `${id}@example.com`, _hashed_password: "$2b$10$x" });
    const users = [{ ...user("1"), picture: "A".repeat(80_000) }, user("2"), user("3")];
    const file = bytes(users.map((one) => `${JSON.stringify(one)}\n`).join(""));
    expect(await found(file)).toEqual(["parse-server", "sure"]);
    expect(await collect(readExport(bytesOf(file), { from: "auto" }))).toHaveLength(3);
  });

  it("is not decided by one record that is damaged or odd", async () => {
    const users = ['{"localId":x}', '{"name":"no ID"}', '{"localId":"a"}', '{"localId":"b"}'];
    expect(await found(bytes(`{"users":[${users.join(",")}]}`))).toEqual(["firebase", "sure"]);
  });

  it("opens a file once, reads its beginning only, and closes it", async () => {
    let read = 0;
    let isClosed = false;
    async function* open() {
      try {
        yield bytes(FIREBASE.slice(0, -2));
        for (; read < 1000; read++) yield bytes(`,{"localId":"${read}","email":"${"x".repeat(1 << 16)}"}`);
      } finally {
        isClosed = true;
      }
    }
    expect(await found(open)).toEqual(["firebase", "sure"]);
    expect(read).toBeLessThan(20);
    expect(isClosed).toBe(true);
  });

  it("tells what is compressed, also where its beginning is all there is", async () => {
    expect(await found(gzipSync(FIREBASE))).toEqual(["firebase", "sure"]);
    const users = Array.from({ length: 5000 }, (_, at) => `{"localId":"${at}"}`);
    const cut = gzipSync(`{"users":[${users.join(",")}]}`).subarray(0, 4000);
    expect(await found(cut)).toEqual(["firebase", "sure"]);
  });

  it.each<[string, string | Uint8Array, string, string]>([
    ["no bytes", "", "source/empty", "the file is empty"],
    ["a ZIP archive", Buffer.from("PK\u0003\u0004\u0014"), "source/not-text", "the file is a ZIP archive"],
    [
      "UTF-16",
      Buffer.from(FIREBASE, "utf16le"),
      "source/not-utf8",
      "the file is in UTF-16 or another encoding with NUL bytes",
    ],
    [
      "JSON of something else",
      '[{"sku":1,"price":"2","secret name @":3}]',
      "source/system-unclear",
      "the file is JSON with the keys sku, price, and no known system's export looks like it",
    ],
    [
      "a table of something else",
      'sku,"unit price",stock\n1,2,3\n',
      "source/system-unclear",
      "the file is a table with the columns sku, unit price, stock, and no known system's export looks like it",
    ],
    [
      "a table without names",
      "7;ada@example.com;$2b$10$x\n",
      "source/system-unclear",
      "the file is a table without column names, and no known system's export looks like it",
    ],
    [
      "a dump",
      "-- dump\nCREATE TABLE stock (id int);\n",
      "source/system-unclear",
      "the file is an SQL dump, and no known system's export looks like it",
    ],
    [
      "a directory",
      "version: 1\n\ndn: cn=stock\ncn: stock\n",
      "source/system-unclear",
      "the file is LDIF, and no known system's export looks like it",
    ],
    [
      "words",
      "nothing here",
      "source/system-unclear",
      "the file is neither JSON nor a table, and no known system's export looks like it",
    ],
  ])("says what %s looks like", async (_, text, code, message) => {
    const result = await detectSource(Buffer.from(text as string));
    expect(result).toMatchObject({ ok: false, problems: [{ code, message }] });
  });

  it("never throws, and never takes long, whatever the bytes", async () => {
    for (const text of ["[".repeat(1 << 20), '{"a":'.repeat(1 << 18), '"'.repeat(1 << 20), "\\".repeat(1 << 20)]) {
      expect(await found(bytes(text))).toBe("source/system-unclear");
    }
  });
});

const like = (name: string, likeness: "sure" | "possible" | "no"): Source => ({
  name,
  title: name.toUpperCase(),
  origin: "unknown",
  readers: [jsonDocument({ keys: ["users"] })],
  idField: "id",
  fields: [{ read: new Set(["id"]), notCarried: new Set() }],
  otherFields: "counted",
  detect: () => likeness,
  toUser: () => {
    throw new Error("no user is read");
  },
});

describe("several sources", () => {
  const file = bytes('{"users":[{"id":1},{"id":2}]}');
  const names = async (...sources: readonly Source[]) => {
    const result = await likelySource(file, sources);
    if (!result.ok) return result.problems[0].message;
    const { source, certainty, others } = result.value;
    return [source.name, certainty, others.map(({ name }) => name)];
  };

  it("give way to the one that is sure", async () => {
    const [a, b, c] = [like("a", "possible"), like("b", "sure"), like("c", "no")];
    expect(await names(a, b, c)).toEqual(["b", "sure", ["a"]]);
    expect(await names(a, c)).toEqual(["a", "possible", []]);
  });

  it("are asked about where they fit equally well", async () => {
    const [a, b, c] = [like("a", "possible"), like("b", "possible"), like("c", "possible")];
    expect(await names(a, b)).toBe("the file may be of A (a) or B (b)");
    expect(await names(a, b, c)).toBe("the file may be of A (a), B (b) or C (c)");
    expect(await names(like("a", "sure"), like("b", "sure"), c)).toBe("the file may be of A (a) or B (b)");
  });

  it("are judged by all of the first records, at most 20", async () => {
    const seen: number[] = [];
    const counting = {
      ...like("a", "no"),
      detect: (records: readonly object[]) => {
        seen.push(records.length);
        return "no" as const;
      },
    };
    await likelySource(file, [counting]);
    await likelySource(bytes(`{"users":[${'{"id":1},'.repeat(50)}{}]}`), [counting]);
    expect(seen).toEqual([2, 20]);
  });
});

describe("from: auto", () => {
  it("reads as the source that is told", async () => {
    const named = await collect(readExport(bytesOf(FIREBASE), { from: "firebase" }));
    expect(await collect(readExport(bytesOf(FIREBASE), { from: "auto" }))).toEqual(named);
    expect(await collect(readUniqueUsers(() => bytesOf(FIREBASE), { from: "auto" }))).toEqual(named);
  });

  const possible = '{"users":[{"id":"1","username":"ada","enabled":true,"attributes":{},"credentials":[]}]}';
  it.each([
    ["none is told", "[1]", "source/system-unclear", "no known system's export"],
    ["one is only possible", possible, "source/system-unclear", "Keycloak (keycloak), and of others"],
  ])("ends with the reason where %s", async (_, text, code, message) => {
    for (const records of [
      readExport(bytesOf(text), { from: "auto" }),
      readUniqueUsers(() => bytesOf(text), { from: "auto" }),
    ]) {
      expect(await collect(records)).toMatchObject([
        { kind: "unreadable", line: 1, problem: { code, message: expect.stringContaining(message) } },
      ]);
    }
  });
});

describe("a file of another system than the one named", () => {
  it("is told by what surely wrote it, also where the named source reads no record of it", async () => {
    const lines = '{"externalUserId":"a","phoneNumber":"+15555550100"}\n{"externalUserId":"b"}\n';
    for (const text of [lines, `[${lines.trim().replace("\n", ",")}]`, lines.split("\n")[0] as string]) {
      const [record] = await collect(readExport(bytesOf(text), { from: "firebase" }));
      expect(record).toMatchObject({ kind: "unreadable", problem: { code: "source/of-other-system" } });
    }
    const [record] = await collect(readExport(bytesOf(FIREBASE), { from: "credport" }));
    expect(record).toMatchObject({
      problem: {
        message: "this looks like Firebase Authentication (firebase), not like what credport check --out wrote",
      },
    });
  });

  it("is not told where the named source fits most records, or nothing is sure", async () => {
    const [first] = await collect(
      readExport(bytesOf('{"users":[{"externalUserId":"x"},{"localId":"a"},{"localId":"b"}]}'), {
        from: "firebase",
      }),
    );
    expect(first).toMatchObject({ kind: "user", result: { ok: false } });
    const [unknown] = await collect(readExport(bytesOf('{"a":1}'), { from: "firebase" }));
    expect(unknown).toMatchObject({ problem: { code: "source/no-users" } });
  });
});

describe("a dump whose users' table begins after 1 MiB", () => {
  const log = (values: (id: number) => string, rows: number) =>
    Array.from({ length: rows }, (_, id) => values(id)).join("");
  const long = "x".repeat(300);
  const USER = "1,'a@example.com','$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',NULL";
  const columns = "(`id`, `email`, `password`, `remember_token`)";
  const create =
    "CREATE TABLE `users` (\n  `id` int NOT NULL,\n  `email` text,\n  `password` text,\n  `remember_token` text\n);\n";

  const DUMPS: readonly (readonly [string, string])[] = [
    [
      "after many statements of one row",
      `-- a dump\n${log((id) => `INSERT INTO \`logs\` (\`id\`,\`text\`) VALUES (${id},'${long}');\n`, 5000)}INSERT INTO \`users\` ${columns} VALUES (${USER});\n`,
    ],
    [
      "after one statement in a line, and with rows without columns",
      `-- a dump\nCREATE TABLE \`logs\` (\n  \`id\` int,\n  \`text\` text\n);\nINSERT INTO \`logs\` VALUES ${log((id) => `(${id},'${long}'),`, 5000)}(0,'');\n${create}INSERT INTO \`users\` VALUES (${USER}),${log((id) => `(${id + 2},'u${id}@example.com',NULL,NULL),`, 500)}(9999,NULL,NULL,NULL);\n`,
    ],
    [
      "after COPY",
      `-- a dump\nCOPY public.logs (id, text) FROM stdin;\n${log((id) => `${id}\t${long}\n`, 5000)}\\.\nCOPY public.users (id, email, password, remember_token) FROM stdin;\n1\ta@example.com\t\\N\t\\N\n\\.\n`,
    ],
    [
      "after a statement of many lines",
      `-- phpMyAdmin SQL Dump\nINSERT INTO \`logs\` (\`id\`, \`text\`) VALUES\n${log((id) => `(${id},'${long}'),\n`, 5000)}(0,'');\nINSERT INTO \`users\` ${columns} VALUES\n(${USER}),\n(2,NULL,NULL,NULL);\n`,
    ],
  ];

  it.each(DUMPS)("is told by that table: %s", async (_, text) => {
    expect(text.length).toBeGreaterThan(1 << 20);
    for (const packed of [text, gzipSync(text)]) {
      expect(await detectSource(() => bytesOf(packed))).toMatchObject({
        ok: true,
        value: { source: "laravel" },
      });
    }
    // Other applications of PHP have such a table, too.
    const [record] = await collect(readUniqueUsers(() => bytesOf(text), { from: "auto" }));
    const message = "the file may be of Laravel (laravel), and of others";
    expect(record).toMatchObject({ kind: "unreadable", problem: { message } });
  });

  it("is not known where it has no such table, and of a stream that can be read once", async () => {
    const logs = log((id) => `INSERT INTO \`logs\` (\`id\`,\`text\`) VALUES (${id},'${long}');\n`, 5000);
    expect(await detectSource(() => bytesOf(logs))).toMatchObject({
      problems: [{ message: "the file is an SQL dump, and no table in it is one of a known system's users" }],
    });
    const [record] = await collect(readExport(bytesOf((DUMPS[0] as readonly string[])[1] as string), { from: "auto" }));
    expect(record).toMatchObject({
      problem: {
        code: "source/system-unclear",
        message: "the file is an SQL dump, and no table in its first 1 MiB is one of a known system's users",
      },
    });
  });
});

describe("a Keycloak realm", () => {
  const realm = { id: "r", realm: "shop", sslRequired: "external", accessTokenLifespan: 300, roles: {} };

  it("that was exported without users is told as that", async () => {
    const ofConsole = { id: "r", realm: "shop", notBefore: 0, otpPolicyType: "totp", keycloakVersion: "26.0.7" };
    for (const document of [realm, [realm], { ...realm, users: [] }, ofConsole]) {
      expect(await detectSource(bytes(JSON.stringify(document)))).toMatchObject({
        problems: [
          {
            code: "source/no-users",
            message: "this looks like a Keycloak realm export without users",
          },
        ],
      });
    }
    expect(await detectSource(bytes('{"realm":"shop","id":"r"}'))).toMatchObject({
      problems: [{ code: "source/system-unclear" }],
    });
  });

  it("whose users come after 1 MiB of roles is read", async () => {
    const roles = Array.from({ length: 20_000 }, (_, id) => ({
      id: `role-${id}`,
      name: `a role ${id}`,
      composite: false,
    }));
    const users = [{ id: "u", username: "ada", email: "ada@example.com", enabled: true }];
    const text = JSON.stringify({ ...realm, roles: { realm: roles }, users });
    expect(text.length).toBeGreaterThan(1 << 20);
    const [record] = await collect(readUniqueUsers(() => bytesOf(text), { from: "auto" }));
    expect(record).toMatchObject({ kind: "user", userId: "u" });
  });
});

describe("a dump of another system than the one named", () => {
  const discourse = readFileSync(new URL("systems/samples/discourse.sql", import.meta.url), "utf8");
  const line = `1\t${"x".repeat(100)}\n`;
  const late = discourse.replace(
    /^(?=COPY )/m,
    `COPY public.logs (id, text) FROM stdin;\n${line.repeat(12_000)}\\.\n\n`,
  );

  it.each([
    // None of its tables is there.
    ["supabase", "Supabase Auth", discourse],
    ["supabase", "Supabase Auth", late],
    // A table ends like its own, and no row is of a user.
    ["phpbb", "phpBB", late],
    // Read by no dump at all.
    ["keycloak", "Keycloak", late],
    ["okta", "Okta", late],
  ] as const)("is told by all of its tables: %s, %s", async (from, title, text) => {
    const message = `this looks like Discourse (discourse), not like ${title}`;
    // Of phpBB's name are rows of another table that ends like its own: the first of them says whose they are.
    const line = from === "phpbb" ? late.slice(0, late.indexOf("COPY public.users ")).split("\n").length + 1 : 1;
    const rest = { kind: "unreadable", line, problem: { code: "source/of-other-system", message } };
    expect(await collect(readUniqueUsers(() => bytesOf(text), { from }))).toMatchObject([rest]);
  });

  it("is not told where the named one's tables are there, or the file is damaged", async () => {
    const cut = late.slice(0, -200);
    for (const text of [late, cut, "[]", "COPY public.users (id) FROM stdin;\n\\.\n"]) {
      const records = await collect(readUniqueUsers(() => bytesOf(text), { from: "discourse" }));
      expect(JSON.stringify(records)).not.toContain("source/of-other-system");
    }
  });

  it("gives up where the file changed before it is looked through again", async () => {
    let opened = 0;
    const open = () => bytesOf(opened++ === 0 ? late : `${late.slice(0, 2_000_000)} `);
    const [record] = await collect(readUniqueUsers(open, { from: "supabase" }));
    expect(record).toMatchObject({ kind: "unreadable", problem: { code: "source/input-changed" } });
  });
});

describe("a stream of another system than the one named, which can be read once,", () => {
  const discourse = readFileSync(new URL("systems/samples/discourse.sql", import.meta.url), "utf8");
  const log = `1\t${"x".repeat(100)}\n`.repeat(12_000);
  const late = discourse.replace(/^(?=COPY )/m, `COPY public.logs (id, text) FROM stdin;\n${log}\\.\n\n`);
  const chunked = async function* (content: string | Uint8Array) {
    const all = Buffer.from(content as string);
    for (let at = 0; at < all.length; at += 1 << 16) yield all.subarray(at, at + (1 << 16));
  };
  const codesOf = async (from: "keycloak" | "okta" | "firebase", content: string | Uint8Array) => {
    const records = await collect(readExport(chunked(content), { from }));
    return records.map((record) => (record.kind === "unreadable" ? record.problem.message : record.kind));
  };

  it("is told by the tables of a dump that begin after its first MiB", async () => {
    expect(late.length).toBeGreaterThan(1 << 20);
    const message = "this looks like Discourse (discourse), not like Keycloak";
    expect(await codesOf("keycloak", late)).toEqual([message]);
    expect(await codesOf("keycloak", gzipSync(late))).toEqual([message]);
  });

  it("is told by the first records that are found, wherever they are", async () => {
    const roles = Array.from({ length: 30_000 }, (_, id) => ({ id: `role-${id}`, name: `a role ${id}` }));
    const realm = { id: "r", realm: "shop", sslRequired: "external", roles: { realm: roles } };
    const credentials = [{ type: "password", secretData: "{}", credentialData: "{}" }];
    const users = [{ id: "u", username: "ada", email: "ada@example.com", enabled: true, credentials }];
    const text = JSON.stringify({ ...realm, users });
    expect(text.length).toBeGreaterThan(1 << 20);
    expect(await codesOf("firebase", text)).toEqual([
      "this looks like Keycloak (keycloak), not like Firebase Authentication",
    ]);
  });

  it("is left as it is where no table is of a known system's users, or the rest can't be read", async () => {
    const unknown = `-- PostgreSQL database dump\nCOPY public.logs (id, text) FROM stdin;\n${log}\\.\n`;
    const named = await codesOf("keycloak", unknown);
    expect(named).toHaveLength(1);
    expect(named[0]).not.toContain("this looks like");
    const packed = gzipSync(late);
    const damaged = await codesOf("keycloak", packed.subarray(0, packed.length - 20));
    expect(damaged).toHaveLength(1);
    expect(damaged[0]).not.toContain("this looks like");
  });

  it("is closed where its reader stopped", async () => {
    let isClosed = false;
    async function* input() {
      try {
        yield* chunked(late);
      } finally {
        isClosed = true;
      }
    }
    for await (const _ of readExport(input(), { from: "okta" })) break;
    expect(isClosed).toBe(true);
  });
});

it("takes roles that are no list for no sign of Symfony", async () => {
  const user = { id: 1, name: "a", owner: "built-in", password: "x", roles: "null" };
  const found = await detectSource(Buffer.from(JSON.stringify([user])));
  expect(found).toMatchObject({ problems: [{ code: "source/system-unclear" }] });
});

it("tells a Gitea of before passwd_hash_algo", async () => {
  const user = { id: 1, lower_name: "a", name: "A", email: "a@example.com", passwd: "00", salt: "x" };
  const found = await detectSource(Buffer.from(JSON.stringify([user])));
  expect(found).toMatchObject({ value: { source: "gitea", certainty: "sure" } });
});

it("tells an export of Ghost by its beginning, where posts come before the users", async () => {
  const posts = Array.from({ length: 2000 }, (_, id) => ({ id, html: "x".repeat(600) }));
  const text = JSON.stringify({ db: [{ meta: {}, data: { posts, users: [] } }] });
  expect(await detectSource(Buffer.from(text))).toMatchObject({
    value: { source: "ghost", certainty: "sure" },
  });
});

it("does not call a file empty that can't be read", async () => {
  // biome-ignore lint/correctness/useYield: it fails before its first byte.
  async function* open(): AsyncGenerator<Uint8Array> {
    throw new Error("EACCES");
  }
  await expect(detectSource(open)).rejects.toThrow("EACCES");
});
