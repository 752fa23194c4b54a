import { requireArgument } from "../lib/require-argument.js";
import { requireText } from "../result.js";
import { enginesFor } from "./engines/choose-engine.js";
import type { EngineKind, Primitive } from "./engines/engine.js";
import { nodeModule } from "./engines/node-module.js";
import { PORTABLE_DIGESTS } from "./engines/portable-digests.js";
import { webCrypto } from "./engines/web-crypto.js";

/**
 * What hashes are computed with. `provider-scrypt` needs what `scrypt` needs; `digest` is every scheme
 * of plain or iterated digests, from md5-crypt and sha-crypt to phpass.
 */
export type EngineScheme = "bcrypt" | "argon2" | "scrypt" | "provider-scrypt" | "pbkdf2" | "digest";

/** What would compute hashes of a scheme in this process. */
export interface EngineAvailability {
  readonly scheme: EngineScheme;
  /**
   * How the first of `engines` is made, and so how fast it is: compiled code in a thread of its own, WebAssembly,
   * or JavaScript. `none` where nothing computes the scheme.
   */
  readonly kind: EngineKind | "none";
  /** Packages, or parts of the runtime, in the order in which they are asked. */
  readonly engines: readonly string[];
  /**
   * What to do for a faster engine, or for one at all; undefined where the fastest is there.
   */
  readonly advice: string | undefined;
}

interface SchemeRow {
  readonly primitive: Primitive | "digest";
  readonly advice: string;
}

const BCRYPT_ADVICE = "install @node-rs/bcrypt, or bcryptjs where native code does not run";
const ARGON2_ADVICE = "install @node-rs/argon2, or hash-wasm where native code does not run";
const SCRYPT_ADVICE = "use a runtime with node:crypto, or install hash-wasm";

const SCHEMES: Readonly<Record<EngineScheme, SchemeRow>> = {
  bcrypt: { primitive: "bcrypt", advice: BCRYPT_ADVICE },
  argon2: { primitive: "argon2", advice: ARGON2_ADVICE },
  scrypt: { primitive: "scrypt", advice: SCRYPT_ADVICE },
  "provider-scrypt": { primitive: "scrypt", advice: SCRYPT_ADVICE },
  pbkdf2: { primitive: "pbkdf2", advice: "use a runtime with node:crypto or Web Crypto" },
  digest: { primitive: "digest", advice: "use a runtime with node:crypto, or bundle for browsers" },
};

const FORBIDDEN_ADVICE = "let the process load native code (--allow-addons) or start threads (--allow-worker)";

/**
 * Which engine would compute the hashes of each scheme in this process, how it is made, and what to
 * install for a better one. Loads the engines that it names, as the first login would.
 *
 * @returns One entry for each scheme, in a fixed order. Never rejects: an engine that does not load is one
 * that isn't there. An engine can still have a gap for a rare hash (docs/verify.md).
 *
 * @example
 * ```ts
 * import { enginesAvailable } from "credport/verify";
 *
 * const available = await enginesAvailable();
 * available.map(({ scheme }) => scheme).join(); // => "bcrypt,argon2,scrypt,provider-scrypt,pbkdf2,digest"
 * ```
 */
export async function enginesAvailable(): Promise<readonly EngineAvailability[]> {
  return Promise.all((Object.keys(SCHEMES) as EngineScheme[]).map(availabilityOf));
}

async function availabilityOf(scheme: EngineScheme): Promise<EngineAvailability> {
  const { primitive, advice } = SCHEMES[scheme];
  const { engines, wasForbidden } =
    primitive === "digest" ? { engines: digestEngines(), wasForbidden: false } : await enginesFor(primitive);
  const kind = engines[0]?.kind ?? "none";
  return {
    scheme,
    kind,
    engines: [...new Set(engines.map(({ name }) => name))],
    advice: adviceFor(kind, wasForbidden, engines[0] === WEB_CRYPTO, advice),
  };
}

function adviceFor(
  kind: EngineAvailability["kind"],
  wasForbidden: boolean,
  hasGaps: boolean,
  advice: string,
): string | undefined {
  if (kind === "native" && !hasGaps) return undefined;
  return wasForbidden ? FORBIDDEN_ADVICE : advice;
}

interface NamedEngine {
  readonly name: string;
  readonly kind: EngineKind;
}

/** Web Crypto computes a single SHA-1 or SHA-2, and no iterated digest: what computes those decides the speed. */
function digestEngines(): readonly NamedEngine[] {
  if (nodeModule("node:crypto") !== undefined) return [{ name: "node:crypto", kind: "native" }];
  return [
    ...(PORTABLE_DIGESTS === undefined ? [] : [{ name: "@noble/hashes", kind: "portable" } as const]),
    ...(webCrypto() === undefined ? [] : [WEB_CRYPTO]),
  ];
}

const WEB_CRYPTO: NamedEngine = { name: "Web Crypto", kind: "native" };

/**
 * Ends the program's start where an engine is missing, instead of a user's login: call it once, before
 * the server listens.
 *
 * @param schemes What your users' hashes are computed with.
 * @throws An `Error` whose code is `verify/engine-missing`, that names each scheme without an engine and what to install;
 * a `TypeError` for a name that is not an engine's scheme. For `digest` Web Crypto alone is not enough: it has no
 * iterated one.
 *
 * @example
 * ```ts
 * import { requireEngines } from "credport/verify";
 *
 * await requireEngines(["bcrypt", "provider-scrypt"]).then(() => "ready"); // => "ready"
 * ```
 */
export async function requireEngines(schemes: readonly EngineScheme[]): Promise<void> {
  requireArgument("schemes", schemes, "array");
  for (const scheme of schemes) {
    requireText(scheme, "scheme");
    if (!Object.hasOwn(SCHEMES, scheme)) {
      throw new TypeError(`${scheme} is not one of ${Object.keys(SCHEMES).join(", ")}`);
    }
  }
  const available = await Promise.all([...new Set(schemes)].map(availabilityOf));
  const missing = available.filter(
    ({ scheme, kind, engines }) => kind === "none" || (scheme === "digest" && engines[0] === WEB_CRYPTO.name),
  );
  if (missing.length === 0) return;
  const needs = missing.map(({ scheme, advice }) => `${scheme}: ${advice}`);
  throw Object.assign(new Error(`no engine for ${needs.join("; ")}`), { code: "verify/engine-missing" });
}
