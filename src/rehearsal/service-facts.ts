import type { Answer, CallContext } from "./call-context.js";

/** `GET /apiversion`, which clients of the service in the wild ask first (`ApiVersionAPI.java`). */
export const listVersions = ({ settings }: CallContext): Answer => ({ versions: settings.versions });

/** What a licence switches on (`EE_FEATURES.java`); the core names others that no call here has. */
const PAID_FEATURES: readonly string[] = ["account_linking", "mfa"];

/** `GET /ee/featureflag` (`EEFeatureFlagAPI.java`). Nothing is counted here, so the usage is empty. */
export function listFeatures({ settings }: CallContext): Answer {
  return { features: settings.isLicensed ? PAID_FEATURES : [], usageStats: {}, status: "OK" };
}
