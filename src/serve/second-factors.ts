import type { LegacyUser } from "../login/index.js";
import type { TotpEnrolment } from "../source/index.js";
import type { Question, Shape } from "./shapes/shape.js";
import type { UserProfile } from "./user-profile.js";

/**
 * What becomes of users who have a second factor. `keep`: they are let in only where the reply brings it over.
 * `require-enrolment`: the service is told to have them enrol a new one; of the shapes only `keycloak` can say so.
 * `accept-loss`: they are let in without it where the reply can't bring it over, and the report says so.
 */
export type SecondFactors = (typeof SECOND_FACTORS)[number];

/** The values of `secondFactors`. */
export const SECOND_FACTORS = ["keep", "require-enrolment", "accept-loss"] as const;

/** Throws for another value, and for what the shape can't do. */
export function requireSecondFactors(mode: SecondFactors, { enrolment }: Pick<Shape, "enrolment">): void {
  if (!SECOND_FACTORS.includes(mode)) {
    throw new TypeError(`secondFactors must be one of ${SECOND_FACTORS.join(", ")}`);
  }
  if (mode === "require-enrolment" && enrolment === undefined) {
    throw new TypeError("secondFactors can be require-enrolment for the shape keycloak only");
  }
}

/** The profile with what the service needs to know of second factors, and whether one is missing in it. */
export function withSecondFactors(
  profile: UserProfile,
  user: LegacyUser,
  mode: SecondFactors,
  { takesTotp, enrolment }: Pick<Shape, "takesTotp" | "enrolment">,
  asked: Question["kind"],
): { readonly profile: UserProfile; readonly isLost: boolean } {
  const { totp, ...rest } = profile;
  const given: unknown = totp ?? (user as { readonly totp?: unknown }).totp ?? [];
  const isMissing = asked !== "verify" && user.noReset === true;
  if (!isMissing && Array.isArray(given) && given.length === 0) return { profile: rest, isLost: false };
  if (mode === "require-enrolment" && enrolment !== undefined) {
    return { profile: withAction(rest, enrolment), isLost: false };
  }
  const isTaken = !isMissing && isTotp(given) && takesTotp?.(given, asked) === true;
  return isTaken ? { profile: { ...rest, totp: given }, isLost: false } : { profile: rest, isLost: true };
}

/** The profile with one more action that the service asks its user for. */
export function withAction(profile: UserProfile, action: string | undefined): UserProfile {
  if (action === undefined) return profile;
  return { ...profile, requiredActions: [...new Set([...(profile.requiredActions ?? []), action])] };
}

/** A database's own form of a secret would be taken for another one. */
function isTotp(given: unknown): given is readonly TotpEnrolment[] {
  return (
    Array.isArray(given) &&
    given.every(
      (device: Partial<TotpEnrolment> | null) =>
        /^[A-Z2-7]+$/.test(String(device?.secretKey)) && Number.isInteger(device?.period) && Number(device?.period) > 0,
    )
  );
}
