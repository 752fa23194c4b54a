import type { CreatePasswordlessCodeRequest } from "../calls/create-passwordless-code.js";

/** Where a one-time code goes, and what is brought in by the update call afterwards. */
interface CodeContact {
  /** For step 1 of the sequence (4.2). */
  readonly contact: CreatePasswordlessCodeRequest;
  /** For its step 3 (4.4): the user's other attribute. */
  readonly missing: { readonly email: string } | undefined;
}

/**
 * Rule 4 of the specification leaves open which of two addresses gets the code. Here it is the phone
 * number: consuming a code takes the address for verified, which nobody may say of an e-mail address
 * that the old side did not verify, because verified addresses decide whose account it is. The update
 * call, which brings the e-mail address in, verifies nothing.
 */
export function chooseCodeContact(user: {
  readonly email?: string | null | undefined;
  readonly phoneNumber?: string | null | undefined;
  readonly codesToPhoneAlone?: true | undefined;
}): CodeContact {
  const email = user.email ?? undefined;
  const phoneNumber = user.phoneNumber ?? undefined;
  if (phoneNumber === undefined) return { contact: email === undefined ? {} : { email }, missing: undefined };
  const isLeftOut = email === undefined || user.codesToPhoneAlone === true;
  return { contact: { phoneNumber }, missing: isLeftOut ? undefined : { email } };
}
