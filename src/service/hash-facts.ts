import { requireProfileName, SERVICE_LIMITS, type ServiceProfileName } from "./limits.js";
import type { ServiceProfile } from "./service-profile.js";

/** What a service makes of hashes. */
export type HashFacts = Pick<
  ServiceProfile,
  "name" | "providerScryptAlgorithm" | "limits" | "providerScryptParser"
>;

/** The same of the built-in profiles, apart from their other facts: who normalises a hash bundles no more than this. */
export const HASH_FACTS: Readonly<Record<ServiceProfileName, HashFacts>> = {
  default: {
    name: "default",
    providerScryptAlgorithm: "provider_scrypt",
    limits: SERVICE_LIMITS.default,
    providerScryptParser: {
      refusesEmptySeparator: false,
      cutsSeparatorAfterSEquals: false,
      asciiPasswordsOnly: false,
    },
  },
  supertokens: {
    name: "supertokens",
    providerScryptAlgorithm: "firebase_scrypt",
    limits: SERVICE_LIMITS.supertokens,
    providerScryptParser: {
      refusesEmptySeparator: true,
      cutsSeparatorAfterSEquals: true,
      asciiPasswordsOnly: true,
    },
  },
};

/** What a service makes of hashes, whether it was given by name or as a profile of the caller's own. */
export function hashFactsOf(service: ServiceProfileName | HashFacts = "default"): HashFacts {
  if (typeof service !== "string") return service;
  requireProfileName(service);
  return HASH_FACTS[service];
}
