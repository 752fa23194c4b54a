import { appendFile, mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { takeLock } from "../../../src/files/index.js";
import { buildProviderScrypt } from "../../../src/index.js";
import {
  createLoginFallback,
  type FallbackStore,
  fallbackStatus,
  openFallbackStore,
} from "../../../src/login/index.js";
import { byDay } from "../../by-day.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { itAnswersAsLoadedOnce } from "./later-loads.js";
import { itSharesIdentifiers } from "./shared-identifiers.js";

// Known answer of hashcat's examples.
const PHPASS = "$P$984478476IagS59wHZvyQMArzfx58u.";
const temporary = useTemporaryFolder();

interface Line {
  readonly externalUserId: string;
  readonly identifiers: readonly string[];
  readonly passwordHash: string;
  readonly pepper?: string;
  readonly peppered?: boolean;
  readonly lastLogin?: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
}

function user(id: number, more: Partial<Line> = {}): Line {
  return { externalUserId: `u${id}`, identifiers: [`u${id}@example.com`], passwordHash: PHPASS, ...more };
}

async function written(lines: readonly (Line | string)[]): Promise<string> {
  const file = join(temporary.path(), "fallback.ndjson");
  const texts = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  await writeFile(file, `${texts.join("\n")}\n`, { mode: 0o600 });
  return file;
}

async function opened(file: string, peppers: Readonly<Record<string, string | readonly string[]>> = {}) {
  const result = await openFallbackStore(file, { peppers });
  if (!result.ok) throw new Error(result.problems[0].code);
  onTestFinished(() => result.value.close().catch(() => undefined));
  return { store: result.value, warnings: result.warnings };
}

async function idOf(store: FallbackStore, identifier: string): Promise<string | undefined> {
  return (await store.findLegacyUser(identifier))?.id;
}

/** Another text of the same length at the store's beginning. */
async function changed(path: string, change: (text: string) => string): Promise<void> {
  const before = await readFile(path, "latin1");
  const after = change(before);
  expect([after.length, after === before]).toEqual([before.length, false]);
  await writeFile(path, after, "latin1");
}

describe("a look-up", () => {
  it("finds each of many users by all they log in with, and nobody else", async () => {
    const users = Array.from({ length: 20_000 }, (_, index) =>
      user(index, { identifiers: [`u${index}@example.com`, `name${index}`, `Straße ${index}`] }),
    );
    const file = await written(users);
    expect((await stat(file)).size).toBeGreaterThan(2 << 20);
    const { store, warnings } = await opened(file);
    expect(warnings).toEqual([]);
    for (const index of [0, 1, 777, 1500, 2998, 2999]) {
      expect(await idOf(store, `u${index}@example.com`)).toBe(`u${index}`);
      expect(await idOf(store, ` U${index}@EXAMPLE.com `)).toBe(`u${index}`);
      expect(await idOf(store, `Stra\u00dfe ${index}`)).toBe(`u${index}`);
      expect(await idOf(store, `NAME${index}`)).toBeUndefined();
      expect(await idOf(store, `u${index}`)).toBeUndefined();
    }
    expect(await idOf(store, "nobody@example.com")).toBeUndefined();
  });

  it("lets a login through that plugs it in, and finds the user no more once they are forgotten", async () => {
    const { store } = await opened(await written([user(1), user(2)]));
    const signedUp: string[] = [];
    const fallback = createLoginFallback({
      findLegacyUser: store.findLegacyUser,
      importUser: async () => undefined,
      signUp: async (legacy, password) => {
        signedUp.push(`${legacy.id} ${password}`);
        await store.forgetUser(legacy);
      },
      commonHash: PHPASS,
    });
    const kinds: string[] = [];
    for (const password of ["wrong", "hashcat", "hashcat"]) {
      kinds.push((await fallback.attempt("u1@example.com", password)).kind);
    }
    expect(kinds).toEqual(["wrong-password", "migrated", "unknown-user"]);
    expect(signedUp).toEqual(["u1 hashcat"]);
  });

  it("works over a file without users", async () => {
    const { store } = await opened(await written([]));
    expect(await store.findLegacyUser("a")).toBeNull();
    expect(await store.forgetUser({ id: "a" })).toBe(false);
  });

  it("gives several values of a pepper that was changed, and the last login, and shows no pepper", async () => {
    const lastLogin = "2026-05-01T12:00:00.000Z";
    const file = await written([user(1, { pepper: "OLD_PEPPER", lastLogin })]);
    const { store } = await opened(file, { OLD_PEPPER: ["vinegar", "salt", ""] });
    const found = await store.findLegacyUser("u1@example.com");
    expect(found).toMatchObject({ pepper: ["vinegar", "salt", ""], lastLogin });
    expect(inspect(found)).not.toMatch(/vinegar|salt/);
  });

  it("gives each user their pepper by its name, and shows neither it nor the hash", async () => {
    const file = await written([user(1, { pepper: "OLD_PEPPER" }), user(2, { peppered: false }), user(3)]);
    for (const peppers of [{}, { OLD_PEPPER: "" }, { OLD_PEPPER: [] }]) {
      const refused = await openFallbackStore(file, { peppers });
      expect(refused).toMatchObject({ ok: false, problems: [{ code: "fallback/pepper-missing" }] });
    }
    const { store } = await opened(file, { OLD_PEPPER: "salt and vinegar" });
    const found = await store.findLegacyUser("u1@example.com");
    expect(found?.pepper).toBe("salt and vinegar");
    expect(inspect(found)).not.toMatch(/vinegar|984478476/);
    expect((await store.findLegacyUser("u2@example.com"))?.pepper).toBe("");
    expect(await store.findLegacyUser("u3@example.com")).not.toHaveProperty("pepper");
  });
});

describe("users who are forgotten", () => {
  it("keep the address that their user name signs in with", async () => {
    const email = "ann@example.com";
    const identifiers = [email, "ann", "old@example.com"];
    const ann = { ...user(1, { identifiers }), email };
    const { store } = await opened(await written([ann, user(2, { identifiers: ["bob"] })]));
    for (const isForgotten of [false, true]) {
      if (isForgotten) await store.forgetUser({ id: "u1" });
      expect(await store.addressesOf("ann")).toEqual([email]);
      expect(await store.addressesOf("ANN@example.com")).toEqual([email]);
      // Perhaps a newer account's own address, so that it is tried first.
      expect(await store.addressesOf("old@example.com")).toEqual(["old@example.com", email]);
      expect(await store.addressesOf("bob")).toEqual(["bob"]);
      expect(await store.addressesOf("nobody")).toEqual(["nobody"]);
    }
  });

  it("stay so after the store is opened again, and for a process that has it open", async () => {
    const file = await written([user(1), user(2)]);
    const [one, other] = [await opened(file), await opened(file)];
    expect(await one.store.forgetUser({ id: "u1" })).toBe(true);
    expect(await one.store.forgetUser({ id: "u9" })).toBe(false);
    expect(await idOf(other.store, "u1@example.com")).toBeUndefined();
    const again = await opened(file);
    expect(await idOf(again.store, "u1@example.com")).toBeUndefined();
    expect(await idOf(again.store, "u2@example.com")).toBe("u2");
  });

  it("stay so where the file is written again with its lines in another order", async () => {
    const file = await written([user(1), user(2), user(3)]);
    const first = await opened(file);
    await first.store.forgetUser({ id: "u2" });
    await rm(file);
    await written([user(4), user(3), user(2, { identifiers: ["new@example.com"] }), user(1)]);
    const second = await opened(file);
    expect(await idOf(second.store, "new@example.com")).toBeUndefined();
    const left = ["u4", "u3", "u1"];
    for (const id of left) expect(await idOf(second.store, `${id}@example.com`)).toBe(id);
    // The first process looks at the store that is there now.
    expect(await idOf(first.store, "u4@example.com")).toBe("u4");
    expect(await first.store.forgetUser({ id: "u4" })).toBe(true);
    expect(await idOf(second.store, "u4@example.com")).toBeUndefined();
  });
});

describe("what is wrong with a file or a store", () => {
  it("opens where the last line is blank, or one user's that is too long", async () => {
    const blank = await opened(await written([user(1), " \t\r"]));
    expect(blank.warnings).toEqual([]);
    const { store, warnings } = await opened(await written([user(1), "x".repeat(1 << 24)]));
    expect(warnings).toMatchObject([{ code: "fallback/lines-damaged", message: "1 line can't be read: 2" }]);
    expect(await idOf(store, "u1@example.com")).toBe("u1");
  });

  it("reads a line of more than one read, such as that of a user with thousands of social logins", async () => {
    const thirdParty = Array.from({ length: 8000 }, (_, at) => ({
      ...{ thirdPartyId: "google", thirdPartyUserId: `g${at}`, email: `${"u".repeat(60)}2@example.com` },
      isVerified: true,
    }));
    const file = await written([user(1), { ...user(2), thirdParty } as Line, user(3)]);
    const { store, warnings } = await opened(file);
    expect([(await stat(file)).size > 1 << 20, warnings]).toEqual([true, []]);
    for (const id of [1, 2, 3]) expect(await idOf(store, `u${id}@example.com`)).toBe(`u${id}`);
  });

  it("names damaged lines and lets the others in", async () => {
    const file = await written([user(1), "{cut", user(3), '{"externalUserId":"x"}', "x".repeat(1 << 24), user(6)]);
    const { store, warnings } = await opened(file);
    expect(warnings).toMatchObject([{ code: "fallback/lines-damaged", message: "3 lines can't be read: 2, 4, 5" }]);
    expect(await idOf(store, "u1@example.com")).toBe("u1");
    expect(await idOf(store, "u6@example.com")).toBe("u6");
  });

  it.each([
    ["an export", '[{"localId":"a"},', '{"localId":"b"}]', "none of 2 lines is a user of the fallback"],
    ["a table", "id,email,hash", "1,a@example.com,x", "none of 2 lines is a user of the fallback"],
    ["one that was cut off", JSON.stringify(user(1)), '{"externalUserId":"2","iden', "the file ends in line 2"],
  ])("opens no file that is not the fallback's, or not all of it: %s", async (_, first, second, message) => {
    const path = temporary.path();
    await writeFile(join(path, "users"), `${first}\n${second}\n`);
    for (const isAgain of [false, true]) {
      const store = await openFallbackStore(join(path, "users"));
      expect([isAgain, store]).toMatchObject([
        isAgain,
        { ok: false, problems: [{ code: "fallback/lines-damaged", message: expect.stringContaining(message) }] },
      ]);
    }
    expect(await readdir(path)).toEqual(["users"]);
    await writeFile(join(path, "empty"), "");
    const { warnings } = await opened(join(path, "empty"));
    expect(warnings).toMatchObject([{ code: "fallback/lines-damaged", message: "the file has no users" }]);
  });

  it("names lines that share an identifier, of whom the password decides", async () => {
    const shared = ["same@example.com"];
    const file = await written([
      user(1, { identifiers: [...shared, "one"] }),
      user(2),
      user(3, { identifiers: shared }),
    ]);
    const { store, warnings } = await opened(file);
    expect(warnings).toMatchObject([
      {
        code: "fallback/users-doubled",
        message: "1 pair of lines share an ID or an identifier: 1 and 3",
      },
    ]);
    expect(await store.findLegacyUser("same@example.com")).toBeNull();
    expect((await store.usersSharing("same@example.com")).map(({ id }) => id)).toEqual(["u1", "u3"]);
    expect(await idOf(store, "one")).toBe("u1");
  });

  it("gives a shared identifier to the one user whose verified address it is", async () => {
    const ada = user(2, { identifiers: ["ada@example.com", "ada"], email: "Ada@example.com", emailVerified: true });
    const named = user(1, {
      identifiers: ["m@example.com", "ada@example.com"],
      email: "m@example.com",
      emailVerified: true,
    });
    const { store, warnings } = await opened(await written([named, ada]));
    expect(warnings).toMatchObject([{ code: "fallback/users-doubled" }]);
    expect(await idOf(store, "ADA@example.com")).toBe("u2");
    expect(await idOf(store, "m@example.com")).toBe("u1");
  });

  it("gives a shared identifier to nobody where the address is not verified, or both have it", async () => {
    const ada = user(2, { identifiers: ["ada@example.com"], email: "ada@example.com" });
    for (const emailVerified of [true, false]) {
      const other = user(1, { identifiers: ["ada@example.com"], email: "ada@example.com", emailVerified });
      const { store } = await opened(await written([other, { ...ada, emailVerified }]));
      expect(await store.findLegacyUser("ada@example.com")).toBeNull();
    }
  });

  it("names lines that share an ID, and finds no user by either of them", async () => {
    const file = await written([user(1), user(2), user(1, { identifiers: ["bob@example.com"] })]);
    const { store, warnings } = await opened(file);
    expect(warnings).toMatchObject([
      {
        code: "fallback/users-doubled",
        message: "1 pair of lines share an ID or an identifier: 1 and 3",
      },
    ]);
    expect(await idOf(store, "u1@example.com")).toBeUndefined();
    expect(await idOf(store, "bob@example.com")).toBeUndefined();
    expect(await idOf(store, "u2@example.com")).toBe("u2");
  });

  it.each<[string, (path: string) => Promise<void>]>([
    ["cut off", (path) => truncate(path, 16_400)],
    ["longer", (path) => appendFile(path, "x")],
    ["not a store", (path) => writeFile(path, "users")],
    [
      "changed in one entry",
      async (path) => {
        const bytes = await readFile(path);
        bytes[16_384 + 3] = (bytes[16_384 + 3] as number) ^ 1;
        await writeFile(path, bytes);
      },
    ],
    ["changed in its key", (path) => changed(path, (text) => text.replace(/"key":"./, '"key":"g'))],
    [
      "changed in its key, to another key",
      (path) =>
        changed(path, (text) =>
          text.replace(/("key":")(.)/, (_, before, digit) => `${before}${digit === "0" ? 1 : 0}`),
        ),
    ],
    ["changed in its counts", (path) => changed(path, (text) => text.replace(/"users":2/, '"users":3'))],
    [
      "changed in a mark",
      async (path) => {
        const bytes = await readFile(path);
        bytes[bytes.length - 1] = 7;
        await writeFile(path, bytes);
      },
    ],
  ])("refuses a store that is %s, and leaves it as it is", async (_, damage) => {
    const file = await written([user(1), user(2)]);
    await (await opened(file)).store.close();
    await damage(`${file}.store`);
    const before = await readFile(`${file}.store`);
    expect(await openFallbackStore(file)).toMatchObject({
      ok: false,
      problems: [{ code: "fallback/store-damaged" }],
    });
    expect(await readFile(`${file}.store`)).toEqual(before);
  });

  it("refuses a file that is not there, and makes none", async () => {
    const missing = join(temporary.path(), "missing");
    expect(await openFallbackStore(missing)).toMatchObject({
      ok: false,
      problems: [
        { code: "fallback/not-readable", message: expect.stringContaining(`can't be used: ${missing} (ENOENT)`) },
      ],
    });
    expect(await readdir(temporary.path())).toEqual([]);
  });

  it("lets nobody in by a file that is overwritten while it is in use", async () => {
    const file = await written([user(1)]);
    const { store } = await opened(file);
    const { size } = await stat(file);
    await writeFile(file, "x".repeat(size));
    await expect(store.findLegacyUser("u1@example.com")).rejects.toThrow("none of 1 line is a user");
  });
});

describe("the files", () => {
  it("can be read by their owner only, hold no identifier, and leave nothing else behind", async () => {
    const file = await written([user(1)]);
    await opened(file);
    expect((await stat(`${file}.store`)).mode & 0o777).toBe(0o600);
    expect(await readFile(`${file}.store`, "latin1")).not.toContain("example.com");
    expect((await readdir(temporary.path())).sort()).toEqual(["fallback.ndjson", "fallback.ndjson.store"]);
  });

  it("are built once: a second opening leaves the store as it is, a changed file does not", async () => {
    const file = await written([user(1)]);
    await opened(file);
    const { ino } = await stat(`${file}.store`);
    await opened(file);
    expect((await stat(`${file}.store`)).ino).toBe(ino);
    await utimes(file, new Date(), new Date(Date.now() + 5000));
    await opened(file);
    expect((await stat(`${file}.store`)).ino).not.toBe(ino);
  });
});

describe("users who need a signer key", () => {
  // Known answer: Firebase's README.
  const hash = buildProviderScrypt({
    passwordHash: "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
    salt: "42xEC+ixf3L2lw==",
    ...{ memCost: 14, rounds: 8, saltSeparator: "Bw==" },
  });
  const signerKey = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==";
  const firebase = () => user(1, { passwordHash: hash.ok ? hash.value : "" });

  it("are counted by a warning where it is not given", async () => {
    const file = await written([firebase(), user(2)]);
    for (const _ of ["first", "again"]) {
      expect((await opened(file)).warnings).toMatchObject([
        {
          code: "verify/signer-key-missing",
          message: expect.stringMatching(/^1 user can't log in without the signer key/),
        },
      ]);
    }
    await written([user(2), user(3)]);
    await fallbackStatus(file, { fewerUsers: true });
    expect((await opened(file)).warnings).toEqual([]);
  });

  it("log in with it, and neither a log nor a copy of their record has it", async () => {
    const file = await written([firebase()]);
    const result = await openFallbackStore(file, { signerKey });
    if (!result.ok) throw new Error(result.problems[0].code);
    const store = result.value;
    onTestFinished(store.close);
    expect(result.warnings).toEqual([]);
    const service = { signIn: async () => null, importWithHash: async () => true };
    const fallback = createLoginFallback({ store, service });
    expect((await fallback.logIn("u1@example.com", "user2password")).kind).toBe("wrong-password");
    const found = await store.findLegacyUser("u1@example.com");
    expect(inspect([found, { ...found }, JSON.stringify(found)], { showHidden: false })).not.toContain("jxspr8");
    expect((await fallback.logIn("u1@example.com", "user1password")).kind).toBe("migrated");
  });
});

describe("a file that lacks users of its store", () => {
  const refusal = (message: string) => ({ ok: false, problems: [{ code: "fallback/lines-damaged", message }] });
  const accept = "restore it, or accept fewer by credport fallback status FILE --fewer-users";

  it("is refused where many of them are not migrated, and its marks count when it is whole again", async () => {
    const users = [1, 2, 3, 4, 5, 6, 7].map((id) => user(id));
    const file = await written(users);
    const { store } = await opened(file);
    await store.forgetUser({ id: "u4" });
    const whole = await readFile(file, "utf8");
    const lacking = [
      ["", `the file has 0 users, and lacks 6 of the 6 users of its store who are not migrated: ${accept}`],
      [
        `${JSON.stringify(user(1))}\n${JSON.stringify(user(3))}\n`,
        `the file has 2 users, and lacks 4 of the 6 users of its store who are not migrated: ${accept}`,
      ],
      [whole.slice(0, -100), expect.stringContaining("the file ends in line 7")],
      [
        "id,email\n1,a\n",
        expect.stringContaining("none of 2 lines is a user of the fallback, whose file credport check"),
      ],
    ] as const;
    for (const [text, message] of lacking) {
      await rm(file);
      await writeFile(file, text);
      for (const _ of ["first", "again"]) expect(await openFallbackStore(file)).toMatchObject(refusal(message));
      expect(await fallbackStatus(file)).toMatchObject(refusal(message));
      // A process that has the file open serves all of it.
      expect(await idOf(store, "u2@example.com")).toBe("u2");
    }
    await writeFile(file, `${whole}${JSON.stringify(user(8))}\n`);
    const again = await opened(file);
    const ids = [1, 2, 3, 4, 5, 8].map((id) => idOf(again.store, `u${id}@example.com`));
    expect(await Promise.all(ids)).toEqual(["u1", "u2", "u3", undefined, "u5", "u8"]);
    expect(await idOf(store, "u8@example.com")).toBe("u8");
  });

  it("opens where a few were deleted in the old system, and says how many", async () => {
    const all = Array.from({ length: 60 }, (_, id) => user(id));
    const file = await written(all);
    await opened(file);
    for (const [left, number] of [
      [59, "1 of the 60 users"],
      [56, "3 of the 59 users"],
      [51, "5 of the 56 users"],
    ] as const) {
      await written(all.slice(0, left));
      expect((await opened(file)).warnings).toMatchObject([
        { message: `the file has ${left} users, and lacks ${number} of its store who are not migrated` },
      ]);
      expect((await opened(file)).warnings).toEqual([]);
    }
    await written(all.slice(0, 45));
    expect(await openFallbackStore(file)).toMatchObject({ ok: false });
  });

  it("is refused by the share of those who are left, however many are migrated or strangers", async () => {
    const all = Array.from({ length: 100 }, (_, id) => user(id));
    const file = await written(all);
    const { store } = await opened(file);
    for (const { externalUserId: id } of all.slice(0, 90)) await store.forgetUser({ id });
    const strangers = Array.from({ length: 100 }, (_, id) => user(1000 + id));
    for (const lines of [all.slice(0, 95), all.slice(0, 90), strangers, [...strangers, ...all.slice(0, 95)]]) {
      await written(lines);
      const message = expect.stringMatching(
        / and lacks (5|10) of the 10 users of its store who are not migrated: restore/,
      );
      expect(await openFallbackStore(file)).toMatchObject(refusal(message));
    }
    await written(all.slice(0, 97));
    expect(await openFallbackStore(file)).toMatchObject({ ok: true });
  });

  it("opens where all of them are migrated", async () => {
    const file = await written([user(1), user(2), user(2, { identifiers: ["two"] })]);
    const first = await opened(file);
    for (const id of ["u1", "u2"]) await first.store.forgetUser({ id });
    await written([user(3)]);
    expect(await idOf((await opened(file)).store, "u3@example.com")).toBe("u3");
    await first.store.forgetUser({ id: "u3" });
    await writeFile(file, "");
    expect((await opened(file)).warnings).toMatchObject([{ message: "the file has no users" }]);
  });

  it("keeps the marks of migrated users whom it lacks, over several files, until they are back", async () => {
    const all = Array.from({ length: 40 }, (_, id) => user(id));
    const [file, isMigrated] = [await written(all), (id: number) => id % 2 === 0];
    const first = await opened(file);
    for (const id of all.keys()) if (isMigrated(id)) await first.store.forgetUser({ id: `u${id}` });
    await first.store.noteBegun?.({ id: "u1" });
    const left = all.filter((_, id) => !isMigrated(id));
    // Also a user who was absent before is found in no line, and a file over whose users no mark was ever set is built.
    for (const lines of [left, [user(50), ...left], left.slice(0, -1), left]) {
      await written(lines);
      const { store } = await opened(file);
      expect(await idOf(store, "u2@example.com")).toBeUndefined();
      expect(await idOf(store, "u3@example.com")).toBe("u3");
      expect(await store.forgetUser({ id: "u4" })).toBe(true);
      expect(await fallbackStatus(file)).toMatchObject({ value: { users: lines.length, left: lines.length } });
    }
    await written([user(39)]);
    expect(await fallbackStatus(file, { fewerUsers: true })).toMatchObject({ value: { users: 1, left: 1 } });
    await written([]);
    expect(await fallbackStatus(file, { fewerUsers: true })).toMatchObject({ value: { users: 0, left: 0 } });
    expect(await idOf((await opened(file)).store, "u3@example.com")).toBeUndefined();
    await written(all);
    expect(await fallbackStatus(file)).toMatchObject({ value: { users: 40, left: 20, migrated: 20 } });
    const { store } = await opened(file);
    for (const id of all.keys()) {
      expect(await idOf(store, `u${id}@example.com`)).toBe(isMigrated(id) ? undefined : `u${id}`);
    }
  });

  it("is read again by a server that has it open where another one was copied over it", async () => {
    const all = Array.from({ length: 40 }, (_, id) => user(id));
    const file = await written(all);
    const { store } = await opened(file);
    await store.forgetUser({ id: "u7" });
    // writeFile() keeps the file and changes what is in it, as cp and scp do.
    await written([user(100), ...all.slice(1)]);
    const ids = ["u100", "u3", "u7", "nobody"].map((name) => idOf(store, `${name}@example.com`));
    expect(await Promise.all(ids)).toEqual(["u100", "u3", undefined, undefined]);
    await written(all.slice(0, 2));
    await expect(store.findLegacyUser("u3@example.com")).rejects.toThrow("the file has 2 users, and lacks");
    await written(all);
    expect(await idOf(store, "u3@example.com")).toBe("u3");
  });

  it("lets a user be forgotten who is absent tonight", async () => {
    const all = Array.from({ length: 40 }, (_, id) => user(id));
    const file = await written(all);
    await opened(file);
    await written(all.slice(1));
    expect(await (await opened(file)).store.forgetUser({ id: "u0" })).toBe(true);
    await written(all);
    expect(await idOf((await opened(file)).store, "u0@example.com")).toBeUndefined();
  });

  it("knows of an account that was begun after two files without its user", async () => {
    const all = Array.from({ length: 40 }, (_, id) => user(id));
    const file = await written(all);
    await (await opened(file)).store.noteBegun?.({ id: "u0" });
    for (const fewer of [all.slice(1), all.slice(1, 39), all]) {
      await written(fewer);
      await opened(file);
    }
    expect(await (await opened(file)).store.hasBegun?.({ id: "u0" })).toBe(true);
    expect(await (await opened(file)).store.hasBegun?.({ id: "u39" })).toBe(false);
  });

  it("has its first user after a byte order mark as well", async () => {
    const file = await written([`\ufeff${JSON.stringify(user(1))}`, user(2)]);
    const { store, warnings } = await opened(file);
    expect([warnings, await idOf(store, "u1@example.com"), await idOf(store, "u2@example.com")]).toEqual([
      [],
      "u1",
      "u2",
    ]);
  });

  it("is named where a store has several, and so is one that is taken without users", async () => {
    const file = await written([1, 2, 3, 4, 5, 6].map((id) => user(id)));
    await opened(file);
    await writeFile(file, "");
    const result = await openFallbackStore({ shop: file });
    expect(!result.ok && result.problems[0].message).toMatch(/^shop: the file has 0 users, and lacks 6 /);
    await fallbackStatus(file, { fewerUsers: true });
    const shop = await openFallbackStore({ shop: file });
    if (shop.ok) onTestFinished(shop.value.close);
    expect(shop).toMatchObject({ ok: true, warnings: [{ message: "shop: the file has no users" }] });
  });

  it("opens once it was taken as it is", async () => {
    const file = await written([1, 2, 3, 4, 5, 6].map((id) => user(id)));
    await (await opened(file)).store.forgetUser({ id: "u3" });
    await written([user(3), user(1)]);
    expect(await openFallbackStore(file)).toMatchObject({ ok: false });
    expect(await fallbackStatus(file, { fewerUsers: true })).toMatchObject({
      value: { users: 2, left: 1, migrated: 1 },
    });
    const { store } = await opened(file);
    expect([await idOf(store, "u1@example.com"), await idOf(store, "u3@example.com")]).toEqual(["u1", undefined]);
  });
});

describe("a store of several old systems", () => {
  const line = (externalUserId: string, ...identifiers: readonly string[]) =>
    JSON.stringify({ externalUserId, identifiers, email: identifiers[0], passwordHash: PHPASS });

  async function named(): Promise<Readonly<Record<string, string>>> {
    const files = {
      shop: join(temporary.path(), "shop.ndjson"),
      forum: join(temporary.path(), "forum.ndjson"),
    };
    await writeFile(files.shop, `${line("7", "ann@example.com", "ann", "sam")}\n`);
    await writeFile(files.forum, `${line("7", "bob@example.com", "bob", "sam")}\n`);
    return files;
  }

  async function openedNamed(files: Readonly<Record<string, string>>): Promise<FallbackStore> {
    const result = await openFallbackStore(files);
    if (!result.ok) throw new Error(result.problems[0].code);
    onTestFinished(() => result.value.close());
    return result.value;
  }

  it("keeps equal IDs apart, and finds neither user by what both have", async () => {
    const store = await openedNamed(await named());
    expect(await store.findLegacyUser("ann")).toMatchObject({ id: "shop:7", externalUserId: "7" });
    expect(await store.findLegacyUser("bob")).toMatchObject({ id: "forum:7", externalUserId: "7" });
    expect(await store.findLegacyUser("sam")).toBeNull();
    expect((await store.usersSharing("sam")).map(({ id }) => id)).toEqual(["shop:7", "forum:7"]);
    expect(await store.addressesOf("sam")).toEqual(["ann@example.com", "bob@example.com"]);
    await store.noteBegun({ id: "forum:7" });
    expect(await store.hasBegun({ id: "shop:7" })).toBe(false);
    expect(await store.hasBegun({ id: "forum:7" })).toBe(true);
    const release = await store.claimUser({ id: "forum:7" });
    expect(await store.claimUser({ id: "forum:7" })).toBeNull();
    await (await store.claimUser({ id: "shop:7" }))?.();
    await release?.();
  });

  itSharesIdentifiers(async (systems) => {
    const files = await Promise.all(
      systems.map(async ([name, users]) => {
        const file = join(temporary.path(), `${name}.ndjson`);
        await writeFile(file, `${users.map((one) => JSON.stringify(one)).join("\n")}\n`);
        return [name, file] as const;
      }),
    );
    return openedNamed(Object.fromEntries(files));
  });

  itAnswersAsLoadedOnce(
    async () => {
      const folder = await mkdtemp(join(temporary.path(), "store-"));
      const files: Record<string, string> = {};
      let store: FallbackStore | undefined;
      return {
        load: async (system, lines) => {
          const file = join(folder, `${system}.ndjson`);
          await writeFile(file, [...(lines as readonly string[]), ""].join("\n"));
          await fallbackStatus(file, { fewerUsers: true });
          files[system] = file;
          await store?.close();
          store = await openedNamed(files);
          return { users: 0, shared: 0 };
        },
        forgetUser: (one) => (store as FallbackStore).forgetUser(one),
        findLegacyUser: (typed) => (store as FallbackStore).findLegacyUser(typed),
        usersSharing: (typed) => (store as FallbackStore).usersSharing(typed),
        addressesOf: (typed) => (store as FallbackStore).addressesOf(typed),
      };
    },
    { isWhole: true, numRuns: byDay(15) },
  );

  it("forgets the user of one, whose names lead to their address and to no other user afterwards", async () => {
    const files = await named();
    const first = await openedNamed(files);
    expect(await first.forgetUser({ id: "forum:7" })).toBe(true);
    const store = await openedNamed(files);
    expect(await store.findLegacyUser("bob")).toBeNull();
    expect(await store.addressesOf("bob")).toEqual(["bob@example.com"]);
    expect(await store.findLegacyUser("sam")).toBeNull();
    expect((await store.usersSharing("sam")).map(({ id }) => id)).toEqual(["shop:7"]);
    expect((await store.findLegacyUser("ann@example.com"))?.id).toBe("shop:7");
  });

  it("refuses names that no ID can begin with, users of no system, and files that are not there", async () => {
    const files = await named();
    await expect(openFallbackStore({ "a:b": files.shop as string })).rejects.toThrow(TypeError);
    const store = await openedNamed(files);
    for (const id of ["7", "blog:7"])
      await expect(store.forgetUser({ id })).rejects.toThrow(/no system of this store: there are shop, forum$/);
    await expect(store.forgetUser({ id: "shap:7" })).rejects.toThrow("did you mean shop?");
    expect(await openFallbackStore({ ...files, blog: `${files.shop}.none` })).toMatchObject({
      ok: false,
      problems: [{ code: "fallback/not-readable" }],
    });
  });
});

it.each([[{}], [[]], [5], [true], [null]])("throws for %j, which would be a store that knows no user", async (file) => {
  await expect(openFallbackStore(file as never)).rejects.toThrow(TypeError);
});

it("a store that another process is still building after a minute is not opened", async () => {
  const file = await written([user(1)]);
  const taken = await takeLock(`${file}.store`);
  if (!("lock" in taken)) throw new Error("the lock is taken");
  const begun = Date.now();
  vi.spyOn(Date, "now")
    .mockReturnValueOnce(begun)
    .mockReturnValue(begun + 60_000);
  expect(await openFallbackStore(file)).toMatchObject({ ok: false, problems: [{ code: "fallback/store-busy" }] });
  vi.restoreAllMocks();
  await taken.lock.release();
  expect(await (await opened(file)).store.findLegacyUser("u1@example.com")).toMatchObject({ id: "u1" });
});
