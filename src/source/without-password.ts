import { sha512 } from "@noble/hashes/sha2.js";
import { formatBcrypt } from "../hash/index.js";
import { encodeBcryptBase64 } from "../lib/bcrypt-base64.js";
import { problem } from "../problems/user.js";
import type { UserDraft } from "./assemble-user.js";
import type { Findings } from "./fields/field.js";
import type { Password } from "./fields/read-password.js";

/**
 * What becomes of users whose password is not in the export and who have no other login: `refuse` names them, `reset`
 * gives them a hash that no password has, so that they choose one by "forgot password", and `code` has them sign in by
 * codes that are sent to their verified address.
 */
export type WithoutPasswordUse = "refuse" | "reset" | "code";

/** All of them, the one that is used unless another is given first. */
export const WITHOUT_PASSWORD_USES = ["refuse", "reset", "code"] as const satisfies readonly WithoutPasswordUse[];

/** What a user without a password gets in its place. */
type InPlaceOfPassword = { readonly password: Password } | "code";

/** What else than to be refused could become of a user whose password is not in the export. */
export type WithoutPasswordChoice = Exclude<WithoutPasswordUse, "refuse">;

/** Which users get something in place of a password: those in whom nothing else is wrong. The others are refused as they are. */
export function choicesWithoutPassword(
  { externalUserId, emails, phoneNumbers, thirdParty, password }: UserDraft,
  findings: Findings,
): readonly WithoutPasswordChoice[] {
  const [email] = emails;
  if (email === undefined || externalUserId === undefined) return NONE;
  if (password !== undefined || findings.loginOnlyHash !== undefined || findings.hasNoPassword) return NONE;
  if (!findings.isFaultless) return NONE;
  const hasOtherLogin = phoneNumbers.length > 0 || thirdParty.length > 0;
  // The reader of the mail to an address that was never confirmed would share the account with the user of those logins.
  if (hasOtherLogin) return findings.isPasswordNotExported && email.isVerified ? ONLY_RESET : NONE;
  return email.isVerified ? BOTH : ONLY_RESET;
}

const NONE: readonly WithoutPasswordChoice[] = [];
const ONLY_RESET: readonly WithoutPasswordChoice[] = ["reset"];
const BOTH: readonly WithoutPasswordChoice[] = ["reset", "code"];

/** Gives a user what was asked for in place of a password, and notes why. */
export function inPlaceOfPassword(
  { externalUserId = "", phoneNumbers, thirdParty }: UserDraft,
  findings: Findings,
  choices: readonly WithoutPasswordChoice[],
  use: WithoutPasswordUse,
): InPlaceOfPassword | undefined {
  if (use === "refuse" || choices.length === 0) return undefined;
  if (!choices.includes(use)) {
    if (phoneNumbers.length === 0 && thirdParty.length === 0) findings.problems.push(UNVERIFIED);
    return undefined;
  }
  findings.excusePasswordNotExported();
  findings.warnings.push(use === "reset" ? TO_CHOOSE : BY_CODE);
  return use === "code"
    ? use
    : { password: { passwordHash: hashOfNoPassword(externalUserId), needsNewPassword: true } };
}

/** As most services set it; it only decides how long a wrong password takes to be refused. */
const COST = 10;

/**
 * A bcrypt hash whose digest was not computed from a password: to find one that matches takes 2^184 tries. It follows
 * from the ID, so that a resumed import, a thread or another machine sends the same one.
 */
function hashOfNoPassword(externalUserId: string): string {
  const bytes = sha512(new TextEncoder().encode(`credport: a user without a password\0${externalUserId}`));
  return formatBcrypt({
    version: "2a",
    cost: COST,
    salt: encodeBcryptBase64(bytes.subarray(0, 16)),
    digest: encodeBcryptBase64(bytes.subarray(16, 39)),
  });
}

const FIELD = { field: "passwordHash" };

const TO_CHOOSE = /* @__PURE__ */ problem(
  "user/password-to-choose",
  'the password is not in the export, and the user has to choose one with "forgot password"',
  FIELD,
);

const BY_CODE = /* @__PURE__ */ problem(
  "user/code-in-place-of-password",
  "the password is not in the export, and the user signs in by codes that are sent to their address",
  FIELD,
);

const UNVERIFIED = /* @__PURE__ */ problem(
  "user/code-address-unverified",
  "the user's address is not verified, and a one-time code would count it as verified",
  { field: "email" },
);
