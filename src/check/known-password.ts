import { parseProviderScrypt } from "../hash/provider-scrypt.js";
import type { FirebaseHashConfig } from "../source/firebase-hash-config.js";
import type { UserRecord } from "../source/normalized-user.js";
import { hashProviderScrypt, verifyPassword } from "../verify/index.js";

/** A user of the export whose password the operator knows. */
export interface KnownPassword {
  /** E-mail address, phone number or ID, as in the export. */
  readonly identifier: string;
  readonly password: string;
}

/** What became of the known password. */
export interface KnownPasswordResult {
  readonly outcome:
    | "matches"
    | "mismatch"
    | "user-not-found"
    | "user-refused"
    | "no-password"
    | "not-verified";
  /** One sentence for a person: what it proves, or where to look. */
  readonly message: string;
}

export const NOT_FOUND: KnownPasswordResult = {
  outcome: "user-not-found",
  message: "No record of the export has this e-mail address, phone number or ID.",
};

/** Verifies the known password against the user's hash as it would be imported. */
export async function proveKnownPassword(
  record: UserRecord,
  password: string,
  config: FirebaseHashConfig | undefined,
): Promise<KnownPasswordResult> {
  if (!record.result.ok) {
    const codes = record.result.problems.map(({ code }) => code).join(", ");
    return { outcome: "user-refused", message: `The record is refused (${codes}): choose another user.` };
  }
  const { passwordHash } = record.result.value.user;
  if (passwordHash === undefined) {
    return { outcome: "no-password", message: "The user has no password: choose another one." };
  }
  const verified = await verifyPassword(
    password,
    passwordHash,
    config === undefined ? {} : { signerKey: config.signerKey },
  );
  if (!verified.ok) return { outcome: "not-verified", message: verified.problems[0].message };
  if (!verified.value.matches) return mismatch(password, passwordHash, config);
  return verified.value.scheme === "provider-scrypt"
    ? {
        outcome: "matches",
        message: "The password matches: signer key, salt separator, rounds and memory cost are right.",
      }
    : { outcome: "matches", message: "The password matches the hash as it would be imported." };
}

async function mismatch(
  password: string,
  passwordHash: string,
  config: FirebaseHashConfig | undefined,
): Promise<KnownPasswordResult> {
  const parsed = parseProviderScrypt(passwordHash);
  if (!parsed.ok || config === undefined) {
    return {
      outcome: "mismatch",
      message: "The password does not match: try again, or choose another user.",
    };
  }
  for (const { name, changed } of neighbours(config)) {
    const salt = Buffer.from(parsed.value.salt).toString("base64");
    const hash = await hashProviderScrypt(password, { ...config, ...changed, salt });
    if (hash.ok && hash.value.split("$")[2] === passwordHash.split("$")[2]) {
      return {
        outcome: "mismatch",
        message: `The password matches with another ${name}: correct it in the hash parameters.`,
      };
    }
  }
  return {
    outcome: "mismatch",
    message:
      "The password does not match, nor does it with the usual separator, rounds and memory costs. Look at the signer key first: it must be copied whole and belong to this project; then type the password again.",
  };
}

/** The usual mistakes in the hash parameters, one at a time. */
function neighbours(config: FirebaseHashConfig) {
  const separators = ["Bw==", ""].filter((separator) => separator !== config.saltSeparator);
  const memCosts = [14, config.memCost - 1, config.memCost + 1];
  const rounds = [8, config.rounds - 1, config.rounds + 1];
  return [
    ...separators.map((saltSeparator) => ({ name: "base64_salt_separator", changed: { saltSeparator } })),
    ...memCosts
      .filter(
        (memCost, index) =>
          memCost !== config.memCost && memCost >= 1 && memCost <= 16 && memCosts.indexOf(memCost) === index,
      )
      .map((memCost) => ({ name: "mem_cost", changed: { memCost } })),
    ...rounds
      .filter(
        (count, index) =>
          count !== config.rounds && count >= 1 && count <= 16 && rounds.indexOf(count) === index,
      )
      .map((count) => ({ name: "rounds", changed: { rounds: count } })),
  ];
}
