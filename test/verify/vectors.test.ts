import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EnginePolicy, setEnginePolicy } from "../../src/verify/engines/choose-engine.js";
import { verifyPassword } from "../../src/verify/index.js";
import { partByDay, thirdByDay } from "../by-day.js";
import { passwordOf, VERIFY_FILES, VERIFY_VECTORS, type VerifyVector } from "./verify-vectors.js";

const POLICIES: readonly [string, EnginePolicy][] = [
  ["native engines", { native: true }],
  ["portable engines", { native: false }],
  ["portable engines without hash-wasm", { native: false, without: ["hash-wasm"] }],
];

describe.each(POLICIES)("vectors/verify on %s", (_, policy) => {
  beforeAll(() => setEnginePolicy(policy));
  afterAll(() => setEnginePolicy({ native: true }));

  it.each(VERIFY_FILES.map((file) => [file.topic, file] as const))("%s", async (_topic, file) => {
    const tests = ofToday(
      file.groups.flatMap((group) => group.tests).filter((test) => isWorthRunning(test, policy)),
      policy,
    );
    const faults = await Promise.all(tests.map((test) => faultOf(test, policy)));
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
  });
});

describe("the vectors themselves", () => {
  it("are at least 400, with unique ids, and use each documented flag", () => {
    expect(VERIFY_VECTORS.length).toBeGreaterThan(400);
    expect(new Set(VERIFY_VECTORS.map((vector) => vector.id)).size).toBe(VERIFY_VECTORS.length);
    for (const file of VERIFY_FILES) {
      const used = new Set(file.groups.flatMap((group) => group.tests.flatMap((test) => test.flags)));
      expect(Object.keys(file.flags).sort()).toEqual([...used].sort());
    }
  });

  it("hold wrong passwords as well as right ones", () => {
    const wrong = VERIFY_VECTORS.filter((vector) => vector.output?.matches === false);
    expect(wrong.length).toBeGreaterThan(VERIFY_VECTORS.length / 4);
  });
});

/** Costly ones run once; without hash-wasm only bcrypt and argon2 have another engine than before. */
function isWorthRunning({ flags, input }: VerifyVector, { native, without }: EnginePolicy): boolean {
  if (native) return true;
  return !flags.includes("Costly") && (without === undefined || /\$2[abxy]|\$argon2|:3_32_/.test(input.hash));
}

/** What credport computes itself in many rounds, whatever engines there are. */
const OWN = "apr1 des-crypt drupal-sha512 md5-crypt phpass sha1-crypt sha256-crypt sha512-crypt sun-md5 yescrypt".split(
  " ",
);

/**
 * By day a third of what costs much, and a ninth of what test/conformance/credport.test.ts verifies on native engines as
 * well and, on other engines, of what no engine computes, is refused or does not match: that is read alike whatever computes.
 */
function ofToday(tests: readonly VerifyVector[], { native }: EnginePolicy): readonly VerifyVector[] {
  const isCostly = ({ flags }: VerifyVector) => flags.includes("Costly");
  const isSeldom = ({ output }: VerifyVector) => native || output?.matches !== true || OWN.includes(output.scheme);
  const cheap = tests.filter((test) => !isCostly(test));
  const seldom = partByDay(9, cheap.filter(isSeldom));
  return [...cheap.filter((test) => !isSeldom(test)), ...seldom, ...thirdByDay(tests.filter(isCostly))];
}

async function faultOf(test: VerifyVector, policy: EnginePolicy): Promise<string | null> {
  const { hash, password: _, ...options } = test.input;
  const given = passwordOf(test);
  const verified = await verifyPassword(given, hash, {
    ...options,
    limits: { queueLength: 10_000, passwordBytes: 1 << 20 },
  });
  if (!verified.ok) {
    const { code } = verified.problems[0];
    // How a damaged digest or salt is named depends on the notation.
    const mayRefuse = test.mayRefuse !== undefined && test.outputs?.[0]?.matches === false;
    if (code === test.problem || mayRefuse) return null;
    if (code === "verify/engine-missing" && hasKnownGap(hash, given, policy)) return null;
    return `${test.id} (${test.comment}): ${code}`;
  }
  const { matches, scheme } = verified.value;
  const permitted = test.outputs ?? (test.output === undefined ? [] : [test.output]);
  const right = permitted.some((output) => output.matches === matches && output.scheme === scheme);
  return right ? null : `${test.id} (${test.comment}): ${scheme} ${matches}`;
}

/** What the documentation says that the portable engines do not compute. */
function hasKnownGap(hash: string, password: string | Uint8Array, { native, without }: EnginePolicy): boolean {
  if (native) return false;
  const withoutWasm = without?.includes("hash-wasm") === true;
  if (hash.includes("$argon2")) return false;
  if (hash.includes("$2x$")) return /[^\0-\x7f]/.test(Buffer.from(password).toString("latin1"));
  const utf8 = typeof password === "string" || Buffer.from(Buffer.from(password).toString()).equals(password);
  if (!hash.includes("$2")) return false;
  // bcrypt is over the bytes of a digest.
  if (hash.startsWith("$bcrypt-sha512$")) return withoutWasm;
  return withoutWasm ? !utf8 : Buffer.from(password).includes(0xff);
}
