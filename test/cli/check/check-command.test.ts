import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { parseFallbackUser } from "../../../src/login/index.js";
import { PROBLEM_CODES, PROBLEM_REMEDIES } from "../../../src/problems/index.js";
import { secretOf } from "../../source/systems/samples.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { type FakeIoOptions, fakeIo } from "../fake-io.js";
import { JOINED_SHOP } from "../joined-shop.js";
import { PROGRAM, runBuiltCli } from "../run-built-cli.js";

const SAMPLE = fileURLToPath(new URL("../../../docs/examples/firebase/", import.meta.url));
const sampleText = (name: string) => readFileSync(join(SAMPLE, name), "utf8");
const USERS = join(SAMPLE, "users.json");
const HASH_CONFIG = ["--hash-config", join(SAMPLE, "hash-config.txt")];
const FIREBASE = ["--from", "firebase"];
const PASSWORD = sampleText("known-password.txt").trim();
const KNOWN = ["--known", "ada@example.com"];
const GOOD = '{"users":[{"localId":"a","phoneNumber":"+15555550100"}]}';

const OKTA = {
  ...{ id: "o1", status: "ACTIVE", created: "2024-01-01T00:00:00.000Z" },
  profile: { login: "a@example.com", email: "a@example.com" },
  credentials: { password: {}, provider: { type: "OKTA", name: "OKTA" } },
};
/** Of `U*U`, from crypt_blowfish's tests. */
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

const temporary = useTemporaryFolder();
const place = (name: string) => join(temporary.path(), name);

function file(name: string, text: string | Uint8Array): string {
  writeFileSync(place(name), text);
  return place(name);
}

async function check(args: readonly string[], options: FakeIoOptions = {}) {
  const fake = fakeIo(options);
  const code = await runCli(["check", ...args], fake.io);
  return { code, out: fake.out(), err: fake.err(), listeners: fake.interruptListeners() };
}

const checkSample = (args: readonly string[] = [], options: FakeIoOptions = {}) =>
  check([USERS, ...FIREBASE, ...HASH_CONFIG, ...args], options);

/** Everything in the sample that must appear in no output but that of --out. */
function sampleSecrets(): string[] {
  const { users } = JSON.parse(sampleText("users.json")) as { users: Record<string, unknown>[] };
  const passwords = sampleText("passwords.ndjson")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).password);
  const key = /base64_signer_key: (\S+),/.exec(sampleText("hash-config.txt"))?.[1];
  return [...users.flatMap(({ passwordHash, salt }) => [passwordHash, salt]), ...passwords, key].filter(
    (secret): secret is string => typeof secret === "string" && secret.length > 5,
  );
}

describe("--from auto", () => {
  it("names the source, how sure it is, and why; and the next command by its name", async () => {
    const path = file("good.json", GOOD);
    const { code, out } = await check([path, "--from", "auto"]);
    expect(code).toBe(0);
    expect(out).toContain("good.json (firebase)");
    expect(out).toContain("this is an export of firebase: the file is JSON; its records have localId, phoneNumber");
    expect(out).toContain(`credport import ${path} --from firebase`);
    const json = JSON.parse((await check([path, "--from", "auto", "--json"])).out);
    expect(json.source).toEqual({
      name: "firebase",
      certainty: "sure",
      reasons: ["the file is JSON", "its records have localId, phoneNumber"],
    });
    expect(JSON.parse((await check([path, ...FIREBASE, "--json"])).out).source).toEqual({ name: "firebase" });
  });

  it("is what a check does where no system is named", async () => {
    const path = file("good.json", GOOD);
    expect((await check([path])).out).toBe((await check([path, "--from", "auto"])).out);
  });

  it("names the beginning of a file of another system, and not what comes after its only line", async () => {
    const path = file("okta.json", `${JSON.stringify([OKTA])}\n`);
    for (const from of ["keycloak", "firebase"]) {
      const { code, err } = await check([path, "--from", from]);
      expect([code, err]).toEqual([2, expect.stringContaining("okta.json, line 1: this looks like Okta (okta)")]);
    }
    const without = file("realm.json", '{"id":"x","realm":"demo","clients":[]}\n');
    expect((await check([without, "--from", "keycloak"])).err).toContain("realm.json, line 1: the file has no");
  });

  it("says what the file looks like where it fits no source", async () => {
    const { code, out, err } = await check([file("x.json", '[{"sku":1}]'), "--from", "auto"]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("x.json: the file is JSON with the keys sku, and no known system's export looks like it");
    expect(err).toContain("Name the system that wrote the file with --from");
  });
});

describe("exit codes", () => {
  it("0: every record can be imported", async () => {
    const { code, out, err } = await check([file("good.json", GOOD), ...FIREBASE]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("     1 can be imported");
  });

  it("asks for a known password only where a user has one, and says whom the fallback takes", async () => {
    expect((await check([file("a.json", GOOD), ...FIREBASE, ...HASH_CONFIG])).out).not.toContain("one password");
    const known = await check([USERS, ...FIREBASE, ...HASH_CONFIG]);
    expect(known.out).toContain("Test one password that you know");
    const users = ["a,0a1b2c3d4e5f60718293a4b5c6d7e8f9", "b,rubbish"];
    const rows = users.map((row, at) => `${at},${row.replace(",", "@example.com,")}`);
    const map = { user: { externalUserId: "id", email: "mail", passwordHash: "pw" }, hash: "md5(password)" };
    const table = ["--from", "table", "--map", file("map.json", JSON.stringify(map))];
    const { out } = await check([file("users.csv", ["id,mail,pw", ...rows].join("\n")), ...table]);
    expect(out).toContain("1 of 2 users move at their first login");
  });

  it("1: some records are refused", async () => {
    const { code, out, err } = await checkSample();
    expect([code, err]).toEqual([1, ""]);
    expect(out).toContain("    22 not importable");
  });

  it("1: the file holds no users, which no remedy mends", async () => {
    const { code, out } = await check([file("none.json", '{"users":[]}'), ...FIREBASE]);
    expect(code).toBe(1);
    expect(out).toContain("The export holds no users");
    expect(out).not.toContain("remedies above");
  });

  it("1: users can't be read, which is said before an import is recommended", async () => {
    const user = '{"localId":"a","phoneNumber":"+15555550100"}';
    const damaged = await check([file("d.json", `[\n${user},\n{"localId":"b""},\n{"localId":"c"}}\n]`), ...FIREBASE]);
    expect(damaged.code).toBe(1);
    expect(damaged.out).toMatch(/ 3 records\n +1 can be imported\n/);
    expect(damaged.out).toContain("     2 not importable, 2 of them because their text could not be read");
    expect(damaged.out).toContain("2 users could not be read and would be left out");
    const noise = `${"x".repeat(1 << 20)}\n`.repeat(2);
    const stretch = await check([
      file("s.json", `[${user},\n{"localId":"${noise}"},\n${user.replaceAll(/a|00/g, "11")}]`),
      ...FIREBASE,
    ]);
    expect(stretch.code).toBe(1);
    expect(stretch.out).toContain("1 source/records-unreadable  line 2");
    expect(stretch.out).toContain("At least 1 user could not be read");
  });

  it("1: a comma between records is missing, though both can be imported", async () => {
    const users = [1, 2].map((number) => `{"localId":"${number}","phoneNumber":"+1555555010${number}"}`);
    const { code, out } = await check([file("d.json", `[${users.join("\n")}]`), ...FIREBASE]);
    expect(code).toBe(1);
    expect(out).toContain("     2 can be imported");
    expect(out).toContain("Look at them\n       1 source/separator-damaged  line 2");
  });

  it("2: hash parameters are needed and were not given, said once and before anything is written", async () => {
    const { code, out, err } = await check([USERS, ...FIREBASE, "--out", place("out.ndjson")]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/line [0-9]+: Firebase's hash parameters were not given\n +Give .*--hash-config/);
    expect(readdirSync(temporary.path())).toEqual([]);
  });

  it("2: a fault of the program itself, without the data that it was about", async () => {
    const fake = fakeIo();
    const stdout = {
      write(text: string): void {
        throw new RangeError(`too long: ${text}`);
      },
    };
    const io = { ...fake.io, stdout };
    const code = await runCli(["check", file("good.json", GOOD), ...FIREBASE], io);
    expect(code).toBe(2);
    expect(fake.err()).toMatch(/^credport: an unexpected error \(RangeError at .*\)\n {2}Report it/);
    expect(fake.err()).not.toContain("too long");
    const oneError = {
      ...io,
      stdout: {
        write: (text: string) => (text.includes('"error"') ? fake.io.stdout.write(text) : stdout.write(text)),
      },
    };
    expect(await runCli(["check", place("good.json"), ...FIREBASE, "--json"], oneError)).toBe(2);
    expect(JSON.parse(fake.out()).error.code).toBe("cli/unexpected-error");
  });

  it("0 and 1 by the known password, when every record is good", async () => {
    const lines = sampleText("users.json");
    const { users } = JSON.parse(lines) as { users: { email?: string }[] };
    const path = file("ada.json", JSON.stringify(users.filter(({ email }) => email === "ada@example.com")));
    const args = [path, ...FIREBASE, ...HASH_CONFIG, ...KNOWN];
    expect((await check(args, { stdin: `${PASSWORD}\n` })).code).toBe(0);
    const wrong = await check(args, { stdin: "wrong" });
    expect(wrong.code).toBe(1);
    expect(wrong.out).toContain("Do not import yet");
    expect(wrong.out).not.toContain("credport import");
  });

  it.each([
    ["no file", "cli/not-readable", () => [place("missing.json"), ...FIREBASE]],
    ["a folder", "cli/not-readable", () => [temporary.path(), ...FIREBASE]],
    ["an unknown system", "cli/wrong-usage", () => [USERS, "--from", "elsewhere"]],
    ["an unknown service", "cli/wrong-usage", () => [USERS, ...FIREBASE, "--service", "x"]],
    ["no hash parameters", "cli/not-readable", () => [USERS, ...FIREBASE, "--hash-config", place("no")]],
    [
      "damaged hash parameters",
      "source/hash-config-unusable",
      () => [USERS, ...FIREBASE, "--hash-config", file("h", "rounds: 8")],
    ],
    [
      "hash parameters of a megabyte",
      "cli/file-malformed",
      () => [USERS, ...FIREBASE, "--hash-config", file("h", "x".repeat(1 << 20))],
    ],
    ["an empty file", "source/empty", () => [file("x.json", ""), ...FIREBASE]],
    ["CSV", "source/other-format", () => [file("x.csv", "a,b,c\n"), ...FIREBASE]],
    ["UTF-16", "source/not-utf8", () => [file("x.json", Buffer.from(GOOD, "utf16le")), ...FIREBASE]],
    [
      "a compressed file that was cut off",
      "source/damaged-copy",
      () => [file("x.gz", Buffer.from([0x1f, 0x8b, 8])), ...FIREBASE],
    ],
    ["an archive", "source/not-text", () => [file("x.zip", Buffer.from("PK\x03\x04")), ...FIREBASE]],
    ["a file that was cut off", "source/cut-off", () => [file("x.json", GOOD.slice(0, -3)), ...FIREBASE]],
    ["a file without users", "source/no-users", () => [file("x.json", "{}"), ...FIREBASE]],
    ["an output in a folder that is missing", "cli/not-writable", () => [USERS, ...FIREBASE, "--out", place("no/out")]],
    ["an output that is a folder", "cli/not-writable", () => [USERS, ...FIREBASE, "--rejects", temporary.path()]],
    [
      "two outputs of one name",
      "cli/wrong-usage",
      () => [USERS, ...FIREBASE, "--out", place("x"), "--rejects", place("./y/../x")],
    ],
  ])("2: %s, in one sentence with what to do, and as JSON", async (_, problem, args) => {
    const given = args();
    const before = temporary.entries();
    const { code, out, err } = await check(given);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^credport: .*[^.]\n {2}[A-Z].*\.\n$/);
    const json = await check([...given, "--json"]);
    expect([json.code, json.err]).toEqual([2, ""]);
    expect(JSON.parse(json.out)).toEqual({
      error: { code: problem, message: expect.any(String), remedy: expect.stringMatching(/\.$/) },
    });
    expect(temporary.entries()).toEqual(before);
  });

  it("2: a missing or unknown option", async () => {
    expect((await check([USERS])).code).toBe(2);
    expect((await check([...FIREBASE])).code).toBe(2);
    expect((await checkSample(["--password", "x"])).code).toBe(2);
  });

  it("2: no room for temporary files", async () => {
    const users = Array.from(
      { length: 80_000 },
      (_, at) => `{"localId":"${at}","phoneNumber":"+155${1_000_000 + at}"}`,
    );
    const path = file("many.json", `[${users.join(",\n")}]`);
    process.env.TMPDIR = place("missing");
    const { code, err } = await check([path, ...FIREBASE]);
    expect(code).toBe(2);
    expect(err).toContain("cannot keep temporary files");
    expect(err).toContain("TMPDIR");
  });
});

describe("--json", () => {
  it("is one document with these fields", async () => {
    const { code, out, err } = await checkSample(["--json", ...KNOWN], { stdin: PASSWORD });
    expect([code, err]).toEqual([1, ""]);
    const report = JSON.parse(out);
    const tallies = (names: unknown) =>
      expect.arrayContaining([{ name: names, records: expect.any(Number), firstLines: expect.any(Array) }]);
    expect(report).toEqual({
      source: { name: "firebase" },
      records: 200,
      withoutPassword: { code: 1, reset: 1 },
      importable: 178,
      repaired: 11,
      loginOnly: 0,
      otherLogins: 0,
      withoutAddress: 0,
      refused: 22,
      skipped: 0,
      unreadable: 0,
      contents: expect.objectContaining({
        passwords: { found: 189, carried: 171, atLogin: 0, refused: 18, leftOut: 0 },
        secondFactors: { found: 0, carried: 0, atLogin: 0, refused: 0, leftOut: 0 },
      }),
      files: [],
      problems: tallies("user/duplicate-email"),
      warnings: expect.any(Array),
      changes: tallies("trimmed"),
      notCarried: tallies("displayName"),
      schemes: [
        expect.objectContaining({ scheme: "provider-scrypt", cost: "n 16384, r 8, p 1", users: 170, atLogin: 0 }),
        expect.objectContaining({ scheme: "bcrypt", cost: "version 2b, cost 10", users: 1, atLogin: 0 }),
      ],
      notices: expect.arrayContaining([
        {
          name: "check/social-ids-of-client",
          records: 14,
          firstLines: expect.any(Array),
          fields: ["facebook"],
        },
      ]),
      known: { outcome: "matches", message: expect.any(String) },
    });
    for (const { name } of [...report.problems, ...report.notices]) expect(PROBLEM_CODES).toContain(name);
  });

  it("has no known password where none was asked for", async () => {
    expect(JSON.parse((await checkSample(["--json"])).out)).not.toHaveProperty("known");
  });
});

describe("--decrypt-key-file", () => {
  const samples = fileURLToPath(new URL("../../source/systems/samples/", import.meta.url));

  it.each([
    ["laravel", "laravel.sql", "laravel aes-256-cbc, serialised"],
    ["devise", "devise.csv", "rails sha256"],
    ["nextcloud", "nextcloud.sql", "nextcloud version 3"],
    ["gitea", "gitea.sql", "gitea by sha256"],
  ])("never shows a key, whether it opens the secrets or not: %s", async (from, name, sample) => {
    const { keys } = secretOf(sample);
    const wrong = "c3VwZXItc2VjcmV0LWtleS10aGF0LWlzLXdyb25nISE=";
    const parts = [keys, wrong].flatMap((text) => text.split(/[\s:=]+/)).filter(({ length }) => length > 8);
    expect(parts.length).toBeGreaterThan(1);
    for (const text of [keys, wrong, `${keys}\n${wrong}`, wrong.repeat(5000)]) {
      const written = ["--out", place("good"), "--rejects", place("bad"), "--fallback", place("left"), "--force"];
      const key = ["--decrypt-key-file", file("keys.txt", `${text}\n`)];
      const { out, err } = await check([join(samples, name), "--from", from, ...key, ...written]);
      const json = await check([join(samples, name), "--from", from, ...key, "--json"]);
      const files = ["good", "bad", "left"].flatMap((one) =>
        readdirSync(temporary.path()).includes(one) ? [readFileSync(place(one), "utf8")] : [],
      );
      const shown = [out, err, json.out, json.err, ...files].join("\n");
      expect(parts.filter((part) => shown.includes(part))).toEqual([]);
    }
  });
});

describe("--from table with --join", () => {
  const users = "id,mail\n1,a@example.com\n2,b@example.com\n";
  const hashes = `user_id,hash\n1,${BCRYPT}\n2,${BCRYPT}\n3,${BCRYPT}\n`;
  const map = {
    user: { externalUserId: "id", email: "mail", passwordHash: "hash" },
    hash: { source: "ghost" },
  };

  it("brings the rows of a joined file to their users by the map's keys", async () => {
    const keys = { join: { user: "id", row: "user_id" } };
    const files = ["--map", file("map.json", JSON.stringify({ ...map, ...keys })), "--join", file("h.csv", hashes)];
    const { code, out } = await check([file("users.csv", users), "--from", "table", ...files]);
    expect([code, out]).toEqual([0, expect.stringContaining("     2 can be imported")]);
    expect(out).toMatch(/1 row of \S*h\.csv \(row\) belongs to no user {2}line 4/);
  });

  it("is refused where the map has no keys", async () => {
    const files = ["--map", file("map.json", JSON.stringify(map)), "--join", file("h.csv", hashes)];
    const { code, err } = await check([file("users.csv", users), "--from", "table", ...files]);
    expect([code, err]).toEqual([2, expect.stringContaining("--join was given")]);
  });
});

describe("what people often overlook", () => {
  it("is told with what to do: addresses that nobody has verified where the service links accounts", async () => {
    const users = [
      { externalUserId: "a", email: "a@example.com", passwordHash: BCRYPT },
      { externalUserId: "b", email: "b@example.com", emailVerified: true, passwordHash: BCRYPT },
      { externalUserId: "c", phoneNumber: "+15555550100" },
    ];
    const path = file("export.ndjson", users.map((user) => `${JSON.stringify(user)}\n`).join(""));
    const from = ["--from", "credport", "--source", "laravel"];
    const told = await check([path, ...from, "--links-accounts"]);
    expect(told.out).toMatch(/Watch out for[\s\S]*1 check\/email-unverified {2}line 1\n/);
    expect(told.out).toContain(PROBLEM_REMEDIES["check/email-unverified"]);
    expect((await check([path, ...from])).out).not.toContain("check/email-unverified");
  });

  it("leads to the export's command where a realm was exported without its users", async () => {
    const without = file("realm.json", '{"id":"x","realm":"demo","clients":[{"id":"c"}]}');
    const empty = file("empty.json", '{"id":"x","realm":"demo","users":[]}');
    const first = await check([without, "--from", "keycloak"]);
    expect([first.code, first.err]).toEqual([2, expect.stringContaining("exported without its users")]);
    const second = await check([empty, "--from", "keycloak"]);
    expect([second.code, second.out]).toEqual([1, expect.stringContaining("credport sources keycloak\n")]);
  });
});

describe("--out and --rejects", () => {
  it("hold each record once, for their owner only, and --out is read back without a fault", async () => {
    const { code } = await checkSample(["--out", place("good.ndjson"), "--rejects", place("bad.ndjson")]);
    expect(code).toBe(1);
    expect(temporary.entries()).toEqual(["bad.ndjson", "good.ndjson"]);
    const lines = (name: string) =>
      readFileSync(place(name), "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
    for (const name of temporary.entries()) expect(statSync(place(name)).mode & 0o777).toBe(0o600);
    const ids = [
      ...lines("good.ndjson").map(({ externalUserId }) => externalUserId),
      ...lines("bad.ndjson").map(({ userId }) => userId),
    ];
    const { users } = JSON.parse(sampleText("users.json")) as { users: { localId: string }[] };
    expect(ids.sort()).toEqual(users.map(({ localId }) => localId).sort());
    for (const reject of lines("bad.ndjson")) {
      expect(Object.keys(reject)).toEqual(["line", "userId", "problems"]);
      expect(PROBLEM_CODES).toContain(reject.problems[0].code);
      expect(reject.problems[0].remedy).toMatch(/\.$/);
    }
    const again = await check([place("good.ndjson"), "--from", "credport", "--json"]);
    expect(again.code).toBe(0);
    expect(JSON.parse(again.out)).toMatchObject({ records: 178, importable: 178, repaired: 0 });
  });

  it("replace an older file, and its mode, only with --force", async () => {
    file("good.ndjson", "old");
    chmodSync(place("good.ndjson"), 0o644);
    const args = [file("good.json", GOOD), ...FIREBASE, "--out", place("good.ndjson")];
    const refused = await check(args);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("add --force")]);
    expect(readFileSync(place("good.ndjson"), "utf8")).toBe("old");
    await check([...args, "--force"]);
    expect(readFileSync(place("good.ndjson"), "utf8")).toContain("+15555550100");
    expect(statSync(place("good.ndjson")).mode & 0o777).toBe(0o600);
  });

  it("are replaced by the same check again, and not by that of another export, nor by an empty file", async () => {
    const CREDPORT = ["--from", "credport"];
    const outputs = [
      ...["--out", place("good.ndjson"), "--rejects", place("bad.ndjson")],
      ...["--fallback", place("f.ndjson"), "--fallback-all"],
    ];
    const user = { externalUserId: "1", email: "1@example.com", passwordHash: BCRYPT };
    const other = { ...user, externalUserId: "2", email: "2@example.com" };
    const first = file("first.ndjson", `${JSON.stringify(user)}\n`);
    const more = file("more.ndjson", `${JSON.stringify(other)}\n${JSON.stringify(user)}\n`);
    const second = file("second.ndjson", `${JSON.stringify({ ...user, email: "1@example.org" })}\n`);
    const none = file("none.ndjson", `${JSON.stringify({ externalUserId: "1" })}\n`);
    for (const path of [first, first, more])
      expect(await check([path, ...CREDPORT, ...outputs])).toMatchObject({ code: 0, err: "" });
    for (const name of ["good.ndjson", "f.ndjson"]) {
      expect(readFileSync(place(name), "utf8").trim().split("\n"), name).toHaveLength(2);
    }
    await check([first, ...CREDPORT, ...outputs, "--force"]);
    for (const path of [second, none]) {
      const { code, err } = await check([path, ...CREDPORT, ...outputs]);
      expect([code, err]).toEqual([2, expect.stringContaining("good.ndjson exists, and is not replaced unasked")]);
      expect(readFileSync(place("f.ndjson"), "utf8")).toContain("1@example.com");
      const fallback = await check([path, ...CREDPORT, "--fallback", place("f.ndjson"), "--fallback-all"]);
      expect(fallback.err).toContain("f.ndjson exists, and is not replaced unasked");
    }
    expect(readFileSync(place("f.ndjson"), "utf8")).toContain("1@example.com");
  });

  it("are not replaced by those of another site with the same first user, nor by fewer users", async () => {
    const site = (name: string, users: number) => {
      const rows = Array.from({ length: users }, (_, at) => ({
        ...{ externalUserId: String(at), passwordHash: BCRYPT },
        email: at === 0 ? "dev@example.com" : `${at}@${name}.example.com`,
      }));
      return file(`${name}.ndjson`, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    };
    const outputs = ["--fallback", place("f.ndjson"), "--fallback-all", "--out", place("o.ndjson")];
    const checked = async (path: string, ...more: readonly string[]) => {
      const { code, out, err } = await check([path, "--from", "credport", ...outputs, ...more]);
      const kept = ["f.ndjson", "o.ndjson"].map((name) => readFileSync(place(name), "utf8").split("\n").length - 1);
      return { code, kept, text: `${out}${err}` };
    };
    expect(await checked(site("one", 6))).toMatchObject({ code: 0, kept: [6, 6] });
    for (const users of [4, 8]) {
      const { code, kept, text } = await checked(site("two", users));
      const why = users < 6 ? "it has 6 users, and the new file 4" : "it has users whom the new file lacks";
      expect([code, kept, text]).toEqual([2, [6, 6], expect.stringContaining(`is not replaced unasked: ${why}`)]);
    }
    expect(await checked(site("one", 5))).toMatchObject({ code: 2, kept: [6, 6] });
    const grown = await checked(site("one", 900));
    expect([grown.code, grown.kept, grown.text]).toEqual([
      0,
      [900, 900],
      expect.stringContaining("--fallback, in place of a file with 6 users"),
    ]);
    // Its beginning and its end are in other blocks.
    expect(await checked(site("one", 950), "--json")).toMatchObject({
      text: expect.stringContaining('"replaced": 900'),
    });
    const forced = await checked(site("two", 1), "--force");
    expect([forced.kept, forced.text]).toEqual([[1, 1], expect.stringContaining("in place of a file with 950 users")]);
  });

  it.each(["--out", "--rejects"])("are never standard output: %s -", async (option) => {
    const { code, err } = await check([file("good.json", GOOD), ...FIREBASE, option, "-"]);
    expect([code, err]).toEqual([2, expect.stringContaining(`${option} can't be standard output`)]);
    expect(temporary.entries()).toEqual(["good.json"]);
  });

  it("are not there after a failure, and what was there before is as it was", async () => {
    const path = file("cut.json", GOOD.slice(0, -3));
    file("good.ndjson", "old");
    const { code } = await check([
      path,
      ...FIREBASE,
      "--out",
      place("good.ndjson"),
      "--rejects",
      place("bad.ndjson"),
      "--force",
    ]);
    expect(code).toBe(2);
    expect(temporary.entries()).toEqual(["cut.json", "good.ndjson"]);
    expect(readFileSync(place("good.ndjson"), "utf8")).toBe("old");
  });

  it("are named when one can't be shown in the end, and leave no partial file", async () => {
    const path = file("good.json", GOOD);
    mkdirSync(place("locked"));
    const before = temporary.entries();
    const fake = fakeIo();
    const checking = runCli(
      ["check", path, ...FIREBASE, "--out", place("good.ndjson"), "--rejects", place("locked/bad.ndjson")],
      fake.io,
    );
    // A folder takes the second one's name while the check runs.
    mkdirSync(place("locked/bad.ndjson"));
    mkdirSync(place("locked/bad.ndjson/full"));
    const code = await checking;
    expect(code).toBe(2);
    expect(fake.err()).toContain("cannot write");
    expect(temporary.entries().filter((name) => name !== "good.ndjson")).toEqual(before);
    expect(readdirSync(place("locked"))).toEqual(["bad.ndjson"]);
  });

  it("never take the place of the export, however its path is spelt", async () => {
    const path = file("users.json", GOOD);
    symlinkSync(path, place("link.json"));
    for (const out of [path, place("./x/../users.json"), place("link.json")]) {
      for (const option of ["--out", "--rejects"]) {
        const { code, err } = await check([path, ...FIREBASE, option, out]);
        expect(code).toBe(2);
        expect(err).toContain(`the export and ${option} name the same file`);
      }
    }
    expect(readFileSync(path, "utf8")).toBe(GOOD);
  });

  it("never take the place of any file that is read, even under another name for it", async () => {
    const config = file("hash-config.txt", sampleText("hash-config.txt"));
    linkSync(config, place("hard-link.txt"));
    for (const out of [config, place("hard-link.txt")]) {
      for (const option of ["--out", "--rejects"]) {
        const { code, err } = await check([USERS, ...FIREBASE, "--hash-config", config, option, out]);
        expect(code).toBe(2);
        expect(err).toContain(`--hash-config and ${option} name the same file`);
      }
    }
    expect(readFileSync(config, "utf8")).toBe(sampleText("hash-config.txt"));
  });

  it("never take the place of a pipe, nor of a device", async () => {
    execFileSync("mkfifo", [place("pipe")]);
    const { code, err } = await check([file("good.json", GOOD), ...FIREBASE, "--out", place("pipe")]);
    expect(code).toBe(2);
    expect(err).toContain("a device or pipe, not a file");
    expect(statSync(place("pipe")).isFIFO()).toBe(true);
    expect(temporary.entries().sort()).toEqual(["good.json", "pipe"]);
  });
});

describe("secrecy", () => {
  it("shows no secret of the sample anywhere but in --out", async () => {
    const outputs = ["--out", place("good.ndjson"), "--rejects", place("bad.ndjson")];
    const options = { stdin: PASSWORD, stderrIsTerminal: true, stdoutIsTerminal: true, columns: 200 };
    const text = await checkSample([...outputs, ...KNOWN], options);
    const json = await checkSample(["--json", ...KNOWN], options);
    const told = [text.out, text.err, json.out, json.err, readFileSync(place("bad.ndjson"), "utf8")].join("\n");
    const secrets = sampleSecrets();
    expect(secrets.length).toBeGreaterThan(400);
    expect(secrets.filter((secret) => told.includes(secret))).toEqual([]);
    // The check can fail: where secrets belong, they are found.
    const out = readFileSync(place("good.ndjson"), "utf8");
    expect(secrets.filter((secret) => out.includes(secret)).length).toBeGreaterThan(300);
  });

  it("takes the password from no argument", async () => {
    const { out } = await check(["--help"]);
    expect(out).not.toMatch(/--password|<password>/);
    expect((await checkSample([...KNOWN, PASSWORD])).code).toBe(2);
  });
});

describe("colours and progress", () => {
  const ESCAPE = "\u001b[";

  it.each([
    ["in a pipe", {}, false],
    ["on a terminal", { stdoutIsTerminal: true }, true],
    ["on a terminal with NO_COLOR", { stdoutIsTerminal: true, env: { NO_COLOR: "1" } }, false],
    ["on a terminal with an empty NO_COLOR", { stdoutIsTerminal: true, env: { NO_COLOR: "" } }, true],
    ["on a dumb terminal", { stdoutIsTerminal: true, env: { TERM: "dumb" } }, false],
    ["in a pipe with FORCE_COLOR", { env: { FORCE_COLOR: "1" } }, true],
    ["in a pipe with FORCE_COLOR=0", { env: { FORCE_COLOR: "0" } }, false],
    ["with both", { env: { FORCE_COLOR: "1", NO_COLOR: "1" } }, false],
  ])("%s", async (_, options, coloured) => {
    const { out } = await checkSample([], options);
    expect(out.includes(ESCAPE)).toBe(coloured);
  });

  it("draws a bar on a terminal, from the first pass on, and takes it away", async () => {
    const { err, out } = await checkSample([], { stderrIsTerminal: true, columns: 80 });
    expect(err).toMatch(/check [█░]{24} +\d+ % /);
    expect(err).toContain("looking for duplicates");
    expect(err.endsWith("\r\u001b[2K")).toBe(true);
    for (const line of err.split("\r\u001b[2K")) expect(line.length).toBeLessThan(80);
    expect(out).not.toContain("█");
  });

  it.each([
    ["in a pipe", {}],
    ["on a dumb terminal", { stderrIsTerminal: true, env: { TERM: "dumb" } }],
    ["on a build machine", { stderrIsTerminal: true, env: { CI: "true" } }],
  ])("draws no bar %s", async (_, options) => {
    expect((await checkSample([], options)).err).toBe("");
  });
});

describe("the report for a person", () => {
  it("counts marks of verification as the import does at this service", async () => {
    const told = async (...more: string[]) => {
      const { contents, notCarried } = JSON.parse((await checkSample(["--json", ...more])).out);
      const lost = notCarried.some(({ name }: { name: string }) => name === "verification of the e-mail address");
      return { leftOut: contents.verifiedAddresses.leftOut, lost };
    };
    expect(await told()).toEqual({ leftOut: 0, lost: false });
    expect(await told("--service", "default")).toEqual({ leftOut: expect.any(Number), lost: true });
  });

  it("says what comes next, as a command that can be copied into a shell", async () => {
    const path = file("it's my export.json", GOOD.replace("}]", ',"disabled":true}]'));
    const { out } = await check([path, ...FIREBASE, "--include-disabled", "--service", "default"]);
    const quoted = `'${path.replace("'", "'\\''")}'`;
    expect(out).toContain(`credport import ${quoted} --from firebase --service default --include-disabled\n`);
  });

  it("says that nothing can be imported, where that is so", async () => {
    const { code, out } = await check([file("bad.json", '[{"localId":"a"}]'), ...FIREBASE]);
    expect(code).toBe(1);
    expect(out).toContain("Nothing can be imported");
  });
});

describe("the password prompt", () => {
  const typed = async (keys: string, args: readonly string[] = []) => {
    const fake = fakeIo({ stdinIsTerminal: true, stderrIsTerminal: true, env: { CI: "true" } });
    const checking = runCli(["check", USERS, ...FIREBASE, ...HASH_CONFIG, ...KNOWN, "--json", ...args], fake.io);
    fake.type(keys);
    return { code: await checking, ...fake };
  };

  it("shows nothing that is typed, and gives the terminal back", async () => {
    const { code, out, err, rawModes } = await typed(`${PASSWORD}\r`);
    expect(code).toBe(1);
    expect(JSON.parse(out()).known.outcome).toBe("matches");
    expect(err()).toBe("Password of ada@example.com (not shown): \n");
    expect(rawModes).toEqual([true, false]);
  });

  it.each([
    ["a wrong key taken back", `${PASSWORD}x\u007f\r`],
    ["a letter of two code units taken back", `${PASSWORD}🙂\b\n`],
    ["all taken back and typed again", `wrong\u0015${PASSWORD}\r`],
    ["an end by Ctrl-D", `${PASSWORD}\u0004`],
  ])("takes keys as a terminal does: %s", async (_, keys) => {
    expect(JSON.parse((await typed(keys)).out()).known.outcome).toBe("matches");
  });

  it.each([
    ["arrow and function keys", `${PASSWORD.slice(0, 3)}\u001b[D\u001b[1;5C${PASSWORD.slice(3)}\u001bOP\r`],
    ["the frame of pasted text", `\u001b[200~${PASSWORD}\u001b[201~\r`],
    ["the escape key", `${PASSWORD}\u001b\r`],
  ])("leaves out of the password what is not a character: %s", async (_, keys) => {
    expect(JSON.parse((await typed(keys)).out()).known.outcome).toBe("matches");
  });

  it.each([
    ["Ctrl-C", "abc\u0003", "cli/interrupted"],
    ["nothing", "\r", "cli/secret-unusable"],
    ["5000 characters", `${"x".repeat(5000)}\r`, "cli/secret-unusable"],
  ])("ends with exit code 2 at %s, and gives the terminal back", async (_, keys, problem) => {
    const { code, out, rawModes } = await typed(keys, ["--out", place("good.ndjson")]);
    expect(code).toBe(2);
    expect(JSON.parse(out()).error.code).toBe(problem);
    expect(rawModes).toEqual([true, false]);
    expect(temporary.entries()).toEqual([]);
  });

  it("does not wait for ever when the terminal is closed", async () => {
    const fake = fakeIo({ stdinIsTerminal: true });
    const checking = runCli(["check", USERS, ...FIREBASE, ...HASH_CONFIG, ...KNOWN], fake.io);
    fake.hangUp();
    expect(await checking).toBe(2);
  });

  it.each([
    ["a line end of Windows and more lines", `${PASSWORD}\r\nmore\n`],
    ["a byte order mark", `\ufeff${PASSWORD}\n`],
    ["no line end", PASSWORD],
  ])("is replaced by the first line of a pipe: %s", async (_, stdin) => {
    const { out } = await checkSample(["--json", ...KNOWN], { stdin: [...stdin] });
    expect(JSON.parse(out).known.outcome).toBe("matches");
  });

  it.each([
    ["nothing", "", "cli/secret-unusable"],
    ["5000 characters", "x".repeat(5000), "cli/secret-unusable"],
    ["Latin-1", Buffer.from("passw\u00f6rd", "latin1"), "cli/secret-unusable"],
  ])("is refused in a pipe with %s, and never cut off or replaced", async (_, stdin, problem) => {
    const { code, out } = await checkSample(["--json", ...KNOWN], { stdin });
    expect([code, JSON.parse(out).error.code]).toEqual([2, problem]);
  });
});

describe("Ctrl-C", () => {
  /** Presses it when the progress bar says so. */
  async function interruptAt(note: string) {
    const users = Array.from({ length: 20_000 }, (_, at) => `{"localId":"user-${at}"}`);
    const path = file("many.json", `[${users.join(",\n")}]`);
    const fake = fakeIo();
    let pressed = 0;
    const stderr = {
      isTTY: true,
      columns: 200,
      write(text: string) {
        if (text.includes(note) && pressed++ === 0) fake.interrupt();
      },
    };
    const args = ["check", path, ...FIREBASE, "--json", "--out", place("out"), "--rejects", place("rejects")];
    const code = await runCli(args, { ...fake.io, stderr });
    return { code, out: fake.out(), pressed, listeners: fake.interruptListeners() };
  }

  it("ends the first pass: exit code 2, nothing left behind, and the next Ctrl-C is the system's", async () => {
    const { code, out, pressed, listeners } = await interruptAt("looking for duplicates");
    expect([code, pressed > 0, listeners]).toEqual([2, true, 0]);
    expect(JSON.parse(out).error.code).toBe("cli/interrupted");
    expect(temporary.entries()).toEqual(["many.json"]);
  });

  it("leaves no listener after a check that ends by itself", async () => {
    expect((await checkSample()).listeners).toBe(0);
    expect((await check([file("x", "x"), ...FIREBASE])).listeners).toBe(0);
  });
});

describe("the program", () => {
  it("checks the sample in a process of its own, with the password through a pipe", async () => {
    const args = ["check", USERS, ...FIREBASE, ...HASH_CONFIG, ...KNOWN];
    const run = await runBuiltCli(args, { stdin: PASSWORD });
    expect([run.code, run.err]).toEqual([1, ""]);
    expect(run.out).toContain("✓ the password matches");
    expect(run.out).not.toContain("\u001b[");
    const coloured = await runBuiltCli(args, { stdin: PASSWORD, env: { FORCE_COLOR: "1" } });
    expect(coloured.out.replaceAll(/\u001b\[\d+m/g, "")).toBe(run.out);
    expect(coloured.out).toContain("\u001b[1m");
  });

  it("ends with 2 and no stack trace for what a user can cause", async () => {
    const run = await runBuiltCli(["check", place("missing.json"), ...FIREBASE]);
    expect(run.code).toBe(2);
    expect(run.err).toMatch(/^credport: cannot read .* \(ENOENT\)\n {2}Look at the path.*\n$/);
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("leaves nothing behind at %s", async (signal) => {
    const users = Array.from({ length: 300_000 }, (_, at) => `{"localId":"user-${at}","phoneNumber":"+1555${at}"}`);
    const path = file("many.json", `[${users.join(",\n")}]`);
    const args = [PROGRAM, "check", path, ...FIREBASE, "--out", place("out")];
    const child = spawn(process.execPath, args, { env: { ...process.env, TMPDIR: temporary.path() } });
    let err = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      err += text;
    });
    const ended = once(child, "close");
    while (!temporary.entries().some((name) => name.endsWith(".credport-partial")) && child.exitCode === null) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    child.kill(signal);
    const [code] = await ended;
    expect(code).toBe(2);
    expect(err).toContain("interrupted; nothing was written");
    expect(temporary.entries()).toEqual(["many.json"]);
  });
});

describe("hashes of credport's own format", () => {
  const BCRYPT = "$2b$10$Wd0pP7Zq3uLkYv5xHs1cNOfYU9EQMo/sDwwjJr4DEqiaLtFmG4wnW";
  const line = `{"externalUserId":"a","email":"a@example.com","passwordHash":"${BCRYPT}"}\n`;
  const own = (...args: string[]) => check([file("users.ndjson", line), "--from", "credport", ...args]);

  it("of unknown origin are counted, and a proof or a name is asked for", async () => {
    const { code, out } = await own();
    expect(code).toBe(0);
    expect(out).toContain("1 user/hash-origin-unknown  line 1");
    expect(out).toContain("1 hash of unknown origin: prove one with --known, or name the system with --source.");
  });

  it("are refused where --source names a system that hashes a digest, or --peppered is given", async () => {
    const prehashed = await own("--source", "meteor");
    expect([prehashed.code, prehashed.out]).toEqual([1, expect.stringContaining("1 wrapping/prehashed")]);
    const peppered = await own("--peppered");
    expect([peppered.code, peppered.out]).toEqual([1, expect.stringContaining("1 wrapping/peppered")]);
  });

  it("of a named system go through, and the next command has the same options", async () => {
    const { code, out } = await own("--source", "nextcloud", "--no-peppered");
    expect(code).toBe(0);
    expect(out).not.toContain("user/hash-origin-unknown");
    expect(out).toContain("--from credport --source nextcloud --no-peppered");
  });

  it("of a system that nobody knows are not read", async () => {
    const { code, err } = await own("--source", "mine");
    expect(code).toBe(2);
    expect(err).toContain("--source mine is not a known system");
  });
});

it("no remedy for what a file's hashes and secrets have sends an operator to a function", () => {
  const areas = /^(hash|bcrypt|argon2|provider-scrypt|wrapping|scheme|service|secret|otpauth|user|source)\//;
  // Names of fields in exports and of the old systems' settings.
  const known = /^(externalUserId|passwordHash|userPassword)$/;
  const functions = PROBLEM_CODES.filter((code) => areas.test(code)).flatMap((code) =>
    [...PROBLEM_REMEDIES[code].matchAll(/\b[a-z]+[0-9]*[A-Z][A-Za-z0-9]*\b/g)]
      .filter(([word]) => !known.test(word))
      .map(([word]) => `${code}: ${word}`),
  );
  expect(functions).toEqual([]);
});

describe("--plugin", () => {
  const SOURCE = `const own = (record, name) => record[name];
export default {
  name: "shop", title: "our shop", origin: "ghost", idField: "id", otherFields: "counted",
  readers: [{
    format: "words", fits: () => true,
    async *read(input) {
      let index = 0;
      for await (const bytes of input) {
        for (const id of new TextDecoder().decode(bytes).trim().split(" ")) {
          yield { kind: "record", place: { index, line: ++index }, value: { id } };
        }
      }
    },
  }],
  fields: [{ read: new Set(["id"]), notCarried: new Set() }],
  toUser: (record) => ({
    externalUserId: own(record, "id"), emails: [], password: undefined, thirdParty: [], totp: [],
    phoneNumbers: [{ value: "+1555555010" + own(record, "id"), isVerified: true }],
  }),
};`;

  it("reads an export with a source of the operator's own", async () => {
    const plugin = file("mine.mjs", SOURCE);
    const words = file("users.txt", "1 2");
    const { code, out } = await check([words, "--from", "shop", "--plugin", plugin]);
    expect([code, out]).toEqual([0, expect.stringContaining("2 can be imported")]);
    expect(out).toContain(`--from shop --plugin ${plugin}`);
  });

  it("that brings no source is named, with what is wrong", async () => {
    const words = file("users.txt", "1 2");
    for (const [text, reason] of [
      ["export default {};", "its name is not a text"],
      ["throw new Error('no such thing');", "can't be loaded: no such thing"],
      [
        "throw new Error('of $2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy and more');",
        "can't be loaded: of <60 characters> and more",
      ],
    ]) {
      const plugin = file(`broken-${reason?.length}.mjs`, text as string);
      const { code, err } = await check([words, "--from", "shop", "--plugin", plugin]);
      expect([code, err]).toEqual([2, expect.stringContaining(reason as string)]);
    }
  });

  it.each([
    [
      "isVerified: true",
      'isVerified: "f"',
      ": toUser of the source shop gave no user at line 1: phoneNumbers[0].isVer",
    ],
    ["password: undefined", 'password: "$2b$10$x"', "gave no user at line 1: password must be what context.password"],
    [
      "thirdParty: []",
      "thirdParty: record.no.such",
      /mine.*\.mjs:17: toUser of the source shop threw at line 1: Cannot/,
    ],
    ["thirdParty: []", "thirdParty: JSON.parse(record.id + '}')", "threw at line 1: SyntaxError (its message may"],
    ['origin: "ghost"', 'origin: "gost"', "is not a source: its origin is not a system (did you mean ghost?)"],
  ])("is named as at fault where it has not %s but %s", async (right, wrong, message) => {
    const plugin = file("mine.mjs", SOURCE.replace(right, wrong));
    const { code, err } = await check([file("users.txt", "1 2"), "--from", "shop", "--plugin", plugin]);
    expect([code, err]).toEqual([
      2,
      message instanceof RegExp ? expect.stringMatching(message) : expect.stringContaining(message),
    ]);
    expect(err).toContain(plugin);
    expect(err).not.toContain("fault of credport");
  });
});

describe("--join", () => {
  const shop = () => ["--from", "shop", "--plugin", file("shop.mjs", JOINED_SHOP)];

  it("brings rows of other files to their users, and says what is left over", async () => {
    const users = file("users.txt", "user:1 user:2 user:3");
    const [one, two] = [file("one.txt", "phone:1 phone:7"), file("two.txt", "phone:2")];
    const { code, out } = await check([users, ...shop(), "--join", one, "--join", two]);
    expect([code, out]).toEqual([1, expect.stringContaining("     2 can be imported")]);
    expect(out).toContain(`     1 row of ${one} (phones) belongs to no user  line 2\n`);
    expect(out).toContain(`     2 users have no row in ${one}  lines 2, 3\n`);
    expect(out).toContain(` --join ${one} --join ${two}`);
  });

  it("is part of the report for programs", async () => {
    const [users, phones] = [file("users.txt", "user:1"), file("phones.txt", "phone:1 phone:2")];
    const { code, out } = await check([users, ...shop(), "--join", phones, "--json"]);
    expect(code).toBe(0);
    const leftOver = [{ file: phones, part: "phones", rows: 1, lines: [2] }];
    expect(JSON.parse(out)).toMatchObject({ importable: 1, joined: { leftOver, without: [], absent: [] } });
  });

  it("may be named after the export, as a shell names all files of a folder", async () => {
    const named = [file("users.txt", "user:1"), file("phones.txt", "phone:1 phone:2"), file("more.txt", "user:2")];
    const { code, out } = await check([...named, ...shop(), "--json"]);
    expect([code, JSON.parse(out).importable]).toEqual([0, 2]);
  });

  it("can't be written over, nor be a file that is not there", async () => {
    const [users, phones] = [file("users.txt", "user:1"), file("phones.txt", "phone:1")];
    const overwrite = await check([users, ...shop(), "--join", phones, "--out", phones, "--force"]);
    expect([overwrite.code, overwrite.err]).toEqual([
      2,
      expect.stringContaining("--join and --out name the same file"),
    ]);
    const missing = await check([users, ...shop(), "--join", place("none.txt")]);
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining("none.txt (ENOENT)")]);
  });
});

describe("options of how an export is read", () => {
  it("need a country that phone numbers know, and providers as name=id", async () => {
    const country = await check([USERS, ...FIREBASE, "--phone-region", "XX"]);
    expect([country.code, country.err]).toEqual([2, expect.stringContaining("--phone-region XX")]);
    const provider = await check([USERS, ...FIREBASE, "--provider", "google"]);
    expect([provider.code, provider.err]).toEqual([2, expect.stringContaining("of the form name=id")]);
  });

  it("say how the codes of authenticator apps are made", async () => {
    const row = "id,email,roles,password,totp_secret\n";
    const users = file("symfony.csv", `${row}1,a@example.com,"[""ROLE_USER""]",${BCRYPT},JBSWY3DPEHPK3PXP\n`);
    const out = place("symfony.ndjson");
    const asked = await check([users, "--from", "symfony"]);
    expect([asked.code, asked.out]).toEqual([1, expect.stringContaining("--totp digits=6,period=30,algorithm=SHA1")]);
    const told = await check([users, "--from", "symfony", "--totp", "digits=6, period=20", "--out", out]);
    expect([told.code, readFileSync(out, "utf8")]).toEqual([0, expect.stringContaining('"period":20')]);
    const others = await check([users, "--from", "symfony", "--totp", "digits=8"]);
    expect([others.code, others.out]).toEqual([1, expect.stringContaining("otpauth/unsupported")]);
    for (const wrong of ["8", "digits=x", "period=0", "steps=3", "digits=6;period=30", "digits=6,digits=8"]) {
      const { code, err } = await check([users, "--from", "symfony", "--totp", wrong]);
      expect([wrong, code, err]).toEqual([wrong, 2, expect.stringContaining("digits")]);
    }
  });

  it("name a provider of social logins as the service does", async () => {
    const login = { providerId: "oidc.corp", rawId: "7", email: "a@example.com" };
    const users = file("users.json", JSON.stringify({ users: [{ localId: "a", providerUserInfo: [login] }] }));
    const out = place("out.ndjson");
    const { code, out: report } = await check([users, ...FIREBASE, "--provider", "oidc.corp=keycloak", "--out", out]);
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(out, "utf8")).thirdParty[0].thirdPartyId).toBe("keycloak");
    expect(report).toContain(" --provider oidc.corp=keycloak");
  });
});

describe("users who can only be verified at login", () => {
  const PHPASS = "$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0";
  const wordpress = (id: string, more: object = {}) => ({
    externalUserId: id,
    email: `${id}@example.com`,
    passwordHash: PHPASS,
    source: "wordpress",
    ...more,
  });
  const ndjson = (...users: object[]) => users.map((user) => `${JSON.stringify(user)}\n`).join("");
  const exported = () => file("users.ndjson", ndjson(wordpress("1"), wordpress("2", { phoneNumber: "+15555550100" })));
  const CREDPORT = ["--from", "credport"];

  it("are counted as such, and are no success unless something takes them", async () => {
    const { code, out } = await check([exported(), ...CREDPORT]);
    expect([code, out]).toEqual([1, expect.stringContaining("     2 log in through the fallback\n")]);
    expect(out).toContain("     0 not importable");
    expect(out).toContain("2 users log in through the fallback: write what it needs with --fallback.");
  });

  it("are not told to move where they have no address, or are refused", async () => {
    const map = file(
      "map.json",
      '{"user":{"externalUserId":"id","email":"mail","userName":"login","passwordHash":"pw"},"hash":"sha1(salt . password)"}',
    );
    const digest = "b3da17ca1ca08b3bf0002ff7e7b2bbf4cdf0a34a";
    const users = file(
      "users.csv",
      `id,login,mail,salt,pw\n1,fi,,s7xY,${digest}\n2,io,io@example.com,s7xY,${digest}\n`,
    );
    const { out } = await check([users, "--from", "table", "--map", map, "--fallback", place("f.ndjson"), "--json"]);
    expect(JSON.parse(out)).toMatchObject({ loginOnly: 2, withoutAddress: 1 });
    const said = await check([users, "--from", "table", "--map", map, "--fallback", place("g.ndjson")]);
    expect(said.out).toContain("2 log in through the fallback; 1 of them without an address");
    expect(said.out).toContain(
      "imports each at their next login, unless they have no address or the service refuses them.",
    );
    expect(said.out).toContain("1 of 2 users move at their first login, through the fallback");
  });

  it("are written for the fallback, for their owner only, with the pepper's name and never its value", async () => {
    const fallback = place("fallback.ndjson");
    const rejects = place("rejects.ndjson");
    const args = ["--fallback", fallback, "--pepper-name", "OLD_PEPPER", "--rejects", rejects];
    const { code, out } = await check([exported(), ...CREDPORT, ...args]);
    expect([code, out]).toEqual([0, expect.not.stringContaining("--fallback.")]);
    // What has been done is not advised.
    expect(out).not.toContain("with --fallback FILE");
    expect(out).toMatch(/ 2 users in \S+fallback\.ndjson +--fallback\n/);
    expect(statSync(fallback).mode & 0o777).toBe(0o600);
    const users = readFileSync(fallback, "utf8")
      .trim()
      .split("\n")
      .map((line) => parseFallbackUser(line));
    expect(users).toMatchObject([
      {
        ok: true,
        value: {
          externalUserId: "1",
          identifiers: ["1@example.com"],
          passwordHash: PHPASS,
          pepper: "OLD_PEPPER",
        },
      },
      { ok: true, value: { externalUserId: "2", identifiers: ["2@example.com", "+15555550100"] } },
    ]);
    expect(readFileSync(rejects, "utf8")).toBe("");
  });

  it("have a heading of their own, and are told apart in the files from users who don't log in", async () => {
    const users = file(
      "mixed.ndjson",
      ndjson(wordpress("1"), wordpress("2"), wordpress("3", { email: "2@example.com" }), {
        externalUserId: "4",
        email: "4@example.com",
      }),
    );
    const fallback = ["--fallback", place("f.ndjson")];
    const { out } = await check([users, ...CREDPORT, ...fallback]);
    expect(out).toMatch(
      /^Not importable\n(?: .*\n)+\nAt the next login, unless there is another problem\n +3 scheme\/login-only /m,
    );
    expect(out).not.toMatch(/^Not importable\n(?: .*\n)*.*scheme\/login-only/m);
    expect(out).toMatch(/ 3 users in \S+f\.ndjson +--fallback: 1 to log in, 2 to keep their addresses taken\n/);
    const totp = [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 }];
    const factors = file(
      "factors.ndjson",
      ndjson(wordpress("1", { totp }), wordpress("2", { totp, emailVerified: true })),
    );
    const { out: withFactors } = await check([factors, ...CREDPORT, "--fallback", place("g.ndjson")]);
    expect(withFactors).toMatch(/ 1 to log in, 1 to log in whose second factor a forgotten password leaves out\n/);
    const { out: without } = await check([users, ...CREDPORT, "--rejects", place("r.ndjson")]);
    expect(without).toMatch(
      / 4 records not imported in \S+r\.ndjson +--rejects: 3 not importable, 1 for the fallback\n/,
    );
    // The remedy of the report.
    expect(readFileSync(place("r.ndjson"), "utf8")).toMatch(/"user\/duplicate-email".*--write-decisions/);
  });

  it("are told where one logs in with another one's address as a name", async () => {
    const rows = ["m,ADA@example.com,mallory@example.com", "a,ada,ada@example.com", "b,bob,bob@example.com"];
    const lines = rows.map((row) => `${row},${PHPASS}\n`);
    const users = file("users.csv", `ID,user_login,user_email,user_pass\n${lines.join("")}`);
    const { code, out } = await check([users, "--from", "wordpress", "--fallback", place("f.ndjson")]);
    expect(code).toBe(0);
    expect(out).toMatch(/ 2 fallback\/users-doubled +lines 2, 3\n/);
    expect(readFileSync(place("f.ndjson"), "utf8").trim().split("\n")).toHaveLength(3);
  });

  it("are told who is in the file without a hash, though they could be imported, since their second factor is not at hand", async () => {
    const tables = `CREATE TABLE wp_users (ID int, user_login text, user_email text, user_pass text);
CREATE TABLE wp_usermeta (umeta_id int, user_id int, meta_key text, meta_value text);
INSERT INTO wp_users VALUES (1,'ada','1@example.com','${BCRYPT}'),(2,'bob','2@example.com','${BCRYPT}');
INSERT INTO wp_usermeta VALUES (1,2,'wp_2fa_totp_key','wps_a2V5'),(2,2,'wp_2fa_enabled_methods','totp');
`;
    const users = file("wp.sql", tables);
    const args = [users, "--from", "wordpress", "--fallback-all", "--fallback"];
    const { code, out } = await check([...args, place("f.ndjson")]);
    expect([code, out]).toEqual([0, expect.stringMatching(/ 2 +can be imported/)]);
    expect(out).toMatch(/ 2 users in \S+f\.ndjson +--fallback: 1 to log in, 1 to keep their addresses taken\n/);
    expect(out).toMatch(/ 1 user\/second-factor-at-login .*\n.*--without-second-factor/);
    const alone = await check([...args, place("a.ndjson"), "--without-second-factor"]);
    expect(alone.out).toMatch(/ 2 users in \S+a\.ndjson +--fallback\n/);
    expect(alone.out).not.toContain("-at-login");
  });

  it("are written together with all others where the service takes no hashes", async () => {
    const fallback = place("fallback.ndjson");
    const bcrypt = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
    const importable = { externalUserId: "3", email: "3@example.com", passwordHash: bcrypt };
    const without = { externalUserId: "4", phoneNumber: "+15555550100" };
    const users = file("all.ndjson", ndjson(wordpress("1"), importable, without));
    const args = ["--fallback", fallback, "--fallback-all", "--pepper-name", "OLD_PEPPER"];
    expect((await check([users, ...CREDPORT, ...args])).code).toBe(0);
    const lines = readFileSync(fallback, "utf8").trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ externalUserId: "1", passwordHash: PHPASS, pepper: "OLD_PEPPER" }),
      {
        externalUserId: "3",
        identifiers: ["3@example.com"],
        email: "3@example.com",
        emailVerified: false,
        passwordHash: bcrypt,
      },
    ]);
    const { code, err } = await check([users, ...CREDPORT, "--fallback-all"]);
    expect([code, err]).toEqual([2, expect.stringContaining("without --fallback")]);
  });

  it("have their other logins imported with --login-only import", async () => {
    const out = place("out.ndjson");
    const { code, out: report } = await check([exported(), ...CREDPORT, "--login-only", "import", "--out", out]);
    expect([code, report]).toEqual([0, expect.stringContaining("; of 1 of them the other logins can be imported")]);
    expect(
      readFileSync(out, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {
        externalUserId: "2",
        email: "2@example.com",
        emailVerified: false,
        phoneNumber: "+15555550100",
        codesToPhoneAlone: true,
        thirdParty: [],
        totp: [],
      },
    ]);
  });

  it("never have a pepper taken for its name", async () => {
    const { code, err } = await check([exported(), ...CREDPORT, "--fallback", place("f"), "--pepper-name", "s3cret!"]);
    expect([code, err]).toEqual([2, expect.stringContaining("never the pepper itself")]);
  });

  it("are not fine in the fallback's file without the name of a pepper that their hashes are over", async () => {
    const columns = JSON.stringify({ externalUserId: "id", email: "mail", passwordHash: "pw" });
    const map = file("pepper.json", `{"user":${columns},"hash":"hmac_sha256(pepper, password)"}`);
    const table = file("pepper.csv", `id,mail,pw\n1,a@example.com,${"a1".repeat(32)}\n`);
    const args = [table, "--from", "table", "--map", map, "--fallback", place("f.ndjson")];
    const without = await check(args);
    expect([without.code, without.out]).toEqual([1, expect.stringContaining("fallback/pepper-missing")]);
    expect(without.out).toContain("name it with --pepper-name");
    const named = await check([...args, "--force", "--pepper-name", "OLD_PEPPER"]);
    expect([named.code, named.out]).toEqual([0, expect.not.stringContaining("fallback/pepper-missing")]);
  });

  it("can have their passwords proven from a file", async () => {
    const known = file("known.csv", "identifier,password\n1@example.com,test12345\n2@example.com,wrong\n");
    const { code, out } = await check([exported(), ...CREDPORT, "--known", known, "--login-only", "hold"]);
    expect([code, out]).toEqual([1, expect.stringContaining("✗ 1 of 2 that can be tested matches")]);
    expect(out).toContain("2@example.com: the password does not match");
    expect(out).not.toContain("test12345");
  });
});

describe("--keep-metadata", () => {
  it("keeps the profile fields of those who can be imported, by ID, for their owner only", async () => {
    const kept = place("kept.ndjson");
    const users = [
      { localId: "a", phoneNumber: "+15555550100", displayName: "Ada", customAttributes: '{"admin":true}' },
      { localId: "b", phoneNumber: "+15555550101" },
      { localId: "c", displayName: "nobody" },
    ];
    await check([file("users.json", JSON.stringify({ users })), ...FIREBASE, "--keep-metadata", kept]);
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    expect(
      readFileSync(kept, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([{ externalUserId: "a", metadata: { displayName: "Ada", customAttributes: '{"admin":true}' } }]);
  });
});

describe("--from table", () => {
  const csv = () => file("users.csv", "Nr;Tel;Name\n1;030 901820;Ada\n2;030 901821;Bob\n");
  const MAP = { user: { externalUserId: "Nr", phoneNumber: "Tel" }, notCarried: ["Name"], phoneRegion: "DE" };
  const map = (value: object = MAP) => file("map.json", JSON.stringify(value));

  it("reads any table by a map, which the next command has as well", async () => {
    const path = map();
    const { code, out } = await check([csv(), "--from", "table", "--map", path]);
    expect([code, out]).toEqual([0, expect.stringContaining("     2 can be imported")]);
    expect(out).toContain(`--from table --map ${path}`);
    expect((await check([csv(), "--map", path])).out).toBe(out);
  });

  it("says of a country in the map that phone numbers know none of that name", async () => {
    const { code, err } = await check([csv(), "--from", "table", "--map", map({ ...MAP, phoneRegion: "XX" })]);
    expect([code, err]).toEqual([2, expect.stringContaining("phoneRegion in the map XX is not a country")]);
  });

  it("has the country of the command line before the map's", async () => {
    const out = place("out.ndjson");
    await check([csv(), "--from", "table", "--map", map(), "--phone-region", "AT", "--out", out]);
    expect(readFileSync(out, "utf8")).toContain('"+4330901820"');
  });

  it("needs a map that is whole, and no other system takes one", async () => {
    const missing = await check([csv(), "--from", "table"]);
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining("--from table was given without --map")]);
    const open = map({ user: { externalUserId: null } });
    const unfinished = await check([csv(), "--from", "table", "--map", open]);
    expect([unfinished.code, unfinished.err]).toEqual([2, expect.stringContaining("user.externalUserId is left open")]);
    const unused = await checkSample(["--map", map()]);
    expect([unused.code, unused.err]).toEqual([2, expect.stringContaining("--map was given, and --from is firebase")]);
  });
});
