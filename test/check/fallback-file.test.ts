import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type CheckOptions, checkExport, isReadyToImport } from "../../src/check/index.js";
import {
  createLoginFallback,
  formatFallbackUser,
  openFallbackStore,
  type WritableFallbackUser,
} from "../../src/login/index.js";
import { isFallbackUser } from "../../src/login/internal.js";
import { useTemporaryFolder } from "../temporary-folder.js";

/** Known answer of hashcat's examples, and its password. */
const PHPASS = "$P$984478476IagS59wHZvyQMArzfx58u.";
const PASSWORD = "hashcat";
/** U*U, from Solar Designer's test vectors of crypt_blowfish. */
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const temporary = useTemporaryFolder();

const user = (id: string, more: object = {}) => ({
  ...{ externalUserId: id, email: `${id}@example.com`, passwordHash: PHPASS },
  ...more,
});

/** The lines of the fallback's file, and the report. */
async function linesOf(users: readonly object[], options: Partial<CheckOptions> = {}) {
  const lines: string[] = [];
  const note = (known: WritableFallbackUser | undefined) => {
    if (known !== undefined && isFallbackUser(known)) lines.push(formatFallbackUser(known));
  };
  const open = async function* () {
    yield Buffer.from(users.map((one) => JSON.stringify(one)).join("\n"));
  };
  const checked = await checkExport(open, {
    from: "credport",
    ...options,
    onLoginOnly: note,
    onRejected: (_, { rejected }) => note(rejected),
  });
  if (!checked.ok) throw new Error(checked.problems[0].code);
  return { lines, users: lines.map((line) => JSON.parse(line)), report: checked.value };
}

describe("the second factor of a user of the fallback's file", () => {
  it("is written with its secret, which a report hides", async () => {
    const totp = [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 }];
    const { users } = await linesOf([user("ann", { source: "wordpress", totp })]);
    expect(users).toMatchObject([{ externalUserId: "ann", passwordHash: PHPASS, totp }]);
  });
});

async function fallbackOver(lines: readonly string[]) {
  const file = join(temporary.path(), "users.ndjson");
  await writeFile(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  const opened = await openFallbackStore(file);
  if (!opened.ok) throw new Error(opened.problems[0].code);
  onTestFinished(() => opened.value.close());
  expect(opened.warnings).toEqual([]);
  const { findLegacyUser, forgetUser } = opened.value;
  const done = async () => undefined;
  return createLoginFallback({
    findLegacyUser,
    forgetUser,
    importUser: done,
    signUp: done,
    createUser: done,
  });
}

describe("the fallback's file has everybody who has an identifier", () => {
  const users = [
    user("sound"),
    user("disabled", { disabled: true }),
    user("damaged", { passwordHash: "$P$9844" }),
    user("none", { passwordHash: undefined }),
  ];

  it("the disabled marked, the damaged without a hash", async () => {
    const { users: written, report } = await linesOf(users);
    expect(
      written.map(({ externalUserId, disabled, passwordHash }) => [externalUserId, disabled, passwordHash]),
    ).toEqual([
      ["sound", undefined, PHPASS],
      ["disabled", true, PHPASS],
      ["damaged", undefined, undefined],
      ["none", undefined, undefined],
    ]);
    expect(report).toMatchObject({ records: 4, loginOnly: 1, refused: 3 });
  });

  it("keeps the disabled marked where disabled users are imported: an import has no mark, and the fallback has", async () => {
    const { users: written, report } = await linesOf([user("disabled", { disabled: true })], {
      includeDisabled: true,
    });
    expect(written).toMatchObject([{ externalUserId: "disabled", disabled: true, passwordHash: PHPASS }]);
    expect(report).toMatchObject({ loginOnly: 0, refused: 1 });
  });

  it("nobody signs up with the identifier of another, and nobody but the sound user logs in", async () => {
    const { lines } = await linesOf(users);
    const fallback = await fallbackOver(lines);
    const outcomes = [];
    for (const id of ["sound", "disabled", "damaged", "none"]) {
      const email = `${id}@example.com`;
      const signUp = (await fallback.onSignUp(email)).kind;
      const wrong = (await fallback.attempt(email, "not the password")).kind;
      outcomes.push([id, signUp, wrong, (await fallback.attempt(email, PASSWORD)).kind]);
    }
    expect(outcomes).toEqual([
      ["sound", "taken", "wrong-password", "migrated"],
      ["disabled", "taken", "wrong-password", "disabled"],
      ["damaged", "taken", "cannot-verify", "cannot-verify"],
      ["none", "taken", "cannot-verify", "cannot-verify"],
    ]);
  });

  it("who shares an address is found by one line, without a hash", async () => {
    const { lines, users: written } = await linesOf([
      user("a", { phoneNumber: "+15555550100" }),
      user("b", { email: "A@example.com", phoneNumber: "+15555550101" }),
    ]);
    expect(written.map(({ identifiers, passwordHash }) => [identifiers, passwordHash])).toEqual([
      [["a@example.com", "+15555550100"], undefined],
      [["+15555550101"], undefined],
    ]);
    const fallback = await fallbackOver(lines);
    expect((await fallback.onSignUp("a@example.com")).kind).toBe("taken");
  });

  it("who has another one's ID keeps an address of their own from being signed up with", async () => {
    const [twin] = [user("twin")];
    const { lines, users: written } = await linesOf([twin, { ...twin, email: "other@example.com" }, { ...twin }]);
    expect(written.map(({ externalUserId, identifiers }) => [externalUserId, identifiers])).toEqual([
      ["twin", ["twin@example.com"]],
      ["twin (record 2 on line 2)", ["other@example.com"]],
    ]);
    expect(lines.join("")).not.toContain(PHPASS);
    const fallback = await fallbackOver(lines);
    for (const email of ["twin@example.com", "other@example.com"]) {
      expect((await fallback.onSignUp(email)).kind).toBe("taken");
      expect((await fallback.attempt(email, PASSWORD)).kind).toBe("cannot-verify");
    }
  });

  it("an importable hash of a user without an address comes at login, by what they log in with", async () => {
    const { users: written, report } = await linesOf([
      user("no-address", {
        email: undefined,
        phoneNumber: "+15555550100",
        passwordHash: BCRYPT,
        source: "ghost",
      }),
      user("nothing", { email: undefined, passwordHash: BCRYPT, source: "ghost" }),
    ]);
    expect(written).toMatchObject([
      { externalUserId: "no-address", identifiers: ["+15555550100"], passwordHash: BCRYPT, peppered: false },
    ]);
    expect(report).toMatchObject({ importable: 0, loginOnly: 1, refused: 1 });
    expect(report.problems).toMatchObject([{ name: "user/email-missing", records: 2 }]);
  });
});

describe("what users have", () => {
  const contentsOf = async (from: CheckOptions["from"], text: string) => {
    const checked = await checkExport(
      async function* () {
        yield Buffer.from(text);
      },
      { from },
    );
    if (!checked.ok) throw new Error(checked.problems[0].code);
    return checked.value.contents;
  };

  it("is counted of users whom others share an address with, and of those who are held back", async () => {
    const twins = [user("a"), user("b", { email: "a@example.com", passwordHash: BCRYPT, source: "ghost" })];
    const held = { id: "1", email: "c@example.com", encrypted_password: BCRYPT, aud: "authenticated" };
    const lines = twins.map((one) => JSON.stringify(one)).join("\n");
    expect((await contentsOf("credport", lines)).passwords).toMatchObject({ found: 2, refused: 2 });
    expect((await contentsOf("supabase", JSON.stringify([held]))).passwords).toMatchObject({ found: 1, refused: 1 });
  });

  it("has a password that is damaged, also where its hash is in parts", async () => {
    const secretData = '{"value":"6waVshlU","salt":"H2jys7FlwJaDQh5OILIMqg=="}';
    const additionalParameters = {
      hashLength: ["32"],
      memory: ["7168"],
      type: ["id"],
      version: ["1.3"],
      parallelism: ["1"],
    };
    const credentialData = JSON.stringify({ hashIterations: 5, algorithm: "argon2", additionalParameters });
    const cut = { id: "1", username: "a", email: "a@example.com", enabled: true };
    const users = [{ ...cut, credentials: [{ type: "password", secretData, credentialData }] }];
    const { passwords } = await contentsOf("keycloak", JSON.stringify({ realm: "shop", users }));
    expect(passwords).toMatchObject({ found: 1, refused: 1 });
  });

  it("has each second factor once, whatever is said of it", async () => {
    const secretData = '{"value":"stepupdemofixture123"}';
    const factor = (more: object) => ({
      type: "otp",
      secretData,
      credentialData: JSON.stringify({ subType: "totp", period: 30, ...more }),
    });
    const password = {
      type: "password",
      secretData: `{"value":"${BCRYPT}"}`,
      credentialData: '{"algorithm":"bcrypt"}',
    };
    const found = async (credentials: readonly object[], more: object = {}) => {
      const ada = { id: "1", username: "ada", email: "ada@example.com", enabled: true, ...more };
      const realm = { realm: "r", users: [{ ...ada, credentials: [password, ...credentials] }] };
      return (await contentsOf("keycloak", JSON.stringify(realm))).secondFactors;
    };
    const one = { found: 1, carried: 0, refused: 0, leftOut: 0, atLogin: 0 };
    expect(await found([factor({ digits: 6 })])).toEqual({ ...one, carried: 1 });
    expect(await found([factor({ digits: 8, algorithm: "HmacSHA256" })])).toEqual({ ...one, refused: 1 });
    expect(await found([factor({ subType: "hotp" })])).toEqual({ ...one, leftOut: 1 });
    expect(await found([], { requiredActions: ["CONFIGURE_TOTP"] })).toEqual({ ...one, found: 0 });
  });
});

describe("a second factor that is not at hand", () => {
  /** Better Auth's own scrypt, which only credport verifies. */
  const hash = `${"a".repeat(32)}:${"b".repeat(128)}`;
  const document = {
    user: [
      {
        id: "1",
        email: "ann@example.com",
        emailVerified: true,
        name: "Ann",
        twoFactorEnabled: true,
        image: "x",
      },
    ],
    account: [{ id: "a", userId: "1", providerId: "credential", accountId: "1", password: hash }],
    twoFactor: [{ id: "t", userId: "1", secret: "00".repeat(60), backupCodes: "x" }],
  };
  const check = async (passwordAlone: boolean, password = hash) => {
    const known: WritableFallbackUser[] = [];
    const account = document.account.map((one) => ({ ...one, password }));
    const report = await checkExport(
      async function* () {
        yield Buffer.from(JSON.stringify({ ...document, account }));
      },
      {
        from: "better-auth",
        passwordAlone,
        onLoginOnly: (one) => void known.push(one),
        onRejected: (_, { rejected }) => void (rejected !== undefined && known.push(rejected)),
      },
    );
    if (!report.ok) throw new Error(report.problems[0].code);
    return { report: report.value, line: JSON.parse(formatFallbackUser(known[0] as WritableFallbackUser)) };
  };

  it("keeps the user out of the fallback: the password alone would let them in", async () => {
    const { report, line } = await check(false);
    expect(report).toMatchObject({ loginOnly: 0, refused: 1 });
    expect(report.problems.map(({ name }) => name)).toContain("user/second-factor-encrypted-at-login");
    expect(report.contents.secondFactors).toMatchObject({ found: 1, carried: 0, refused: 1, leftOut: 0 });
    expect(line).not.toHaveProperty("passwordHash");
    // Nor does a link to a new password: whoever reads the user's mail would be in.
    expect(line).toMatchObject({ emailVerified: true, noReset: true });
  });

  it("makes no account by a link where another fault keeps the user out, too", async () => {
    const { report, line } = await check(false, "cut:off");
    expect(report).toMatchObject({ loginOnly: 0, refused: 1 });
    expect(report.problems.map(({ name }) => name)).not.toContain("user/second-factor-encrypted-at-login");
    expect(line).toMatchObject({ noReset: true });
    expect((await check(true, "cut:off")).line).not.toHaveProperty("noReset");
  });

  it("is told as a warning where the operator lets them in", async () => {
    const { report, line } = await check(true);
    expect(report).toMatchObject({ loginOnly: 1, refused: 0 });
    expect(report.warnings.map(({ name }) => name)).toContain("user/second-factor-encrypted");
    expect(report.contents.secondFactors).toMatchObject({ found: 1, carried: 0, refused: 0, leftOut: 1 });
    expect(report.notCarried.map(({ name }) => name)).toContain("image");
    expect(report.contents).toMatchObject({
      passwords: { found: 1, carried: 1, atLogin: 1 },
      verifiedAddresses: { found: 1, carried: 1, atLogin: 1 },
    });
    expect(line).toMatchObject({ passwordHash: hash });
    expect(line).not.toHaveProperty("noReset");
  });
});

describe("what a check tells of users who log in through the fallback", () => {
  const hash = (rounds: number) =>
    `$pbkdf2-sha1$i=${rounds}$${Buffer.alloc(16, 7).toString("base64").replace(/=+$/, "")}$${Buffer.alloc(64, 7).toString("base64").replace(/=+$/, "")}`;

  it("names the limit over which their hash is, so that no login would succeed", async () => {
    const users = [user("within", { passwordHash: hash(1_300_000) }), user("over", { passwordHash: hash(1_400_000) })];
    const { report } = await linesOf(users);
    expect(report.notices).toMatchObject([
      { name: "verify/cost-over-limit", records: 1, fields: ["pbkdf2Iterations"] },
    ]);
    expect(isReadyToImport(report, { acceptsLoginOnly: true })).toBe(false);
    const raised = await linesOf(users, { limits: { pbkdf2Iterations: 6_000_000 } });
    expect(raised.report.notices).toEqual([]);
    expect(isReadyToImport(raised.report, { acceptsLoginOnly: true })).toBe(true);
  });

  it("proves known passwords by any identifier, also of users without an address", async () => {
    const users = [user("7", { email: undefined, phoneNumber: "+15555550100" })];
    const known = ["+15555550100", "7"].map((identifier) => ({ identifier, password: PASSWORD }));
    expect((await linesOf(users, { known })).report.known).toMatchObject({ outcome: "matches", matching: 2 });
  });

  it("counts verified phone numbers that no region says how to read", async () => {
    const realm = {
      realm: "shop",
      users: [
        {
          ...{ id: "1", username: "ann", email: "ann@example.com", enabled: true, totp: false },
          attributes: { phoneNumber: ["030 901820"], phoneNumberVerified: ["true"] },
          credentials: [],
        },
      ],
    };
    const open = async function* () {
      yield Buffer.from(JSON.stringify(realm));
    };
    const without = await checkExport(open, { from: "keycloak" });
    expect(without.ok && without.value.contents.phoneNumbers).toMatchObject({ found: 1, refused: 1 });
    const read = await checkExport(open, { from: "keycloak", phoneRegion: "DE" });
    expect(read.ok && read.value.contents.phoneNumbers).toMatchObject({ found: 1, carried: 1 });
    expect(read.ok && read.value.notCarried.map(({ name }) => name)).not.toContain("attributes.phoneNumber");
  });

  it("takes no passkey of what a database writes for nothing", async () => {
    const empty = ["null", "[]", "{}", "6e756c6c", "0x6E756C6C", "\\x5b5d"];
    const users = empty.map((webauthnCredentials, at) => {
      return { owner: "o", name: `u${at}`, id: `${at}`, email: `u${at}@example.com`, webauthnCredentials };
    });
    const open = async function* () {
      yield Buffer.from(JSON.stringify(users));
    };
    const checked = await checkExport(open, { from: "casdoor" });
    expect(checked.ok && checked.value.notices.map(({ name }) => name)).not.toContain("check/only-passkey");
    expect(checked.ok && checked.value.notices.map(({ name }) => name)).not.toContain("check/passkeys");
  });
});
