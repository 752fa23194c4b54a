import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createImportClient,
  type FetchLike,
  type ImportClient,
  mayHaveHappened,
  type PasswordlessMigrationRequest,
  type PasswordlessProgress,
  type TotpMigrationRequest,
  type TotpProgress,
} from "../../../src/client/index.js";
import { createRehearsalService, type RehearsalService } from "../../../src/rehearsal/index.js";
import { BCRYPT, SECRET } from "../samples.js";

type Fate = "fine" | "never-sent" | "lost-after" | "error-after" | "error-before";

/** A network to the rehearsal service in which each request meets the next fate of a list. */
function fatefulFetch(rehearsal: RehearsalService, fates: Fate[]): FetchLike {
  return async (url, init) => {
    const fate = fates.shift() ?? "fine";
    const broken = (code: string) => Object.assign(new TypeError("fetch failed"), { cause: { code } });
    if (fate === "never-sent") throw broken("ECONNREFUSED");
    if (fate === "error-before") return new Response("bad gateway", { status: 502 });
    const response = await rehearsal.fetch(url, init);
    if (fate === "lost-after") throw broken("ECONNRESET");
    if (fate === "error-after") return new Response("bad gateway", { status: 502 });
    return response;
  };
}

function connect(service: "default" | "supertokens", fates: Fate[] = []) {
  const rehearsal = createRehearsalService({ service });
  const client = createImportClient({
    baseUrl: "http://localhost",
    apiKey: "key",
    service,
    fetch: fatefulFetch(rehearsal, fates),
    retry: { attempts: 2 },
    sleep: async () => {},
  });
  return { rehearsal, client };
}

const TOTP: TotpMigrationRequest = {
  firstFactor: { kind: "password-hash", email: "a@example.com", passwordHash: BCRYPT },
  devices: [
    { secretKey: SECRET, skew: 1, period: 30 },
    { secretKey: SECRET, skew: 1, period: 60, deviceName: "tablet" },
    { secretKey: SECRET, skew: 1, period: 30 },
  ],
};

const ONE_TIME_CODE: PasswordlessMigrationRequest = {
  firstFactor: { kind: "password-hash", email: "a@example.com", passwordHash: BCRYPT },
  email: "a@example.com",
  phoneNumber: "+15555550100",
};

const profiles = ["default", "supertokens"] as const;

describe.each(profiles)("migrateTotp in the profile %s", (service) => {
  it("imports the first factor and gives every device a name of its own", async () => {
    const { rehearsal, client } = connect(service);
    const done = await client.migrateTotp(TOTP);
    const { users, devices } = rehearsal.state();
    const names = ["Imported TOTP device", "tablet", "Imported TOTP device 2"];
    expect(done).toMatchObject({ ok: true, value: { userId: users[0]?.id, devices: names } });
    expect(devices.map(({ userId, deviceName }) => [userId, deviceName])).toEqual(
      names.map((name) => [users[0]?.id, name]),
    );
  });

  it("changes nothing when it is run a second time", async () => {
    const { rehearsal, client } = connect(service);
    await client.migrateTotp(TOTP);
    const before = rehearsal.state();
    expect((await client.migrateTotp(TOTP)).ok).toBe(true);
    expect({ ...rehearsal.state(), requests: before.requests }).toEqual(before);
  });

  it("names the user by the external ID where one is mapped", async () => {
    const { rehearsal, client } = connect(service);
    const done = await client.migrateTotp({ ...TOTP, externalUserId: "old-1" });
    expect(done).toMatchObject({ ok: true, value: { userId: "old-1" } });
    expect(new Set(rehearsal.state().devices.map(({ userId }) => userId))).toEqual(new Set(["old-1"]));
    // Nothing has mapped it here, and the reply shows that.
    expect(done.ok && done.warnings).toMatchObject([{ code: "client/id-not-mapped", field: "externalUserId" }]);
    const own = await client.migrateTotp(TOTP);
    expect(own.ok && own.warnings.map(({ code }) => code)).not.toContain("client/id-not-mapped");
  });

  it("continues where an earlier run stopped", async () => {
    const { rehearsal, client } = connect(service);
    const seen: TotpProgress[] = [];
    await client.migrateTotp(
      { ...TOTP, devices: TOTP.devices.slice(0, 1) },
      { onProgress: (at) => void seen.push(at) },
    );
    expect(seen.map(({ devices }) => devices.length)).toEqual([0, 1]);
    const done = await client.migrateTotp(TOTP, { progress: seen[1]! });
    expect(done.ok).toBe(true);
    expect(rehearsal.state().requests).toEqual({
      "/recipe/user/passwordhash/import": 1,
      "/recipe/totp/device/import": 3,
    });
  });

  it.each([
    {
      kind: "third-party",
      thirdPartyId: "google",
      thirdPartyUserId: "1",
      email: { id: "a@b.c", isVerified: true },
    },
    { kind: "passwordless", phoneNumber: "+15555550100" },
    { kind: "existing", userId: "made-before" },
  ] as const)("takes a first factor of the kind $kind", async (firstFactor) => {
    const { rehearsal, client } = connect(service);
    expect((await client.migrateTotp({ ...TOTP, firstFactor })).ok).toBe(true);
    expect(rehearsal.state().devices).toHaveLength(3);
  });
});

describe.each(profiles)("migratePasswordless in the profile %s", (service) => {
  it("makes the user, adds the phone number, makes the first factor primary and links", async () => {
    const { rehearsal, client } = connect(service);
    const done = await client.migratePasswordless(ONE_TIME_CODE);
    const { counts, users } = rehearsal.state();
    expect(counts).toMatchObject({ users: 1, primaryUsers: 1, links: 1, codes: 0 });
    const [first, second] = users[0]!.loginMethods;
    expect(second).toMatchObject({
      recipeId: "passwordless",
      email: "a@example.com",
      phoneNumber: "+15555550100",
    });
    expect(done).toMatchObject({
      ok: true,
      value: { primaryUserId: first!.recipeUserId, recipeUserId: second!.recipeUserId },
    });
  });

  it("does the calls of rule 4 in its order, and the update only where something is missing", async () => {
    const calls: string[] = [];
    const rehearsal = createRehearsalService({ service });
    const client = createImportClient({
      baseUrl: "http://localhost",
      apiKey: "key",
      service,
      fetch: (url, init) => {
        calls.push(`${init.method} ${new URL(url).pathname}`);
        return rehearsal.fetch(url, init);
      },
    });
    await client.migratePasswordless({ firstFactor: ONE_TIME_CODE.firstFactor, phoneNumber: "+15555550100" });
    expect(calls).toEqual([
      "POST /recipe/user/passwordhash/import",
      "POST /recipe/signinup/code",
      "POST /recipe/signinup/code/consume",
      "POST /recipe/accountlinking/user/primary",
      "POST /recipe/accountlinking/user/link",
    ]);
    calls.length = 0;
    await client.migratePasswordless(ONE_TIME_CODE);
    expect(calls).toContain("PUT /recipe/user");
  });

  it("names both users by their external IDs where they are mapped", async () => {
    const { rehearsal, client } = connect(service);
    const map = (superTokensUserId: string, externalUserId: string) =>
      rehearsal.fetch("http://localhost/recipe/userid/map", {
        method: "POST",
        body: JSON.stringify({ superTokensUserId, externalUserId }),
      });
    const { firstFactor } = ONE_TIME_CODE;
    const seen: PasswordlessProgress[] = [];
    const onProgress = async (progress: PasswordlessProgress) => {
      seen.push(progress);
      if (seen.length === 1) await map(progress.firstFactorUserId!, "old-1");
      if (seen.length === 2) await map(progress.passwordlessUserId!, "old-1-code");
    };
    const request = {
      ...ONE_TIME_CODE,
      firstFactor,
      externalUserId: "old-1",
      passwordlessExternalUserId: "old-1-code",
    };
    const done = await client.migratePasswordless(request, { onProgress });
    expect(done).toMatchObject({ ok: true, value: { primaryUserId: "old-1", recipeUserId: "old-1-code" } });
    expect(rehearsal.state().users).toMatchObject([
      { id: "old-1", loginMethods: [{ recipeUserId: "old-1" }, { recipeUserId: "old-1-code" }] },
    ]);
    expect((await client.migratePasswordless(request)).ok).toBe(true);
  });

  it("stops with the service's reason when another user has the address", async () => {
    const { client } = connect(service);
    const other = await client.importThirdPartyUser({
      thirdPartyId: "google",
      thirdPartyUserId: "1",
      email: { id: "a@example.com", isVerified: true },
    });
    await client.makePrimaryUser({ recipeUserId: (other.ok && other.value.userId) || "" });
    const done = await client.migratePasswordless(ONE_TIME_CODE);
    expect(done).toMatchObject({
      ok: false,
      problems: [{ status: "ACCOUNT_INFO_ALREADY_ASSOCIATED_WITH_ANOTHER_PRIMARY_USER_ID_ERROR" }],
      progress: { isUpdated: true },
    });
  });

  it("creates another code within the same run when the answer to the consumption was lost", async () => {
    const { rehearsal, client } = connect(service, ["fine", "fine", "lost-after"]);
    expect((await client.migratePasswordless(ONE_TIME_CODE)).ok).toBe(true);
    const { requests, counts } = rehearsal.state();
    expect(requests["/recipe/signinup/code"]).toBe(2);
    expect(counts.loginMethods.passwordless).toBe(1);
  });

  it("gives up after three codes, and says that it may have happened", async () => {
    const consumptions: Fate[] = ["fine", "lost-after", "fine", "lost-after", "fine", "lost-after"];
    const { rehearsal, client } = connect(service, ["fine", ...consumptions]);
    const done = await client.migratePasswordless(ONE_TIME_CODE);
    expect(!done.ok && mayHaveHappened(done.problems)).toBe(true);
    expect(rehearsal.state().requests["/recipe/signinup/code"]).toBe(3);
  });

  it("creates another code when the first one had expired on the way", async () => {
    let now = 0;
    const rehearsal = createRehearsalService({ service, now: () => now, codeLifetimeMs: 10 });
    let requests = 0;
    const client = createImportClient({
      baseUrl: "http://localhost",
      apiKey: "key",
      service,
      fetch: (url, init) => {
        if (++requests === 3) now = 1_000;
        return rehearsal.fetch(url, init);
      },
    });
    expect((await client.migratePasswordless(ONE_TIME_CODE)).ok).toBe(true);
    expect(rehearsal.state().requests["/recipe/signinup/code"]).toBe(2);
  });
});

const OTHER_SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const HASH = { kind: "password-hash", email: "a@example.com", passwordHash: BCRYPT } as const;
const device = (deviceName?: string, secretKey = SECRET) => ({ secretKey, skew: 1, period: 30, deviceName });

describe.each(profiles)("no device is lost in the profile %s", (service) => {
  it.each([
    [
      ["phone", "phone"],
      ["phone", "phone 2"],
    ],
    [
      ["Imported TOTP device 2", undefined, undefined],
      ["Imported TOTP device 2", "Imported TOTP device", "Imported TOTP device 3"],
    ],
    [
      [undefined, "Imported TOTP device"],
      ["Imported TOTP device 2", "Imported TOTP device"],
    ],
    [
      ["a", "a", "a 2"],
      ["a", "a 3", "a 2"],
    ],
  ] as const)("when the names are %j", async (given, names) => {
    const { rehearsal, client } = connect(service);
    const devices = given.map((name, index) => device(name, index === 0 ? SECRET : OTHER_SECRET));
    const done = await client.migrateTotp({ firstFactor: HASH, devices });
    expect(done).toMatchObject({ ok: true, value: { devices: names }, warnings: [] });
    expect(rehearsal.state().devices.map(({ deviceName }) => deviceName)).toEqual(names);
  });

  it("a device that somebody else made is taken as done with a warning", async () => {
    const { client } = connect(service);
    await client.importTotpDevice({ ...device("phone", OTHER_SECRET), userId: "u-1" });
    const firstFactor = { kind: "existing", userId: "u-1" } as const;
    const done = await client.migrateTotp({ firstFactor, devices: [device("tablet"), device("phone")] });
    expect(done).toMatchObject({ ok: true, warnings: [{ code: "client/device-exists" }] });
    expect(done.ok && done.warnings[0]?.message).toContain("phone");
  });

  it("a device that is there after an uncertain call is ours, and no warning is due", async () => {
    const { client } = connect(service, ["fine", "lost-after"]);
    const done = await client.migrateTotp({ firstFactor: HASH, devices: [device("phone")] });
    expect(done).toMatchObject({ ok: true, warnings: [] });
  });

  it("so is the one that an earlier run had on its way, but not those after it", async () => {
    const { client } = connect(service);
    for (const name of ["one", "two", "three"]) await client.importTotpDevice({ ...device(name), userId: "u-1" });
    const firstFactor = { kind: "existing", userId: "u-1" } as const;
    const devices = [device("one"), device("two"), device("three")];
    const done = await client.migrateTotp({ firstFactor, devices }, { progress: { userId: "u-1", devices: ["one"] } });
    expect(done).toMatchObject({ ok: true, warnings: [{ message: expect.stringContaining("three") }] });
    expect(done.ok && done.warnings).toHaveLength(1);
  });

  it("what a single call warns of comes back too", async () => {
    const { client } = connect(service);
    const devices = [device("phone", "GEZDGNBVGY3TQOJQ")];
    const done = await client.migrateTotp({ firstFactor: HASH, devices });
    expect(done).toMatchObject({ ok: true, warnings: [{ code: "secret/short-key" }] });
  });
});

describe.each(profiles)("nothing at all is sent in the profile %s", (service) => {
  const requests = (rehearsal: RehearsalService) => rehearsal.state().requests;

  it.each([
    [
      "a secret that is not base32",
      { firstFactor: HASH, devices: [device("a"), device("b", "not base32!")] },
      "devices[1].secretKey",
    ],
    ["a first factor without an address", { firstFactor: { ...HASH, email: "" }, devices: [] }, "firstFactor.email"],
    [
      "an existing user without an ID",
      { firstFactor: { kind: "existing", userId: "" }, devices: [] },
      "firstFactor.userId",
    ],
  ] as const)("for %s", async (_name, request, field) => {
    const { rehearsal, client } = connect(service);
    const done = await client.migrateTotp(request);
    expect(done).toMatchObject({ ok: false, problems: [{ field }] });
    expect(requests(rehearsal)).toEqual({});
  });

  it.each([
    ["neither an e-mail address nor a phone number", { firstFactor: HASH }, "request/contact-missing"],
    ["a number that is none", { firstFactor: HASH, phoneNumber: "0123" }, "request/phone-malformed"],
    [
      "a code for the address that is the first factor",
      { firstFactor: { kind: "passwordless", email: "e@example.com" }, email: "E@example.com" },
      "request/field-invalid",
    ],
    [
      "one external ID for both users",
      { firstFactor: HASH, email: "e@example.com", externalUserId: "x", passwordlessExternalUserId: "x" },
      "request/field-invalid",
    ],
  ] as const)("for %s", async (_name, request, code) => {
    const { rehearsal, client } = connect(service);
    const done = await client.migratePasswordless(request as PasswordlessMigrationRequest);
    expect(done).toMatchObject({ ok: false, problems: [{ code }] });
    expect(requests(rehearsal)).toEqual({});
  });

  it("for progress that belongs to another request", async () => {
    const { rehearsal, client } = connect(service);
    const { progress } = await client.migrateTotp({ firstFactor: HASH, devices: [device("phone")] });
    const code = await client.migratePasswordless(ONE_TIME_CODE);
    const before = requests(rehearsal);
    const somebody = { ...HASH, email: "b@example.com" };
    const mismatch = { ok: false, problems: [{ code: "request/field-invalid" }] };
    expect(await client.migrateTotp({ firstFactor: somebody, devices: [device("phone")] }, { progress })).toMatchObject(
      mismatch,
    );
    expect(
      await client.migratePasswordless({ ...ONE_TIME_CODE, firstFactor: somebody }, { progress: code.progress }),
    ).toMatchObject(mismatch);
    expect(requests(rehearsal)).toEqual(before);
    expect(JSON.stringify([progress, code.progress])).not.toContain("@");
  });
});

describe.each(profiles)("the two addresses of a user in the profile %s", (service) => {
  it("the code goes to the phone number, because a consumed code verifies its address", async () => {
    const bodies: unknown[] = [];
    const rehearsal = createRehearsalService({ service });
    const client = createImportClient({
      baseUrl: "http://localhost",
      apiKey: "key",
      service,
      fetch: (url, init) => {
        if (/signinup\/code$|recipe\/user$/.test(url)) bodies.push(JSON.parse(init.body ?? ""));
        return rehearsal.fetch(url, init);
      },
    });
    await client.migratePasswordless(ONE_TIME_CODE);
    expect(bodies).toEqual([{ phoneNumber: "+15555550100" }, expect.objectContaining({ email: "a@example.com" })]);
    expect(bodies[1]).not.toHaveProperty("phoneNumber");
  });

  it("null is as good as absent", async () => {
    const { rehearsal, client } = connect(service);
    const request = { firstFactor: HASH, email: null, phoneNumber: "+15555550100", externalUserId: null };
    const done = await client.migratePasswordless(request as unknown as PasswordlessMigrationRequest);
    expect(done.ok).toBe(true);
    expect(rehearsal.state().requests).not.toHaveProperty("/recipe/user");
  });

  it("a code that leads to the first-factor user ends without a link", async () => {
    const { rehearsal, client } = connect(service);
    const found = await client.migrateTotp({
      firstFactor: { kind: "passwordless", phoneNumber: "+15555550100" },
      devices: [],
    });
    const userId = found.ok ? found.value.userId : "";
    const done = await client.migratePasswordless({
      firstFactor: { kind: "existing", userId },
      phoneNumber: "+15555550100",
    });
    expect(done).toMatchObject({ ok: false, problems: [{ code: "request/field-invalid" }] });
    expect(rehearsal.state().counts).toMatchObject({ primaryUsers: 0, links: 0 });
  });
});

describe("whatever the network does, a run that is repeated until it succeeds", () => {
  const fates = fc.array(fc.constantFrom<Fate>("fine", "never-sent", "lost-after", "error-after", "error-before"), {
    maxLength: 30,
  });

  async function untilDone<P extends object>(
    run: (progress: P | undefined) => Promise<{ ok: boolean; progress: P }>,
    remembers: boolean,
  ): Promise<void> {
    let progress: P | undefined;
    for (let runs = 0; runs < 40; runs++) {
      const done = await run(remembers ? progress : undefined);
      if (done.ok) return;
      progress = done.progress;
    }
    throw new Error("never came to an end");
  }

  const migrate = (client: ImportClient, remembers: boolean) => [
    untilDone<TotpProgress>((progress) => client.migrateTotp(TOTP, progress ? { progress } : {}), remembers),
    untilDone<PasswordlessProgress>(
      (progress) => client.migratePasswordless(ONE_TIME_CODE, progress ? { progress } : {}),
      remembers,
    ),
  ];

  it("leaves every user, device and link exactly once, with or without a memory", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...profiles), fates, fc.boolean(), async (service, plan, remembers) => {
        const { rehearsal, client } = connect(service, [...plan]);
        await Promise.all(migrate(client, remembers));
        expect(rehearsal.state().counts).toMatchObject({
          users: 1,
          primaryUsers: 1,
          links: 1,
          loginMethods: { emailpassword: 1, passwordless: 1, thirdparty: 0 },
          devices: 3,
        });
      }),
      { numRuns: 200 },
    );
  });
});
