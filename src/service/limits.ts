/** The most characters that a service stores of each field; `Infinity` where it has no limit. */
export interface ServiceLimits {
  readonly passwordHash: number;
  readonly email: number;
  readonly userId: number;
  readonly totpSecret: number;
  readonly deviceName: number;
  readonly thirdPartyId: number;
  readonly thirdPartyUserId: number;
}

/** Names of the built-in service profiles. */
export type ServiceProfileName = "default" | "supertokens";

const UNLIMITED = Number.POSITIVE_INFINITY;

/** The limits of the built-in profiles, apart from their other facts: who asks for a limit bundles no more than this. */
export const SERVICE_LIMITS: Readonly<Record<ServiceProfileName, ServiceLimits>> = {
  default: {
    passwordHash: UNLIMITED,
    email: UNLIMITED,
    userId: UNLIMITED,
    totpSecret: UNLIMITED,
    deviceName: UNLIMITED,
    thirdPartyId: UNLIMITED,
    thirdPartyUserId: UNLIMITED,
  },
  supertokens: {
    passwordHash: 256,
    email: 256,
    userId: 128,
    totpSecret: 256,
    deviceName: 256,
    thirdPartyId: 28,
    thirdPartyUserId: 256,
  },
};

/** For a caller's bug: a name of no built-in profile. */
export function requireProfileName(name: ServiceProfileName): void {
  if (!Object.hasOwn(SERVICE_LIMITS, name)) {
    throw new TypeError(`service must be one of ${Object.keys(SERVICE_LIMITS).join(", ")}, or a profile`);
  }
}

/** The limits of a profile, whether it was given by name or as one of the caller's own. */
export function limitsOf(
  service: ServiceProfileName | { readonly limits: ServiceLimits } = "default",
): ServiceLimits {
  if (typeof service !== "string") return service.limits;
  requireProfileName(service);
  return SERVICE_LIMITS[service];
}
