import { describe, expect, it, onTestFinished, vi } from "vitest";
import { checkExport } from "../../src/check/index.js";
import type { KnownPasswordResult } from "../../src/check/internal.js";
import type { KnownPassword } from "../../src/check/known-password.js";
import type { FirebaseHashConfig } from "../../src/source/index.js";
import { hashProviderScrypt } from "../../src/verify/index.js";
import { bytesOf, sampleHashConfig, sampleText } from "../source/read-users.js";
import { HASHES, LONG_PASSWORD, lines } from "../source/systems/samples.js";

const CONFIG = sampleHashConfig();
const SAMPLE = sampleText("users.json");
const ADA = "ada@example.com";
const PASSWORD = sampleText("known-password.txt").trim();

async function prove(
  identifier: string,
  password: string,
  { text = SAMPLE, hashConfig = CONFIG as FirebaseHashConfig | undefined } = {},
): Promise<KnownPasswordResult | undefined> {
  const report = await checkExport(() => bytesOf(text), {
    from: "firebase",
    known: { identifier, password },
    ...(hashConfig === undefined ? {} : { hashConfig }),
  });
  if (!report.ok) throw new Error(report.problems[0].code);
  return report.value.known;
}

const { users } = JSON.parse(SAMPLE) as { users: Record<string, string>[] };
const ada = users.find(({ email }) => email === ADA) as Record<string, string>;

describe("a known password", () => {
  it("proves signer key, separator, rounds and memory cost", async () => {
    const known = await prove(ADA, PASSWORD);
    expect(known?.outcome).toBe("matches");
    expect(known?.message).toMatch(/signer key, salt separator, rounds and memory cost/);
  });

  it("is named where it matches and the service can't verify it", async () => {
    const passwordOf = async (password: string) => {
      const made = await hashProviderScrypt(password, { ...CONFIG, salt: ada.salt as string });
      if (!made.ok) throw new Error(made.problems[0].message);
      const passwordHash = made.value.split("$")[2];
      const text = JSON.stringify({ users: [{ ...ada, passwordHash }] });
      const report = await checkExport(() => bytesOf(text), {
        ...{ from: "firebase", hashConfig: CONFIG, service: "supertokens" },
        known: { identifier: ADA, password },
      });
      return report.ok ? report.value.known : report.problems;
    };
    const found = await passwordOf("grün");
    expect(found).toMatchObject({
      outcome: "matches",
      message: expect.stringContaining("are right; but the user can't"),
    });
    expect(await passwordOf("green")).toMatchObject({ message: expect.stringMatching(/are right$/) });
  });

  it("is that of the user with this address, number or ID, and of no other", async () => {
    for (const identifier of [` ${ADA.toUpperCase()} `, ada.localId as string]) {
      expect((await prove(identifier, PASSWORD))?.outcome).toBe("matches");
    }
    expect((await prove("ada", PASSWORD))?.outcome).toBe("user-not-found");
    expect((await prove("", PASSWORD))?.outcome).toBe("user-not-found");
    const bcrypt = "$2b$10$Wd0pP7Zq3uLkYv5xHs1cNOfYU9EQMo/sDwwjJr4DEqiaLtFmG4wnW";
    const text = JSON.stringify([
      { localId: "AbC", email: "a@example.com", phoneNumber: "+15555550100" },
      { localId: "aBc", email: "b@example.com", passwordHash: bcrypt },
      { localId: "c", phoneNumber: "+15555550101" },
    ]);
    // IDs differ by case; were it ignored, the last user with it would be taken.
    expect((await prove("AbC", "x", { text }))?.outcome).toBe("no-password");
    expect((await prove("aBc", "x", { text }))?.outcome).toBe("mismatch");
    expect((await prove("+15555550101", "x", { text }))?.outcome).toBe("no-password");
  });

  it("is that of the user whose address it is, though others have it for their user name", async () => {
    const [right, other] = ["$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", HASHES.odoo];
    const rows = [`2,${ADA},x@example.com,${other}`, `1,ada,${ADA},${right}`, `3,${ADA},y@example.com,${other}`];
    for (const order of [rows, rows.toReversed()]) {
      const text = ["ID,user_login,user_email,user_pass", ...order, ""].join("\n");
      const known = { identifier: ADA, password: "U*U" };
      const report = await checkExport(() => bytesOf(text), { from: "wordpress", known });
      expect(report).toMatchObject({ ok: true, value: { known: { outcome: "matches" } } });
    }
  });

  it("is told from a wrong one, and from a wrong signer key, which look alike", async () => {
    const wrong = await prove(ADA, `${PASSWORD}!`);
    expect(wrong?.outcome).toBe("mismatch");
    expect(wrong?.message).toMatch(/signer key first/);
    const key = Buffer.from(CONFIG.signerKey, "base64");
    key[0] = (key[0] as number) ^ 1;
    const hashConfig = { ...CONFIG, signerKey: key.toString("base64") };
    expect(await prove(ADA, PASSWORD, { hashConfig })).toEqual(wrong);
  });

  it.each([
    ["base64_salt_separator Bw==", { saltSeparator: "" }],
    ["base64_salt_separator Bw==", { saltSeparator: "Bg==" }],
    ["mem_cost 14 instead of 13", { memCost: 13 }],
    ["mem_cost 14 instead of 15", { memCost: 15 }],
    ["mem_cost 14 instead of 8", { memCost: 8 }],
    ["rounds 8 instead of 7", { rounds: 7 }],
    ["rounds 8 instead of 9", { rounds: 9 }],
    ["rounds 8 instead of 1", { rounds: 1 }],
  ])("says the right value when another one was given: %s", async (right, fault) => {
    const known = await prove(ADA, PASSWORD, { hashConfig: { ...CONFIG, ...fault } });
    expect(known).toEqual({
      outcome: "mismatch",
      message: `the password matches with ${right}: correct it in the hash parameters`,
    });
  });

  it("names rounds and mem_cost that were swapped", async () => {
    const known = await prove(ADA, PASSWORD, { hashConfig: { ...CONFIG, rounds: 14, memCost: 8 } });
    expect([known?.outcome, known?.message]).toEqual([
      "mismatch",
      "the password matches with rounds and mem_cost swapped: in the hash parameters set rounds to 8 and mem_cost to 14",
    ]);
  });

  it.each([18, 20, 30])("names a mem_cost of %i, which no machine should try", async (memCost) => {
    const hashConfig = { ...CONFIG, memCost };
    const known = await prove(ADA, PASSWORD, { hashConfig });
    expect(known).toEqual({
      outcome: "mismatch",
      message: `the password matches with mem_cost 14 instead of ${memCost}: correct it in the hash parameters`,
    });
    const wrong = await prove(ADA, `${PASSWORD}!`, { hashConfig });
    expect(wrong?.outcome).toBe("not-verified");
    expect(wrong?.message).toContain(`with mem_cost ${memCost}`);
  });

  it("names a neighbour of unusual parameters too", async () => {
    const unusual = { ...CONFIG, memCost: 5, rounds: 3, saltSeparator: "" };
    const salt = ada.salt as string;
    const built = await hashProviderScrypt(PASSWORD, { ...unusual, salt });
    if (!built.ok) throw new Error(built.problems[0].code);
    const passwordHash = built.value.split("$")[2];
    const text = JSON.stringify([{ localId: "a", email: ADA, passwordHash, salt }]);
    expect((await prove(ADA, PASSWORD, { text, hashConfig: unusual }))?.outcome).toBe("matches");
    const near = await prove(ADA, PASSWORD, { text, hashConfig: { ...unusual, memCost: 6 } });
    expect(near?.message).toContain("mem_cost 5 instead of 6");
  });

  it("can't be tried on a user that is refused, has no password or is not there", async () => {
    const refused = users.find(({ disabled }) => (disabled as unknown) === true) as Record<string, string>;
    const known = await prove(refused.localId as string, PASSWORD);
    expect(known?.outcome).toBe("user-refused");
    expect(known?.message).toContain("user/disabled");
    const phoneOnly = users.find((user) => user.phoneNumber && !user.passwordHash && !user.providerUserInfo?.length);
    expect((await prove((phoneOnly as Record<string, string>).phoneNumber as string, "x"))?.outcome).toBe(
      "no-password",
    );
    expect((await prove("nobody@example.com", "x"))?.outcome).toBe("user-not-found");
  });

  it("is verified against a hash that was imported as it is", async () => {
    // The published hash of "U*U" by crypt_blowfish.
    const passwordHash = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
    const text = JSON.stringify([{ localId: "a", email: "a@example.com", passwordHash }]);
    const matching = await prove("a", "U*U", { text, hashConfig: undefined });
    expect(matching).toEqual({
      outcome: "matches",
      message: "the password matches the hash as it would be imported",
    });
    expect((await prove("a", "U*V", { text, hashConfig: undefined }))?.outcome).toBe("mismatch");
  });

  it("is not verified where the hash costs more than this machine gives", async () => {
    const text = JSON.stringify([
      {
        localId: "a",
        email: "a@example.com",
        passwordHash: `$2b$19$${"C".repeat(21)}.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW`,
      },
    ]);
    const known = await prove("a", "x", { text });
    expect(known?.outcome).toBe("not-verified");
    expect(known?.message.length).toBeGreaterThan(20);
  });

  it("appears in no outcome", async () => {
    for (const password of [PASSWORD, "another-password-0815"]) {
      expect(JSON.stringify(await prove(ADA, password))).not.toContain(password);
    }
  });
});

describe("several known passwords", () => {
  /** Of phpass's own test suite, of bcrypt's, and the key of RFC 6238, appendix B. */
  const PHPASS = { passwordHash: "$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0", source: "wordpress" };
  const BCRYPT = {
    passwordHash: "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
    source: "ghost",
  };
  const TOTP = [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1, deviceName: "phone" }];
  const users = [
    { externalUserId: "w", email: "w@example.com", ...PHPASS },
    { externalUserId: "g", email: "g@example.com", ...BCRYPT, totp: TOTP },
    { externalUserId: "p", email: "p@example.com", phoneNumber: "+15555550100" },
  ];
  const file = () => bytesOf(users.map((user) => JSON.stringify(user)).join("\n"));

  async function proveAll(known: readonly KnownPassword[]) {
    vi.useFakeTimers({ toFake: ["Date"], now: 59_000 });
    onTestFinished(() => void vi.useRealTimers());
    const report = await checkExport(file, { from: "credport", known });
    if (!report.ok) throw new Error(report.problems[0].code);
    return report.value.known;
  }

  it("are proven with codes of their devices, and also where the fallback verifies them", async () => {
    const known = await proveAll([
      { identifier: " G@example.com", password: "U*U", totp: "287082" },
      { identifier: "w", password: "test12345" },
    ]);
    expect(known).toEqual({
      outcome: "matches",
      message: "2 of 2 that can be tested match",
      matching: 2,
      given: 2,
      notProven: [],
    });
  });

  it("are each told where they are not", async () => {
    const known = await proveAll([
      { identifier: "g@example.com", password: "U*U", totp: "287083" },
      { identifier: "w@example.com", password: "test12346" },
      { identifier: "+15555550100", password: "x" },
      { identifier: "nobody@example.com", password: "x" },
      { identifier: "g", password: "U*U" },
    ]);
    const MESSAGE = "1 of 3 that can be tested matches; 2 could not be tested";
    expect(known).toMatchObject({ outcome: "totp-mismatch", message: MESSAGE });
    expect(known?.notProven?.map(({ identifier, outcome }) => [identifier, outcome])).toEqual([
      ["g@example.com", "totp-mismatch"],
      ["w@example.com", "mismatch"],
      ["+15555550100", "no-password"],
      ["nobody@example.com", "user-not-found"],
    ]);
    expect(JSON.stringify(known)).not.toMatch(/U\*U|test1234|28708/);
  });
});

describe("a known password over a pepper", () => {
  const user = { id: 1, email: ADA, password: HASHES["flask-security"], active: true, fs_uniquifier: "u" };
  const proven = async (password: string, pepper?: string) => {
    const report = await checkExport(() => bytesOf(lines(user)), {
      from: "flask-security",
      known: { identifier: ADA, password },
      ...(pepper === undefined ? {} : { pepper }),
    });
    return report.ok ? report.value.known?.outcome : report.problems[0].code;
  };

  it("is proven with the pepper, and with no other and without one it is not", async () => {
    expect(await proven(LONG_PASSWORD, "the-site-salt")).toBe("matches");
    expect(await proven(LONG_PASSWORD, "another-salt")).toBe("mismatch");
    expect(await proven("another password", "the-site-salt")).toBe("mismatch");
    expect(await proven(LONG_PASSWORD)).toBe("not-verified");
  });
});
