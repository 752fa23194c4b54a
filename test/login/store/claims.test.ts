import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  createLoginFallback,
  type LoginFallbackOptions,
  openFallbackStore,
  type StoredUser,
} from "../../../src/login/index.js";
import { useTemporaryFolder } from "../../temporary-folder.js";

const LOGIN = pathToFileURL(resolve(import.meta.dirname, "../../../dist/login/index.js")).href;
// Known answer of crypt_blowfish.
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const ANN = "ann@example.com";
const temporary = useTemporaryFolder();

/** Logs in; its service makes the account when a line comes. Says what happens. */
const LOGIN_SERVER = `
import { createInterface } from "node:readline";
import { createLoginFallback, openFallbackStore } from ${JSON.stringify(LOGIN)};
const { value: store } = await openFallbackStore(process.argv[1]);
const told = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const fallback = createLoginFallback({
  findLegacyUser: store.findLegacyUser,
  forgetUser: store.forgetUser,
  claimUser: store.claimUser,
  timeoutMs: 60_000,
  importUser: async () => {
    console.log("begun");
    const { value } = await told.next();
    if (value === "fail") throw new Error("the service is away");
    console.log("made");
  },
});
console.log((await fallback.attempt("${ANN}", "U*U")).kind);
await store.close();
process.exit();
`;

async function usersFile(): Promise<string> {
  const file = join(temporary.path(), "fallback.ndjson");
  const line = JSON.stringify({ externalUserId: "1", identifiers: [ANN], email: ANN, passwordHash: BCRYPT });
  await writeFile(file, `${line}\n`, { mode: 0o600 });
  return file;
}

/** This process' fallback over the file, and another process whose import has begun. */
async function withBegunImport(options: Partial<LoginFallbackOptions<StoredUser>> = {}) {
  const file = await usersFile();
  const opened = await openFallbackStore(file);
  if (!opened.ok) throw new Error(opened.problems[0].code);
  const store = opened.value;
  onTestFinished(() => store.close());
  const fallback = createLoginFallback<StoredUser>({
    findLegacyUser: store.findLegacyUser,
    forgetUser: store.forgetUser,
    claimUser: store.claimUser,
    importUser: async () => {
      throw new Error("nobody is to be brought over here");
    },
    ...options,
  });
  const child = spawn(process.execPath, ["--input-type=module", "-e", LOGIN_SERVER, file], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said: string[] = [];
  const lines = createInterface({ input: child.stdout });
  const ended = once(lines, "close");
  const begun = once(lines, "line");
  lines.on("line", (line) => said.push(line));
  await begun;
  return { child, said, ended, store, fallback };
}

describe("a user whom another process is bringing over", () => {
  it("is deleted after that, and not before the import has ended", async () => {
    const { child, said, ended, fallback } = await withBegunImport();
    const atDeletion: string[] = [];
    const deletion = fallback.onDelete(ANN).then((outcome) => {
      atDeletion.push(...said);
      return outcome;
    });
    child.stdin.write("make it\n");
    expect((await deletion).kind).toMatch(/^(?:migrated-meanwhile|no-legacy-user)$/);
    // What is deleted in the service now is there.
    expect(atDeletion).toContain("made");
    expect((await fallback.onDelete(ANN)).kind).toBe("no-legacy-user");
    await ended;
    expect(said).toEqual(["begun", "made", "migrated"]);
    expect((await readdir(temporary.path())).sort()).toEqual(["fallback.ndjson", "fallback.ndjson.store"]);
  });

  it("gets a new password after that, and keeps it", async () => {
    const { child, said, ended, fallback } = await withBegunImport();
    const set = vi.fn(() => said.push("set") > 0);
    const outcome = fallback.onPasswordSet([ANN, "ann"], set);
    child.stdin.write("make it\n");
    expect((await outcome).kind).toMatch(/^(?:forgotten|no-legacy-user)$/);
    expect((await fallback.onPasswordSet([ANN], set)).kind).toBe("no-legacy-user");
    await ended;
    expect(said.indexOf("made")).toBeLessThan(said.indexOf("set"));
    expect(set).toHaveBeenCalledTimes(2);
  });

  it("is forgotten where that import fails, and the next login finds nobody", async () => {
    const { child, said, ended, fallback } = await withBegunImport();
    const deletion = fallback.onDelete(ANN);
    child.stdin.write("fail\n");
    expect((await deletion).kind).toBe("forgotten");
    expect((await fallback.attempt(ANN, "U*U")).kind).toBe("unknown-user");
    await ended;
    expect(said).toEqual(["begun", "busy"]);
  });

  it("is neither deleted, brought over nor given an account while that lasts longer than a call may", async () => {
    const createUser = async () => {
      throw new Error("no account is to be made here");
    };
    const { child, said, ended, fallback } = await withBegunImport({
      timeoutMs: 1000,
      createUser,
    });
    const claimed = { kind: "busy", problems: [{ code: "login/user-claimed" }] };
    expect(await fallback.onDelete(ANN)).toMatchObject(claimed);
    expect(await fallback.onPasswordSet(ANN)).toMatchObject(claimed);
    const set = vi.fn(() => true);
    expect(await fallback.onPasswordSet([ANN], set)).toMatchObject(claimed);
    expect(set).not.toHaveBeenCalled();
    expect(await fallback.onPasswordReset(ANN)).toMatchObject(claimed);
    expect(await fallback.attempt(ANN, "U*U")).toMatchObject({ ...claimed, loggedIn: false });
    expect((await fallback.attempt(ANN, "wrong")).kind).toBe("wrong-password");
    child.stdin.write("make it\n");
    await ended;
    expect(said).toEqual(["begun", "made", "migrated"]);
    expect((await fallback.onDelete(ANN)).kind).toBe("no-legacy-user");
  });

  it("is free once that process is killed", async () => {
    const { child, fallback, store } = await withBegunImport();
    child.kill("SIGKILL");
    await once(child, "exit");
    expect((await fallback.onDelete(ANN)).kind).toBe("forgotten");
    expect(await store.findLegacyUser(ANN)).toBeNull();
  });
});

describe("a claimUser that fails", () => {
  it.each<[string, () => Promise<never>]>([
    ["throws", () => Promise.reject(new Error("the disk is full"))],
    ["gives nonsense", async () => "yes" as never],
    ["never answers", () => new Promise<never>(() => undefined)],
  ])("and %s changes nothing", async (_, claimUser) => {
    const store = await openFallbackStore(await usersFile());
    if (!store.ok) throw new Error(store.problems[0].code);
    onTestFinished(() => store.value.close());
    let calls = 0;
    const called = async () => {
      calls++;
    };
    const fallback = createLoginFallback<StoredUser>({
      findLegacyUser: store.value.findLegacyUser,
      importUser: called,
      forgetUser: called,
      claimUser,
      timeoutMs: 200,
    });
    const failed = { kind: "busy", problems: [{ code: "login/function-failed" }] };
    expect(await fallback.attempt(ANN, "U*U")).toMatchObject(failed);
    expect(await fallback.onDelete(ANN)).toMatchObject(failed);
    expect(calls).toBe(0);
  });

  it("and is too late lets the user go again", async () => {
    const file = await usersFile();
    const store = await openFallbackStore(file);
    if (!store.ok) throw new Error(store.problems[0].code);
    onTestFinished(() => store.value.close());
    let letGo = () => {};
    const released = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let answer: (release: () => Promise<void>) => void = () => {};
    const fallback = createLoginFallback<StoredUser>({
      findLegacyUser: store.value.findLegacyUser,
      importUser: async () => undefined,
      claimUser: () =>
        new Promise<() => Promise<void>>((resolve) => {
          answer = resolve;
        }),
      timeoutMs: 100,
    });
    expect((await fallback.attempt(ANN, "U*U")).kind).toBe("busy");
    answer(async () => letGo());
    await released;
  });
});
