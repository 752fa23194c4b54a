import { isBytes, utf8, utf8Text } from "../../lib/bytes.js";
import { counted } from "../../lib/plural.js";
import { refuse } from "../../problems/verify.js";
import { type Result, success } from "../../result.js";
import type { VerifyLimits } from "../run/limits.js";

const LONE_SURROGATE = /\p{Surrogate}/u;

/** The password's bytes: text in UTF-8, bytes as they are. A JSON body may have anything in the password's place. */
export function passwordBytes(
  password: string | Uint8Array,
  { passwordBytes: most }: Pick<VerifyLimits, "passwordBytes">,
): Result<Uint8Array> {
  if (typeof password !== "string" && !isBytes(password)) {
    return refuse("verify/password-not-text", "the password is not text or bytes");
  }
  // Measured before it is converted: a string of 1 GiB must not become another one.
  if (password.length > most) return tooLong(most);
  if (typeof password !== "string") return success(Uint8Array.from(password));
  if (LONE_SURROGATE.test(password)) {
    return refuse("verify/password-not-text", "the password has half a character and no UTF-8 form");
  }
  const bytes = new TextEncoder().encode(password);
  return bytes.length > most ? tooLong(most) : success(bytes);
}

function tooLong(most: number): Result<never> {
  return refuse("verify/password-too-long", `the password has more than ${counted(most, "byte")}`, {
    field: "passwordBytes",
  });
}

/** SASLprep's spaces, and what it takes out: tables C.1.2 and B.1 of RFC 3454. */
const SPACES = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/g;
const TAKEN_OUT = /\u034f|\u200d|[\ufe00-\ufe0f]|[\u180b-\u180d]|[\u00ad\u1806\u200c\u2060\ufeff]/g;

/** Unicode normalisation, for systems that do it; bytes that are not UTF-8 stay as they are. */
export function normalizedForm(password: Uint8Array, form: "NFKC" | "NFC" | "SASLprep"): Uint8Array {
  const text = utf8Text(password);
  if (text === null) return password;
  return utf8(
    form === "SASLprep" ? text.replace(SPACES, " ").replace(TAKEN_OUT, "").normalize("NFKC") : text.normalize(form),
  );
}
