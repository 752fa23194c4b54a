import { afterEach, describe, expect, it, vi } from "vitest";
import { whileAllClaimed } from "../../src/login/claim-user.js";
import type { Settings } from "../../src/login/login-fallback-options.js";
import { createSingleFlight } from "../../src/login/single-flight.js";
import { apartRequests } from "../apart-requests.js";

const never = () => new Promise<never>(() => {});
const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 5));

afterEach(() => vi.unstubAllGlobals());

describe("where requests are apart, a user whose login has ended without a word", () => {
  it("is migrated by the next one", async () => {
    const { run, isInOwn } = apartRequests();
    const flights = createSingleFlight<string>();
    const first = run(() => flights.attempt((migrate) => migrate("ann", never)));
    await soon();
    first.leave();
    const second = run(async () => {
      const done = await flights.attempt((migrate) =>
        migrate("ann", async () => ({ migrated: true, outcome: isInOwn() ? "own" : "another's" })),
      );
      return done?.outcome;
    });
    expect(await second.ended).toBe("own");
  });

  it("is no one's but the next one's", async () => {
    const { run, isInOwn } = apartRequests();
    const options = {} as Settings;
    const first = run(() => whileAllClaimed(options, [["ann", { id: "1", passwordHash: null }]], never));
    await soon();
    first.leave();
    const second = run(() =>
      whileAllClaimed(options, [["ann", { id: "1", passwordHash: null }]], async () => isInOwn()),
    );
    expect(await second.ended).toEqual({ kind: "done", value: true });
  });
});
