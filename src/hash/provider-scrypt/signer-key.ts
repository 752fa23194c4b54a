import { base64Padding, decodeBase64, encodeBase64, scanBase64 } from "../../lib/base64.js";
import { counted } from "../../lib/plural.js";
import { refuse } from "../../problems/provider-scrypt.js";
import { type Result, success } from "../../result.js";

/**
 * A signer key that a hash text carried, as the service's configuration wants it:
 * standard base64 with padding. It is as long as the hash that it was encrypted into.
 */
export function canonicalSignerKey(text: string, hashBytes: number): Result<string> {
  const scan = scanBase64(text);
  const padded = scan.padding === 0 || scan.padding === base64Padding(scan.bodyEnd);
  const oneAlphabet = !(scan.hasStandardOnly && scan.hasUrlSafeOnly);
  const sound = scan.illegalAt < 0 && !scan.impossibleLength && !scan.unusedBits && padded && oneAlphabet;
  if (!sound) {
    return refuse("provider-scrypt/signer-key-malformed", "the signer key in the text is not whole base64", {
      field: "signerKey",
    });
  }
  const key = decodeBase64(text, 0, scan.bodyEnd);
  const canonical = !scan.hasUrlSafeOnly && scan.padding === base64Padding(scan.bodyEnd);
  if (key.length !== hashBytes) {
    return refuse(
      "provider-scrypt/signer-key-length",
      `the signer key in the text has ${counted(key.length, "byte")} and the hash ${hashBytes}`,
      { field: "signerKey" },
    );
  }
  return success(canonical ? text : encodeBase64(key));
}
