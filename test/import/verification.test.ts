import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createAdministrationClient, createImportClient } from "../../src/client/index.js";
import { type ImportOptions, importUsers } from "../../src/import/index.js";
import { createRehearsalService, type RehearsalService } from "../../src/rehearsal/index.js";
import type { NormalizedUser, UserRecord } from "../../src/source/index.js";
import { MemoryFile } from "./memory-file.js";
import { makeUsers, recordOf } from "./user-records.js";

const LEFT_OUT = "verification of the e-mail address";
const baseUrl = "http://localhost";

/** Every other one of them is verified. */
const USERS: readonly NormalizedUser[] = makeUsers(12).map((user, at) => ({
  ...user,
  email: `user-${at}@example.com`,
  emailVerified: at % 12 < 6,
}));

async function* records(): AsyncGenerator<UserRecord> {
  for (const [index, user] of USERS.entries()) {
    const notCarried = user.emailVerified ? [LEFT_OUT] : [];
    yield {
      ...recordOf(user, index),
      result: { ok: true, value: { user, changes: [], notCarried }, warnings: [] },
    };
  }
}

function optionsFor(fetch: typeof globalThis.fetch, more: Partial<ImportOptions> = {}): ImportOptions {
  const connection = { baseUrl, apiKey: "rehearsal", service: "supertokens", fetch } as const;
  const patient = { ...connection, sleep: async () => {}, retry: { attempts: 1 } };
  const administration = createAdministrationClient(patient);
  return {
    existing: { policy: "overwrite", administration },
    client: createImportClient(patient),
    verification: { administration },
    sleep: async () => {},
    ...more,
  };
}

const marksOf = ({ users }: ReturnType<RehearsalService["state"]>) =>
  users.flatMap(({ loginMethods }) =>
    loginMethods.flatMap(({ recipeId, email, verified }) =>
      // A login by code counts as verified once a code was consumed, whatever its address.
      recipeId !== "emailpassword" || email === undefined ? [] : [[email, verified] as const],
    ),
  );

test("addresses that the old system has verified are verified on the service, and no others", async () => {
  const rehearsal = createRehearsalService({ service: "supertokens" });
  const { progress } = await importUsers(records(), optionsFor(rehearsal.fetch));
  expect(progress).toMatchObject({ imported: 12, verifiedAddresses: 6, notCarried: [], problems: [] });
  const verified = new Set(USERS.filter(({ emailVerified }) => emailVerified).map(({ email }) => email));
  const marks = marksOf(rehearsal.state());
  expect(marks).toHaveLength(8);
  for (const [email, isVerified] of marks) expect([email, isVerified]).toEqual([email, verified.has(email)]);
});

test("without it they are counted as not carried", async () => {
  const rehearsal = createRehearsalService({ service: "supertokens" });
  const { verification: _, ...others } = optionsFor(rehearsal.fetch);
  const { progress } = await importUsers(records(), others);
  expect(progress).toMatchObject({ verifiedAddresses: 0, notCarried: [{ name: LEFT_OUT, records: 6 }] });
  expect(marksOf(rehearsal.state()).some(([, verified]) => verified)).toBe(false);
});

test("the address of an account that was there before is left as it was, also beside what is new in it", async () => {
  const rehearsal = createRehearsalService({ service: "supertokens" });
  const options = optionsFor(rehearsal.fetch);
  const made = ["user-0@example.com", "user-1@example.com"];
  for (const email of made) await options.verification?.administration.signUp(email, "a password of their own");
  const totp = [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 }];
  const users = USERS.slice(0, 3).map((user) => ({ ...user, totp: user.email === made[0] ? [] : totp }));
  async function* three(): AsyncGenerator<UserRecord> {
    for (const [index, user] of users.entries()) yield recordOf(user, index);
  }
  const { progress } = await importUsers(three(), options);
  expect(progress).toMatchObject({ imported: 2, alreadyThere: 1, overwrittenPasswords: 2, verifiedAddresses: 1 });
  const marked = marksOf(rehearsal.state()).flatMap(([email, verified]) => (verified ? [email] : []));
  expect(marked).toEqual([USERS[2]?.email]);
});

test("a mark that the service refuses is a warning, and the user is imported", async () => {
  const rehearsal = createRehearsalService({ service: "supertokens" });
  const fetch: typeof globalThis.fetch = async (url, init) =>
    String(url).endsWith("/email/verify/token")
      ? new Response("Field name 'email' is invalid\n", { status: 400 })
      : rehearsal.fetch(url, init);
  const { progress } = await importUsers(records(), optionsFor(fetch));
  expect(progress).toMatchObject({ imported: 12, verifiedAddresses: 0 });
  expect(progress.warnings).toMatchObject([{ name: "import/verification-not-set", records: 6 }]);
});

test("a mark that fails is set by the next run, which sends nothing else for the user", async () => {
  const folder = await mkdtemp(join(tmpdir(), "credport-marks-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const rehearsal = createRehearsalService({ service: "supertokens" });
  const binding = { input: { bytes: 1, sha256: "test" }, source: "test", baseUrl, tenantPath: "" };
  const journal = { path: join(folder, "journal"), binding: { ...binding, profile: "supertokens" } };
  let isFailing = true;
  const paths: string[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const { pathname } = new URL(String(url));
    if (!isFailing) paths.push(pathname);
    const isMine = pathname === "/recipe/user/email/verify/token" && isFailing;
    const isFirst = String(init?.body).includes("user-0@example.com");
    return isMine && isFirst ? new Response("busy\n", { status: 500 }) : rehearsal.fetch(url, init);
  };
  const first = await importUsers(records(), optionsFor(fetch, { journal }));
  expect(first.progress).toMatchObject({ imported: 11, failed: 1, partlyImported: 1 });
  expect(await readFile(journal.path, "utf8")).toContain('"step":"verification"');
  isFailing = false;
  const second = await importUsers(records(), optionsFor(fetch, { journal }));
  expect(second.progress).toMatchObject({ imported: 12, failed: 0, verifiedAddresses: 1 });
  const sent = paths.filter((path) => path !== "/user/id");
  expect(sent).toEqual(["/recipe/user/email/verify/token", "/recipe/user/email/verify"]);
});

test("an address whose mark was set by a call without an answer is marked, and nobody is told to set it", async () => {
  const rehearsal = createRehearsalService({ service: "supertokens" });
  let marks = 0;
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const reply = await rehearsal.fetch(url, init);
    if (!String(url).endsWith("/recipe/user/email/verify") || ++marks % 2 === 0) return reply;
    throw new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) });
  };
  const connection = { baseUrl, apiKey: "rehearsal", service: "supertokens", fetch, sleep: async () => {} } as const;
  const administration = createAdministrationClient(connection);
  const { progress } = await importUsers(records(), optionsFor(fetch, { verification: { administration } }));
  expect(marks).toBeGreaterThan(6);
  expect(progress).toMatchObject({ imported: 12, verifiedAddresses: 6, problems: [] });
});

test("marks are counted of users whose import is written down, also where the disk is full", async () => {
  const rehearsal = createRehearsalService({ service: "supertokens" });
  const file = Object.assign(new MemoryFile(), { capacity: 2_000 });
  const binding = { input: { bytes: 1, sha256: "test" }, source: "test", baseUrl, tenantPath: "" };
  const journal = {
    ...{ path: join(tmpdir(), `credport-marks-${process.pid}`), binding: { ...binding, profile: "supertokens" } },
    ...{ openFile: async () => file, syncIntervalMs: 5 },
  };
  const seen: number[] = [];
  const { progress } = await importUsers(
    records(),
    optionsFor(rehearsal.fetch, {
      ...{ journal, concurrency: 4 },
      onOutcome: ({ kind, record }) => void (kind === "imported" && seen.push(record)),
    }),
  );
  const marked = marksOf(rehearsal.state()).filter(([, verified]) => verified);
  expect(marked.length).toBeGreaterThan(progress.verifiedAddresses);
  expect(progress.verifiedAddresses).toBe(seen.filter((record) => USERS[record]?.emailVerified === true).length);
});
