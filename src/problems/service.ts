import { problemMaker } from "./problem-maker.js";
import type { ProblemRow } from "./problem-row.js";

/** Limits of a service */
export const SERVICE_PROBLEMS = {
  /**
   * The canonical form is longer than the service keeps (`limits.passwordHash` of the profile). It would be
   * cut off or refused with a server error.
   * @cause argon2 with a long salt or digest, or several hashes in one column.
   */
  "service/hash-too-long": {
    remedy:
      "Let the user reset their password, or ask for a wider column: the service would cut the hash off.",
    fault: "service",
  },
  /**
   * A warning. The public service turns the password into US-ASCII before it derives the key of a
   * provider-scrypt hash, so that every other character becomes a question mark: users with such a password
   * can't log in, and some wrong passwords would be accepted.
   * @cause any user of Firebase; whose password has other characters can't be told from the hash.
   */
  "service/ascii-passwords-only": {
    remedy:
      "Tell users with other characters in their password to expect a reset, or keep their hashes for a login-time fallback.",
    fault: "service",
    asciiOnly: true,
  },
  /**
   * The service's parser refuses an empty separator or cuts one whose base64 ends in `s=`, and the salt has
   * no byte to spare to write it otherwise.
   * @cause an emulator's project, or one whose separator was set by hand.
   */
  "service/separator-unsupported": {
    remedy: "Use another deployment of the service, or let these users reset their passwords.",
    fault: "service",
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;

export type ServiceProblemCode = keyof typeof SERVICE_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(SERVICE_PROBLEMS);
