import type { Result } from "../result.js";
import { success } from "../result.js";
import type { ImportCalls } from "./import-client.js";
import { obtainPasswordlessUser } from "./passwordless-user.js";
import type {
  CallOptions,
  CreatePasswordlessCodeRequest,
  ImportPasswordHashRequest,
  ImportThirdPartyUserRequest,
} from "./requests.js";
import { userIdOf } from "./sequence.js";

/** The user to whom a second factor is attached (specification section 1, stage 1). */
export type FirstFactor =
  /** Imported already. */
  | { readonly kind: "existing"; readonly userId: string }
  | ({ readonly kind: "password-hash" } & ImportPasswordHashRequest)
  | ({ readonly kind: "third-party" } & ImportThirdPartyUserRequest)
  | ({ readonly kind: "passwordless" } & CreatePasswordlessCodeRequest);

/** Whom a first factor is about, without the hash. */
export function subjectOf(factor: FirstFactor): unknown {
  switch (factor.kind) {
    case "existing":
      return [factor.kind, factor.userId];
    case "third-party":
      return [factor.kind, factor.thirdPartyId, factor.thirdPartyUserId];
    case "password-hash":
      return [factor.kind, factor.email];
    case "passwordless":
      return [factor.kind, factor.email ?? null, factor.phoneNumber ?? null];
  }
}

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
  }
}
