import type { ServiceProfile } from "../../service/profile.js";
import { type Answer, type CallContext, requireRecipe } from "../call-context.js";
import { hashFamily, requireSignerKey } from "../hash-acceptance.js";
import { readProviderScrypt } from "../provider-scrypt-text.js";
import { normaliseEmail, readText } from "../read-input.js";

const WRONG: Answer = { status: "WRONG_CREDENTIALS_ERROR" };

/**
 * Extra: `POST /rehearsal/signin` with `{ email, password }`. Verifies a
 * password against the imported hash the way the service would, which is what
 * a rehearsal is for: the import itself says OK to much that never verifies.
 */
export async function signIn(context: CallContext): Promise<Answer> {
  const { input, accounts, tenantId, settings } = context;
  const email = normaliseEmail(readText(input, "email"));
  const password = readText(input, "password");
  requireRecipe(context, "emailpassword");
  const method = accounts.findLogin("emailpassword", tenantId, { email });
  if (method?.passwordHash === undefined) return WRONG;
  const matches = await matchesStoredHash(password, method.passwordHash, settings);
  return matches ? { status: "OK", userId: accounts.shownId(method.user.id) } : WRONG;
}

async function matchesStoredHash(
  password: string,
  passwordHash: string,
  settings: CallContext["settings"],
): Promise<boolean> {
  const { verify, profile } = settings;
  switch (hashFamily(passwordHash, settings)) {
    case "bcrypt":
      // jBCrypt knows version 2a only, so the core rewrites the others, 2x included.
      return verify(password, `$2a${passwordHash.slice(3)}`, undefined);
    case "argon2":
      return verify(password, passwordHash, undefined);
    case "provider-scrypt": {
      const signerKey = requireSignerKey(settings);
      const known = profile.providerScryptParser.asciiPasswordsOnly ? asAscii(password) : password;
      return verify(known, asTheServiceReadsIt(passwordHash, profile), signerKey);
    }
    default:
      return false;
  }
}

/** Java's US-ASCII encoder puts a question mark in place of every other character. */
function asAscii(password: string): string {
  return password.replace(/[^\u0000-\u007f]/gu, "?");
}

/** Salt and separator are decoded leniently, the digest is compared as text. */
function asTheServiceReadsIt(passwordHash: string, { providerScryptParser }: ServiceProfile): string {
  const read = readProviderScrypt(passwordHash, providerScryptParser);
  if (read === undefined) return passwordHash;
  const canonical = (base64: string): string => Buffer.from(base64, "base64").toString("base64");
  const { memCost, rounds } = read;
  const salt = canonical(read.salt);
  const separator = canonical(read.separator);
  return `$f_scrypt$${read.passwordHash}$${salt}$m=${memCost}$r=${rounds}$s=${separator}`;
}
