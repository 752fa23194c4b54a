import type { Engine, Primitive, Requests } from "./engine.js";
import { environmentVariable } from "./environment.js";
import {
  loadBcryptjsInThread,
  loadHashWasmArgon2InThread,
  loadHashWasmBcryptInThread,
  loadHashWasmScryptInThread,
  loadScryptJsInThread,
} from "./in-thread-engines.js";
import {
  loadNodeArgon2,
  loadNodePbkdf2,
  loadNodeRsArgon2,
  loadNodeRsBcrypt,
  loadNodeScrypt,
} from "./native-engines.js";
import { loadNobleArgon2, loadNoblePbkdf2 } from "./noble-engines.js";
import { requestsAreApart } from "./own-requests.js";
import { loadBcryptjs, loadHashWasmArgon2, loadHashWasmBcrypt, loadScryptJs } from "./portable-engines.js";
import { loadWebPbkdf2 } from "./web-crypto.js";

type Loader<P extends Primitive> = () => Promise<Engine<Requests[P]>>;

interface Candidates<P extends Primitive> {
  readonly native: readonly Loader<P>[];
  readonly portable: readonly Loader<P>[];
}

/** In order of preference. The first native one that loads is used; portable ones also fill each other's gaps. */
const CANDIDATES: { readonly [P in Primitive]: Candidates<P> } = {
  bcrypt: {
    native: [loadNodeRsBcrypt],
    // In this thread bcryptjs comes first: it gives way to other work, and WebAssembly does not.
    portable: [loadHashWasmBcrypt, loadBcryptjs, loadBcryptjsInThread, loadHashWasmBcryptInThread],
  },
  argon2: {
    native: [loadNodeRsArgon2, loadNodeArgon2],
    portable: [loadHashWasmArgon2, loadHashWasmArgon2InThread, loadNobleArgon2],
  },
  scrypt: {
    native: [loadNodeScrypt],
    // In this thread WebAssembly has what it is done with in one slice, and scrypt-js gives way in all else.
    portable: [loadScryptJs, loadHashWasmScryptInThread, loadScryptJsInThread],
  },
  // The runtime's own in any case where it has one: a package computes a tenth of it in the same time.
  pbkdf2: { native: [loadNodePbkdf2], portable: [loadWebPbkdf2, loadNodePbkdf2, loadNoblePbkdf2] },
};

/** Which engines may be chosen: `CREDPORT_ENGINES=portable` in the environment rules the native ones out. */
export interface EnginePolicy {
  readonly native: boolean;
  /** Packages that are treated as not installed. */
  readonly without?: readonly string[];
}

/** Read with the first request: a module does nothing when it is loaded. */
let policy: EnginePolicy | undefined;
const chosen: { [P in Primitive]?: Promise<Loaded<P>> } = {};

interface Loaded<P extends Primitive> {
  readonly engines: readonly Engine<Requests[P]>[];
  /** The process was forbidden to load one, as by Node's --permission. */
  readonly wasForbidden: boolean;
}

/** The engine for a request, or why there is none. */
type Choice<P extends Primitive> = Engine<Requests[P]> | "missing" | "forbidden";

/** For tests: rules engines out and forgets what was chosen. */
export function setEnginePolicy(next: EnginePolicy): void {
  policy = next;
  for (const primitive of Object.keys(chosen) as Primitive[]) delete chosen[primitive];
}

/**
 * The engine that computes this request, where one that is installed can.
 * Engines are loaded at the first request for their primitive, once per process.
 */
export async function chooseEngine<P extends Primitive>(primitive: P, request: Requests[P]): Promise<Choice<P>> {
  const { engines, wasForbidden } = await enginesFor(primitive);
  const able = engines.find((engine) => engine.supports(request));
  return able ?? (wasForbidden ? "forbidden" : "missing");
}

/** The engines that are there for a primitive, in the order in which they are asked; loads them. */
export function enginesFor<P extends Primitive>(primitive: P): Promise<Loaded<P>> {
  const known = chosen[primitive] as Promise<Loaded<P>> | undefined;
  if (known !== undefined) return known;
  policy ??= { native: environmentVariable("CREDPORT_ENGINES") !== "portable" };
  const loading = loadEngines(CANDIDATES[primitive] as unknown as Candidates<P>, policy);
  const keep = (): void => {
    (chosen as Record<Primitive, unknown>)[primitive] = loading;
  };
  if (requestsAreApart()) void loading.then(keep);
  else keep();
  return loading;
}

async function loadEngines<P extends Primitive>(
  candidates: Candidates<P>,
  { native, without }: EnginePolicy,
): Promise<Loaded<P>> {
  const attempts: Attempt<P>[] = [];
  for (const load of native ? candidates.native : []) {
    const attempt = await tryLoading(load, without);
    if (attempt.engine !== null) return { engines: [attempt.engine], wasForbidden: false };
    attempts.push(attempt);
  }
  attempts.push(...(await Promise.all(candidates.portable.map((load) => tryLoading(load, without)))));
  return {
    engines: attempts.map(({ engine }) => engine).filter((engine) => engine !== null),
    wasForbidden: attempts.some((attempt) => attempt.wasForbidden),
  };
}

interface Attempt<P extends Primitive> {
  readonly engine: Engine<Requests[P]> | null;
  readonly wasForbidden: boolean;
}

/** An engine that is not installed, or whose binary does not fit this machine, is one that isn't there. */
async function tryLoading<P extends Primitive>(load: Loader<P>, without: readonly string[] = []): Promise<Attempt<P>> {
  try {
    const engine = await load();
    return { engine: without.includes(engine.name) ? null : engine, wasForbidden: false };
  } catch (error) {
    return { engine: null, wasForbidden: isForbidden(error) };
  }
}

/** Node's words for native code, and for all else; packages that try several files keep only the message. */
const FORBIDDEN_CODES: readonly unknown[] = ["ERR_DLOPEN_DISABLED", "ERR_ACCESS_DENIED"];
const FORBIDDEN_MESSAGE = "loading addons is disabled";

function isForbidden(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 9) return false;
  const { code, message, cause } = error as Error & { readonly code?: unknown };
  return FORBIDDEN_CODES.includes(code) || message.includes(FORBIDDEN_MESSAGE) || isForbidden(cause, depth + 1);
}
