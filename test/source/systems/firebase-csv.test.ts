import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ReadExportOptions, readExport, type SourceRecord } from "../../../src/source/index.js";
import { byDay } from "../../by-day.js";
import { bytesOf, codesOf, collect, readOne, sampleHashConfig, sampleText } from "../read-users.js";

const FIREBASE: ReadExportOptions = { from: "firebase", hashConfig: sampleHashConfig(), now: 0 };
const SAMPLE = JSON.parse(sampleText("users.json")) as { users: TestUser[] };

interface TestLogin {
  readonly providerId: string;
  readonly rawId: string;
  readonly email?: string;
  readonly displayName?: string;
  readonly photoUrl?: string;
}

interface TestUser {
  readonly [field: string]: unknown;
  readonly localId: string;
  readonly displayName?: string;
  readonly customAttributes?: string | undefined;
  readonly providerUserInfo?: readonly TestLogin[];
}

/** The column of each provider's ID. */
const FIRST = { "google.com": 7, "facebook.com": 11, "twitter.com": 15, "github.com": 19 };
const LATER = {
  ...FIRST,
  ...{ "apple.com": 28, "microsoft.com": 32, "gc.apple.com": 36 },
  ...{ "playgames.google.com": 40, "linkedin.com": 44, "yahoo.com": 48 },
};
type Columns = Readonly<Record<string, number>>;

/** A row as releases before 15.19 write it: names in quotation marks for a comma only, and nothing in them escaped. */
function rowOf(user: TestUser): string {
  return written(user, 28, FIRST, (text = "") => (text.includes(",") ? `"${text}"` : text));
}

/** A row as later ones do: of ten providers, and with names as in any CSV. */
function laterRowOf(user: TestUser): string {
  return written(user, 52, LATER, (text = "") => (/[,"\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text));
}

function written(user: TestUser, count: number, columns: Columns, name: (text?: string) => string): string {
  const cells: unknown[] = Array(count).fill("");
  const fields = ["localId", "email", "emailVerified", "passwordHash", "salt"];
  for (const [at, field] of fields.entries()) cells[at] = user[field] ?? (at === 2 ? false : "");
  cells[5] = name(user.displayName);
  cells[6] = user.photoUrl ?? "";
  for (const login of user.providerUserInfo ?? []) {
    const at = columns[login.providerId];
    if (at === undefined) continue;
    const { rawId, email = "", displayName, photoUrl = "" } = login;
    cells.splice(at, 4, rawId, email, name(displayName), photoUrl);
  }
  for (const [at, field] of ["createdAt", "lastLoginAt", "phoneNumber", "disabled"].entries()) {
    cells[23 + at] = user[field];
  }
  cells[27] = user.customAttributes && `"${user.customAttributes.replace(/(?<!\\)"/g, '""')}"`;
  return `${cells.join(",")},\n`;
}

const readCsv = (text: string) => collect(readExport(bytesOf(text), FIREBASE));
const readJson = (users: readonly TestUser[]) => collect(readExport(bytesOf(JSON.stringify({ users })), FIREBASE));

/** What must be the same whichever way the users were exported. */
function outcomes(records: readonly SourceRecord[]): unknown[] {
  return records.map((record) => {
    if (record.kind !== "user") return record.problem.code;
    if (!record.result.ok) return codesOf(record);
    const { user, metadata } = record.result.value;
    return { user, displayName: metadata?.displayName, claims: metadata?.customAttributes };
  });
}

/** What the tool leaves out of both formats, or writes with other types into the second one. */
function asExported(user: TestUser, columns: Columns): TestUser {
  const logins = (user.providerUserInfo ?? []).filter(({ providerId }) => Object.hasOwn(columns, providerId));
  return { ...user, providerUserInfo: logins };
}

describe.each([
  ["28 columns", rowOf, FIRST, 400],
  // Names are escaped in it: there is one way to read them.
  ["52 columns", laterRowOf, LATER, 499],
] as const)("a Firebase export as CSV of %s", (_, rowOf, columns, least) => {
  it("has the users of the same export as JSON", async () => {
    const users = SAMPLE.users
      .filter(({ localId, emailVerified, disabled }) => {
        const isFlag = [emailVerified, disabled].every((flag) => flag === undefined || flag === true || flag === false);
        return typeof localId === "string" && localId !== "" && isFlag;
      })
      .map((user) => asExported(user, columns));
    const [csv, json] = [await readCsv(users.map(rowOf).join("")), await readJson(users)];
    const compared = users.map((user, at) => [user.localId, outcomes(csv)[at]] as const);
    const imported = compared.filter(([, one]) => !Array.isArray(one) && typeof one === "object");
    expect(imported.length).toBeGreaterThan(5);
    expect(imported).toEqual(
      users.map((user, at) => [user.localId, outcomes(json)[at]]).filter(([, one]) => !Array.isArray(one)),
    );
  });

  it("has names with commas and quotation marks, however many", async () => {
    const text = fc.stringMatching(/^[a-c", ]{0,12}$/);
    const login = (providerId: string) =>
      fc.record({
        providerId: fc.constant(providerId),
        rawId: fc.stringMatching(/^[0-9]{1,6}$/),
        email: fc.constantFrom("", "a@example.com"),
        displayName: text,
        photoUrl: fc.constantFrom("", "https://example.com/a.png"),
      });
    const user = fc.record({
      localId: fc.stringMatching(/^[A-Za-z0-9]{1,28}$/),
      email: fc.constant("ada@example.com"),
      phoneNumber: fc.constant("+15555550100"),
      displayName: text,
      customAttributes: fc.option(
        fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.stringify({ value, of: "x" })),
        { nil: undefined },
      ),
      providerUserInfo: fc.tuple(login("google.com"), login(Object.keys(columns).at(-1) ?? "")),
    });
    let read = 0;
    await fc.assert(
      fc.asyncProperty(user, async (one) => {
        const [csv] = outcomes(
          await readCsv(`${rowOf(one)}${rowOf({ localId: "last", phoneNumber: "+15555550101" })}`),
        );
        // Names can be made so that a row reads in several ways; it is then refused, and never read wrongly.
        if (Array.isArray(csv)) {
          expect(csv).toEqual(["source/row-form"]);
          return;
        }
        read++;
        const [json] = outcomes(await readJson([one]));
        const named = { ...(json as object), displayName: one.displayName || undefined };
        expect(csv).toEqual(named);
      }),
      { numRuns: 500 },
    );
    expect(read).toBeGreaterThanOrEqual(byDay(least));
  });

  const one = (localId: string, displayName = "") =>
    rowOf({ localId, displayName, phoneNumber: `+1555555010${localId}` });

  it.each([
    ["has a line end in a name", one("2", "Ada\nL"), [["source/row-form"], ["source/row-form"]]],
    ["lacks a cell", "x,y,false\n", [["source/row-form"]]],
    ["has a cell too many", one("2").replace("false,", "false,,"), [["source/row-form"]]],
  ])("loses a row that %s, and no other", async (_, row, expected) => {
    const found = outcomes(await readCsv(one("1") + row + one("3")));
    expect(found.slice(1, -1)).toEqual(expected);
    expect([found[0], found.at(-1)]).toMatchObject([
      { user: { externalUserId: "1" } },
      { user: { externalUserId: "3" } },
    ]);
  });

  it("makes no user of a name with line ends, where the tool quotes it", async () => {
    const row = (localId: string, displayName = "Ada") =>
      laterRowOf({ localId, displayName, phoneNumber: `+1555555010${localId}` });
    const first = `,,${",".repeat(15)}1600000000000,1600000000000,,false,,`;
    for (const name of [
      `${first}\n${row("9")}y`,
      `${"x".repeat(9000)}\n${row("9")}y`,
      `x\n${row("9")}y`,
      `x\n\n${row("9")}${row("8")}`,
      `"\n${row("9")}"`,
    ]) {
      const found = outcomes(await readCsv(row("1") + row("2", name) + row("3") + row("4", 'x"')));
      const ids = found.flatMap((one) =>
        Array.isArray(one) ? [] : [(one as { user: { externalUserId: string } }).user.externalUserId],
      );
      expect(ids).toEqual(["1", "3", "4"]);
    }
    // A quotation mark in the address of a photo begins no name.
    const photo = row("2").replace("Ada,", 'Ada,"');
    expect(outcomes(await readCsv(row("1") + photo + row("3")))).toHaveLength(3);
    expect(outcomes(await readCsv(row("1") + photo + row("3"))).filter(Array.isArray)).toHaveLength(1);
  });

  it("is told where it was cut off, also if its first row is damaged", async () => {
    const text = `x,y\n${one("1")}${one("2")}`;
    expect(outcomes(await readCsv(text.slice(0, -9)))).toMatchObject([
      ["source/row-form"],
      { user: { externalUserId: "1" } },
      "source/cut-off",
    ]);
  });
});

describe("other ways in which Firebase's users come", () => {
  const ada = SAMPLE.users.find(({ email }) => email === "ada@example.com") as TestUser;

  it("are the Admin SDK's, with names and base64 of its own", async () => {
    const { localId, passwordHash, salt, email, emailVerified } = ada as Record<string, string>;
    const urlSafe = (text = "") => text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
    const listed = {
      uid: localId,
      email,
      emailVerified,
      disabled: false,
      photoURL: "https://example.com/a.png",
      metadata: { creationTime: "Tue, 13 Sep 2022 12:00:00 GMT", lastSignInTime: null },
      providerData: [
        { uid: "1081", providerId: "google.com", email, photoURL: "x" },
        { uid: email, providerId: "password", email },
      ],
      multiFactor: { enrolledFactors: [{ uid: "f", factorId: "phone" }] },
      passwordHash: urlSafe(passwordHash),
      passwordSalt: urlSafe(salt),
      customClaims: { admin: true },
    };
    const [own, admin] = [
      await readOne(
        {
          ...{ localId, email, emailVerified, passwordHash, salt },
          providerUserInfo: [{ providerId: "google.com", rawId: "1081", email }],
        },
        FIREBASE,
      ),
      await readOne(listed, FIREBASE),
    ];
    if (!own.result.ok || !admin.result.ok) throw new Error(codesOf(own).concat(codesOf(admin)).join());
    expect(admin.result.value.user).toEqual(own.result.value.user);
    expect(admin.userId).toBe(localId);
    expect(codesOf(admin)).toContain("user/second-factor-not-carried");
    expect(admin.result.value.notCarried).toEqual(
      expect.arrayContaining(["photoUrl", "metadata", "customAttributes", "providerUserInfo.photoUrl"]),
    );
  });

  it("are refused where the Admin SDK's user has an ID twice", async () => {
    const text = '{"users":[{"uid":"a","phoneNumber":"+15555550100","uid":"b"}],"pageToken":""}';
    expect(outcomes(await readCsv(text))).toEqual([["user/field-twice"]]);
  });

  it("are the emulator's, whose hashes hold the password and are refused", async () => {
    const user = {
      localId: "e1",
      createdAt: "1690000000000",
      lastLoginAt: "1690000000000",
      passwordHash: "fakeHash:salt=fakeSaltAbc:password=secret-word",
      salt: "fakeSaltAbc",
      passwordUpdatedAt: 1690000000000,
      providerUserInfo: [
        {
          providerId: "password",
          email: "e@example.com",
          federatedId: "e@example.com",
          rawId: "e@example.com",
        },
      ],
      validSince: "1690000000",
      email: "e@example.com",
      emailVerified: false,
      disabled: false,
    };
    const text = JSON.stringify({ kind: "identitytoolkit#DownloadAccountResponse", users: [user] });
    const [record] = await collect(readExport(bytesOf(text), FIREBASE));
    expect(JSON.stringify(record)).not.toContain("secret-word");
    const phone = { ...user, passwordHash: undefined, salt: undefined, phoneNumber: "+15555550100" };
    expect(outcomes([record as SourceRecord])).toEqual([["scheme/plain-text"]]);
    expect(outcomes(await readJson([phone]))).toMatchObject([{ user: { thirdParty: [] } }]);
  });
});
