import type { JsonObject } from "../../lib/json-text.js";
import type { Result } from "../../result.js";
import type { TotpEnrolment } from "../../source/index.js";
import type { UserProfile } from "../user-profile.js";

export type Question =
  /** Whether this is the user's password. */
  | { readonly kind: "verify"; readonly identifier: string; readonly password: string; readonly nonce?: string }
  /** Who the user is, without a password: before a login, or after a forgotten password. */
  | { readonly kind: "look-up"; readonly identifier: string };

/** What is answered, in no service's words. */
export type Answer =
  /** The password is right, and the check saw all of it. */
  | { readonly kind: "match"; readonly profile: UserProfile }
  /** The old system would let them in, but what was typed may not become the password. */
  | { readonly kind: "must-reset"; readonly profile: UserProfile }
  /** The password is right, and the account is disabled. */
  | { readonly kind: "blocked" }
  /** A wrong password, an unknown user, a hash that can't be verified: one answer. */
  | { readonly kind: "refused" }
  /** Who was looked up. */
  | { readonly kind: "found"; readonly profile: UserProfile; readonly isDisabled: boolean }
  | { readonly kind: "unknown" }
  /** Nothing is known; the same call may get further in a moment. */
  | { readonly kind: "busy" };

/** A call whose caller, method, size and type are sound. */
export interface Call {
  readonly method: string;
  readonly url: URL;
  /** Empty for a call without a body. */
  readonly body: JsonObject;
}

/** What a shape needs beside the call. */
export interface ShapeSettings {
  /** Reads an encrypted text of the service; null where none of the keys fits. */
  readonly decrypt: (text: string) => Promise<string | null>;
}

export interface Reply {
  readonly status: number;
  readonly body?: object;
}

/** For a script of ours that asks: the same status without the reason may be a proxy's, or be for a caller's wrong secret. */
export function refused(
  status: 401 | 403 | 404,
  reason: "wrong-password" | "must-reset" | "blocked" | "unknown",
): Reply {
  return { status, body: { reason } };
}

/** How one service calls and what it takes for an answer. */
export interface Shape {
  readonly methods: readonly string[];
  /** How long the service waits for a reply at most, where that is less than ten seconds. */
  readonly waitsMs?: number;
  /** The action by which the service has a user choose another password, where a reply can ask for it. */
  readonly newPassword?: string;
  readonly parse: (call: Call, settings: ShapeSettings) => Result<Question> | Promise<Result<Question>>;
  readonly reply: (answer: Answer, question: Question) => Reply;
  /** What the service needs of a profile that it has not; undefined where the reply carries none, or all is there. */
  readonly missing?: (profile: UserProfile) => string | undefined;
  /**
   * Whom the password may be of where several users have the identifier: `match`, where the account is made of the reply to
   * it; `first`, where it is made of a look-up before. Unless given: no user, because the account is there and one user's.
   */
  readonly ofSeveral?: "match" | "first";
  /** Whether the service makes these second factors of a reply to such a question the account's. */
  readonly takesTotp?: (devices: readonly TotpEnrolment[], asked: Question["kind"]) => boolean;
  /** The required action by which the service has a user enrol a new one. */
  readonly enrolment?: string;
}
