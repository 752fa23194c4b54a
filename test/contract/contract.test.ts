import { describe, expect, it } from "vitest";
import {
  createRehearsalService,
  type RehearsalOptions,
  type RehearsalService,
} from "../../src/rehearsal/index.js";
import { runContract } from "./run-contract.mjs";

const API_KEY = "contract-key-0123456789";
const VERSIONS = ["2.7", "2.21", "3.0", "3.1", "4.0", "5.0", "5.1", "5.2", "5.3", "5.4"];

const service = (options: RehearsalOptions = {}): RehearsalService =>
  createRehearsalService({
    service: "supertokens",
    apiKeys: [API_KEY],
    tenants: ["t1"],
    interfaceVersions: VERSIONS,
    ...options,
  });

type Send = (path: string, init: RequestInit) => Promise<Response>;

const sendTo =
  ({ fetch }: RehearsalService): Send =>
  (path, init) =>
    fetch(`http://localhost${path}`, init);

const compare = (live: Send, known = sendTo(service())) =>
  runContract({ live, known, apiKey: API_KEY, tenant: "t1", versions: VERSIONS, run: "test" });

interface Answered {
  readonly text: string;
  readonly status: number;
}

type Change = (answered: Answered, path: string) => Answered;

/** A service whose answers are changed on their way. */
function changed(live: RehearsalService, changes: readonly Change[]): Send {
  return async (path, init) => {
    const response = await sendTo(live)(path, init);
    const answered = { text: await response.text(), status: response.status };
    const { text, status } = changes.reduce((before, change) => change(before, path), answered);
    return new Response(text, { status, headers: response.headers });
  };
}

describe("the contract", () => {
  it("makes more than two hundred calls, finds the rehearsal alike, and leaves nothing behind", async () => {
    const live = service();
    const listening = await live.listen();
    const { calls, differences, left } = await compare((path, init) => fetch(listening.url + path, init));
    await listening.close();
    expect(differences).toEqual([]);
    expect(left).toEqual([]);
    expect(calls).toBeGreaterThan(200);
    expect(live.state().counts).toMatchObject({ users: 0, devices: 0 });
  });

  it("finds what a service answers otherwise", async () => {
    const changes: Readonly<Record<string, Change>> = {
      "GET /recipe/signup": ({ text, status }) => ({ text, status: status === 405 ? 404 : status }),
      "4.5: recipeUserId is absent": ({ text, status }) => ({
        text: text.replace("is invalid in JSON input", "is invalid"),
        status,
      }),
      "4.1 again": ({ text, status }) => ({
        text: text.replace("DEVICE_ALREADY_EXISTS_ERROR", "OK"),
        status,
      }),
      "the verified user": ({ text, status }, path) => ({
        text: path.startsWith("/user/id") ? text.replaceAll('"verified":true', '"verified":false') : text,
        status,
      }),
      "4.5": ({ text, status }) => ({ text: text.replace('"isPrimaryUser":true,', ""), status }),
    };
    const { calls, differences } = await compare(changed(service(), Object.values(changes)));
    const names = differences.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(changes)));
    expect(names.length).toBeLessThan(calls / 2);
  });

  it("finds a licence that is missing, a version less, and tenants that should not be there", async () => {
    const other = service({ licensed: false, interfaceVersions: VERSIONS.slice(0, -1), tenants: undefined });
    const { differences } = await compare(sendTo(other));
    const names = differences.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["features", "versions", "4.1", "4.7 at /contract-no-such-tenant"]),
    );
  });

  it("finds errors that come in bursts", async () => {
    const { differences } = await compare(
      sendTo(service({ faults: [{ kind: "500", burst: 2, every: 90 }] })),
    );
    expect(differences.some(({ live, known }) => live.status === 500 && known.status !== 500)).toBe(true);
  });
});
