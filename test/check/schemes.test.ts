import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CheckOptions, checkExport, checkRecords } from "../../src/check/index.js";
import { CheckCounter } from "../../src/check/internal.js";
import { runCli } from "../../src/cli/run-cli.js";
import { readUniqueUsers, type UserRecord } from "../../src/source/index.js";
import { fakeIo } from "../cli/fake-io.js";
import { expectFits } from "../report/expect-fits.js";
import { bytesOf } from "../source/read-users.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { hashConfig, SAMPLES } from "./one-account.js";

const KEY = Buffer.alloc(32, 7).toString("base64");
const MD5 = "5f4dcc3b5aa765d61d8327deb882cf99";
const BCRYPT = "N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy";
const pbkdf2 = (iterations: number) => `pbkdf2_sha256$${iterations}$pepperedsalt$${KEY}`;
const bcrypt = (cost: number) => `bcrypt$$2b$${cost}$${BCRYPT}`;

/** One user a line, from line 2 on. */
function djangoExport(passwords: readonly string[], withoutAddress: readonly number[] = []): string {
  const users = passwords.map((password, at) => {
    const email = withoutAddress.includes(at) ? "" : `u${at}@example.com`;
    const fields = { password, username: `u${at}`, email, is_active: true };
    return JSON.stringify({ model: "auth.user", pk: at, fields });
  });
  return `[\n${users.join(",\n")}\n]\n`;
}

async function checked(text: string, options: Partial<CheckOptions> = {}) {
  const report = await checkExport(() => bytesOf(text), { from: "django", ...options });
  if (!report.ok) throw new Error(report.problems[0].code);
  return report.value;
}

/** Schemes and costs, and how many of how many come at login. */
const schemesOf = async (text: string, options: Partial<CheckOptions> = {}) =>
  (await checked(text, options)).schemes?.map(({ scheme, cost, users, atLogin }) => [scheme, cost, users, atLogin]);

/** Two users have no password that could be counted: one has none at all, the other's is cut off. */
const MIXED = djangoExport(
  [
    ...[pbkdf2(260_000), bcrypt(12), pbkdf2(600_000), `md5$salt$${MD5}`, pbkdf2(260_000), "!unusable"],
    ...[bcrypt(12), pbkdf2(260_000), bcrypt(12), `md5$salt$${MD5}`, bcrypt(12).slice(0, -9), pbkdf2(260_000)],
  ],
  [8],
);

describe("the report of a check has the account of users, schemes and costs", () => {
  it("of an export with hashes of several, with the first of each and who has theirs at login", async () => {
    const places = (...firstLines: number[]) => ({ firstLines });
    const { schemes, contents } = await checked(MIXED);
    expect(schemes).toEqual([
      { scheme: "pbkdf2", cost: "digest sha256, iterations 260000", users: 4, atLogin: 4, ...places(2, 6, 9, 13) },
      { scheme: "bcrypt", cost: "version 2b, cost 12", users: 3, atLogin: 1, ...places(3, 8, 10) },
      { scheme: "md5", cost: "", users: 2, atLogin: 2, ...places(5, 11) },
      { scheme: "pbkdf2", cost: "digest sha256, iterations 600000", users: 1, atLogin: 1, ...places(4) },
    ]);
    expect(contents.passwords).toMatchObject({ carried: 10, atLogin: 8 });
  });

  it("the cost also of a hash that asks for more than the fallback spends, or is over what the check does not have", async () => {
    const costly = djangoExport([pbkdf2(9_000_000), pbkdf2(1000)]);
    expect(await schemesOf(costly, { limits: { pbkdf2Iterations: 999 } })).toEqual([
      ["pbkdf2", "digest sha256, iterations 1000", 1, 1],
      ["pbkdf2", "digest sha256, iterations 9000000", 1, 1],
    ]);
    const user = { externalUserId: "a", email: "a@example.com", passwordHash: `$2b$11$${BCRYPT}`, source: "devise" };
    const peppered = JSON.stringify({ ...user, peppered: true });
    expect(await schemesOf(peppered, { from: "credport" })).toEqual([["bcrypt", "version 2b, cost 11", 1, 1]]);
  });

  it("of the parameters that all hashes of Firebase share", async () => {
    const { bytes } = SAMPLES.find(({ from }) => from === "firebase") as (typeof SAMPLES)[number];
    const [most] = (await schemesOf(bytes.toString(), { from: "firebase", hashConfig })) ?? [];
    expect(most).toEqual(["provider-scrypt", "n 16384, r 8, p 1", 170, 0]);
  });

  it("of records that a program has made, whose hashes need not be sound", async () => {
    const hashes = ["$2b$10$rubbish", `$2b$10$${BCRYPT}`, "rubbish", `$2b$10$${BCRYPT}`];
    async function* records() {
      for (const [index, passwordHash] of hashes.entries()) {
        const identity = { externalUserId: `u${index}`, email: `u${index}@example.com`, emailVerified: false };
        const user = { ...identity, passwordHash, thirdParty: [], totp: [] };
        const result = { ok: true, value: { user, changes: [] }, warnings: [] } as const;
        yield { kind: "user", index, line: index + 1, identifiers: [], result } as const;
      }
    }
    const report = await checkRecords(records());
    expect(report.ok && report.value.schemes).toMatchObject([
      { scheme: "bcrypt", cost: "version 2b, cost 10", users: 2 },
      { scheme: "bcrypt", cost: "", users: 1 },
      { scheme: "unknown", cost: "", users: 1 },
    ]);
  });

  it("and nothing of users without a password", async () => {
    expect((await checked(djangoExport(["!unusable"]))).schemes).toBeUndefined();
  });

  it("names the 20 most frequent kinds of any number, and adds up the others", async () => {
    const rare = Array.from({ length: 1100 }, (_, at) => pbkdf2(1000 + at));
    const { schemes = [] } = await checked(djangoExport([bcrypt(12), ...rare, ...rare.slice(0, 30), bcrypt(12)]));
    expect(schemes).toHaveLength(21);
    expect(schemes[0]).toMatchObject({ scheme: "bcrypt", users: 2, atLogin: 0 });
    expect(schemes.slice(1, 20).map(({ users }) => users)).toEqual(Array(19).fill(2));
    expect(schemes[20]).toEqual({ scheme: null, cost: "", users: 1092, atLogin: 1092, firstLines: [] });
  });
});

describe("the users of all schemes are those whose password is carried", () => {
  it.each(SAMPLES)("in $name", async ({ bytes, from }) => {
    const options = { from, hashConfig, includeDisabled: true, loginOnly: "import", passwordAlone: true } as const;
    const report = await checkExport(() => bytesOf(bytes), options);
    if (!report.ok) return;
    const { schemes = [], contents } = report.value;
    const sum = (of: "users" | "atLogin") => schemes.reduce((all, share) => all + share[of], 0);
    const { carried, atLogin } = contents.passwords;
    expect([sum("users"), sum("atLogin")]).toEqual([carried, atLogin]);
    // What can be verified is of a scheme, and what takes a while has a cost.
    const QUICK = /^(?:hmac|md[45]|nt-hash|sha\d+)$/;
    expect(
      schemes.filter(({ scheme, cost }) => scheme === "unknown" || (cost === "" && !QUICK.test(scheme ?? ""))),
    ).toEqual([]);
  });

  it("in whichever parts they were counted", async () => {
    const kinds = [bcrypt(10), bcrypt(12), ...Array.from({ length: 30 }, (_, at) => pbkdf2(1000 + at)), "!", "x"];
    const passwords = fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(passwords, fc.array(fc.nat(60)), async (given, cuts) => {
        const text = djangoExport(given, [0, 5, 7]);
        const users: UserRecord[] = [];
        for await (const record of readUniqueUsers(() => bytesOf(text), { from: "django" })) {
          if (record.kind === "user") users.push(record);
        }
        const whole = new CheckCounter({});
        for (const user of users) whole.count(user);
        const added = new CheckCounter({});
        const ends = [...new Set([...cuts, users.length])].filter((end) => end <= users.length).sort((a, b) => a - b);
        let from = 0;
        for (const end of ends) {
          const part = new CheckCounter({}, true);
          for (const user of users.slice(from, end)) part.count({ ...user, index: user.index - from });
          // As a worker of a fleet writes it down.
          added.addPart(JSON.parse(JSON.stringify(part.part())));
          from = end;
        }
        expect(added.report()).toEqual(whole.report());
        const { schemes = [], contents } = whole.report();
        expect(schemes.reduce((all, { users: some }) => all + some, 0)).toBe(contents.passwords.carried);
      }),
      { numRuns: 50 },
    );
  });
});

describe("the account of schemes is in each form of the report, without a part of any hash", () => {
  const folder = useTemporaryFolder();
  const place = (name: string) => join(folder.path(), name);

  async function check(text: string, ...args: readonly string[]) {
    writeFileSync(place("users.json"), text);
    const { io, out } = fakeIo();
    await runCli(["check", place("users.json"), "--from", "django", ...args], io);
    return out();
  }

  it("on the terminal, as a page, as Markdown and as JSON", async () => {
    const reports = ["html", "md", "json"].map((form) => place(`report.${form}`));
    const terminal = await check(MIXED, ...reports.flatMap((path) => ["--report", path]));
    const printed = await check(MIXED, "--json");
    const [html = "", md = "", json = ""] = reports.map((path) => readFileSync(path, "utf8"));
    expect(terminal).toContain(`Passwords, by scheme and cost
       4 pbkdf2 (digest sha256, iterations 260000), at the next login  line 2, …
       3 bcrypt (version 2b, cost 12): 2 carried, 1 at the next login  line 3, …
       2 md5, at the next login  line 5, …
       1 pbkdf2 (digest sha256, iterations 600000), at the next login  line 4
`);
    expect(html).toContain(
      '<b>2</b><span><span class="plain">md5</span><span class="faint">, at the next login  line 5',
    );
    expect(md).toContain("- **2** md5, at the next login  line 5, …\n");
    expectFits("check-report", JSON.parse(json));
    const { schemes } = await checked(MIXED);
    expect([JSON.parse(json).schemes, JSON.parse(printed).schemes]).toEqual([schemes, schemes]);
    for (const text of [terminal, html, md, json, printed]) {
      for (const secret of [KEY, MD5, BCRYPT, "pepperedsalt"]) expect(text).not.toContain(secret);
    }
  });

  it("and the terminal names few, where a file names all that the report has", async () => {
    const kinds = Array.from({ length: 25 }, (_, at) => pbkdf2(1000 + at));
    const terminal = await check(djangoExport([...kinds, ...kinds.slice(0, 9)]), "--report", place("report.md"));
    const linesOf = (text: string) => text.split("\n").filter((line) => /pbkdf2 |of further kinds/.test(line));
    expect(linesOf(terminal)).toHaveLength(6);
    expect(terminal).toContain("      24 of further kinds, at the next login\n");
    const md = linesOf(readFileSync(place("report.md"), "utf8"));
    expect([md.length, md.at(-1)]).toEqual([21, "- **5** of further kinds, at the next login"]);
  });
});
