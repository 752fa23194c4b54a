import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CheckOptions, type CheckReport, checkExport } from "../../../src/check/index.js";
import { checkInThreads } from "../../../src/check/threads/check-in-threads.js";
import { type ChunkSetup, type ChunkTask, ChunkWork } from "../../../src/check/threads/chunk-work.js";
import type { Crew } from "../../../src/check/threads/crew.js";
import { pinInput } from "../../../src/source/index.js";
import type { NamedOptions } from "../../../src/source/internal.js";
import { byDay } from "../../by-day.js";
import { ALL_SOURCES, loadedSource } from "../../source/all-sources.js";
import { HOSTILE_TEXTS, hostileText, soundText } from "../../source/hostile/hostile-texts.js";
import { damage, damaged } from "../damaged.js";

const HASH = "$2b$04$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234";

const HASH_CONFIG = { signerKey: "c2lnbmVy", saltSeparator: "Bw==", rounds: 8, memCost: 14 };

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const names = fc.constantFrom("nickname", "toString", "__proto__", "plan", "webauthnKeys");

const lineUser = fc.record({
  externalUserId: fc.integer({ min: 0, max: 40 }).map((number) => `u${number}`),
  email: optional(fc.integer({ min: 0, max: 60 }).map((number) => `a${number}@example.com`)),
  passwordHash: optional(
    fc.constantFrom(HASH, `${HASH}x`, "5f4dcc3b5aa765d61d8327deb882cf99", "md5$$5f4dcc3b5aa765d61d8327deb882cf99"),
  ),
  phoneNumber: optional(fc.constantFrom("+15555550100", "0100")),
});

const firebaseUser = fc
  .record({
    localId: fc.integer({ min: 0, max: 40 }).map((number) => `u${number}`),
    email: optional(fc.integer({ min: 0, max: 60 }).map((number) => `a${number}@example.com`)),
    passwordHash: optional(fc.constantFrom(`${"a".repeat(86)}==`, Buffer.from("ab".repeat(32)).toString("base64"))),
    salt: optional(fc.constantFrom("c2FsdA==", "x", "c2FsdHNhbHRzYWx0c2FsdHNhbHRzYWx0c2FsdHNhbHRzYWx0c2FsdA==")),
    providerUserInfo: optional(
      fc.array(fc.record({ providerId: fc.constant("apple.com"), rawId: fc.constantFrom("1", "x") }), {
        maxLength: 1,
      }),
    ),
    disabled: optional(fc.constant(true)),
    // Looks as what is between two users does.
    customAttributes: optional(
      fc.constantFrom([{ localId: "n1" }, { localId: "n2" }], '},{"localId":"', '},\n{"localId":'),
    ),
  })
  .chain((user) => optional(names).map((name) => (name === undefined ? user : { ...user, [name]: "x" })));

const json = (users: readonly object[]) => users.map((user) => JSON.stringify(user));
/** With two columns that Akamai does not have, each with something in some rows. */
const cells = ({
  externalUserId = "",
  email = "",
  passwordHash = "",
  phoneNumber = "",
}: Record<string, string | undefined>) =>
  `${externalUserId},"${email}",${passwordHash},x${externalUserId},,${phoneNumber},${email && "gold"}`;

const FORMS: Readonly<
  Record<
    string,
    {
      users: fc.Arbitrary<object>;
      write: (users: readonly never[]) => string;
      options: NamedOptions;
      /** How many files of all have to be read in threads each night; 40 by default. */
      least?: number;
    }
  >
> = {
  lines: {
    users: lineUser,
    write: (users) =>
      json(users)
        .map((line) => `${line}\n`)
        .join(""),
    options: { from: "credport" },
  },
  list: {
    users: firebaseUser,
    write: (users) => `{"kind":"x","users":[\n${json(users).join(",\n")}\n]}`,
    options: {
      from: "firebase",
      hashConfig: HASH_CONFIG,
    },
  },
  "list beside others": {
    users: firebaseUser,
    write: (users) =>
      `{"users":[\n${json(users).join(",\n")}\n],"more":[\n${json(users).join(",\n")}\n]\n,"users":[${json(users).join(" ,")}]}`,
    options: { from: "firebase", hashConfig: HASH_CONFIG },
    // What follows the list of users can't be divided: only where damage has taken it away.
    least: 0,
  },
  "list on one line": {
    users: firebaseUser,
    write: (users) => `{"users":[${json(users).join(",")}]}`,
    options: { from: "firebase", hashConfig: HASH_CONFIG },
  },
  "top-level list": {
    users: firebaseUser,
    write: (users) => JSON.stringify(users, null, 1),
    options: { from: "firebase", hashConfig: HASH_CONFIG },
  },
  "list without hash parameters": {
    users: firebaseUser,
    write: (users) => `{"users":[${json(users).join(",")}]}`,
    options: { from: "firebase" },
    least: 3,
  },
  table: {
    users: lineUser,
    write: (users) => ["id,email,password,uuid,emailVerified,plugin_phone,plugin_plan", ...users.map(cells)].join("\n"),
    options: { from: "akamai" },
  },
};

/** Reads the chunks in this thread, with the copies of everything that a thread would get. */
function crewOf(setup: ChunkSetup, spoil: (task: ChunkTask, number: number) => boolean = () => false): Crew {
  const work = new ChunkWork(structuredClone(setup));
  let number = 0;
  return {
    size: 3,
    ask: async (task) => {
      if (spoil(task, number++)) return undefined;
      // In another order than that of the file.
      if (number % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
      return structuredClone(await work.answer(structuredClone(task)));
    },
    // What a chunk before has left in it.
    roomOf: (bytes) => new Uint8Array(bytes + 5).fill(0x22),
    free: () => Promise.resolve(),
    end: async () => undefined,
  };
}

interface Told {
  readonly outcome: unknown;
  readonly told: readonly unknown[];
}

/** What a check says, and what it has told of single records. */
async function toldOf(check: (options: Partial<CheckOptions>) => Promise<unknown>, tells: boolean): Promise<Told> {
  const told: unknown[] = [];
  const outcome = await check(
    tells
      ? {
          onUser: (user, { line }) => void told.push(["user", line, user]),
          onLoginOnly: (user, { line }) => void told.push(["login only", line, user]),
          onRejected: (rejection) => void told.push(["rejected", rejection]),
        }
      : {},
  );
  return { outcome, told };
}

/** Whether threads say what one says; they may leave the file to it. */
async function sharedOf(options: NamedOptions, bytes: Uint8Array, size: number) {
  async function* open() {
    for (let at = 0; at < bytes.length; at += size) yield Uint8Array.from(bytes.subarray(at, at + size));
  }
  const start = (_: number, setup: ChunkSetup) => crewOf(setup);
  const all = { ...options, now: 0 };
  const settings = { threads: 2, chunkBytes: size, start };
  const shared = await toldOf((more) => checkInThreads(pinInput(open), all, more, settings), true);
  if (shared.outcome === undefined) return { inThreads: false, isSame: shared.told.length === 0 };
  const alone = await toldOf((more) => checkExport(open, { ...all, ...more }), true);
  const { source: _source, ...report } = (alone.outcome as { value: CheckReport }).value ?? {};
  const outcome = { ok: true, value: report, warnings: [] };
  return { inThreads: true, isSame: isDeepStrictEqual(shared, { told: alone.told, outcome }) };
}

const KNOWN = [
  { identifier: "a1@example.com", password: "x" },
  { identifier: "u2", password: "y" },
];

describe("a check in threads", () => {
  it("leaves a list to one thread that may continue elsewhere, as what is around it says", async () => {
    const user = (number: number) => ({ localId: `u${number}`, phoneNumber: `+155555501${number}` });
    const users = Array.from({ length: 30 }, (_, number) => user(number));
    const sharedBy = async (document: object) =>
      (await sharedOf({ from: "firebase" }, Buffer.from(JSON.stringify(document)), 400)).inThreads;
    expect(await sharedBy({ users })).toBe(true);
    for (const words of [{ total: 40 }, { total: 30 }, { next: "x" }, { error: "Rate limit" }]) {
      expect([await sharedBy({ ...words, users }), await sharedBy({ users, ...words })]).toEqual([false, false]);
    }
  });

  it.each(Object.entries(FORMS))("says of %s what one thread says, damaged or not", async (_, form) => {
    const seen = { inThreads: 0, byOne: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(form.users, { maxLength: 30 }),
        damage,
        fc.integer({ min: 1, max: 700 }),
        fc.boolean(),
        async (users, hurt, size, tells) => {
          const bytes = damaged(form.write(users as never[]), hurt);
          async function* open() {
            for (let at = 0; at < bytes.length; at += size) yield Uint8Array.from(bytes.subarray(at, at + size));
          }
          const options = { ...form.options, now: 0, linksAccounts: true, known: KNOWN };
          const alone = await toldOf((more) => checkExport(open, { ...options, ...more }), tells);
          const settings = {
            threads: 3,
            chunkBytes: size,
            start: (_: number, setup: ChunkSetup) => crewOf(setup),
          };
          const shared = await toldOf(
            (more) => checkInThreads(pinInput(open), form.options, { ...options, ...more }, settings),
            tells,
          );
          if (shared.outcome === undefined) {
            seen.byOne++;
            expect(shared.told).toEqual([]);
            return;
          }
          seen.inThreads++;
          const { source: _source, ...report } = (alone.outcome as { value: CheckReport }).value;
          expect(shared).toEqual({ told: alone.told, outcome: { ok: true, value: report, warnings: [] } });
        },
      ),
      { numRuns: 150 },
    );
    expect(seen.byOne).toBeGreaterThan(0);
    expect(seen.inThreads).toBeGreaterThanOrEqual(byDay(form.least ?? 40));
  });

  it("says of hostile texts what one thread says, by themselves and between users", async () => {
    const dividing = ALL_SOURCES.filter(
      ({ roleOf, readers }) => roleOf === undefined && readers.some(({ cuts }) => cuts !== undefined),
    );
    const soundParts = [soundText(1500).toString(), lines.slice(0, 20).join("")];
    const different: string[] = [];
    let inThreads = 0;
    for (const [at, name] of HOSTILE_TEXTS.entries()) {
      const { name: from } = dividing[at % dividing.length] as (typeof dividing)[number];
      const hostile = hostileText(name, 700).toString();
      const [list = "", rows = ""] = soundParts;
      const files = [
        [from, hostile],
        ["firebase", hostile],
        ["firebase", list.replace(",\n", `,\n${hostile},\n`)],
        ["firebase", list.replace("\n]}", `,\n${hostile}]}`)],
        ["credport", `${rows}${hostile}\n${rows}`],
        ["akamai", `id,email,password,uuid,emailVerified\n${hostile}\n1,a@example.com,x,y,\n`],
      ] as const;
      for (const [number, [source, text]] of files.entries()) {
        if (number !== at % files.length) continue;
        const shared = await sharedOf({ from: source as "firebase" }, Buffer.from(text), 300);
        if (shared.inThreads) inThreads++;
        if (!shared.isSame) different.push(`${name}, ${source}, ${number}`);
      }
    }
    expect(different).toEqual([]);
    expect(inThreads).toBeGreaterThan(15);
  }, 120_000);

  const lines = Array.from({ length: 40 }, (_, n) => {
    const user = {
      externalUserId: `u${n}`,
      email: n === 7 ? "a6@example.com" : `a${n}@example.com`,
      passwordHash: HASH,
    };
    return `${JSON.stringify(user)}\n`;
  });
  async function* input() {
    yield new TextEncoder().encode(lines.join(""));
  }
  const settings = (spoil: (task: ChunkTask, number: number) => boolean) => ({
    threads: 2,
    chunkBytes: 200,
    start: (_: number, setup: ChunkSetup) => crewOf(setup, spoil),
  });

  it("leaves the file to one thread where a thread ends before anybody was told", async () => {
    const told: string[] = [];
    const options = {
      onUser: ({ externalUserId }: { externalUserId: string }) => void told.push(externalUserId),
    };
    const spoiled = settings((_, number) => number === 3);
    expect(await checkInThreads(pinInput(input), { from: "credport" }, options, spoiled)).toBeUndefined();
    expect(told).toEqual([]);
  });

  it("reads the rest in one thread where a thread ends afterwards, and tells nobody twice", async () => {
    const told: string[] = [];
    const options = {
      onUser: ({ externalUserId }: { externalUserId: string }) => void told.push(externalUserId),
    };
    let line = 0;
    let isAskedAgain = false;
    const spoiled = settings(({ gives, chunk }) => {
      if (gives !== "users") return false;
      isAskedAgain ||= chunk.line <= line;
      line = chunk.line;
      // The crew reads what is left in this thread.
      return chunk.line > 20 && !isAskedAgain;
    });
    const shared = await checkInThreads(pinInput(input), { from: "credport" }, options, spoiled);
    const toldInThreads = told.splice(0);
    const alone = await checkExport(input, { from: "credport", onUser: options.onUser });
    const { source: _source, ...report } = (alone as { value: CheckReport }).value;
    expect(shared).toEqual({ ok: true, value: report, warnings: [] });
    expect(toldInThreads).toEqual(told);
    expect(told).toHaveLength(38);
    expect(isAskedAgain).toBe(true);
  });

  it("closes the file where whoever is told throws", async () => {
    const bytes = new TextEncoder().encode(lines.join(""));
    let isOpen = 0;
    async function* open() {
      isOpen++;
      try {
        for (let at = 0; at < bytes.length; at += 50) yield bytes.subarray(at, at + 50);
      } finally {
        isOpen--;
      }
    }
    const onUser = () => {
      throw new Error("the disk is full");
    };
    const shared = settings(() => false);
    const check = checkInThreads(pinInput(open), { from: "credport" }, { onUser }, shared);
    await expect(check).rejects.toThrow("the disk is full");
    expect(isOpen).toBe(0);
  });

  it("leaves a file with more names of fields than are kept apart to one thread", async () => {
    const users = Array.from({ length: 201 }, (_, n) => ({
      localId: `u${n}`,
      phoneNumber: `+1555555${1000 + n}`,
      [`f${n}`]: 1,
    }));
    async function* open() {
      yield new TextEncoder().encode(JSON.stringify({ users }));
    }
    const shared = settings(() => false);
    expect(await checkInThreads(pinInput(open), { from: "firebase" }, {}, shared)).toBeUndefined();
  });

  it("reads on one thread what belongs together over the whole file, and a source of one's own", async () => {
    const own = { ...loadedSource("credport"), name: "own" };
    for (const from of ["supabase", own] as const) {
      expect(
        await checkInThreads(
          pinInput(input),
          { from },
          {},
          settings(() => false),
        ),
      ).toBeUndefined();
    }
  });

  it("stops where its signal is aborted", async () => {
    const stop = new AbortController();
    const reason = new Error("enough");
    const options = { signal: stop.signal, onUser: () => stop.abort(reason) };
    const check = checkInThreads(
      pinInput(input),
      { from: "credport" },
      options,
      settings(() => false),
    );
    await expect(check).rejects.toBe(reason);
  });

  it.each([0, 1.5, 65, Number.NaN])("refuses %s threads", async (threads) => {
    await expect(checkExport(input, { from: "credport", threads })).rejects.toThrow(TypeError);
  });
});
