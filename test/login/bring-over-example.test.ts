import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { createImportClient, type ImportClient } from "../../src/client/index.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import type { Result } from "../../src/result.js";

const MODULE = resolve(import.meta.dirname, "../../docs/examples/login-fallback/bring-over.mjs");
const { bringOver } = (await import(pathToFileURL(MODULE).href)) as {
  bringOver: (
    client: ImportClient,
    user: object,
    hash: { passwordHash: string; hashingAlgorithm?: string },
  ) => Promise<Result<unknown>>;
};

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
  const rehearsal = createRehearsalService({ apiKeys: ["k"] });
  let calls = 0;
  const client = createImportClient({
    baseUrl: "http://localhost",
    apiKey: "k",
    retry: { attempts: 1 },
    fetch: (input, init) => {
      calls++;
      return calls === call
        ? Promise.resolve(new Response("broken", { status: 500 }))
        : rehearsal.fetch(input, init);
    },
  });
  const signsIn = async () => {
    const reply = await rehearsal.fetch("http://localhost/rehearsal/signin", {
      method: "POST",
      headers: { "api-key": "k", "content-type": "application/json" },
      body: JSON.stringify({ email: EMAIL, password: "U*U" }),
    });
    return ((await reply.json()) as { status: string }).status === "OK";
  };
  return { rehearsal, client, signsIn, calls: () => calls };
}

describe("the examples' way to bring a user over", () => {
  it("brings second factors, social logins and the phone number to one account", async () => {
    const { rehearsal, client, signsIn } = serviceThatBreaksAt();
    expect((await bringOver(client, ANN, HASH)).ok).toBe(true);
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

  it("takes one call for a user who has a password only", async () => {
    const { client, signsIn, calls } = serviceThatBreaksAt();
    expect((await bringOver(client, { id: "1", email: EMAIL }, HASH)).ok).toBe(true);
    expect([calls(), await signsIn()]).toEqual([1, true]);
  });

  it("lets nobody in by the password alone wherever it stops, and ends well when it is repeated", async () => {
    const whole = serviceThatBreaksAt();
    await bringOver(whole.client, ANN, HASH);
    expect(whole.calls()).toBeGreaterThan(8);
    let mended = 0;
    for (let call = 1; call <= whole.calls(); call++) {
      const { rehearsal, client, signsIn } = serviceThatBreaksAt(call);
      const { ok } = await bringOver(client, ANN, HASH);
      // A code that is perhaps used up is made again by the client itself, and nothing has stopped.
      if (ok) mended++;
      expect(await signsIn(), `call ${call}`).toBe(ok);
      expect((await bringOver(client, ANN, HASH)).ok, `call ${call}`).toBe(true);
      expect(await signsIn(), `call ${call}`).toBe(true);
      expect(rehearsal.state().counts, `call ${call}`).toMatchObject({ users: 1, links: 2, devices: 2 });
    }
    expect(mended).toBeLessThan(2);
  });
});
