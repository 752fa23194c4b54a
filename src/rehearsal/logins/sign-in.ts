import type { ServiceProfile } from "../../service/profile.js";
import type { LoginMethod } from "../account-store.js";
import { type Answer, type CallContext, type RehearsalSettings, requireRecipe } from "../call-context.js";
import { hashFamily, requireSignerKey } from "../hash-acceptance.js";
import { readProviderScrypt } from "../provider-scrypt-text.js";
import { normaliseEmail, readText } from "../read-input.js";
import { methodJson } from "../user-json.js";
import { isOwnPassword, matchesOwnPassword } from "./own-password.js";

const WRONG: Answer = { status: "WRONG_CREDENTIALS_ERROR" };

/** `POST /recipe/signin` with `{ email, password }` (`emailpassword/SignInAPI.java`). */
export async function signIn(context: CallContext): Promise<Answer> {
  const method = await findSignedIn(context);
  return method === undefined ? WRONG : { status: "OK", ...methodJson(context.accounts, method, context.version) };
}

/**
 * Extra: `POST /rehearsal/signin`, which says no more than the user's ID, whatever the version of the
 * interface. It is what a rehearsal is for: the import itself says OK to much that never verifies.
 */
export async function trySignIn(context: CallContext): Promise<Answer> {
  const method = await findSignedIn(context);
  return method === undefined ? WRONG : { status: "OK", userId: context.accounts.shownId(method.user.id) };
}

async function findSignedIn(context: CallContext): Promise<LoginMethod | undefined> {
  const { input, accounts, tenantId, settings } = context;
  const email = normaliseEmail(readText(input, "email"));
  const password = readText(input, "password");
  requireRecipe(context, "emailpassword");
  const method = accounts.findLogin("emailpassword", tenantId, { email });
  if (method?.passwordHash === undefined) return undefined;
  return (await matchesStoredPassword(password, method.passwordHash, settings)) ? method : undefined;
}

/** Whether a password belongs to a stored hash, the way the service would say it, with its faults. */
async function matchesStoredPassword(
  password: string,
  passwordHash: string,
  settings: RehearsalSettings,
): Promise<boolean> {
  if (isOwnPassword(passwordHash)) return matchesOwnPassword(password, passwordHash);
  const { verify, profile } = settings;
  switch (hashFamily(passwordHash, settings)) {
    case "bcrypt":
      // jBCrypt knows version 2a only, so the core rewrites the others, 2x included.
      return verify(password, `$2a${passwordHash.slice(3)}`, undefined);
    case "argon2":
      return verify(password, passwordHash, undefined);
    case "provider-scrypt": {
      const signerKey = requireSignerKey(settings);
      // Java's US-ASCII encoder puts a question mark in place of every other character.
      const { asciiPasswordsOnly } = profile.providerScryptParser;
      const known = asciiPasswordsOnly ? password.replace(/[^\u0000-\u007f]/gu, "?") : password;
      return verify(known, asTheServiceReadsIt(passwordHash, profile), signerKey);
    }
    default:
      return false;
  }
}

/** Salt and separator are decoded leniently, the digest is compared as text. */
function asTheServiceReadsIt(passwordHash: string, { providerScryptParser }: ServiceProfile): string {
  const read = readProviderScrypt(passwordHash, providerScryptParser);
  if (read === undefined) return passwordHash;
  const canonical = (base64: string): string => Buffer.from(base64, "base64").toString("base64");
  const { memCost, rounds, salt, separator } = read;
  return `$f_scrypt$${read.passwordHash}$${canonical(salt)}$m=${memCost}$r=${rounds}$s=${canonical(separator)}`;
}
