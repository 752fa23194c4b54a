import type { Engine, Primitive, Requests } from "./engine.js";
import { loadNodeArgon2, loadNodeRsArgon2, loadNodeRsBcrypt, loadNodeScrypt } from "./native-engines.js";
import { loadBcryptjs, loadHashWasmArgon2, loadHashWasmBcrypt, loadScryptJs } from "./portable-engines.js";

type Loader<P extends Primitive> = () => Promise<Engine<Requests[P]>>;

interface Candidates<P extends Primitive> {
  readonly native: readonly Loader<P>[];
  readonly portable: readonly Loader<P>[];
}

/** In order of preference. The first native one that loads is used; portable ones also fill each other's gaps. */
const CANDIDATES: { readonly [P in Primitive]: Candidates<P> } = {
  bcrypt: { native: [loadNodeRsBcrypt], portable: [loadHashWasmBcrypt, loadBcryptjs] },
  argon2: { native: [loadNodeRsArgon2, loadNodeArgon2], portable: [loadHashWasmArgon2] },
  scrypt: { native: [loadNodeScrypt], portable: [loadScryptJs] },
};

/** Which engines may be chosen: `CREDPORT_ENGINES=portable` in the environment rules the native ones out. */
export interface EnginePolicy {
  readonly native: boolean;
  /** Packages that are treated as not installed. */
  readonly without?: readonly string[];
}

let policy: EnginePolicy = { native: process.env.CREDPORT_ENGINES !== "portable" };
const chosen: { [P in Primitive]?: Promise<readonly Engine<Requests[P]>[]> } = {};

/** For tests: rules engines out and forgets what was chosen. */
export function setEnginePolicy(next: EnginePolicy): void {
  policy = next;
  for (const primitive of Object.keys(chosen) as Primitive[]) delete chosen[primitive];
}

/**
 * The engine that computes this request, or null where none that is installed can.
 * Engines are loaded at the first request for their primitive, once per process.
 */
export async function chooseEngine<P extends Primitive>(
  primitive: P,
  request: Requests[P],
): Promise<Engine<Requests[P]> | null> {
  const engines = await enginesFor(primitive);
  return engines.find((engine) => engine.supports(request)) ?? null;
}

function enginesFor<P extends Primitive>(primitive: P): Promise<readonly Engine<Requests[P]>[]> {
  const known = chosen[primitive] as Promise<readonly Engine<Requests[P]>[]> | undefined;
  if (known !== undefined) return known;
  const loading = loadEngines(CANDIDATES[primitive] as unknown as Candidates<P>, policy);
  (chosen as Record<Primitive, unknown>)[primitive] = loading;
  return loading;
}

async function loadEngines<P extends Primitive>(
  candidates: Candidates<P>,
  { native, without }: EnginePolicy,
): Promise<readonly Engine<Requests[P]>[]> {
  for (const load of native ? candidates.native : []) {
    const engine = await tryLoading(load, without);
    if (engine !== null) return [engine];
  }
  const portable = await Promise.all(candidates.portable.map((load) => tryLoading(load, without)));
  return portable.filter((engine) => engine !== null);
}

/** An engine that is not installed, or whose binary does not fit this machine, is one that isn't there. */
async function tryLoading<P extends Primitive>(
  load: Loader<P>,
  without: readonly string[] = [],
): Promise<Engine<Requests[P]> | null> {
  try {
    const engine = await load();
    return without.includes(engine.name) ? null : engine;
  } catch {
    return null;
  }
}
