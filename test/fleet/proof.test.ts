import { readdirSync, readFileSync } from "node:fs";
import bcrypt from "bcryptjs";
import { expect, it } from "vitest";
import { fleetStatus, resumeFleet } from "../../src/fleet/index.js";
import { contentOf } from "../fleet/redis-content.js";
import { makeUsers } from "../import/user-records.js";
import { REDIS } from "./redis-server.js";
import { useFleet, watchedService } from "./use-fleet.js";

const PASSWORD = "correct horse battery";
/** In the second chunk and in the last one. */
const [FIRST, SECOND] = [300, 594];
const KNOWN = [FIRST, SECOND].map((number) => ({ email: `User-${number}@example.com`, password: PASSWORD }));
const KNOWN_ADDRESSES = KNOWN.map(({ email }) => email.toLowerCase());

function usersWith(password: string) {
  const passwordHash = bcrypt.hashSync(password, 4);
  return makeUsers(600).map((user, at) => (at === FIRST || at === SECOND ? { ...user, passwordHash } : user));
}

REDIS.describe("the proof of a run", () => {
  const fleet = useFleet();

  it("brings the known users first and signs them in, before any worker sends anybody else", async () => {
    await fleet.planFor(usersWith(PASSWORD), { isToProve: true });
    const service = watchedService();
    const { target, administration, requests } = service;
    const others = [fleet.work(target), fleet.work(target), fleet.work()];
    const prover = fleet.work({ ...target, proof: { known: KNOWN, administration } });
    const ended = await Promise.all([prover, ...others]);
    expect(ended.map(({ ok }) => ok)).toEqual([true, true, true, true]);
    const sent = requests.filter((request) => !request.startsWith("/users/by-accountinfo"));
    const before = sent.slice(
      0,
      sent.findIndex((request) => request.startsWith("/recipe/signin ")),
    );
    const named = before.filter((request) => !request.startsWith("/user/id"));
    expect(named.map((request) => request.split(" ")[1]).sort()).toEqual([...KNOWN_ADDRESSES].sort());
    expect(requests.filter((request) => request.startsWith("/recipe/signin "))).toHaveLength(2);
    // Each of them once, and everybody else.
    expect(service.sent().length).toBe(new Set(service.sent()).size);
    const report = await fleet.report("shared");
    expect(report.import).toMatchObject({ records: 600, imported: 600, unfinished: 0 });
    expect(report.signIns).toEqual({ tried: 2, signedIn: 2, failed: [], notVerified: [], notImported: 0 });
    const content = await contentOf(fleet.redis().url);
    expect([PASSWORD, ...KNOWN_ADDRESSES].filter((text) => content.includes(text))).toEqual([]);
    // Nor is it on the disk of the run.
    for (const name of readdirSync(fleet.place("shared"))) {
      expect(readFileSync(fleet.place(`shared/${name}`), "utf8")).not.toContain(PASSWORD);
    }
  });

  it("stops the run for all where a known user does not sign in, and continues once that is set right", async () => {
    await fleet.planFor(usersWith("another one"));
    const service = watchedService();
    const { target, administration, rehearsal } = service;
    const seen: unknown[] = [];
    const proof = { known: KNOWN, administration, onSignIns: (signIns: unknown) => seen.push(signIns) };
    const stopped = await fleet.work({ ...target, proof });
    expect(stopped.ok || stopped.problems[0].code).toBe("import/known-not-signed-in");
    expect(seen).toMatchObject([{ tried: 2, signedIn: 0 }]);
    expect(service.sent().sort()).toEqual([...KNOWN_ADDRESSES].sort());
    const other = await fleet.work(target);
    expect(other.ok || other.problems[0].code).toBe("fleet/stopped");
    expect(rehearsal.state().counts.users).toBe(2);
    expect((await fleet.report("shared")).signIns).toMatchObject({ tried: 2, signedIn: 0 });

    const passwordHash = bcrypt.hashSync(PASSWORD, 4);
    for (const email of KNOWN_ADDRESSES) {
      await rehearsal.fetch("http://localhost/recipe/user/passwordhash/import", {
        method: "POST",
        body: JSON.stringify({ email, passwordHash }),
      });
    }
    expect((await resumeFleet({ runFile: fleet.runFile() })).ok).toBe(true);
    const [proven, others] = await Promise.all([fleet.work({ ...target, proof }), fleet.work(target)]);
    expect([proven.ok, others.ok]).toEqual([true, true]);
    expect(rehearsal.state().counts.users).toBe(600);
    expect((await fleet.report("shared")).import).toMatchObject({ imported: 600, unfinished: 0 });
  });

  it("sends nobody where none of the known users is in the export", async () => {
    await fleet.planFor(usersWith(PASSWORD));
    const { target, administration, requests } = watchedService();
    const known = [{ email: "nobody@example.com", password: PASSWORD }];
    const ended = await fleet.work({ ...target, proof: { known, administration } });
    expect(ended.ok || ended.problems[0]).toMatchObject({
      code: "import/known-not-signed-in",
      message: "none of the known users was imported, so nothing is proven",
    });
    expect(requests).toEqual([]);
  });

  it("lets workers without known users wait", async () => {
    await fleet.planFor(usersWith(PASSWORD), { isToProve: true });
    const service = watchedService();
    const waiting = fleet.work(service.target);
    await expect
      .poll(
        async () => {
          const status = await fleetStatus({ runFile: fleet.runFile() });
          return status.ok && status.value.phase;
        },
        { timeout: 30_000 },
      )
      .toBe("prove");
    expect(service.requests).toEqual([]);
    const { administration, target } = service;
    expect((await fleet.work({ ...target, proof: { known: KNOWN, administration } })).ok).toBe(true);
    expect((await waiting).ok).toBe(true);
  });

  it("is refused once the import has begun without it", async () => {
    await fleet.planFor(usersWith(PASSWORD));
    const { target, administration } = watchedService();
    expect((await fleet.work(target)).ok).toBe(true);
    const late = await fleet.work({ ...target, proof: { known: KNOWN, administration } });
    expect(late.ok || late.problems[0].code).toBe("fleet/other-options");
  });
});
