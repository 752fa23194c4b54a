import type { LegacyUser } from "../login/index.js";
import type { TotpEnrolment } from "../source/index.js";
import type { Question, Shape } from "./shapes/shape.js";
import type { UserProfile } from "./user-profile.js";

/**
 * What becomes of users who have a second factor. `keep`: they are let in only where the reply brings it over.
 * `leave-to-service`: the service sees to it, because it has the factor already or asks for a new one; Keycloak is told
 * to ask.
 */
export type SecondFactors = (typeof SECOND_FACTORS)[number];

/** The values of `secondFactors`. */
export const SECOND_FACTORS = ["keep", "leave-to-service"] as const;

/** The profile with what the service needs to know of second factors; undefined where the reply would lose one. */
export function withSecondFactors(
  profile: UserProfile,
  user: LegacyUser,
  mode: SecondFactors,
  { takesTotp }: Pick<Shape, "takesTotp">,
  asked: Question["kind"],
): UserProfile | undefined {
  const { totp, ...rest } = profile;
  const given: unknown = totp ?? (user as { readonly totp?: unknown }).totp ?? [];
  if (Array.isArray(given) && given.length === 0) return rest;
  if (mode === "leave-to-service") {
    return { ...rest, requiredActions: [...new Set([...(rest.requiredActions ?? []), "CONFIGURE_TOTP"])] };
  }
  const isTaken = isTotp(given) && takesTotp?.(given, asked) === true;
  return isTaken ? { ...rest, totp: given } : undefined;
}

/** A database's own form of a secret would be taken for another one. */
function isTotp(given: unknown): given is readonly TotpEnrolment[] {
  return (
    Array.isArray(given) &&
    given.every(
      (device: Partial<TotpEnrolment> | null) =>
        /^[A-Z2-7]+$/.test(String(device?.secretKey)) &&
        Number.isInteger(device?.period) &&
        Number(device?.period) > 0,
    )
  );
}
