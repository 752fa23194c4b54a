import { link, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readOutcomes } from "../../src/import/index.js";
import { openJournal } from "../../src/import/journal/journal.js";
import {
  formatLine,
  headerLine,
  type JournalBinding,
  type JournalLine,
  parseLine,
} from "../../src/import/journal/journal-line.js";
import { RecordStates } from "../../src/import/journal/record-states.js";
import { recover } from "../../src/import/journal/recover.js";
import type { RecordedOutcome } from "../../src/import/outcome.js";
import { cpuMilliseconds } from "../cpu-time.js";
import { MemoryFile } from "./memory-file.js";

const BINDING: JournalBinding = {
  input: { bytes: 10, sha256: "ab" },
  source: "firebase",
  baseUrl: "https://auth.example.com",
  tenantPath: "",
  profile: "default",
};

let folder: string;
let files = 0;
const freshPath = (): string => join(folder, `journal-${files++}`);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "credport-journal-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const open = (path: string, extra: object = {}) => openJournal({ path, binding: BINDING, syncIntervalMs: 0, ...extra });

async function opened(path: string, extra: object = {}) {
  const journal = await open(path, extra);
  if (!journal.ok) throw new Error(journal.problems[0].message);
  return journal.value;
}

const outcome = (record: number, kind: "imported" | "failed" = "imported"): RecordedOutcome => {
  const place = { record, line: record + 1, userId: `u${record}` };
  return kind === "failed"
    ? {
        ...place,
        kind,
        step: "password",
        problems: [{ code: "client/reply-lost", message: "no answer" }],
        canSignIn: false,
        isInDoubt: true,
      }
    : { ...place, kind, serviceUserId: `s${record}`, isReconciled: false, warnings: [] };
};

const record = fc.nat({ max: 40 });
const line: fc.Arbitrary<JournalLine> = fc.oneof(
  record.map((begun) => ({ begun })),
  record.map((left) => ({ left })),
  fc.record({ record, step: fc.constantFrom("password", "code"), id: fc.string() }),
  fc.record({
    record,
    line: record,
    userId: fc.string({ unit: "binary" }),
    outcome: fc.constantFrom("imported", "already-there", "refused-by-service", "failed"),
  }),
  fc.constant({ run: "2026-01-01T00:00:00.000Z" }),
  fc.integer({ min: Date.UTC(2026), max: Date.UTC(2100) }).map((at) => ({ at })),
  record.map((anew) => ({ anew })),
  fc.constant({ worked: "password" }),
  fc.constant({ ended: "2026-01-01T00:00:00.000Z" }),
);

/** The truth, worked out the slow way. */
function stateOf(lines: readonly JournalLine[]) {
  const outcomes = new Map<number, string>();
  const inDoubt = new Set<number>();
  for (const entry of lines) {
    if ("outcome" in entry) outcomes.set(entry.record, entry.outcome);
    if ("begun" in entry) inDoubt.add(entry.begun);
    if ("left" in entry) inDoubt.delete(entry.left);
    if ("outcome" in entry) inDoubt.delete(entry.record);
  }
  return { outcomes: [...outcomes].sort(([a], [b]) => a - b), inDoubt };
}

describe("recovery of a journal", () => {
  test("any prefix of the file gives the state of a prefix of the lines", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), fc.nat(), async (lines, cut) => {
        const texts = [headerLine(BINDING), ...lines].map(formatLine);
        const bytes = Buffer.from(texts.join(""));
        const prefix = bytes.subarray(0, cut % (bytes.length + 1));
        const recovered = await recover(new MemoryFile(prefix));
        if (!recovered.ok) throw new Error(recovered.problems[0].message);
        const { states, inDoubt, wholeBytes, binding } = recovered.value;
        // As many lines count as have their line end in the prefix.
        const whole = prefix.filter((byte) => byte === 10).length;
        expect(wholeBytes).toBe(Buffer.byteLength(texts.slice(0, whole).join("")));
        expect(binding).toEqual(whole === 0 ? undefined : BINDING);
        const truth = stateOf(lines.slice(0, Math.max(0, whole - 1)));
        const read = Array.from({ length: 41 }, (_, index) => [index, states.get(index)] as const);
        expect(read.filter(([, state]) => state !== "none")).toEqual(truth.outcomes);
        expect(new Set(inDoubt.keys())).toEqual(truth.inDoubt);
      }),
      { numRuns: 400 },
    );
  });

  test("a run of hours, by the clock of the machine, is read again", async () => {
    const path = freshPath();
    let passed = 0;
    const now = () => Date.now() + passed;
    const journal = await opened(path, { now });
    for (const number of [1, 2, 3]) {
      passed += 3_600_000;
      journal.note({ begun: number });
      journal.noteOutcome(outcome(number));
    }
    await journal.close();
    expect((await readFile(path, "utf8")).match(/^\{"at":\d{13}\}$/gm)).toHaveLength(3);
    const recovered = await recover(new MemoryFile(await readFile(path)));
    if (!recovered.ok) throw new Error(recovered.problems[0].message);
    expect([1, 2, 3].map((number) => recovered.value.states.get(number))).toEqual(Array(3).fill("imported"));
  });

  test("bytes of a crashed disk after the last whole line are cut off", async () => {
    const file = new MemoryFile(Buffer.concat([Buffer.from(formatLine(headerLine(BINDING))), Buffer.alloc(50)]));
    const path = freshPath();
    const journal = await opened(path, { openFile: async () => file });
    journal.noteOutcome(outcome(3));
    await journal.close();
    const lines = file.bytes.toString().trimEnd().split("\n");
    expect(lines.map((text) => parseLine(text) !== undefined)).not.toContain(false);
  });

  test("an unreadable line with readable ones after it is damage, and is named", async () => {
    const texts = [headerLine(BINDING), outcome(1), outcome(2)].map((entry) =>
      "kind" in entry ? `{"record":${entry.record},"line":1,"outcome":"imported"}\n` : formatLine(entry),
    );
    const file = new MemoryFile(Buffer.from(texts.join("").replace('"record":1', '"record":')));
    const recovered = await recover(file);
    expect(recovered.ok || recovered.problems[0].code).toBe("import/journal-damaged");
    expect(recovered.ok || recovered.problems[0].message).toContain("line 2");
  });

  test.for(["users", '{"users":[]}\n', "\n", "\u0000".repeat(9), `{"journal":"another","version":1}\n`])(
    "a file that is not a journal is refused and left as it is: %j",
    async (text) => {
      const path = freshPath();
      await writeFile(path, text);
      const journal = await open(path);
      expect(journal).toMatchObject({
        problems: [{ code: "import/journal-unusable", remedy: expect.stringContaining("is left as it is") }],
      });
      expect(await readFile(path, "utf8")).toBe(text);
    },
  );

  test("a later version is refused", async () => {
    const file = new MemoryFile(Buffer.from('{"journal":"credport import","version":3}\n'));
    const recovered = await recover(file);
    const remedy = "Resume with the version of credport that began this journal.";
    expect(recovered).toMatchObject({ problems: [{ code: "import/journal-unusable", remedy }] });
  });

  test("half a byte a record keeps every state apart", () => {
    const states = new RecordStates();
    const kinds = ["imported", "already-there", "refused-by-service", "failed", "none"] as const;
    for (let index = 0; index < 300_000; index++) states.set(index, kinds[index % 5] as "none");
    states.set(7, "imported");
    states.set(4_294_967_295, "failed");
    expect([6, 7, 8, 131_072, 299_999].map((index) => states.get(index))).toEqual([
      "already-there",
      "imported",
      "failed",
      kinds[131_072 % 5],
      kinds[299_999 % 5],
    ]);
    expect(states.get(4_294_967_295)).toBe("failed");
    expect(states.get(4_000_000_000)).toBe("none");
  });
});

describe("a journal", () => {
  test("gives back what was noted, has mode 0600, and one word on each record", async () => {
    const path = freshPath();
    const first = await opened(path);
    for (const index of [0, 1, 2, 3, 4]) first.note({ begun: index });
    first.note({ record: 1, step: "password", id: "s1" });
    first.note({ record: 2, step: "password", id: undefined });
    first.noteOutcome(outcome(0));
    first.noteOutcome(outcome(2, "failed"));
    first.note({ left: 3 });
    await first.close();
    expect((await stat(path)).mode & 0o777).toBe(0o600);

    const second = await opened(path);
    expect([0, 1, 2, 3].map((index) => second.stateOf(index))).toEqual(["imported", "none", "failed", "none"]);
    expect([...second.stepsOf(1)]).toEqual([["password", "s1"]]);
    expect([...second.stepsOf(2)]).toEqual([["password", ""]]);
    expect(second.stepsOf(0).size).toBe(0);
    // Done; begun only; failed with an open end; left in order; begun only; never begun.
    expect([0, 1, 2, 3, 4, 5].map((index) => second.doubtOf(index) !== undefined)).toEqual([
      false,
      true,
      true,
      false,
      true,
      false,
    ]);
    second.noteOutcome(outcome(2));
    await second.close();

    const rows = await readOutcomes(path);
    const kinds: unknown[] = [];
    if (rows.ok) for await (const row of rows.value) kinds.push([row.record, row.outcome]);
    expect(kinds).toEqual([
      [0, "imported"],
      [2, "imported"],
    ]);
  });

  test("says what is durable only once it is on the disk", async () => {
    const file = new MemoryFile();
    const journal = await opened(freshPath(), { openFile: async () => file });
    journal.noteOutcome(outcome(5));
    await journal.durable();
    expect(file.bytes.subarray(0, file.synced).toString()).toContain('"record":5');
    const { syncs } = file;
    for (let index = 0; index < 1_000; index++) journal.noteOutcome(outcome(index));
    await journal.durable();
    // A thousand results, but few waits for the disk.
    expect(file.syncs - syncs).toBeLessThan(10);
    await journal.close();
  });

  test("says of each mark whether the disk has what was noted up to it, also when it is full", async () => {
    const file = new MemoryFile();
    const journal = await opened(freshPath(), { openFile: async () => file });
    journal.noteOutcome(outcome(0));
    const first = journal.mark();
    expect(journal.reached(first)).toBeInstanceOf(Promise);
    expect(await journal.reached(first)).toBeUndefined();
    expect(file.bytes.subarray(0, file.synced).toString()).toContain('"record":0');
    file.capacity = file.bytes.length + 30;
    journal.noteOutcome(outcome(1));
    const second = journal.mark();
    expect(await journal.reached(second)).toMatchObject({ code: "import/journal-not-written" });
    journal.noteOutcome(outcome(2));
    expect(await journal.reached(journal.mark())).toMatchObject({ code: "import/journal-not-written" });
    expect(journal.reached(first)).toBeUndefined();
    await journal.close();
  });

  test("has in the file what was noted before a call, so that it outlives the process", async () => {
    const file = new MemoryFile();
    const journal = await opened(freshPath(), { openFile: async () => file });
    for (let index = 0; index < 500; index++) {
      journal.note({ begun: index });
      const [problem] = await Promise.all([journal.written(), journal.written()]);
      expect(problem).toBeUndefined();
      expect(file.bytes.toString()).toContain(`{"begun":${index}}\n`);
      // While a batch is being written, and after it.
      if (index % 3 === 0) journal.note({ record: index, step: "password", id: "s" });
      if (index % 2 === 0) await new Promise(setImmediate);
    }
    await journal.close();
  });

  test("steps of a user who was refused stay, and void ones are gone", async () => {
    const path = freshPath();
    const first = await opened(path);
    for (const index of [0, 1]) first.note({ record: index, step: "password", id: `s${index}` });
    const refused = { ...outcome(0, "failed"), kind: "refused-by-service", isInDoubt: false } as const;
    first.noteOutcome(refused as RecordedOutcome);
    first.note({ anew: 1 });
    first.note({ record: 1, step: "social-login-1", id: "s2" });
    await first.close();
    const second = await opened(path);
    expect([...second.stepsOf(0)]).toEqual([["password", "s0"]]);
    expect([...second.stepsOf(1)]).toEqual([["social-login-1", "s2"]]);
    await second.close();
    const rows = await readOutcomes(path);
    if (!rows.ok) throw new Error("not read");
    for await (const row of rows.value) expect(row.acknowledged).toEqual({ password: "s0" });
  });

  test("a line stays readable whatever an export calls its users", async () => {
    const path = freshPath();
    const journal = await opened(path);
    journal.noteOutcome({ ...outcome(0), userId: "x".repeat(100_000) });
    journal.noteOutcome(outcome(1));
    await journal.close();
    const next = await opened(path);
    expect([0, 1].map((index) => next.stateOf(index))).toEqual(["imported", "imported"]);
    await next.close();
  });

  test("knows the hash parameters from the first run that had some, and refuses others", async () => {
    const path = freshPath();
    const withParameters = (hashParameters: string | undefined) =>
      open(path, { binding: { ...BINDING, hashParameters } });
    for (const parameters of [undefined, "one", undefined, "one"]) {
      const journal = await withParameters(parameters);
      expect(journal.ok).toBe(true);
      if (!journal.ok) continue;
      journal.value.noteOutcome(outcome(0));
      await journal.value.close();
    }
    const refused = await withParameters("another");
    expect(refused.ok || refused.problems[0]).toMatchObject({
      code: "import/input-changed",
      field: "hashParameters",
      message: expect.stringContaining("hash parameters"),
    });
  });

  test("knows how the file was read from the first run that says so, and refuses another way", async () => {
    const path = freshPath();
    const next = (added: Partial<typeof BINDING> & { reading?: string; loginOnly?: "import" }) =>
      open(path, { binding: { ...BINDING, ...added } });
    for (const added of [{}, { reading: "one" }, { reading: "one", loginOnly: "import" as const }]) {
      const journal = await next(added);
      expect(journal.ok).toBe(true);
      if (!journal.ok) continue;
      journal.value.noteOutcome(outcome(0));
      await journal.value.close();
    }
    const refused = await next({ reading: "two", loginOnly: "import" });
    expect(refused.ok || refused.problems[0]).toMatchObject({
      code: "import/input-changed",
      field: "reading",
    });
    const held = await next({ reading: "one" });
    expect(held.ok || held.problems[0]).toMatchObject({ code: "import/input-changed", field: "loginOnly" });
  });

  test.for([
    ["input", { input: { bytes: 11, sha256: "ab" } }, "import/input-changed"],
    ["input", { input: { bytes: 10, sha256: "ac" } }, "import/input-changed"],
    ["baseUrl", { baseUrl: "https://auth.example.org" }, "import/target-changed"],
    ["tenantPath", { tenantPath: "t1" }, "import/target-changed"],
    ["profile", { profile: "supertokens" }, "import/target-changed"],
    ["source", { source: "auth0" }, "import/target-changed"],
  ] as const)("refuses to continue with another %s", async ([field, change, code]) => {
    const path = freshPath();
    const first = await opened(path);
    first.note({ record: 0, step: "password", id: "s0" });
    await first.close();
    const refused = await open(path, { binding: { ...BINDING, ...change } });
    expect(refused.ok || [refused.problems[0].code, refused.problems[0].field]).toEqual([code, field]);
    // The lock is free again.
    await (await opened(path)).close();
  });

  /** By field of the binding: what differs, and the options that it comes from. */
  const OPTIONS = {
    source: [{ source: "auth0" }, "--from"],
    baseUrl: [{ baseUrl: "https://auth.example.org" }, "--to"],
    tenantPath: [{ tenantPath: "t1" }, "--tenant-path"],
    profile: [{ profile: "supertokens" }, "--service"],
    hashParameters: [{ hashParameters: "other" }, "--hash-config"],
    reading: [{ reading: "other" }, "--map", "--provider", "--phone-region"],
    loginOnly: [{ loginOnly: undefined }, "--login-only import"],
    withoutPassword: [{ withoutPassword: undefined }, "--without-password reset"],
    changedSince: [{ changedSince: undefined }, "--changed-since"],
    via: [{ via: undefined }, "--via bulk"],
  } as const satisfies Record<Exclude<keyof JournalBinding, "input">, readonly [object, ...string[]]>;

  test.for(Object.entries(OPTIONS))(
    "names the options to resume with where %s differs",
    async ([, [change, ...options]]) => {
      const begun = {
        ...BINDING,
        hashParameters: "one",
        reading: "one",
        loginOnly: "import",
        withoutPassword: "reset",
      };
      const binding = { ...begun, changedSince: "first", via: "bulk" } as const;
      const path = freshPath();
      const first = await opened(path, { binding });
      first.noteOutcome(outcome(0));
      await first.close();
      const refused = await open(path, { binding: { ...binding, ...change } });
      const text = refused.ok ? "" : `${refused.problems[0].message} ${refused.problems[0].remedy}`;
      expect(options.filter((option) => !text.includes(option))).toEqual([]);
    },
  );

  describe("whose users were undone", () => {
    const begun = { ...BINDING, withoutPassword: "reset" };
    const undone = async (records: readonly number[], ...more: readonly JournalLine[]) => {
      const path = freshPath();
      const first = await opened(path, { binding: begun });
      for (const at of [0, 1]) first.noteOutcome(outcome(at));
      for (const line of [...records.map((at) => ({ undone: at })), ...more]) first.note(line);
      await first.close();
      return path;
    };

    test("is begun again with other options, and for another file", async () => {
      for (const change of [{}, { input: { bytes: 11, sha256: "ac" } }]) {
        const path = await undone([0, 1]);
        const next = await opened(path, { binding: { ...BINDING, ...change } });
        expect(next.stateOf(0)).toBe("none");
        next.noteOutcome(outcome(0));
        await next.close();
        expect(await readFile(path, "utf8")).not.toMatch(/undone|withoutPassword/);
      }
    });

    test.for<[string, readonly number[], ...JournalLine[]]>([
      ["of whom one is left", [1]],
      ["of whom one was sent again", [0, 1], { record: 0, step: "password", id: "s0" }],
      ["of whom one may have been sent again", [0, 1], { begun: 0 }],
    ])("is not, %s", async ([, records, ...more]) => {
      const refused = await open(await undone(records, ...more), { binding: BINDING });
      expect(refused.ok || refused.problems[0].code).toBe("import/input-changed");
    });

    test("is not begun again for another service", async () => {
      const binding = { ...begun, baseUrl: "https://auth.example.org" };
      const refused = await open(await undone([0, 1]), { binding });
      expect(refused.ok || refused.problems[0].code).toBe("import/target-changed");
    });
  });

  test("belongs to nothing until a service has acknowledged something, so a wrong address can be corrected", async () => {
    const path = freshPath();
    const wrong = await opened(path, { binding: { ...BINDING, baseUrl: "https://auth.example.con" } });
    wrong.note({ begun: 0 });
    wrong.noteOutcome(outcome(1, "failed"));
    await wrong.close();
    const corrected = await opened(path);
    expect([corrected.stateOf(1), corrected.doubtOf(0) !== undefined]).toEqual(["none", false]);
    corrected.noteOutcome(outcome(0));
    await corrected.close();
    expect(await readFile(path, "utf8")).not.toContain("example.con");
    const back = await open(path, { binding: { ...BINDING, baseUrl: "https://auth.example.con" } });
    expect(back.ok || back.problems[0].code).toBe("import/target-changed");
  });

  test.for([
    ["https://auth.example.com/", true],
    ["https://AUTH.example.com:443", true],
    ["https://auth.example.com:444", false],
    ["http://auth.example.com", false],
    ["https://auth.example.com/prefix", false],
    ["https://auth.example.com./", false],
  ] as const)("knows the same address in another spelling: %s", async ([baseUrl, isSame]) => {
    const path = freshPath();
    const first = await opened(path);
    first.noteOutcome(outcome(0));
    await first.close();
    const second = await open(path, { binding: { ...BINDING, baseUrl } });
    expect(second.ok).toBe(isSame);
    if (second.ok) await second.value.close();
  });

  test("knows the same tenant with and without slashes", async () => {
    const path = freshPath();
    const first = await opened(path, { binding: { ...BINDING, tenantPath: "t1" } });
    first.noteOutcome(outcome(0));
    await first.close();
    await (await opened(path, { binding: { ...BINDING, tenantPath: "/t1/" } })).close();
    const other = await open(path, { binding: { ...BINDING, tenantPath: "/t2" } });
    expect(other.ok || other.problems[0].field).toBe("tenantPath");
  });

  test("stops when somebody else writes the same file under a name of its own", async () => {
    const path = freshPath();
    const first = await opened(path);
    first.noteOutcome(outcome(0));
    await first.durable();
    const other = freshPath();
    await link(path, other);
    const second = await opened(other);
    first.note({ begun: 1 });
    expect((await first.written())?.code).toBe("import/journal-locked");
    expect((await first.close())?.code).toBe("import/journal-locked");
    second.note({ begun: 1 });
    expect(await second.written()).toBeUndefined();
    await second.close();
  });

  test("a full disk ends it with a problem, and room lets it continue where it was", async () => {
    const file = new MemoryFile();
    const path = freshPath();
    const journal = await opened(path, { openFile: async () => file });
    journal.noteOutcome(outcome(0));
    await journal.durable();
    file.capacity = file.bytes.length + 30;
    journal.noteOutcome(outcome(1));
    journal.noteOutcome(outcome(2));
    expect((await journal.durable())?.code).toBe("import/journal-not-written");
    expect((await journal.written())?.code).toBe("import/journal-not-written");
    expect((await journal.room())?.code).toBe("import/journal-not-written");
    expect((await journal.close())?.code).toBe("import/journal-not-written");
    file.capacity = Number.POSITIVE_INFINITY;
    const next = await opened(path, { openFile: async () => file });
    expect([0, 1, 2].map((index) => next.stateOf(index))).toEqual(["imported", "none", "none"]);
    await next.close();
  });

  test("a header that does not say what the journal belongs to is damage, before anything is written", async () => {
    for (const binding of [undefined, null, {}, { ...BINDING, input: undefined }, { ...BINDING, baseUrl: 1 }]) {
      const path = freshPath();
      const text = `${JSON.stringify({ journal: "credport import", version: 1, binding })}\n`;
      await writeFile(path, text);
      const refused = await open(path);
      expect(refused.ok || refused.problems[0].code).toBe("import/journal-damaged");
      expect(await readFile(path, "utf8")).toBe(text);
    }
  });

  test("one line of 60 MB is found damaged without being kept in memory", async () => {
    const path = freshPath();
    await writeFile(path, `${formatLine(headerLine(BINDING))}${"x".repeat(60_000_000)}\n{"begun":1}\n`);
    const before = process.memoryUsage.rss();
    const spent = await cpuMilliseconds(async () => {
      const refused = await open(path);
      expect(refused.ok || refused.problems[0]).toMatchObject({
        code: "import/journal-damaged",
        message: "line 2 of the journal is not readable",
      });
    });
    expect(spent).toBeLessThan(10_000);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000);
  });

  test("a path that can't be opened is a problem", async () => {
    const refused = await open(join(folder, "no-such-folder", "journal"));
    expect(refused.ok || refused.problems[0].code).toBe("import/journal-unusable");
  });
});
