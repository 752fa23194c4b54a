import { defined } from "../../lib/defined.js";
import type { RecipeId } from "../account-store.js";
import { acceptPasswordHash } from "../hash-acceptance.js";
import { type Input, normaliseEmail, normalisePhoneNumber } from "../read-input.js";
import { Refusal } from "../refusal.js";
import type { BulkLogin } from "./bulk-user.js";
import { fieldReader } from "./read-fields.js";
import { type BulkReading, readTenants } from "./read-tenants.js";

/** Most characters of the fields, as the bulk import checks them; its message on addresses says 256. */
const LONGEST = { email: 255, passwordHash: 256, thirdPartyId: 28, thirdPartyUserId: 256, phoneNumber: 256 };

/** One login method, or undefined where not even its kind is known. */
export function readLogin(login: Input, superTokensUserId: string, reading: BulkReading): BulkLogin | undefined {
  const { errors, context } = reading;
  const { required, optional } = fieldReader(login, errors, " for a loginMethod.");
  const named = required("recipeId", "string");
  const tenants = optional("tenantIds", "array of string");
  const isVerified = optional("isVerified", "boolean") ?? false;
  const isPrimary = optional("isPrimary", "boolean") ?? false;
  const now = context.settings.now();
  const joined =
    fieldReader(login, errors, " for a loginMethod").optional("timeJoinedInMSSinceEpoch", "integer") ?? now;
  const recipeId = (Object.keys(OWN_FIELDS) as readonly RecipeId[]).find((known) => known === named);
  if (named !== undefined && recipeId === undefined) {
    errors.push("Invalid recipeId for loginMethod. Pass one of emailpassword, thirdparty or, passwordless!");
  }
  const tenantIds = readTenants(tenants, ` for ${named} recipe.`, reading);
  if (joined > now) errors.push("timeJoined cannot be in future for a loginMethod.");
  if (joined < 0) errors.push("timeJoined cannot be < 0 for a loginMethod.");
  if (recipeId === undefined) return undefined;
  return {
    tenantIds,
    isVerified,
    isPrimary,
    timeJoinedInMSSinceEpoch: Math.trunc(joined),
    recipeId,
    ...OWN_FIELDS[recipeId](login, reading),
    superTokensUserId,
  };
}

type OwnFields = Partial<BulkLogin>;

const OWN_FIELDS = { emailpassword: readPasswordLogin, thirdparty: readSocialLogin, passwordless: readCodeLogin };

function readPasswordLogin(login: Input, { errors, context }: BulkReading): OwnFields {
  const { required, optional } = fieldReader(login, errors, " for an emailpassword recipe.");
  const email = required("email", "string");
  const passwordHash = optional("passwordHash", "string");
  const hashingAlgorithm = optional("hashingAlgorithm", "string");
  const plainTextPassword = optional("plainTextPassword", "string");
  if ((passwordHash === undefined || hashingAlgorithm === undefined) && plainTextPassword === undefined) {
    errors.push(
      "Either (passwordHash, hashingAlgorithm) or plainTextPassword is required for an emailpassword recipe.",
    );
  }
  const algorithm = hashingAlgorithm?.trim().toUpperCase();
  if (passwordHash !== undefined && passwordHash.length > LONGEST.passwordHash) {
    errors.push(`passwordHash is too long. Max length is ${LONGEST.passwordHash}.`);
  }
  if (algorithm !== undefined) {
    const fault = hashFault(passwordHash?.trim(), algorithm, context.settings);
    if (fault !== undefined) errors.push(fault);
  }
  return defined({
    email: readEmail(email, errors),
    passwordHash: passwordHash?.trim(),
    hashingAlgorithm: algorithm,
    plainTextPassword,
  });
}

function readSocialLogin(login: Input, { errors }: BulkReading): OwnFields {
  const { required, limited } = fieldReader(login, errors, " for a thirdparty recipe.");
  const email = required("email", "string");
  const thirdPartyId = required("thirdPartyId", "string");
  const thirdPartyUserId = required("thirdPartyUserId", "string");
  return defined({
    email: readEmail(email, errors),
    thirdPartyId: limited("thirdPartyId", LONGEST.thirdPartyId, thirdPartyId),
    thirdPartyUserId: limited("thirdPartyUserId", LONGEST.thirdPartyUserId, thirdPartyUserId),
  });
}

function readCodeLogin(login: Input, { errors }: BulkReading): OwnFields {
  const { optional, limited } = fieldReader(login, errors, " for a passwordless recipe.");
  const email = readEmail(optional("email", "string"), errors);
  const phoneNumber = limited("phoneNumber", LONGEST.phoneNumber, optional("phoneNumber", "string"));
  if (email === undefined && phoneNumber === undefined) {
    errors.push("Either email or phoneNumber is required for a passwordless recipe.");
  }
  return defined({ email, phoneNumber: phoneNumber === undefined ? undefined : normalisePhoneNumber(phoneNumber) });
}

function readEmail(email: string | undefined, errors: string[]): string | undefined {
  if (email !== undefined && email.length > LONGEST.email)
    errors.push(`email ${email} is too long. Max length is 256.`);
  return email === undefined ? undefined : normaliseEmail(email);
}

/** What the hash import would say to this hash; a missing signer key ends the whole call, as at the core. */
function hashFault(
  passwordHash: string | undefined,
  algorithm: string,
  settings: BulkReading["context"]["settings"],
): string | undefined {
  const names = ["BCRYPT", "ARGON2", settings.profile.providerScryptAlgorithm.toUpperCase()];
  if (!names.includes(algorithm)) {
    const last = settings.profile.providerScryptAlgorithm;
    return `Invalid hashingAlgorithm for emailpassword recipe. Pass one of bcrypt, argon2 or, ${last}!`;
  }
  if (passwordHash === undefined) return undefined;
  try {
    acceptPasswordHash(passwordHash, algorithm, settings);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal && error.httpStatus === 400) return error.message;
    throw error;
  }
}
