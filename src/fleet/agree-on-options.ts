import { createHmac } from "node:crypto";
import { fingerprintReading } from "../import/index.js";
import { inOneOrder } from "../import/internal.js";
import { problem, refuse } from "../problems/fleet.js";
import { failure, type Problem, type Result, success } from "../result.js";
import { resolveServiceProfile } from "../service/profile.js";
import { type NamedOptions, sourceOf } from "../source/internal.js";
import type { FleetWorkOptions } from "./fleet-work-options.js";
import type { Ledger, RunState } from "./ledger.js";
import type { RunFile } from "./run-file.js";

/** The system, which the plan has named. */
export function requireNamed(from: FleetWorkOptions["source"]["from"]): NamedOptions["from"] {
  if (from === "auto") throw new TypeError("source.from must name the system, as the plan does");
  return from;
}

/** Why no worker continues, as the ones that come later are told. */
export function stoppedProblem({ stopped }: RunState): Problem {
  const line = stopped?.line === undefined ? "" : `, line ${stopped.line}`;
  return problem("fleet/stopped", `the run was stopped: ${stopped?.code}${line}`);
}

/** Every worker has to read, and to send, as the first one does; only keyed digests of that are in Redis. */
export async function agreeOnOptions(
  ledger: Ledger,
  { key, from }: RunFile,
  state: RunState,
  { source, target }: FleetWorkOptions,
): Promise<Result<RunState>> {
  if (state.isCancelled) return refuse("fleet/run-gone", "the run was cancelled");
  if (state.stopped !== undefined) return failure(stoppedProblem(state));
  const { name } = await sourceOf(requireNamed(source.from));
  if (name !== from) return refuse("fleet/other-options", `the run was planned for an export of ${from}`);
  const mac = digestOf(key, readingOf(source));
  if ((await ledger.agreeOn("reading", mac)) !== mac) {
    return refuse("fleet/other-options", "another worker of the run reads the export with other options");
  }
  // For the report, which knows no worker's options.
  const { administration } = resolveServiceProfile(source.service);
  await ledger.setState({ canMark: administration?.verifyEmail === undefined ? 0 : 1 });
  if (target === undefined) return success(state);
  const { binding, existing, without, verification, proof } = target;
  const ways = { existing: existing.policy, without: without ?? null, marks: verification !== undefined };
  const aim = digestOf(key, { ...binding, ...ways });
  if ((await ledger.agreeOn("target", aim)) !== aim) {
    const message = "another worker of the run imports to another service, or with other options";
    return refuse("fleet/other-options", message);
  }
  await ledger.setState({ marks: verification === undefined ? 0 : 1 });
  if (proof === undefined || (await ledger.wantProof())) return success(state);
  return refuse("fleet/other-options", "the import has begun without known users, so users may have been sent", {
    remedy:
      "Run credport prove with the known users; for another run, give --prove to credport fleet plan, or start the worker with --known first.",
  });
}

/** Keys are left out: what they open is the same, or can't be opened. */
function readingOf(source: FleetWorkOptions["source"]): object {
  const { hashConfig: _, service, decryptionKeys, now: __, from: ___, ...rest } = source;
  const { reading, hashParameters = null } = fingerprintReading(source);
  return {
    ...rest,
    reading,
    service: resolveServiceProfile(service).name,
    hashConfig: hashParameters,
    decryptionKeys: decryptionKeys?.length ?? 0,
  };
}

function digestOf(key: string, value: object): string {
  const text = JSON.stringify(value, inOneOrder);
  return createHmac("sha256", Buffer.from(key, "base64url")).update(text).digest("base64url");
}
