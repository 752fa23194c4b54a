import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type CheckOptions, checkExport } from "../../src/check/index.js";
import { createImportClient } from "../../src/client/index.js";
import { type FleetReport, fleetReport, planFleet, workFleet } from "../../src/fleet/index.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import type { Result } from "../../src/result.js";
import type { ReadableSource } from "../../src/source/index.js";
import { REDIS, TestRedis } from "../fleet/redis-server.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { damage, damaged } from "./damaged.js";
import { accountOf, choices, hashConfig, SAMPLES, SIGNER_KEY } from "./one-account.js";

/** The least that a fleet makes a chunk of. */
const CHUNK_BYTES = 1 << 16;
type Options = Pick<CheckOptions, "includeDisabled" | "loginOnly" | "passwordAlone">;

interface Case {
  readonly bytes: Buffer;
  readonly from: ReadableSource;
  readonly options: Options;
}

/** The file with so much white space after one of its lines, in the middle, that there is more than a chunk. */
function inChunks(bytes: Buffer): Buffer {
  const end = bytes.indexOf("\n", bytes.length / 2);
  return Buffer.concat([bytes.subarray(0, end), Buffer.alloc(CHUNK_BYTES, " "), bytes.subarray(end)]);
}

function expectOneAccount({ check, import: sent }: FleetReport, account: ReturnType<typeof accountOf>): void {
  expect(accountOf(check)).toEqual(account);
  if (sent === undefined) throw new Error("the fleet has not begun its import");
  expect(accountOf(sent.users)).toEqual(account);
  const { importable, loginOnly, otherLogins, refused, skipped } = account;
  const { imported, alreadyThere, refusedByService, failed, atLogin, refusedByUs, unfinished } = sent;
  const expected = [importable + otherLogins, loginOnly - otherLogins, refused, skipped, 0];
  const had = imported + alreadyThere + refusedByService + failed;
  expect([had, atLogin, refusedByUs, sent.skipped, unfinished]).toEqual(expected);
}

REDIS.describe("everybody of an export is accounted for once, in a fleet as on one machine", () => {
  const folder = useTemporaryFolder();
  let redis: TestRedis;
  let runs = 0;
  beforeEach(async () => {
    redis = await TestRedis.start(folder.path());
  });
  afterEach(() => redis.kill());

  async function byFleet({ bytes, from, options }: Case): Promise<Result<FleetReport>> {
    const run = join(folder.path(), `run-${runs++}`);
    const input = `${run}.export`;
    const runFile = `${run}.fleet`;
    await writeFile(input, bytes);
    const planned = await planFleet({ input, from, redis: redis.url, runFile, chunkBytes: CHUNK_BYTES });
    if (!planned.ok) return planned;
    const { fetch } = createRehearsalService({ signerKey: SIGNER_KEY });
    const client = createImportClient({ baseUrl: "http://localhost", apiKey: "test", fetch });
    const existing = { policy: "overwrite" } as const;
    const target = { client, existing, binding: { baseUrl: "http://localhost", tenantPath: "", profile: "default" } };
    const source = { from, hashConfig, ...options };
    const ended = await workFleet({ runFile, folder: run, source, target });
    return ended.ok ? fleetReport({ runFile, folders: [run] }) : ended;
  }

  /** Of those that are divided, which must agree. They run beside each other: a worker mostly waits for the next phase. */
  async function countedInChunks(cases: readonly Case[]): Promise<number> {
    const told = await Promise.all(cases.map(byFleet));
    let divided = 0;
    for (const [at, fleet] of told.entries()) {
      const { bytes, from, options } = cases[at] as Case;
      if (!fleet.ok && fleet.problems[0].code === "source/not-divisible") continue;
      const checked = await checkExport(() => Readable.from([bytes]), { from, hashConfig, ...options });
      expect([from, fleet.ok]).toEqual([from, checked.ok]);
      if (!fleet.ok || !checked.ok) continue;
      expectOneAccount(fleet.value, accountOf(checked.value));
      expect(fleet.value.check.schemes).toEqual(checked.value.schemes);
      if (fleet.value.status.chunks > 1) divided++;
    }
    return divided;
  }

  it("for each sample that can be divided, and for those that are damaged anywhere", async () => {
    const options = { includeDisabled: true, loginOnly: "import", passwordAlone: true } as const;
    const sound = SAMPLES.map(({ bytes, from }) => ({ bytes: inChunks(bytes), from, options }));
    const one = fc.record({ sample: fc.constantFrom(...SAMPLES), hurt: damage, options: choices });
    const some = fc.array(one, { minLength: 40, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(some, async (cases) => {
        const hurt = cases.map(({ sample: { bytes, from }, hurt, options }) => {
          return { bytes: inChunks(damaged(bytes.toString("latin1"), hurt)), from, options };
        });
        expect(await countedInChunks([...sound, ...hurt])).toBeGreaterThan(8);
      }),
      // Each run takes seconds, so that a failure is not made smaller.
      { numRuns: 1, endOnFailure: true },
    );
  });
});
