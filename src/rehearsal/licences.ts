import type { RehearsalSettings } from "./call-context.js";
import { Refusal } from "./refusal.js";

/** Calls around second factors (`Mfa.java`). */
export function requireMfaLicence({ isLicensed }: RehearsalSettings): void {
  if (isLicensed) return;
  throw new Refusal(
    402,
    "MFA feature is not enabled. Please subscribe to a SuperTokens core license key to enable this feature.",
  );
}

/** Calls that make users primary or link them (`AuthRecipe.java`). */
export function requireLinkingLicence({ isLicensed }: RehearsalSettings): void {
  if (isLicensed) return;
  throw new Refusal(402, "Account linking feature is not enabled for this app. Please contact support to enable it.");
}
