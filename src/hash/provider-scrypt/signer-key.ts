import { encodeBase64, isPaddedBase64 } from "../../lib/base64.js";
import { counted } from "../../lib/plural.js";
import { refuse } from "../../problems/provider-scrypt.js";
import { type Result, success } from "../../result.js";

/**
 * A signer key that a hash text carried, as the service's configuration wants it:
 * standard base64 with padding. It is as long as the hash that it was encrypted into.
 */
export function canonicalSignerKey(text: string, key: Uint8Array | null, hashBytes: number): Result<string> {
  if (key === null) {
    return refuse("provider-scrypt/signer-key-malformed", "the signer key in the text is not whole base64", {
      field: "signerKey",
    });
  }
  if (key.length !== hashBytes) {
    return refuse(
      "provider-scrypt/signer-key-malformed",
      `the signer key in the text has ${counted(key.length, "byte")} and the hash ${hashBytes}`,
      { field: "signerKey" },
    );
  }
  return success(isPaddedBase64(text) ? text : encodeBase64(key));
}
