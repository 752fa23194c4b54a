import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkExport, isReadyToImport } from "../../src/check/index.js";
import type { Decision } from "../../src/source/index.js";
import { type ReadExportOptions, readUniqueUsers, type UserRecord } from "../../src/source/index.js";
import { PREFERENCE_NAMES, userIn } from "../../src/source/internal.js";
import { bytesOf } from "./read-users.js";

const HASH = "$2b$04$......................2M3qWZ1iCmWzHp6OqKXIgfPlDwx2TGC";

type Fields = Readonly<Record<string, unknown>>;

const CONFIRMED = "2024-01-01T00:00:00Z";

/** A user as Supabase exports it, of which everything that can be preferred is read. */
const user = (id: string, email: string, more: Fields = {}): Fields => ({
  ...{ id, email, encrypted_password: HASH, email_confirmed_at: CONFIRMED, confirmation_sent_at: CONFIRMED },
  ...more,
});

const open = (users: readonly Fields[]) => () => bytesOf(users.map((one) => JSON.stringify(one)).join("\n"));

async function read(users: readonly Fields[], options: Partial<ReadExportOptions>) {
  const records: UserRecord[] = [];
  for await (const one of readUniqueUsers(open(users), { from: "supabase", ...options })) {
    if (one.kind === "user") records.push(one);
  }
  return records;
}

/** Of each record: `ok`, or why it is refused. */
async function fates(users: readonly Fields[], options: Partial<ReadExportOptions> = {}) {
  const records = await read(users, options);
  return records.map(({ result }) => (result.ok ? "ok" : result.problems[0].code));
}

const decided = (rows: Readonly<Record<string, Decision>>) => ({ decisions: new Map(Object.entries(rows)) });

/** The address is not verified, and an address that is not is let in: as by `--include unconfirmed`. */
const OPEN = { email_confirmed_at: null };
const SHARED = "user/duplicate-email";
const OUT = "user/left-out";

describe("records that share a social login", () => {
  const google = {
    identities: [{ id: "110", provider: "google", identity_data: { sub: "110", email: "ada@example.com" } }],
  };
  const later = { ...google, last_sign_in_at: "2025-01-01T00:00:00Z", created_at: "2025-01-01T00:00:00Z" };
  const ada = user("a", "ada@example.com", { ...google, created_at: "2020-01-01T00:00:00Z" });

  it.each([["last-login"], ["newest"], ["verified"], ["has-password"]] as const)(
    "are not told apart by dates and passwords: %s",
    async (prefer) => {
      const all = await fates([ada, user("m", "mallory@example.com", later)], { prefer: [prefer] });
      expect(all).toEqual(["user/duplicate-third-party", "user/duplicate-third-party"]);
    },
  );

  it("are chosen from by an address that both have and one has verified, or by a person", async () => {
    const unproven = user("m", "ada@example.com", { ...later, ...OPEN });
    const included = { include: ["unconfirmed"] } as const;
    expect(await fates([ada, unproven], { prefer: ["last-login"], ...included })).toEqual(["ok", OUT]);
    const mallory = user("m", "mallory@example.com", later);
    const rows = decided({ m: "leave-out" });
    expect(await fates([ada, mallory], { prefer: ["last-login"], ...rows })).toEqual(["ok", OUT]);
  });
});

describe("records that share an address", () => {
  const [old, recent] = ["2024-01-01T00:00:00Z", "2025-01-01T00:00:00Z"];
  const phone = { phone: "15555550100", phone_confirmed_at: CONFIRMED, phone_change_sent_at: CONFIRMED };

  it.each<[string, ReadExportOptions["prefer"], Fields, Fields, readonly string[]]>([
    ["the later login", ["last-login"], { last_sign_in_at: old }, { last_sign_in_at: recent }, [OUT, "ok"]],
    ["a login rather than none", ["last-login"], { last_sign_in_at: old }, {}, ["ok", OUT]],
    ["the later account", ["newest"], { created_at: recent }, { created_at: old }, ["ok", OUT]],
    ["a password", ["has-password"], { encrypted_password: null, ...phone }, {}, [OUT, "ok"]],
    [
      "what comes first, and the next where that is equal",
      ["verified", "newest"],
      { created_at: old },
      { created_at: recent },
      [OUT, "ok"],
    ],
    ["none where nothing tells them apart", ["last-login", "newest"], {}, {}, [SHARED, SHARED]],
    [
      "a verified address before a later login",
      ["last-login"],
      { last_sign_in_at: recent, ...OPEN },
      { last_sign_in_at: old },
      [OUT, "ok"],
    ],
    ["a verified address before a later account", ["newest"], { created_at: recent, ...OPEN }, {}, [OUT, "ok"]],
    [
      "a verified address before a password",
      ["has-password"],
      OPEN,
      { encrypted_password: null, ...phone },
      [OUT, "ok"],
    ],
    ["none unless asked", undefined, { last_sign_in_at: old }, {}, [SHARED, SHARED]],
  ])("prefers %s", async (_, prefer, a, b, expected) => {
    const options = prefer === undefined ? {} : { prefer };
    expect(await fates([user("a", "x@example.com", a), user("b", "X@example.com", b)], options)).toEqual(expected);
  });

  it("leaves the address of a preferred user who is refused themselves with that user", async () => {
    const banned = user("a", "x@example.com", {
      last_sign_in_at: recent,
      banned_until: "2999-01-01T00:00:00Z",
    });
    const users = [banned, user("b", "x@example.com", { last_sign_in_at: old })];
    expect(await fates(users, { prefer: ["last-login"] })).toEqual(["user/banned", OUT]);
  });

  it("leaves out who has registered with another's address and was never let in, though they came later", async () => {
    const invited = user("a", "x@example.com", { ...OPEN, created_at: recent });
    const users = [invited, user("b", "x@example.com", { ...OPEN, ...phone, created_at: old })];
    expect(await fates(users, { prefer: ["newest"] })).toEqual([OUT, "ok"]);
    const both = [invited, user("b", "x@example.com", { ...OPEN, created_at: old })];
    expect(await fates(both, { prefer: ["newest"] })).toEqual(["user/unconfirmed", OUT]);
  });

  it("keeps a user whose only rival is left out", async () => {
    const users = [
      user("a", "x@example.com", { last_sign_in_at: recent }),
      user("b", "x@example.com", { last_sign_in_at: old, ...phone }),
      user("c", "y@example.com", phone),
    ];
    expect(await fates(users, { prefer: ["last-login"] })).toEqual(["ok", OUT, "ok"]);
  });

  it("does not choose by an address that one has verified against another record than that of a number", async () => {
    const owner = user("a", "x@example.com", { ...phone, created_at: recent });
    const other = user("b", "y@example.com", { ...phone, created_at: old });
    expect(await fates([owner, other], { prefer: ["newest"] })).toEqual(["ok", OUT]);
    const twin = user("c", "y@example.com", { ...OPEN, created_at: old });
    const shared = "user/duplicate-phone";
    expect(await fates([owner, other, twin], { prefer: ["newest"] })).toEqual([shared, SHARED, SHARED]);
    const banned = { ...owner, email_confirmed_at: null, banned_until: "2999-01-01T00:00:00Z" };
    expect(await fates([banned, other, twin], { prefer: ["newest"] })).toEqual([OUT, "ok", OUT]);
  });

  it("says which record was chosen, and lets the fallback find no one else by the address", async () => {
    const users = [user("a", "x@example.com", phone), user("b", "x@example.com")];
    const [first] = await read(users, decided({ a: "leave-out", b: "import" }));
    expect(first).toMatchObject({
      result: {
        problems: [{ code: OUT, message: "the record on line 2 has the same e-mail address and was chosen" }],
      },
      rejected: { shared: ["x@example.com"] },
    });
    expect(first?.loginOnly).toBeUndefined();
  });
});

describe("one record that the export has twice", () => {
  const phone = { phone: "15555550100", phone_confirmed_at: CONFIRMED, phone_change_sent_at: CONFIRMED };
  const identity = (id: string) => ({ id, provider: "google", identity_data: { sub: id, email: "ada@example.com" } });
  const factor = (secret: string) => ({ id: "f", factor_type: "totp", status: "verified", secret });
  const ada = user("a", "ada@example.com", {
    ...phone,
    identities: [identity("110")],
    factors: [factor("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")],
  });

  it.each<[string, Partial<ReadExportOptions>]>([
    ["anything is preferred", { prefer: ["newest"] }],
    ["its user is to be imported", decided({ a: "import" })],
    ["its user was seen", decided({ a: "open" })],
    ["an earlier run has sent it", { isSent: (record) => record === 0 }],
  ])("is taken once where %s", async (_, options) => {
    expect(await fates([ada, user("b", "b@example.com"), ada], options)).toEqual(["ok", "ok", OUT]);
    expect(await fates([ada, ada, ada], options)).toEqual(["ok", OUT, OUT]);
  });

  it("is refused each time where nothing is said of such records, or where another one has its address", async () => {
    expect(await fates([ada, ada])).toEqual([SHARED, SHARED]);
    const rival = user("b", "ada@example.com");
    const all = await fates([ada, rival, ada], { prefer: ["newest"] });
    expect(all).toEqual([SHARED, SHARED, SHARED]);
  });

  it.each<[string, Fields]>([
    ["hash", { encrypted_password: HASH.replace("2M3q", "2M3r") }],
    ["secret", { factors: [factor("KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU")] }],
    ["login", { identities: [identity("111")] }],
    ["number", { phone: "15555550199" }],
    ["mark", { phone_confirmed_at: null }],
    ["ban", { banned_until: "2999-01-01T00:00:00Z" }],
  ])("is not one with a record of the ID that has another %s", async (_, other) => {
    expect(await fates([ada, { ...ada, ...other }], { prefer: ["verified"] })).toEqual([SHARED, SHARED]);
  });
});

describe("decisions by ID", () => {
  const twins = [user("a", "x@example.com"), user("b", "x@example.com")];

  it.each<[string, Readonly<Record<string, Decision>>, readonly string[]]>([
    ["one is imported", { a: "open", b: "import" }, [OUT, "ok"]],
    ["the last one left is imported", { a: "leave-out", b: "open" }, [OUT, "ok"]],
    ["both are left out", { a: "leave-out", b: "leave-out" }, [OUT, OUT]],
    ["two at a time can't be", { a: "import", b: "import" }, [SHARED, SHARED]],
    ["a record that was not seen keeps it open", { b: "import" }, [SHARED, SHARED]],
    ["nothing is decided", { a: "open", b: "open" }, [SHARED, SHARED]],
  ])("%s", async (_, rows, expected) => {
    expect(await fates(twins, decided(rows))).toEqual(expected);
  });

  it("have precedence over what is preferred", async () => {
    const users = [user("a", "x@example.com", { last_sign_in_at: CONFIRMED }), user("b", "x@example.com")];
    const rows = decided({ a: "open", b: "overwrite" });
    expect(await fates(users, { prefer: ["last-login"], ...rows })).toEqual([OUT, "ok"]);
  });

  it("say in the problem that a decision for two of them tells nothing", async () => {
    const users = [user("a", "x@example.com"), user("b", "x@example.com")];
    const messages = async (rows: Readonly<Record<string, Decision>>) => {
      const records = await read(users, decided(rows));
      return records.map(({ result }) => (result.ok ? "ok" : result.problems[0].message));
    };
    expect(await messages({ a: "import", b: "overwrite" })).toEqual([
      "the record on line 2 has the same e-mail address, and is to be imported too, or not in the sheet: only one of them can be",
      "the record on line 1 has the same e-mail address, and is to be imported too, or not in the sheet: only one of them can be",
    ]);
    expect((await messages({ a: "open", b: "open" }))[0]).toBe("the record on line 2 has the same e-mail address");
  });

  it("are carried out and named where they are for a stranger, against the user who has verified the address", async () => {
    const users = [user("a", "x@example.com"), user("b", "x@example.com", OPEN)];
    const codes = async (rows: Readonly<Record<string, Decision>>) =>
      (await read(users, decided(rows))).map(({ result }) =>
        result.ok ? [] : result.problems.map(({ code }) => code),
      );
    expect(await codes({ a: "open", b: "import" })).toEqual([[OUT, "user/owner-left-out"], []]);
    expect(await codes({ a: "leave-out", b: "import" })).toEqual([[OUT, "user/owner-left-out"], []]);
    expect((await codes({ a: "import", b: "open" }))[1]).not.toContain("user/owner-left-out");
  });

  it("let in users who are held back, and leave out any other", async () => {
    const open = user("a", "a@example.com", { email_confirmed_at: null });
    const users = [open, { ...open, id: "b", email: "b@example.com" }, user("c", "c@example.com")];
    expect(await fates(users, decided({ a: "import", c: "leave-out" }))).toEqual(["ok", "user/unconfirmed", OUT]);
  });
});

describe("whatever is chosen", () => {
  const record = fc.record({
    id: fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"),
    email: fc.constantFrom("x@example.com", "y@example.com", "z@example.com", "v@example.com"),
    encrypted_password: fc.constantFrom(HASH, null, "not a hash"),
    email_confirmed_at: fc.constantFrom(CONFIRMED, null),
    phone: fc.constantFrom("15555550100", "15555550101", null),
    phone_confirmed_at: fc.constant(CONFIRMED),
    phone_change_sent_at: fc.constant(CONFIRMED),
    last_sign_in_at: fc.constantFrom("2024-01-01T00:00:00Z", "2025-01-01T00:00:00Z", null),
    created_at: fc.constantFrom("2023-01-01T00:00:00Z", "2023-06-01T00:00:00Z"),
  });
  const decisions = fc.dictionary(
    fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"),
    fc.constantFrom<Decision>("import", "overwrite", "leave-out", "open"),
  );
  const choices = fc.record({
    prefer: fc.uniqueArray(fc.constantFrom(...PREFERENCE_NAMES)),
    rows: fc.option(decisions),
  });

  it("the account adds up, no two users share anything, and who is left out has a reason that is there", async () => {
    const property = fc.asyncProperty(fc.array(record, { maxLength: 9 }), choices, async (users, choice) => {
      const { prefer, rows } = choice;
      const options = { from: "supabase", prefer, ...(rows === null ? {} : decided(rows)) } as const;
      const records = await read(users, options);
      expect(records).toHaveLength(users.length);
      const without = await read(users, { from: "supabase" });
      const taken = new Set<string>();
      const keys = (one: UserRecord) => one.identifiers.map(({ kind, value }) => `${kind} ${value}`);
      const isOut = ({ result }: UserRecord) => !result.ok && result.problems[0].code === OUT;
      for (const [at, one] of records.entries()) {
        if (one.result.ok || one.loginOnly !== undefined) {
          for (const key of keys(one)) expect(taken.has(key)).toBe(false);
          for (const key of keys(one)) taken.add(key);
        }
        // A choice takes nothing from a user who shares nothing, unless they were decided about.
        const before = without[at] as UserRecord;
        const isDecided = rows?.[one.userId ?? ""] !== undefined;
        if (before.result.ok && !isDecided) expect(one.result.ok).toBe(true);
      }
      for (const one of records.filter(isOut)) {
        const rivals = records.filter((other) => other !== one && !isOut(other));
        const hasRival = rivals.some((other) => keys(other).some((key) => keys(one).includes(key)));
        expect(hasRival || rows?.[one.userId ?? ""] === "leave-out").toBe(true);
      }
      const report = await checkExport(open(users), options);
      if (!report.ok || users.length === 0) return;
      const { importable, loginOnly, refused, skipped, problems } = report.value;
      expect(importable + loginOnly + refused + skipped).toBe(users.length);
      expect(importable).toBe(records.filter(({ result }) => result.ok).length);
      const tallied = problems.find(({ name }) => name === OUT)?.records ?? 0;
      expect(tallied).toBe(records.filter(isOut).length);
      expect(isReadyToImport(report.value)).toBe(records.every((one) => one.result.ok || isOut(one)));
    });
    await fc.assert(property, { numRuns: 150 });
  });

  it("the records that share something are told with what was chosen of them", async () => {
    const users = [user("a", "x@example.com"), user("b", "y@example.com"), user("c", "X@example.com")];
    const told: unknown[] = [];
    const onShared: ReadExportOptions["onShared"] = (candidates, chosen) => {
      for (const { record, group, shared } of candidates) {
        told.push([userIn(record)?.externalUserId, group, shared.length, chosen.get(record.index)]);
      }
    };
    await read(users, { onShared, ...decided({ a: "import", c: "open" }) });
    expect(told).toEqual([
      ["a", 1, 1, "kept"],
      [
        "c",
        1,
        1,
        expect.objectContaining({ for: { isSent: false, isUnproven: false, kind: "email", line: 1, file: undefined } }),
      ],
    ]);
  });
});
