import type { Problem, Result } from "../result.js";
import { success } from "../result.js";
import type { ImportCalls } from "./import-client.js";
import { obtainPasswordlessUser } from "./passwordless-user.js";
import type { Reply } from "./replies.js";
import type {
  CallOptions,
  CreatePasswordlessCodeRequest,
  ImportPasswordHashRequest,
  ImportThirdPartyUserRequest,
} from "./requests.js";
import { userIdNotFound } from "./sequence.js";

/** The user to whom a second factor is attached (specification section 1, stage 1). */
export type FirstFactor =
  /** Imported already. */
  | { readonly kind: "existing"; readonly userId: string }
  | ({ readonly kind: "password-hash" } & ImportPasswordHashRequest)
  | ({ readonly kind: "third-party" } & ImportThirdPartyUserRequest)
  | ({ readonly kind: "passwordless" } & CreatePasswordlessCodeRequest);

/** Imports a first factor if need be, and gives back the ID of its user. Safe to repeat. */
export async function obtainFirstFactor(
  calls: ImportCalls,
  factor: FirstFactor,
  options: CallOptions,
): Promise<Result<string>> {
  switch (factor.kind) {
    case "existing":
      return success(factor.userId);
    case "password-hash":
      return userIdOf(await calls.importPasswordHash(factor, options), "importPasswordHash");
    case "third-party":
      return userIdOf(await calls.importThirdPartyUser(factor, options), "importThirdPartyUser");
    case "passwordless":
      return obtainPasswordlessUser(calls, factor, options);
    default:
      throw new TypeError("firstFactor.kind must be existing, password-hash, third-party or passwordless");
  }
}

export function userIdOf(reply: Result<Reply>, call: string): Result<string> {
  if (!reply.ok) return reply;
  const { userId } = reply.value;
  if (userId !== undefined) return success(userId, reply.warnings);
  const problems: readonly [Problem, ...Problem[]] = userIdNotFound(call);
  return { ok: false, problems };
}
