import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { createRehearsalService } from "../../../src/rehearsal/index.js";
import { startDouble } from "../../import/administration-double.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { fakeIo } from "../fake-io.js";

const temporary = useTemporaryFolder();
const place = (name: string) => join(temporary.path(), name);
const textIn = (name: string) => readFileSync(place(name), "utf8");

const HASH = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy";
const OTHER_HASH = HASH.replace(/Wy$/, "Wu");
const CONFIRMED = "2024-01-01T00:00:00Z";
const LATER = "2025-06-01T00:00:00Z";

const user = (id: string, email: string, more: object = {}) => ({
  ...{ id, email, encrypted_password: HASH, email_confirmed_at: CONFIRMED, confirmation_sent_at: CONFIRMED },
  ...more,
});

/** Ada twice, Bob unconfirmed, Cy alone; an ID that a spreadsheet takes for a formula. */
const USERS = [
  user("=ada", "ada@example.com", { last_sign_in_at: "2025-03-01T00:00:00Z", created_at: CONFIRMED }),
  user("ada-2", "Ada@example.com", { encrypted_password: OTHER_HASH }),
  user("bob", "bob@example.com", { email_confirmed_at: null }),
  user("cy", "cy@example.com"),
];

const written = (users: readonly object[]) =>
  writeFileSync(place("users.ndjson"), users.map((one) => JSON.stringify(one)).join("\n"));

beforeEach(() => written(USERS));

async function credport(command: string, ...args: readonly string[]) {
  const fake = fakeIo({ env: { CREDPORT_API_KEY: "test-key-0123456789abcdef" } });
  const all = [command, place("users.ndjson"), "--from", "supabase", "--service", "supertokens", ...args];
  const exitCode = await runCli(all, fake.io);
  return { exitCode, out: fake.out(), err: fake.err() };
}

/** Writes the sheet, and fills in the column of decisions. */
async function sheet(decisions: Readonly<Record<string, string>>, delimiter = ",") {
  await credport("check", "--write-decisions", place("sheet.csv"), "--force");
  const lines = textIn("sheet.csv").trim().split("\r\n");
  const filled = lines.map((line) => {
    const cells = line.split('","').map((cell) => cell.replaceAll('"', ""));
    const decision = decisions[cells[0] ?? ""];
    return (decision === undefined ? cells : cells.with(1, decision)).join(delimiter);
  });
  writeFileSync(place("filled.csv"), `\uFEFF${filled.join("\r\n")}\r\n`);
  return lines;
}

const DECIDED = ["--decisions", "filled.csv"] as const;
const decided = () => DECIDED.map((word) => (word === "filled.csv" ? place(word) : word));

describe("the sheet of decisions", () => {
  it("has a row for each record to decide about, with what tells them apart and no hash", async () => {
    const lines = await sheet({});
    expect(lines).toHaveLength(4);
    expect(lines[1]).toBe(
      '"\'=ada","","1","email","not importable: not decided","1","","ada@example.com","","yes","yes","2025-03-01T00:00:00.000Z","2024-01-01T00:00:00.000Z","0","0","","icefjkpadgeaefnnbbgo"',
    );
    expect(lines[3]).toMatch(/^"bob","","","","not importable","3".*"user\/unconfirmed","[a-p]{20}"$/);
    expect(lines.join()).not.toContain("N9qo8uLOickgx2ZMRZoMye");
  });

  it.each([",", ";", "\t"])("is taken back as a spreadsheet saves it (%j)", async (delimiter) => {
    await sheet({ "'=ada": "import", bob: "Import" }, delimiter);
    const { exitCode, out } = await credport("check", ...decided(), "--json");
    expect([exitCode, JSON.parse(out)]).toMatchObject([0, { records: 4, importable: 3, refused: 1 }]);
  });

  it("is taken back in UTF-16, as a spreadsheet's Unicode text is", async () => {
    await sheet({ "'=ada": "import", "ada-2": "leave-out" }, "\t");
    writeFileSync(place("filled.csv"), textIn("filled.csv"), "utf16le");
    const { exitCode, out, err } = await credport("check", ...decided());
    expect(exitCode, err).not.toBe(2);
    expect(out).toContain("1 of those not importable left out by choice");
  });

  it("says of a group in which two are chosen that it is not decided by that", async () => {
    await sheet({ "'=ada": "import", "ada-2": "import" });
    await credport("check", ...decided(), "--write-decisions", place("next.csv"));
    expect(textIn("next.csv").split("others of its group are to be imported too")).toHaveLength(3);
  });

  it.each([" vic", "vic "])("decides about the very ID, and not about one without the blank of %j", async (id) => {
    written([user("vic", "vic@example.com"), user(id, "vic@example.com", { encrypted_password: OTHER_HASH })]);
    await sheet({ [id]: "leave-out", vic: "import" });
    const { exitCode, out, err } = await credport("check", ...decided(), "--out", place("out.ndjson"));
    expect([exitCode, err], out).toEqual([0, ""]);
    expect(
      textIn("out.ndjson")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line).externalUserId),
    ).toEqual(["vic"]);
  });

  it("is taken back where an editor has ended the changed lines otherwise", async () => {
    await sheet({ "'=ada": "Import", "ada-2": "Leave out" });
    writeFileSync(place("filled.csv"), textIn("filled.csv").replace(/(Import[^\r]*)\r\n/, "$1\n"));
    const { exitCode, out, err } = await credport("check", ...decided());
    expect(exitCode, err).not.toBe(2);
    expect(out).toContain("1 of those not importable left out by choice");
  });

  it("keeps what was decided in the next sheet, also of users whom the next export lacks", async () => {
    await sheet({ "'=ada": "import", "ada-2": "leave-out", bob: "import" });
    written(USERS.slice(0, 2));
    const { out } = await credport("check", ...decided(), "--write-decisions", place("next.csv"));
    expect(out).toMatch(/1 decision is about users who are not in the export\n/);
    expect(
      textIn("next.csv")
        .split("\r\n")
        .map((line) => line.split(",").slice(0, 2).join()),
    ).toEqual(['"user_id","decision"', '"\'=ada","import"', '"ada-2","leave-out"', '"bob","import"', ""]);
  });

  it.each([
    ["user_id\na", "no columns user_id and decision"],
    ["user_id,decision\na,keep", 'row 2: the decision "keep" is not one of import'],
    ["user_id,decision\n,import", "row 2: there is no user_id"],
    ["user_id,decision\na,import\na,leave-out", "row 3: another row decides otherwise"],
    ['user_id,decision\n"a', "not a table"],
  ])("is refused where it is malformed: %j", async (text, message) => {
    writeFileSync(place("filled.csv"), text);
    const { exitCode, err } = await credport("check", ...decided());
    expect([exitCode, err]).toEqual([2, expect.stringContaining(message)]);
  });

  const OTHER = "user/decision-of-other-user";
  const codesOf = (out: string) =>
    (JSON.parse(out).problems as readonly { name: string; records: number }[]).map(
      (one) => `${one.name} ${one.records}`,
    );
  const phoned = (id: string, phone: string) =>
    user(id, "", { encrypted_password: null, phone, phone_confirmed_at: "2024-01-01T00:01:00Z" });
  async function checked(rows: string, ...users: readonly object[]) {
    written(users);
    writeFileSync(place("filled.csv"), rows);
    const out = ["--out", place("out.ndjson"), "--force"];
    const { exitCode, out: said, err } = await credport("check", ...decided(), ...out, "--json");
    expect(err).toBe("");
    const ids = textIn("out.ndjson")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line).externalUserId);
    return { exitCode, codes: codesOf(said), ids };
  }

  it.each([
    ["check", "email", "bob@example.com"],
    ["import", "email", "bob@example.com"],
    ["check", "phone", "15555550100"],
  ])(
    "decides by %s about neither of two where a spreadsheet has made another user's ID of a row's (%s)",
    async (command, column, value) => {
      written([
        user("0042", "bob@example.com", {
          phone: "15555550100",
          phone_confirmed_at: CONFIRMED,
          phone_change_sent_at: CONFIRMED,
        }),
        user("42", "bobby@example.com"),
        user("cy", "cy@example.com"),
      ]);
      writeFileSync(place("filled.csv"), `user_id,decision,${column}\n42,leave-out,${value}\n`);
      const { exitCode, out } = await credport(command, ...decided());
      expect(exitCode).toBe(1);
      expect(out).toContain(OTHER);
      expect(out).toContain("Correct the row's user_id");
      writeFileSync(place("filled.csv"), `user_id,decision,${column}\n0042,leave-out,${value}\n`);
      expect((await credport(command, ...decided())).out).toContain("1 of those not importable left out by choice");
    },
  );

  it.each(["leave-out", "import"])(
    "leaves a user undecided who has a new address, and reads the others (%s)",
    async (decision) => {
      const rows = `user_id,decision,email,phone\nmallory,${decision},m@example.com,\n`;
      const others = [user("cy", "cy@example.com"), user("bob", "bob@example.com")];
      const changed = user("mallory", "m2@example.com", { banned_until: "2099-01-01T00:00:00Z" });
      const { exitCode, codes, ids } = await checked(rows, changed, ...others);
      expect([exitCode, ids]).toEqual([1, ["cy", "bob"]]);
      expect(codes).toContain(`${OTHER} 1`);
      await credport("check", ...decided(), "--write-decisions", place("next.csv"));
      expect(textIn("next.csv")).toMatch(/^"mallory","".*"m2@example.com"/m);
      const corrected = await checked(rows.replace("m@", "m2@"), changed, ...others);
      expect([corrected.exitCode, corrected.codes.join()]).toEqual([
        0,
        decision === "import" ? "" : "user/banned 1,user/left-out 1",
      ]);
    },
  );

  it("does not decide where a row without an address has the ID of a user who has one", async () => {
    const rows = "user_id,decision,email,phone\n7,leave-out,,\n";
    expect(await checked(rows, user("007", ""), user("7", "seven@example.com"))).toMatchObject({
      exitCode: 1,
      ids: [],
    });
    expect((await checked(rows, user("7", "seven@example.com"))).codes).toEqual([`${OTHER} 1`]);
    const { codes } = await checked(rows, user("007", ""), phoned("7", "15555550100"));
    expect(codes).toContain(`${OTHER} 2`);
    const decidedBy = await checked("user_id,decision\n7,leave-out\n", user("007", ""), phoned("7", "15555550100"));
    expect(decidedBy.codes).toContain("user/left-out 1");
  });

  it("decides by the ID alone where credport has written nothing else into the row", async () => {
    const rows = (now: string, password = "") =>
      `user_id,decision,now,email,phone,has_password,row\n7,leave-out,${now},,,${password},\n`;
    const seven = user("7", "seven@example.com");
    const now = "on the service before: overwrite or leave-out";
    expect((await checked(rows(now), seven)).codes).toEqual(["user/left-out 1"]);
    // A row of a person, and one whose address and check are gone.
    expect((await checked(rows(""), seven)).codes).toEqual([`${OTHER} 1`]);
    expect((await checked(rows(now, "yes"), seven)).codes).toEqual([`${OTHER} 1`]);
  });

  it("does not decide by a number that a spreadsheet has rounded, which is that of many", async () => {
    const rows = "user_id,decision,email,phone\n7,leave-out,,1.55556E+10\n";
    const seven = phoned("7", "15555550100");
    const taken = async (...users: readonly object[]) => (await checked(rows, ...users)).codes;
    expect(await taken(seven)).toEqual([`${OTHER} 1`]);
    expect(await taken(seven, phoned("123", "15555560011"))).toEqual([`${OTHER} 1`]);
    expect(await taken(phoned("007", "15555560011"), seven)).toEqual([`${OTHER} 2`]);
    expect(await taken(phoned("7", "15566660100"))).toEqual([`${OTHER} 1`]);
  });

  it("decides about the ID 1E+5, and not about whose ID may have become one", async () => {
    const rows = "user_id,decision,email,phone\n1E+5,leave-out,m@example.com,\n";
    const cy = user("cy", "cy@example.com");
    expect(await checked(rows, user("1E+5", "m@example.com"), cy)).toMatchObject({ exitCode: 0, ids: ["cy"] });
    expect(await checked(rows, user("100000", "m@example.com"), cy)).toMatchObject({
      codes: [`${OTHER} 1`],
      ids: ["cy"],
    });
  });

  it.each(["1.23456789012346E17", "123456789012345680", "01-Mar", "12000", "TRUE"])(
    "holds the user whose address a row with another ID has: %s",
    async (changed) => {
      const rows = `user_id,decision,email,phone\n${changed},leave-out,m@example.com,\n`;
      const [mia, bob] = [user("123456789012345678", "m@example.com"), user("bob", "bob@example.com")];
      expect(await checked(rows, mia, bob)).toMatchObject({ exitCode: 1, codes: [`${OTHER} 1`], ids: ["bob"] });
    },
  );

  it("holds the user of a row whose ID and number a spreadsheet has both rounded", async () => {
    const rows = (phone: string) => `user_id,decision,email,phone\n1.23457E+17,leave-out,,${phone}\n`;
    const long = phoned("123456789012345678", "15555550100");
    const bob = user("bob", "bob@example.com");
    for (const cell of ["1.55556E+10", '"1,5556E+10"', "15555550100"]) {
      expect(await checked(rows(cell), long, bob)).toMatchObject({ exitCode: 1, codes: [`${OTHER} 1`], ids: ["bob"] });
    }
  });

  it.each([
    ["00123", "123"],
    ["1234567890123456789", "1234567890123450000"],
    ["100000", "1E+5"],
    ["ann", "anne"],
  ])("names a row without a check whose user is not found, and nobody is imported: %s", async (id, changed) => {
    written([user(id, "bob@example.com")]);
    writeFileSync(place("filled.csv"), `user_id,decision\n${changed},leave-out\n`);
    const named = `filled.csv, row 2: the export has no user with this user_id ("${changed}")`;
    for (let run = 0; run < 2; run++) {
      const again = ["--write-decisions", place("filled.csv"), "--force"];
      const { exitCode, err } = await credport("check", ...decided(), ...again);
      expect([exitCode, err]).toEqual([1, expect.stringContaining(named)]);
      expect(err).toContain("take the row out where the user is gone");
    }
    const imported = await credport("import", ...decided());
    expect([imported.exitCode, imported.err]).toEqual([2, expect.stringContaining(named)]);
    written([user(id, "bob@example.com"), user(changed, "cy@example.com")]);
    writeFileSync(place("filled.csv"), `user_id,decision\n${changed},leave-out\n`);
    expect((await credport("check", ...decided())).out).toContain("1 of those not importable left out by choice");
  });

  it.each([
    ["007,491701234567", "7,leave-out,,491701234567.0"],
    ["007,491701234567", "7,leave-out,,4.91701E11"],
    ["007,491701234567", '7,leave-out,,"491.701.234.567"'],
    ["007,491701234567", "7,leave-out,,unknown"],
  ])("does not decide by the ID alone where the phone cell is of another (%s: %s)", async (gone, row) => {
    const seven = phoned("7", "15555550100");
    const sheet = `user_id,decision,email,phone\n${row}\n`;
    expect(await checked(sheet, seven)).toMatchObject({ exitCode: 1, codes: [`${OTHER} 1`] });
    const [id = "", phone = ""] = gone.split(",");
    const { ids } = await checked(
      sheet.replace("unknown", phone),
      seven,
      phoned(id, phone),
      user("cy", "cy@example.com"),
    );
    expect(ids).toEqual(["cy"]);
  });

  it("takes .0 off IDs and numbers, as pandas writes them", async () => {
    const rows = "user_id,decision,email,phone\n42.0,leave-out,,15555550100.0\n";
    const cy = user("cy", "cy@example.com");
    const found = await checked(rows, phoned("42", "15555550100"), cy);
    expect(found).toMatchObject({ exitCode: 0, codes: ["user/left-out 1"], ids: ["cy"] });
  });

  /** The sheet as it is written, with what is decided of its first user. */
  async function writtenSheet(word: string, ...users: readonly object[]) {
    written(users);
    await credport("check", "--write-decisions", place("sheet.csv"), "--force");
    return textIn("sheet.csv").replace(/^("[^"]*"),""/m, `$1,"${word}"`);
  }
  const banned = { banned_until: "2099-01-01T00:00:00Z" };

  it("finds the users of its rows again whatever a program has made of the other cells", async () => {
    const long = { ...phoned("123456789012345678", "491701234511"), ...banned };
    const near = phoned("123456789012345680", "491701234522");
    const sheet = await writtenSheet("import", long, near);
    for (const [id, phone] of [
      ["123456789012345680", "491701234511.0"],
      ["1.23456789012346E17", "4.9170123451E11"],
      ["123.456.789.012.345.000", "491.701.234.511"],
      ["1,23457E+17", "4,91701E+11"],
    ] as const) {
      const damaged = sheet.replace('"123456789012345678"', `"${id}"`).replace(/"[^"]*491701234511"/, `"${phone}"`);
      expect(await checked(damaged, long, near)).toMatchObject({ exitCode: 0, ids: [long.id, near.id] });
    }
  });

  it("decides about no user where a person has written another one into their row, and names the row", async () => {
    const [mia, bob] = [user("mia", "m@example.com", banned), user("bob", "bob@example.com", banned)];
    const sheet = await writtenSheet("import", mia, bob);
    for (const [other, held] of [
      [sheet.replace('"mia"', '"bob"'), 2],
      [sheet.replace("m@example.com", "bob@example.com"), 1],
      [sheet.replace('"mia"', '"zoe"'), 1],
    ] as const) {
      const { exitCode, codes } = await checked(other.split("\r\n").slice(0, 2).join("\n"), mia, bob);
      expect([exitCode, codes]).toEqual([1, expect.arrayContaining([`${OTHER} ${held}`])]);
      await credport("check", ...decided(), "--rejects", place("rejects"), "--force");
      const out = textIn("rejects");
      expect(out).toMatch(/row 2 of \S*filled.csv \(user_id \W+\w+\W+\) was written for this user/);
    }
  });

  it("counts a row as it was written whose user is gone, and names one that was changed", async () => {
    const mia = user("mia", "m@example.com", banned);
    const cy = user("cy", "cy@example.com");
    const sheet = await writtenSheet("leave-out", mia, cy);
    expect(await checked(sheet, cy)).toMatchObject({ exitCode: 0, ids: ["cy"] });
    expect((await credport("check", ...decided())).out).toContain(
      "1 decision is about users who are not in the export",
    );
    writeFileSync(place("filled.csv"), sheet.replace('"mia"', '"mi"'));
    const changed = await credport("check", ...decided());
    expect([changed.exitCode, changed.err]).toEqual([1, expect.stringContaining("not those that credport wrote")]);
  });

  it("holds who has the address of a user who is gone until they have a row of their own, and no longer", async () => {
    const [mallory, cy] = [user("mallory", "ceo@example.com", banned), user("cy", "cy@example.com")];
    const ceo = user("ceo", "ceo@example.com");
    const sheet = await writtenSheet("leave-out", mallory, cy);
    expect(await checked(sheet, ceo, cy)).toMatchObject({ exitCode: 1, codes: [`${OTHER} 1`], ids: ["cy"] });
    const outputs = ["--write-decisions", place("next.csv"), "--rejects", place("rejects"), "--force"];
    const { out } = await credport("check", ...decided(), ...outputs);
    expect(textIn("rejects")).toMatch(/row 2 of \S*filled.csv \(user_id \W+mallory\W+\) has this user's address/);
    expect(out).toContain("give this one a row of their own, or take the row out");
    const next = textIn("next.csv");
    expect(await checked(next, ceo, cy)).toMatchObject({ exitCode: 1, ids: ["cy"] });
    expect(await checked(next.replace('"ceo",""', '"ceo","import"'), ceo, cy)).toMatchObject({ ids: ["ceo", "cy"] });
    const moved = user("mallory", "m2@example.com", banned);
    expect(await checked(sheet, moved, ceo, cy)).toMatchObject({ exitCode: 1, ids: ["ceo", "cy"] });
  });

  it("does not forget in the next sheet what was unclear in this one", async () => {
    const sheet = await writtenSheet("leave-out", user("mia", "m@example.com", banned));
    const moved = user("mia", "m2@example.com");
    for (let run = 0, rows = sheet; run < 3; run++, rows = textIn("next.csv")) {
      expect(await checked(rows, moved)).toMatchObject({ exitCode: 1, codes: [`${OTHER} 1`], ids: [] });
      await credport("check", ...decided(), "--write-decisions", place("next.csv"), "--force");
    }
    const settled = textIn("next.csv").replace('"mia",""', '"mia","leave-out"');
    expect(await checked(settled, moved)).toMatchObject({ exitCode: 0, codes: ["user/left-out 1"] });
    expect(await checked(sheet.replaceAll("m@example.com", "m2@example.com"), moved)).toMatchObject({
      exitCode: 0,
      codes: ["user/left-out 1"],
    });
  });

  it("counts no decision about users who are not in the export as one to make", async () => {
    writeFileSync(place("filled.csv"), "user_id,decision\nbob,import\nzoe,import\n");
    const { out } = await credport("check", ...decided(), "--write-decisions", place("sheet.csv"), "--json");
    expect(textIn("sheet.csv")).toContain('"zoe","import"');
    expect(textIn("sheet.csv").match(/user_id/g)).toHaveLength(1);
    const rows = textIn("sheet.csv").trim().split("\r\n").length - 1;
    expect(JSON.parse(out).files).toMatchObject([{ option: "--write-decisions", users: rows - 1 }]);
  });

  it("has the address of a record of which no user can be made", async () => {
    const broken = { ...user("b", "ada@example.com"), encrypted_password: 7 };
    written([user("a", "ada@example.com"), broken]);
    expect((await credport("check", "--write-decisions", place("sheet.csv"))).exitCode).toBe(1);
    const sheet = textIn("sheet.csv");
    expect(sheet.match(/"ada@example.com"/g)).toHaveLength(2);
    writeFileSync(place("filled.csv"), sheet.replace(/^"b","[^"]*"/m, '"b","leave-out"'));
    expect(await credport("check", ...decided())).toMatchObject({ err: "" });
  });

  it("is written again where it is, and by no other option", async () => {
    await sheet({ bob: "import" });
    const same = [...decided(), "--write-decisions", place("filled.csv")];
    const kept = textIn("filled.csv");
    const unforced = await credport("check", ...same);
    expect([unforced.exitCode, unforced.err, textIn("filled.csv")]).toEqual([
      2,
      expect.stringContaining("is not replaced unasked"),
      kept,
    ]);
    const { out } = await credport("check", ...same, "--force", "--json");
    expect(JSON.parse(out)).toMatchObject({ importable: 2 });
    expect(textIn("filled.csv")).toMatch(/^"bob","import"/m);
    for (const other of [
      ["--out", place("filled.csv")],
      ["--rejects", place("filled.csv")],
    ]) {
      const refused = await credport("check", ...same, ...other, "--force");
      expect([refused.exitCode, refused.err]).toEqual([2, expect.stringContaining("name the same file")]);
    }
  });

  it("is not written over one that is there", async () => {
    await sheet({});
    const { exitCode, err } = await credport("check", "--write-decisions", place("sheet.csv"));
    expect([exitCode, err]).toEqual([2, expect.stringContaining("exists")]);
  });
});

describe("--prefer", () => {
  it("chooses, and the report says how many are left out", async () => {
    const { exitCode, out } = await credport("check", "--prefer", "last-login", "--include", "unconfirmed");
    expect([exitCode, out]).toEqual([0, expect.stringMatching(/ 1 of those not importable left out by choice/)]);
    expect(out).toContain("--prefer last-login");
  });

  it("is refused where the export does not say what is preferred", async () => {
    writeFileSync(place("users.ndjson"), "admin:$apr1$salt$cv5rT3FPpYqVGSmYGzSkk1\n");
    for (const command of ["check", "import"]) {
      const { exitCode, err } = await credport(command, "--from", "htpasswd", "--prefer", "last-login");
      expect([exitCode, err]).toEqual([2, expect.stringContaining("does not say the last login of a user")]);
      expect(err).toContain("any of verified, has-password, or");
    }
  });
});

describe("credport import with decisions", () => {
  async function service() {
    const rehearsal = createRehearsalService({ service: "supertokens" });
    const { url } = await startDouble(rehearsal);
    const existing = { email: "cy@example.com", passwordHash: OTHER_HASH };
    await rehearsal.fetch("http://localhost/recipe/user/passwordhash/import", {
      method: "POST",
      body: JSON.stringify(existing),
    });
    const emails = () =>
      rehearsal
        .state()
        .users.flatMap((one) => one.loginMethods.map(({ email }) => email))
        .sort();
    return { to: ["--to", url, "--json"], emails };
  }

  it.each([["calls"], ["bulk"]])("imports by %s who was chosen, and no one twice", async (via) => {
    const { to, emails } = await service();
    await sheet({ "'=ada": "leave-out", bob: "import" });
    const args = [...decided(), "--via", via, "--journal", place("journal"), "--existing", "skip"];
    const { exitCode, out } = await credport("import", ...args, ...to);
    const report = { imported: 2, alreadyThere: 1, refusedByUs: 1, records: 4, users: { importable: 3 } };
    expect([exitCode, JSON.parse(out)]).toMatchObject([0, report]);
    expect(emails()).toEqual(["ada@example.com", "bob@example.com", "cy@example.com"]);
  });

  it.each([
    ["another record is decided for", { "'=ada": "leave-out", "ada-2": "import" }, 2],
    ["the first one is left out", { "'=ada": "leave-out" }, 1],
    ["the other one is preferred", {}, 0, ["--prefer", "newest"]],
  ])("keeps who was sent before where then %s", async (_, later, tooLate, prefer = []) => {
    written([
      USERS[0],
      user("ada-2", "Ada@example.com", { encrypted_password: OTHER_HASH, created_at: LATER }),
    ] as object[]);
    const { to, emails } = await service();
    const args = ["--journal", place("journal"), "--existing", "overwrite", "--yes", ...to];
    await sheet({ "'=ada": "import", "ada-2": "leave-out" });
    const first = await credport("import", ...decided(), ...args);
    expect(JSON.parse(first.out)).toMatchObject({ imported: 1, refusedByUs: 1 });
    await sheet(later);
    const second = await credport("import", ...(prefer.length > 0 ? prefer : decided()), ...args);
    expect(JSON.parse(second.out)).toMatchObject({ imported: 1, refusedByUs: 1, overwrittenPasswords: 0 });
    expect(emails()).toEqual(["ada@example.com", "cy@example.com"]);
    const counted = (rows: readonly { readonly name: string; readonly records: number }[]) =>
      rows.filter(({ name }) => name === "user/decided-too-late").reduce((sum, { records }) => sum + records, 0);
    expect([second.exitCode, counted(JSON.parse(second.out).problems)]).toEqual([tooLate > 0 ? 1 : 0, tooLate]);
    const choice = prefer.length > 0 ? prefer : decided();
    const asSent = await credport("check", ...choice, "--journal", place("journal"), "--json", "--rejects", place("r"));
    const { importable, problems, warnings } = JSON.parse(asSent.out);
    expect([asSent.exitCode, importable]).toEqual([tooLate > 0 ? 1 : 0, 1]);
    expect(counted([...problems, ...warnings])).toBe(tooLate);
    expect(textIn("r")).toMatch(/"userId":"ada-2".*was sent before/);
    written([user("=ada", "ada@example.com")]);
    const other = await credport("check", ...choice, "--journal", place("journal"));
    expect([other.exitCode, other.err]).toEqual([2, expect.stringContaining("is the journal of another export")]);
  });

  it("writes users who are on the service into the sheet, and overwrites those who were decided for", async () => {
    const { to } = await service();
    const first = await credport("import", "--write-decisions", place("sheet.csv"), ...to);
    expect(JSON.parse(first.out)).toMatchObject({
      imported: 0,
      existing: 1,
      refusedByUs: 3,
      overwrittenPasswords: 0,
    });
    expect(textIn("sheet.csv")).toMatch(/"cy","",.*"cy@example.com","","yes","yes",.*"import\/user-exists"/);
    writeFileSync(place("filled.csv"), "user_id,decision\ncy,overwrite\n");
    const second = await credport("import", ...decided(), ...to);
    expect(JSON.parse(second.out)).toMatchObject({
      alreadyThere: 1,
      refusedByUs: 3,
      overwrittenPasswords: 1,
    });
  });

  it("writes the list for the mailing as a check does", async () => {
    written([user("dee", "dee@example.com", { encrypted_password: null })]);
    const { to } = await service();
    const args = ["--without-password", "reset", "--mailing", place("mailing.csv")];
    const { exitCode, out } = await credport("import", ...args, ...to);
    expect([exitCode, JSON.parse(out)]).toMatchObject([0, { imported: 1, files: [{ option: "--mailing", users: 1 }] }]);
    expect(textIn("mailing.csv")).toContain('"dee","dee@example.com","","","choose-password"');
  });
});
