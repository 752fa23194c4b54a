import { setTimeout } from "node:timers/promises";
import bcrypt from "bcryptjs";
import { describe, expect, it } from "vitest";
import { createImportClient } from "../../src/client/index.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import type { RehearsalFault } from "../../src/rehearsal/internal.js";
import { talk } from "./talk.js";

const CODE = "/recipe/signinup/code";
const EMAIL = { email: "a@example.com" };

describe("versions of the interface", () => {
  it("are the ones that were asked for, and the newest of them applies without a header", async () => {
    const rehearsal = createRehearsalService({
      service: "supertokens",
      interfaceVersions: ["5.2", "4.0", "5.1"],
    });
    expect((await talk(rehearsal, "GET", "/apiversion")).json).toEqual({ versions: ["4.0", "5.1", "5.2"] });
    for (const version of ["5.3", "5.0", "3.1"]) {
      const answer = await talk(rehearsal, "POST", CODE, EMAIL, { "cdi-version": version });
      expect([answer.status, answer.text]).toEqual([400, `cdi-version ${version} not supported\n`]);
    }
    const { json } = await talk(rehearsal, "POST", "/recipe/signup", { ...EMAIL, password: "p" });
    expect(json?.user).not.toHaveProperty("webauthn");
  });

  it.each([[["5.7"]], [["5.1", "x"]], [[]]])("can't be %j", (interfaceVersions) => {
    expect(() => createRehearsalService({ interfaceVersions })).toThrow(TypeError);
  });

  it("before 3.0 know no tenants", async () => {
    const rehearsal = createRehearsalService({ service: "supertokens" });
    const answer = await talk(rehearsal, "POST", `/t1${CODE}`, EMAIL, { "cdi-version": "2.21" });
    expect(answer.status).toBe(404);
  });
});

describe("faults on purpose", () => {
  const statuses = async (faults: readonly RehearsalFault[], requests: number) => {
    const rehearsal = createRehearsalService({ faults });
    const seen: (number | string)[] = [];
    for (let index = 0; index < requests; index++) {
      seen.push(await talk(rehearsal, "GET", "/hello").then(({ status }) => status, String));
    }
    return seen;
  };

  it("come in bursts at the end of each round", async () => {
    const seen = await statuses([{ kind: "500", burst: 2, every: 5 }], 10);
    expect(seen).toEqual([200, 200, 200, 500, 500, 200, 200, 200, 500, 500]);
  });

  it("that are due together: the one named first", async () => {
    const faults = [
      { kind: "429", burst: 1, every: 2 },
      { kind: "500", burst: 1, every: 1 },
    ] as const;
    expect(await statuses(faults, 4)).toEqual([500, 429, 500, 429]);
  });

  it("break the connection off once the request was carried out", async () => {
    const rehearsal = createRehearsalService({ faults: [{ kind: "reset", burst: 1, every: 2 }] });
    const listening = await rehearsal.listen();
    const signUp = (email: string) =>
      fetch(`${listening.url}/recipe/signup`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, password: "p" }),
      });
    expect((await signUp("a@x")).status).toBe(200);
    await expect(signUp("b@x")).rejects.toThrow("fetch failed");
    expect(rehearsal.state().counts.users).toBe(2);
    await listening.close();
    const inProcess = createRehearsalService({ faults: [{ kind: "reset", every: 1 }] });
    await expect(talk(inProcess, "GET", "/hello")).rejects.toThrow("fetch failed");
  });

  it("make an answer late", async () => {
    const rehearsal = createRehearsalService({ faults: [{ kind: "slow", every: 1, delayMs: 300 }] });
    const first = await Promise.race([talk(rehearsal, "GET", "/hello"), setTimeout(100, "nothing yet")]);
    expect(first).toBe("nothing yet");
  });

  it("say when to try again, and what the core says without connections", async () => {
    const busy = createRehearsalService({ faults: [{ kind: "429", every: 3 }] });
    const response = await busy.fetch("http://localhost/hello");
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "1"]);
    const dry = createRehearsalService({ faults: [{ kind: "no-connections", burst: 1, every: 1 }] });
    expect((await talk(dry, "GET", "/hello")).text).toContain("Connection is not available");
  });

  it("are got over by credport's client where repeating is safe", async () => {
    const rehearsal = createRehearsalService({
      service: "supertokens",
      faults: [{ kind: "reset", burst: 1, every: 3 }],
    });
    const client = createImportClient({
      baseUrl: "http://localhost",
      apiKey: "k",
      service: "supertokens",
      fetch: rehearsal.fetch,
      retry: { attempts: 4, baseDelayMs: 1 },
    });
    for (let index = 0; index < 30; index++) {
      const done = await client.importPasswordHash({
        email: `u${index}@example.com`,
        passwordHash: bcrypt.hashSync("p", 4),
      });
      expect(done).toMatchObject({ ok: true });
    }
    expect(rehearsal.state().counts.users).toBe(30);
  });

  it.each([
    { kind: "other" },
    { kind: "500", burst: 0 },
    { kind: "500", burst: 3, every: 2 },
    { kind: "500", every: 1.5 },
  ])("can't be %j", (fault) => {
    expect(() => createRehearsalService({ faults: [fault as RehearsalFault] })).toThrow(TypeError);
  });
});
