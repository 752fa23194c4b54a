import { problemMaker } from "./problem-maker.js";
import type { ProblemRow } from "./problem-row.js";

/** The look at a service before an import */
export const PREFLIGHT_PROBLEMS = {
  /**
   * What answers at the address is not a service of this interface: it does not know the calls, or answers
   * with a web page or with something else than the service would. Nothing was sent of any user.
   * @cause a wrong port, a missing path prefix, a web server or a proxy's login page at the address, a
   * version of the service that is too old.
   */
  "preflight/not-the-service": {
    remedy: "Correct the address and its path prefix; nothing of any user was sent.",
    atCommandLine:
      "Correct --to with its port and path prefix, or --tenant-path; nothing of any user was sent.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The service does not speak the version of the interface that the profile asks for; the message lists
   * those that it speaks.
   * @cause a service that is older than 9.1, or one that is configured for a lower version.
   */
  "preflight/version-not-spoken": {
    remedy:
      "Install a version of the service that speaks the interface version in the message, or lift its limit on versions.",
    fault: "service",
    repeat: "later",
  },
  /**
   * The service knows no such application or tenant.
   * @cause a tenant that is not made yet, a spelling mistake in the path.
   */
  "preflight/tenant-unknown": {
    remedy: "Make the tenant on the service, or correct the tenant path.",
    atCommandLine: "Make the tenant on the service, or correct --tenant-path.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The service does not know the name by which the profile calls provider-scrypt hashes, so it is a service
   * of another profile: other names and limits would be wrong as well.
   * @cause the profile `default` for the public core, or the other way round.
   */
  "preflight/wrong-profile": {
    remedy: "Give the profile of the service that is really there: supertokens for the public core.",
    atCommandLine: "Give --service as the service really is: supertokens for the public core, else default.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The service took a text that is not a password hash. Either it keeps whatever it is given, and users
   * whose hash is damaged would be told to be fine, or it is not a service at all. A user with the address in
   * the message may be on it now.
   * @cause a double that answers every call with OK, a proxy with answers of its own.
   */
  "preflight/takes-anything": {
    remedy:
      "Find out what answers at this address before you send users there, and delete the user whom the message names.",
    fault: "service",
    repeat: "later",
  },
  /**
   * Users of the export need a paid feature that is not enabled on the service: TOTP devices, or several
   * logins that become one user. The import would stop at the first of them.
   * @cause no licence key, or one without this feature.
   */
  "preflight/feature-missing": {
    remedy: "Set a licence key with this feature on the service; a development key is free.",
    atCommandLine: "Set a licence key with this feature on the service; a development key is free.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * A warning: users of the export are on the service already. An import refuses them, unless it is told to
   * skip or to overwrite them.
   * @cause users who signed up on the new side by themselves, an earlier import.
   */
  "preflight/users-exist": {
    remedy: "Decide whose password counts before you import: refuse them, skip them or overwrite them.",
    atCommandLine:
      "Decide whose password counts before you import: --existing refuse, skip or overwrite says what becomes of them.",
  },
  /**
   * A warning: the clocks of the service and of this machine differ. TOTP codes are checked by the service's
   * clock, so if it is the wrong one, users with a second factor can't sign in.
   * @cause a machine or container without time synchronisation.
   */
  "preflight/clock-off": {
    remedy: "Compare both clocks with a third one, and set the wrong one right before TOTP codes matter.",
    fault: "environment",
    repeat: "safe",
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;

export type PreflightProblemCode = keyof typeof PREFLIGHT_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(PREFLIGHT_PROBLEMS);
