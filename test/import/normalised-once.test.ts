import { beforeEach, describe, expect, it, vi } from "vitest";
import { checkExport } from "../../src/check/index.js";
import { checkRequest, createImportClient } from "../../src/client/index.js";
import { canonicalHash } from "../../src/hash/canonical-hash.js";
import { normalizeComposed, normalizeText } from "../../src/hash/normalize-hash.js";
import { importUsers, planImport, previewImport } from "../../src/import/index.js";
import { SERVICE_PROFILES } from "../../src/service/profile.js";
import { type NormalizedUser, readUniqueUsers } from "../../src/source/index.js";
import { bytesOf, collect, sampleHashConfig, sampleText } from "../source/read-users.js";

vi.mock(import("../../src/hash/normalize-hash.js"), async (original) => {
  const actual = await original();
  return {
    ...actual,
    normalizeText: vi.fn(actual.normalizeText),
    normalizeComposed: vi.fn(actual.normalizeComposed),
  };
});

vi.mock(import("../../src/hash/canonical-hash.js"), async (original) => {
  const actual = await original();
  return { ...actual, canonicalHash: vi.fn(actual.canonicalHash) };
});

const looked = vi.mocked(canonicalHash);
const normalised = vi.mocked(normalizeText);
const composed = vi.mocked(normalizeComposed);
const BCRYPT = "$2b$10$Wd0pP7Zq3uLkYv5xHs1cNOfYU9EQMo/sDwwjJr4DEqiaLtFmG4wnW";
const USERS = 20;
const TEXT = Array.from({ length: USERS }, (_, index) =>
  JSON.stringify({
    externalUserId: `u${index}`,
    email: `u${index}@example.com`,
    passwordHash: `{bcrypt}${BCRYPT}`,
  }),
).join("\n");
const open = () => bytesOf(TEXT);
const OPTIONS = { from: "credport", source: "spring" } as const;

/** A service that takes everything, and normalises nothing itself. */
const bodies: { passwordHash?: string }[] = [];
const client = createImportClient({
  baseUrl: "http://localhost",
  apiKey: "key",
  fetch: async (_, init) => {
    bodies.push(JSON.parse(String(init?.body)) as object);
    return new Response(JSON.stringify({ status: "OK", user: { id: `s${bodies.length}` } }));
  },
});

beforeEach(() => {
  normalised.mockClear();
  composed.mockClear();
  looked.mockClear();
  bodies.length = 0;
});

interface FirebaseUser {
  readonly email?: string;
  readonly phoneNumber?: string;
  readonly passwordHash?: string;
}

describe("each hash is normalised once", () => {
  it("by a check", async () => {
    const report = await checkExport(open, OPTIONS);
    expect(report).toMatchObject({ ok: true, value: { importable: USERS } });
    expect(normalised).toHaveBeenCalledTimes(USERS);
  });

  it("by a check of Firebase's own hashes", async () => {
    const all = JSON.parse(sampleText("users.json")) as { users: FirebaseUser[] };
    // Where two users share an address or a number, the check counts again from the start.
    const users = all.users.filter(
      ({ email, phoneNumber }, at) =>
        !all.users.some(
          (other, before) =>
            before !== at &&
            ((email !== undefined && other.email?.toLowerCase() === email.toLowerCase()) ||
              (phoneNumber !== undefined && other.phoneNumber === phoneNumber)),
        ),
    );
    const text = JSON.stringify({ users });
    await checkExport(() => bytesOf(text), { from: "firebase", hashConfig: sampleHashConfig() });
    const hashes = users.filter(({ passwordHash }) => typeof passwordHash === "string").length;
    // Firebase's own are put together from their parts, and never read as a text after that.
    const times = normalised.mock.calls.length + composed.mock.calls.length;
    expect(composed.mock.calls.length).toBeGreaterThan(hashes / 2);
    expect(times).toBeLessThanOrEqual(hashes);
  });

  it("by an import, from the first pass to the request", async () => {
    const { progress } = await importUsers(readUniqueUsers(open, OPTIONS), {
      existing: { policy: "overwrite" },
      client,
    });
    expect(progress.imported).toBe(USERS);
    expect(bodies.map(({ passwordHash }) => passwordHash)).toEqual(Array(USERS).fill(BCRYPT));
    expect(looked).not.toHaveBeenCalled();
    expect(normalised).toHaveBeenCalledTimes(USERS);
  });

  it("by a preview", async () => {
    await previewImport(readUniqueUsers(open, OPTIONS));
    expect(normalised).toHaveBeenCalledTimes(USERS);
  });
});

describe("a hash that does not prove its form is checked before it is sent", () => {
  const { default: service, supertokens } = SERVICE_PROFILES;

  async function firstUser(): Promise<NormalizedUser> {
    const [record] = await collect(readUniqueUsers(open, OPTIONS));
    if (record?.kind !== "user" || !record.result.ok) throw new Error("no user was read");
    normalised.mockClear();
    composed.mockClear();
    looked.mockClear();
    return record.result.value.user;
  }

  function build(user: NormalizedUser, profile = service) {
    const [planned] = planImport(user, profile);
    return checkRequest("importPasswordHash", planned?.request as never, profile);
  }

  it("where the user is a copy", async () => {
    expect(build({ ...(await firstUser()) })).toEqual([]);
    expect(looked).toHaveBeenCalledTimes(1);
  });

  it("where the hash was changed after it was read", async () => {
    const user = await firstUser();
    Object.assign(user, { passwordHash: `{bcrypt}${BCRYPT}` });
    expect(build(user)).toMatchObject([{ code: "request/hash-not-canonical" }]);
    expect(looked).toHaveBeenCalledTimes(1);
  });

  it("where it was read for another service", async () => {
    expect(build(await firstUser(), supertokens)).toEqual([]);
    expect(looked).toHaveBeenCalledTimes(1);
  });

  it("and not where it is what was read", async () => {
    expect(build(await firstUser(), service)).toEqual([]);
    expect(looked).not.toHaveBeenCalled();
  });
});
