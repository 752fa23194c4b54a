import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import {
  type AdministrationClient,
  createAdministrationClient,
  createImportClient,
  type ImportClient,
} from "../../src/client/index.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import type { Result } from "../../src/result.js";

const MODULE = resolve(import.meta.dirname, "../../docs/examples/login-fallback/migrate-user.mjs");
const { migrateUser } = (await import(pathToFileURL(MODULE).href)) as {
  migrateUser: (
    service: Service,
    user: object,
    hash: { passwordHash: string; hashingAlgorithm?: string },
  ) => Promise<Result<unknown> & { readonly refused?: string }>;
};

interface Service {
  readonly client: ImportClient;
  readonly administration: AdministrationClient;
  readonly begun: Set<string>;
}

// Of the password U*U, from crypt_blowfish.
const HASH = { passwordHash: "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW" };
const EMAIL = "ann@example.com";
const ANN = {
  id: "1",
  email: EMAIL,
  phoneNumber: "+15555550100",
  thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081", email: EMAIL, isVerified: true }],
  totp: [
    { secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1, deviceName: "phone" },
    { secretKey: "JBSWY3DPEHPK3PXP", period: 30, skew: 1 },
  ],
};

/** A service, and a client whose connection breaks before the call of this number. */
function serviceThatBreaksAt(call = Number.POSITIVE_INFINITY) {
  const rehearsal = createRehearsalService({ service: "supertokens", apiKeys: ["k"] });
  let calls = 0;
  const connection = {
    baseUrl: "http://localhost",
    apiKey: "k",
    service: "supertokens" as const,
    retry: { attempts: 1 },
    fetch: (input: string | URL | Request, init?: RequestInit) => {
      calls++;
      return calls === call
        ? Promise.resolve(new Response("broken", { status: 500 }))
        : rehearsal.fetch(input, init);
    },
  };
  const service: Service = {
    client: createImportClient(connection),
    administration: createAdministrationClient(connection),
    begun: new Set(),
  };
  const signsIn = async () => {
    const reply = await rehearsal.fetch("http://localhost/rehearsal/signin", {
      method: "POST",
      headers: { "api-key": "k", "content-type": "application/json" },
      body: JSON.stringify({ email: EMAIL, password: "U*U" }),
    });
    return ((await reply.json()) as { status: string }).status === "OK";
  };
  return { rehearsal, service, signsIn, calls: () => calls };
}

describe("the examples' way to bring a user over", () => {
  it("brings second factors, social logins and the phone number to one account", async () => {
    const { rehearsal, service, signsIn } = serviceThatBreaksAt();
    expect((await migrateUser(service, ANN, HASH)).ok).toBe(true);
    expect(await signsIn()).toBe(true);
    const { users, devices } = rehearsal.state();
    expect(users).toHaveLength(1);
    expect(users[0]?.loginMethods.map(({ recipeId }) => recipeId)).toEqual([
      "emailpassword",
      "thirdparty",
      "passwordless",
    ]);
    expect(devices.map(({ userId }) => userId)).toEqual([users[0]?.id, users[0]?.id]);
  });

  it("takes two calls for a user who has a password only", async () => {
    const { service, signsIn, calls } = serviceThatBreaksAt();
    expect((await migrateUser(service, { id: "1", email: EMAIL }, HASH)).ok).toBe(true);
    expect([calls(), await signsIn()]).toEqual([2, true]);
  });

  it("lets nobody in by the password alone wherever it stops, and ends well when it is repeated", async () => {
    const whole = serviceThatBreaksAt();
    await migrateUser(whole.service, ANN, HASH);
    expect(whole.calls()).toBeGreaterThan(8);
    let mended = 0;
    for (let call = 1; call <= whole.calls(); call++) {
      const { rehearsal, service, signsIn } = serviceThatBreaksAt(call);
      const { ok } = await migrateUser(service, ANN, HASH);
      // A code that is perhaps used up is made again by the client itself, and nothing has stopped.
      if (ok) mended++;
      expect(await signsIn(), `call ${call}`).toBe(ok);
      expect((await migrateUser(service, ANN, HASH)).ok, `call ${call}`).toBe(true);
      expect(await signsIn(), `call ${call}`).toBe(true);
      expect(rehearsal.state().counts, `call ${call}`).toMatchObject({ users: 1, links: 2, devices: 2 });
    }
    expect(mended).toBeLessThan(2);
  });

  it("leaves an account that somebody has made since as it is, and says so", async () => {
    const { rehearsal, service, signsIn } = serviceThatBreaksAt();
    const other = {
      email: EMAIL,
      passwordHash: "$2b$05$abcdefghijklmnopqrstuu5Lo0g67CiD3M4RpN1BmBb4Crp5w7dbK",
    };
    expect((await service.client.importPasswordHash(other)).ok).toBe(true);
    for (const user of [ANN, { id: "1", email: EMAIL }]) {
      expect(await migrateUser(service, user, HASH)).toEqual({ refused: "conflict" });
    }
    expect(await signsIn()).toBe(false);
    expect(rehearsal.state().counts).toMatchObject({ users: 1, links: 0, devices: 0 });
  });

  it("asks whoever has no address for one", async () => {
    const { rehearsal, service } = serviceThatBreaksAt();
    const { email: _, ...nameless } = ANN;
    expect(await migrateUser(service, nameless, HASH)).toEqual({ refused: "policy" });
    expect(rehearsal.state().counts).toMatchObject({ users: 0 });
  });
});
