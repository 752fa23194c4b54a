import { readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createAdministrationClient, createImportClient } from "../../src/client/index.js";
import { type ImportOptions, type ImportOutcome, importUsers, undoImport } from "../../src/import/index.js";
import { createRehearsalService, type RehearsalService } from "../../src/rehearsal/index.js";
import type { NormalizedUser } from "../../src/source/index.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { recordsOf } from "./user-records.js";

const temporary = useTemporaryFolder();
const HASH = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy";
const NUMBER = "+15555550100";
const SESSION = {
  ...{ userDataInJWT: {}, userDataInDatabase: {}, enableAntiCsrf: false },
  useDynamicSigningKey: true,
};
const GOOGLE = { thirdPartyId: "google", thirdPartyUserId: "g-victim" };
const EVE: NormalizedUser = {
  ...{ externalUserId: "eve", email: "eve@example.org", emailVerified: true, passwordHash: HASH },
  ...{ thirdParty: [], totp: [] },
};
const DEVICES = [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 }];
const BOB: NormalizedUser = { ...EVE, externalUserId: "bob", email: "bob@example.org" };
/** What Eve wrote into her profile, and how the person to whom it belongs signed up at the service before. */
const CLAIMS: readonly (readonly [string, Partial<NormalizedUser>, () => Promise<string>])[] = [
  ["a phone number", { phoneNumber: NUMBER }, signUpBySms],
  [
    "a social login",
    { thirdParty: [{ ...GOOGLE, email: "eve@example.org", isVerified: true }] },
    async () => {
      const email = { id: "victim@example.com", isVerified: true };
      return idIn(await post("/recipe/signinup", { ...GOOGLE, email }));
    },
  ],
];

let rehearsal: RehearsalService;
let paths: string[];
/** Of the client, in a row. */
let attempts: number;
/** Answers before the service does. */
let front: (path: string) => Promise<Response | undefined>;

beforeEach(() => {
  rehearsal = createRehearsalService({ service: "supertokens" });
  paths = [];
  attempts = 1;
  front = async () => undefined;
});

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const init = { method: "POST", body: JSON.stringify(body) };
  return (await rehearsal.fetch(`http://localhost${path}`, init)).json() as Promise<Record<string, unknown>>;
}

function idIn({ user }: Record<string, unknown>): string {
  return (user as { readonly id: string }).id;
}

async function signUpBySms(): Promise<string> {
  const { preAuthSessionId, linkCode } = await post("/recipe/signinup/code", { phoneNumber: NUMBER });
  return idIn(await post("/recipe/signinup/code/consume", { preAuthSessionId, linkCode }));
}

function clients() {
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const path = new URL(String(input)).pathname;
    paths.push(`${init?.method} ${path}`);
    return (await front(path)) ?? rehearsal.fetch(input, init);
  };
  const options = {
    ...{ baseUrl: "http://localhost", apiKey: "test", service: "supertokens" as const, fetch },
    ...{ sleep: async () => {}, retry: { attempts } },
  };
  return { client: createImportClient(options), administration: createAdministrationClient(options) };
}

type Policy = ImportOptions["existing"]["policy"];

async function run(
  users: readonly NormalizedUser[],
  journal: string,
  policy: Policy,
  more: Partial<ImportOptions> = {},
) {
  const { client, administration } = clients();
  const input = { bytes: 1, sha256: journal };
  const binding = { input, source: "test", baseUrl: "http://localhost", tenantPath: "", profile: "supertokens" };
  const outcomes: ImportOutcome[] = [];
  paths = [];
  const { progress } = await importUsers(recordsOf(users), {
    client,
    existing: { policy, administration },
    journal: { path: join(temporary.path(), journal), binding },
    onOutcome: (outcome) => void outcomes.push(outcome),
    sleep: async () => {},
    ...more,
  });
  return { progress, outcomes };
}

/** The stranger's user, and everybody's logins. */
const userOf = (id: string) => rehearsal.state().users.find((user) => user.id === id);
const changing = () => paths.filter((path) => !path.startsWith("GET "));
const TAKEN = { name: "import/login-taken", records: 1 };

describe.each(CLAIMS)("%s that the service has as somebody else's login", (_, claim, signUp) => {
  const eve = { ...EVE, ...claim };

  test.each([false, true])(
    "is not taken over where existing users are overwritten (primary: %s)",
    async (isPrimary) => {
      const stranger = await signUp();
      if (isPrimary) await post("/recipe/accountlinking/user/primary", { recipeUserId: stranger });
      const before = userOf(stranger);
      const { progress } = await run([eve, BOB], "one", "overwrite");
      expect(userOf(stranger)).toEqual(before);
      expect(progress).toMatchObject({ imported: 1, refusedByUs: 1, problems: [TAKEN] });
      expect(progress.users.contents.passwords).toMatchObject({ carried: 1, refused: 1 });
      expect(rehearsal.state().users.flatMap(({ loginMethods }) => loginMethods)).toHaveLength(2);
    },
  );

  test.each(["refuse", "skip", "overwrite"] as const)(
    "is not added by a second export (%s), nor anything else of that user",
    async (policy) => {
      await run([EVE, BOB], "one", policy);
      const stranger = await signUp();
      const before = rehearsal.state().users;
      const changedSince = { journal: join(temporary.path(), "one"), users: () => recordsOf([eve, BOB]) };
      const { progress, outcomes } = await run([eve, BOB], "two", policy, { changedSince });
      expect(rehearsal.state().users).toEqual(before);
      expect(userOf(stranger)).toBeDefined();
      expect(changing()).toEqual([]);
      expect(progress).toMatchObject({ refusedByUs: 1, alreadyThere: 1, problems: [TAKEN] });
      expect(outcomes.find(({ userId }) => userId === "eve")).not.toHaveProperty("serviceUserId");
    },
  );

  test("is left alone where it comes between the look-up and the call, and undo takes back what was made", async () => {
    let stranger: string | undefined;
    front = async (path) => {
      if (path.endsWith("/passwordhash/import")) stranger ??= await signUp();
      return undefined;
    };
    const { progress, outcomes } = await run([eve], "one", "refuse");
    expect(progress).toMatchObject({ refusedByService: 1, partlyImported: 1, problems: [TAKEN] });
    expect(outcomes[0]).toMatchObject({ kind: "refused-by-service", canSignIn: true });
    expect(changing().filter((path) => /PUT|accountlinking/.test(path))).toEqual([]);
    expect(userOf(stranger as string)).toMatchObject({ isPrimary: false });
    const { administration } = clients();
    const target = { baseUrl: "http://localhost", tenantPath: "", profile: "supertokens" };
    await undoImport({ journal: join(temporary.path(), "one"), administration, target });
    expect(rehearsal.state().users.map(({ id }) => id)).toEqual([stranger]);
  });

  test("is asked for again before a run that was interrupted resumes", async () => {
    const ending = new AbortController();
    front = async (path) => {
      if (path.endsWith("/passwordhash/import")) ending.abort();
      return undefined;
    };
    await run([eve], "one", "refuse", { signal: ending.signal });
    front = async () => undefined;
    const stranger = await signUp();
    const before = userOf(stranger);
    const { progress } = await run([eve], "one", "refuse");
    expect(progress.problems).toMatchObject([TAKEN]);
    expect(changing()).toEqual([]);
    expect(userOf(stranger)).toEqual(before);
  });

  test("is asked for, too, where the call for it was on its way when a run was killed", async () => {
    const killed = async (journal: string, isSignedIn: boolean, hoursAgo = 0, isCopied = false) => {
      rehearsal = createRehearsalService({ service: "supertokens" });
      const ending = new AbortController();
      front = async (path) => {
        if (!/signinup$|code\/consume$/.test(path)) return undefined;
        ending.abort();
        return new Promise(() => {});
      };
      await run([eve], journal, "refuse", { signal: ending.signal, graceMs: 0 });
      front = async () => undefined;
      const then = Date.now() / 1000 - hoursAgo * 3600;
      const path = join(temporary.path(), journal);
      await utimes(path, then, then);
      // A copy has the time at which it was made.
      const lines = (await readFile(path, "utf8")).replace(/(?<="run":")[^"]+/, new Date(1000 * then).toISOString());
      if (isCopied) await writeFile(path, lines);
      const owner = await signUp();
      if (isSignedIn) await post("/recipe/session", { userId: owner, ...SESSION });
      const before = userOf(owner);
      const { progress } = await run([eve], journal, "refuse");
      return { isLeft: JSON.stringify(userOf(owner)) === JSON.stringify(before), progress };
    };
    const strangers = await killed("one", true);
    expect(strangers).toMatchObject({ isLeft: true, progress: { imported: 0, problems: [TAKEN] } });
    // Whom nobody has signed in since is the one that the open call has made, unless they came hours later.
    expect((await killed("two", false)).progress).toMatchObject({ imported: 1, problems: [] });
    const later = await killed("three", false, 2);
    expect(later).toMatchObject({ isLeft: true, progress: { imported: 0, problems: [TAKEN] } });
    // A third run knows it as well as the second one.
    expect((await run([eve], "three", "refuse")).progress).toMatchObject({ imported: 0, problems: [TAKEN] });
    const copied = await killed("four", false, 2, true);
    expect(copied).toMatchObject({ isLeft: true, progress: { imported: 0, problems: [TAKEN] } });
  });

  test("is the user's own where they have added it to the account that an import made", async () => {
    await run([EVE], "one", "refuse");
    const [made] = rehearsal.state().users;
    const added = await signUp();
    await post("/recipe/accountlinking/user/primary", { recipeUserId: made?.id });
    await post("/recipe/accountlinking/user/link", { primaryUserId: made?.id, recipeUserId: added });
    const changedSince = { journal: join(temporary.path(), "one") };
    const { progress } = await run([eve], "two", "refuse", { changedSince });
    expect(progress).toMatchObject({ alreadyThere: 1, problems: [] });
    expect(changing()).not.toContain("PUT /recipe/user");
    const again = await run([eve], "three", "overwrite");
    expect(again.progress).toMatchObject({ alreadyThere: 1, overwrittenPasswords: 1, refusedByUs: 0 });
  });

  test("costs no question beside that for the address where the user brings neither number nor social login", async () => {
    await run([EVE, BOB], "one", "overwrite");
    expect(paths.filter((path) => path.includes("by-accountinfo"))).toHaveLength(2);
  });
});

describe.each([
  ["a phone number, at its code", CLAIMS[0], "/recipe/signinup/code"],
  ["a phone number", CLAIMS[0], "/recipe/signinup/code/consume"],
  ["a social login", CLAIMS[1], "/recipe/signinup"],
] as const)("%s that its owner signs up with while a run repeats a call that was not carried out", (_, claims, at) => {
  const [, claim, signUp] = claims as (typeof CLAIMS)[number];
  let stranger: string;

  /** So many calls end with this status; meanwhile its owner signs up, and has a session. */
  function failing(times: number, status = 502) {
    let left = times;
    front = async (path) => {
      if (path !== at || left-- <= 0) return undefined;
      if (left > 0) return new Response("", { status });
      stranger = await signUp();
      await post("/recipe/session", { userId: stranger, ...SESSION });
      return new Response("", { status });
    };
  }
  const isAsItWas = async () => {
    const { isPrimary, loginMethods } = userOf(stranger) ?? {};
    return isPrimary === false && loginMethods?.length === 1 && loginMethods[0]?.email !== "eve@example.org";
  };

  test.each(["refuse", "overwrite"] as const)("is not taken over (%s)", async (policy) => {
    for (const [number, times] of [1, 3].entries()) {
      attempts = number + 1;
      rehearsal = createRehearsalService({ service: "supertokens" });
      failing(times);
      const { progress, outcomes } = await run([{ ...EVE, ...claim }], `${policy}-${times}`, policy);
      expect(progress).toMatchObject({ refusedByService: 1, partlyImported: 1, sentInPart: 0, problems: [TAKEN] });
      expect(outcomes).toMatchObject([{ canSignIn: true }]);
      expect(await isAsItWas()).toBe(true);
    }
  });

  test("gets nothing of a user who has no other login", async () => {
    attempts = 2;
    const { passwordHash: _, ...plain } = { ...EVE, ...claim, totp: DEVICES };
    for (const policy of ["refuse", "overwrite"] as const) {
      for (const status of [502, 429]) {
        rehearsal = createRehearsalService({ service: "supertokens" });
        failing(1, status);
        const { progress } = await run([plain], `${policy}-${status}`, policy);
        expect(progress).toMatchObject({ imported: 0, failed: 0, unfinished: 0, sentInPart: 0 });
        expect(await isAsItWas()).toBe(true);
        expect(rehearsal.state().devices).toEqual([]);
      }
    }
  });
});

test("who signs up long after the last call without an answer is another person, also without a session", async () => {
  rehearsal = createRehearsalService({ service: "supertokens", now: () => Date.now() });
  let left = 3;
  let stranger = "";
  front = async (path) => (path.endsWith("/consume") && left-- > 0 ? new Response("", { status: 502 }) : undefined);
  const sleep = async () => {
    if (stranger !== "") return;
    const later = Date.now() + 3_600_000;
    vi.spyOn(Date, "now").mockReturnValue(later);
    stranger = await signUpBySms();
  };
  try {
    const { progress } = await run([{ ...EVE, phoneNumber: NUMBER }], "", "refuse", { sleep, journal: undefined });
    expect(progress).toMatchObject({ partlyImported: 1, problems: [TAKEN] });
    expect(userOf(stranger)).toMatchObject({ isPrimary: false });
  } finally {
    vi.restoreAllMocks();
  }
});

test("a password replaces none of a person who signs up while the client repeats its call", async () => {
  attempts = 2;
  for (const status of [503, 429]) {
    rehearsal = createRehearsalService({ service: "supertokens" });
    let stranger = "";
    front = async (path) => {
      if (!path.endsWith("/passwordhash/import")) return undefined;
      front = async () => undefined;
      stranger = idIn(await post("/recipe/signup", { email: "eve@example.org", password: "their-own-1" }));
      await post("/recipe/session", { userId: stranger, ...SESSION });
      return new Response("", { status, headers: { "retry-after": "20" } });
    };
    const { progress } = await run([{ ...EVE, totp: DEVICES }], `${status}`, "refuse");
    expect(progress).toMatchObject({ existing: 1, imported: 0, sentInPart: 0, overwrittenPasswords: 0 });
    expect(changing()).toEqual(["POST /recipe/user/passwordhash/import"]);
  }
});

test("a number leads to no account of another person where existing users are left as they are", async () => {
  await signUpBySms();
  const { progress, outcomes } = await run([{ ...EVE, phoneNumber: NUMBER }, BOB], "one", "skip");
  expect(progress).toMatchObject({ imported: 1, alreadyThere: 0, refusedByUs: 1, problems: [TAKEN] });
  expect(outcomes.filter((outcome) => "serviceUserId" in outcome)).toMatchObject([{ userId: "bob" }]);
});

test("a number and an address that were both only written down prove nothing together", async () => {
  const victim = { ...EVE, phoneNumber: NUMBER };
  await run([victim], "one", "refuse");
  const before = rehearsal.state().users;
  const eve = { ...victim, externalUserId: "eve-2", emailVerified: false };
  for (const policy of ["overwrite", "skip"] as const) {
    const { progress } = await run([eve], policy, policy);
    expect(progress).toMatchObject({ refusedByUs: 1, overwrittenPasswords: 0, problems: [TAKEN] });
  }
  expect(rehearsal.state().users).toEqual(before);
});

test("a service that can't be asked shows it by its answer, after which nothing more is sent for that user", async () => {
  rehearsal = createRehearsalService({ service: "default" });
  const stranger = await signUpBySms();
  const before = userOf(stranger);
  const fetch: typeof globalThis.fetch = (input, init) => {
    paths.push(`${init?.method} ${new URL(String(input)).pathname}`);
    return rehearsal.fetch(input, init);
  };
  const client = createImportClient({ baseUrl: "http://localhost", apiKey: "test", fetch });
  const { progress } = await importUsers(recordsOf([{ ...EVE, phoneNumber: NUMBER }, BOB]), {
    client,
    existing: { policy: "overwrite" },
  });
  expect(progress).toMatchObject({ imported: 1, refusedByService: 1, partlyImported: 1, problems: [TAKEN] });
  expect(userOf(stranger)).toEqual(before);
  expect(changing().filter((path) => /PUT|accountlinking/.test(path))).toEqual([]);
});

test("a login whose reply was lost is the user's own", async () => {
  front = async (path) => {
    if (!path.endsWith("/code/consume")) return undefined;
    front = async () => undefined;
    await signUpBySms();
    throw Object.assign(new Error("lost"), { code: "ECONNRESET" });
  };
  const { progress } = await run([{ ...EVE, phoneNumber: NUMBER }], "one", "refuse");
  expect(progress).toMatchObject({ imported: 1, problems: [] });
  expect(rehearsal.state().users).toHaveLength(1);
});
