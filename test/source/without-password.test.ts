import { describe, expect, it } from "vitest";
import { checkExport } from "../../src/check/index.js";
import { parseBcrypt } from "../../src/index.js";
import { formatUser, parseUser, type ReadableSource, type UserRecord } from "../../src/source/index.js";
import type { WithoutPasswordUse } from "../../src/source/without-password.js";
import { verifyPassword } from "../../src/verify/index.js";
import { bytesOf } from "./read-users.js";
import { readAs } from "./systems/read-samples.js";

const attributes = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([Name, Value]) => ({ Name, Value }));

const cognito = (more: Readonly<Record<string, string>>, status = "CONFIRMED") => ({
  ...{ Username: more.sub, UserStatus: status, Enabled: true },
  Attributes: attributes(more),
});

const MAIL = { email: "ada@example.com", email_verified: "true" };
const PHONE = { phone_number: "+15555550100", phone_number_verified: "true" };

async function read(
  users: readonly object[],
  withoutPassword?: WithoutPasswordUse,
  from: ReadableSource = "cognito",
): Promise<readonly UserRecord[]> {
  const text = JSON.stringify(from === "cognito" ? { Users: users } : users);
  const records = await readAs(from, text, withoutPassword === undefined ? {} : { withoutPassword });
  return records.filter((record) => record.kind === "user");
}

const codesOf = ({ result }: UserRecord) => (result.ok ? result.warnings : result.problems).map(({ code }) => code);

const userOf = ({ result }: UserRecord) => {
  if (!result.ok) throw new Error(result.problems[0].code);
  return result.value.user;
};

async function one(...args: Parameters<typeof read>): Promise<UserRecord> {
  const [record] = await read(...args);
  return record as UserRecord;
}

describe("users whose password is not in the export", () => {
  const ada = cognito({ sub: "1", ...MAIL });

  it("are refused unless something else is asked for", async () => {
    for (const use of [undefined, "refuse"] as const) {
      const record = await one([ada], use);
      expect([record.result.ok, codesOf(record)]).toEqual([false, ["user/password-not-exported"]]);
    }
  });

  it("get a hash that is sound, their own, the same each time, and of no password", async () => {
    const users = [ada, cognito({ sub: "2", email: "bob@example.com" })];
    const hashes = (await read(users, "reset")).map((record) => userOf(record).passwordHash as string);
    expect(new Set(hashes).size).toBe(2);
    expect((await read(users, "reset")).map((record) => userOf(record).passwordHash)).toEqual(hashes);
    expect(hashes.map((hash) => parseBcrypt(hash).ok)).toEqual([true, true]);
    for (const guess of ["", "1", "ada@example.com", "credport: a user without a password\u00001"]) {
      const verified = await verifyPassword(guess, hashes[0] as string);
      expect(verified).toMatchObject({ ok: true, value: { matches: false } });
    }
  });

  it("are marked, have one warning, and keep an address unverified that was not verified", async () => {
    const record = await one([cognito({ sub: "1", email: "ada@example.com" })], "reset");
    expect(userOf(record)).toMatchObject({ needsNewPassword: true, emailVerified: false });
    expect(codesOf(record)).toEqual(["user/password-to-choose"]);
  });

  it("keep a phone number beside the password that they choose, where the system says that they had one", async () => {
    const record = await one([cognito({ sub: "1", ...MAIL, ...PHONE })], "reset");
    expect(userOf(record)).toMatchObject({ phoneNumber: "+15555550100", needsNewPassword: true });
    expect(codesOf(record)).toEqual(["user/password-to-choose"]);
  });

  it("get no password where they log in through a provider", async () => {
    const identities = JSON.stringify([
      { providerName: "Google", providerType: "Google", userId: "108", primary: true },
    ]);
    const record = await one([cognito({ sub: "1", ...MAIL, identities }, "EXTERNAL_PROVIDER")], "reset");
    expect(userOf(record).passwordHash).toBeUndefined();
  });

  it("sign in by codes where their address is verified, and are refused where it is not", async () => {
    const sound = await one([ada], "code");
    expect(userOf(sound)).toMatchObject({ email: "ada@example.com", emailVerified: true });
    expect(userOf(sound).passwordHash).toBeUndefined();
    expect(codesOf(sound)).toEqual(["user/code-in-place-of-password"]);
    const unverified = await one([cognito({ sub: "1", email: "ada@example.com" })], "code");
    expect(codesOf(unverified)).toContain("user/code-address-unverified");
  });

  it.each<[string, object, readonly string[]]>([
    ["disabled", { ...ada, Enabled: false }, ["user/disabled", "user/password-not-exported"]],
    ["without an address", cognito({ sub: "1" }), ["user/password-not-exported"]],
    ["without an ID", cognito(MAIL), ["user/id-unusable", "user/password-not-exported"]],
  ])("are refused as before where they are %s", async (_, user, codes) => {
    for (const use of ["reset", "code"] as const) {
      const record = await one([user], use);
      expect(record.result.ok).toBe(false);
      expect([...codesOf(record)].sort()).toEqual(codes);
      expect(JSON.stringify(record)).not.toContain("$2a$");
    }
  });

  it("are not those whose hash is damaged, or whose record says that they have no password", async () => {
    const of = (encrypted_password: string | null) => ({
      ...{
        id: "1",
        email: "ada@example.com",
        email_confirmed_at: "2024-01-01T00:00:00Z",
        invited_at: "2023-12-31T00:00:00Z",
      },
      encrypted_password,
    });
    const results = await Promise.all(["$2a$10$cut", "!", null].map((hash) => one([of(hash)], "reset", "supabase")));
    expect(results.map(({ result }) => result.ok)).toEqual([false, false, true]);
  });

  it("are not those whose password Django has marked as unusable, and to whom it sends no link", async () => {
    const of = (password: string) => ({
      model: "auth.user",
      pk: 5,
      fields: { password, username: "ed", email: "ed@example.com", is_active: true },
    });
    for (const use of [undefined, "reset", "code"] as const) {
      const { result, withoutPassword } = await one([of("!abcdefghijklmnopqrstuvwxyz0123456789ABCD")], use, "django");
      expect(result.ok || result.problems.map(({ code }) => code)).toEqual(["user/no-credential"]);
      expect(withoutPassword).toBeUndefined();
    }
  });

  it("stay so in credport's own format", async () => {
    const user = userOf(await one([ada], "reset"));
    const again = await parseUser(formatUser(user));
    expect(again).toMatchObject({ ok: true, warnings: [], value: { user: { needsNewPassword: true } } });
    expect(again.ok && again.value.user.passwordHash).toBe(user.passwordHash);
  });

  it("count as importable, and not as users with a password", async () => {
    const text = JSON.stringify({ Users: [ada, cognito({ sub: "2", email: "bob@example.com" })] });
    const report = await checkExport(() => bytesOf(text), { from: "cognito", withoutPassword: "reset" });
    expect(report).toMatchObject({
      ok: true,
      value: { importable: 2, refused: 0, contents: { passwords: { found: 0 } } },
    });
  });
});

describe("what the other choices would do", () => {
  it.each([undefined, "reset", "code"] as const)("is counted whatever was chosen: %s", async (withoutPassword) => {
    const users = [
      cognito({ sub: "1", ...MAIL }),
      cognito({ sub: "2", email: "b@example.com", email_verified: "false" }),
      cognito({ sub: "3", ...MAIL, email: "c@example.com", ...PHONE }),
      cognito({ sub: "4", ...MAIL, email: "twice@example.com" }),
      cognito({ sub: "5", ...MAIL, email: "twice@example.com" }),
      cognito({ sub: "6", ...MAIL, email: "d@example.com" }, "UNCONFIRMED"),
    ];
    const open = () => bytesOf(JSON.stringify({ Users: users }));
    const options = withoutPassword === undefined ? {} : { withoutPassword };
    const report = await checkExport(open, { from: "cognito", ...options });
    expect(report).toMatchObject({ ok: true, value: { withoutPassword: { reset: 3, code: 1 } } });
    // One of them has a phone number beside the address.
    const chosen = withoutPassword === undefined ? 1 : { reset: 3, code: 2 }[withoutPassword];
    expect(report).toMatchObject({ ok: true, value: { importable: chosen } });
  });
});
