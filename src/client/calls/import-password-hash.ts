import { checkCanonicalHash } from "../fields/canonical-hash.js";
import { checkEmail, checkType } from "../fields/field-checks.js";
import { bodyUnless, present } from "../fields/request-body.js";
import type { Call } from "./call.js";
import { ofSentAddress } from "./named-user.js";

/** A user with an e-mail address and a password hash. */
export interface ImportPasswordHashRequest {
  readonly email: string;
  /** Canonical for the service profile: what `normalizeHash` gives back as `passwordHash`. */
  readonly passwordHash: string;
  /** Derived from the hash when left out; when given it must be what the profile calls the hash's scheme. */
  readonly hashingAlgorithm?: string | undefined;
}

/** Specification 4.7; `hashingAlgorithm` goes along for provider-scrypt only. */
export const importPasswordHash: Call<ImportPasswordHashRequest> = {
  endpoint: {
    section: "4.7",
    method: "POST",
    path: "/recipe/user/passwordhash/import",
    headers: {},
    scope: "tenant",
    repeating: "same",
    lostReply: "The user exists with this hash, or does not exist yet.",
  },
  nonSecrets: { email: "personal", hashingAlgorithm: "open" },
  fields: { email: true, passwordHash: true, hashingAlgorithm: true },
  comesAlong: "kind scheme changes signerKey",
  build: (request, service) => {
    const { email, passwordHash } = request;
    const wrongEmail = checkEmail(email, "email", service.limits.email);
    const wrongType = checkType(passwordHash, "passwordHash");
    if (wrongType !== undefined) return bodyUnless([wrongEmail, wrongType], {});
    const hash = checkCanonicalHash(request, service);
    if (!hash.ok) return bodyUnless([wrongEmail, ...hash.problems], {});
    const { hashingAlgorithm } = hash.value;
    return bodyUnless([wrongEmail], present({ email, passwordHash, hashingAlgorithm }), hash.warnings);
  },
  read: (reply, _answer, { email }) => ofSentAddress(reply, email),
  existedBefore: { field: "didUserAlreadyExist", value: true },
  login: { recipeId: "emailpassword", names: "user" },
};
