import { createCipheriv } from "node:crypto";
import type { ProviderScryptHash } from "../../hash/provider-scrypt.js";
import { base64Padding, decodeBase64, scanBase64 } from "../../lib/base64.js";
import { counted } from "../../lib/plural.js";
import { failure, type Result, refuse, success } from "../../result.js";
import { equalBytes } from "../constant-time.js";
import { coverageOfHmacKey } from "../coverage.js";
import { derive } from "../derive.js";
import { scryptMemoryBytes } from "../engines/native-engines.js";
import { overLimit } from "../limits.js";
import { scryptNeedsRehash } from "../needs-rehash.js";
import type { Plan, PlanContext } from "../plan.js";

/** Firebase's modified scrypt: the password's key encrypts the account's signer key. */
export function planProviderScrypt(hash: ProviderScryptHash, context: PlanContext): Result<Plan> {
  const { signerKey } = context;
  const { memCost, rounds, passwordHash } = hash;
  const n = 2 ** memCost;
  const memoryBytes = scryptMemoryBytes(n, rounds, 1);
  const over = overLimit(context, { memoryBytes, scryptWork: n * rounds });
  if (over !== null) return failure(over);
  if (signerKey === undefined) {
    return refuse("verify/signer-key-missing", "provider-scrypt needs the account's signer key", {
      field: "signerKey",
    });
  }
  const key = decodeSignerKey(signerKey);
  if (!key.ok) return key;
  if (key.value.length !== passwordHash.length) {
    return refuse(
      "provider-scrypt/signer-key-length",
      `the hash has ${counted(passwordHash.length, "byte")} and the signer key ${key.value.length}`,
      { field: "signerKey" },
    );
  }
  return success({
    scheme: "provider-scrypt",
    parameters: { memCost, rounds },
    memoryBytes,
    needsRehash: scryptNeedsRehash({ n, r: rounds, p: 1 }),
    matches: async (password, signal) =>
      equalBytes(await encryptSignerKey(password, hash, key.value, signal), passwordHash),
    coverage: coverageOfHmacKey,
  });
}

type Salting = Pick<ProviderScryptHash, "salt" | "saltSeparator" | "memCost" | "rounds">;

/** AES-256-CTR with a counter that begins at 0, keyed with 32 bytes of scrypt. */
export async function encryptSignerKey(
  password: Uint8Array,
  { salt, saltSeparator, memCost, rounds }: Salting,
  signerKey: Uint8Array,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const salting = Buffer.concat([salt, saltSeparator]);
  const request = { password, salt: salting, n: 2 ** memCost, r: rounds, p: 1, length: 32 };
  const key = await derive("scrypt", request, signal);
  const cipher = createCipheriv("aes-256-ctr", key, Buffer.alloc(16));
  return Buffer.concat([cipher.update(signerKey), cipher.final()]);
}

/** Base64 in either alphabet, with padding or without it; the bytes are the same. */
export function decodeSignerKey(signerKey: string): Result<Uint8Array> {
  const scan = scanBase64(signerKey);
  const padded = scan.padding === 0 || scan.padding === base64Padding(scan.bodyEnd);
  const oneAlphabet = !(scan.hasStandardOnly && scan.hasUrlSafeOnly);
  const sound = scan.bodyEnd > 0 && scan.illegalAt < 0 && !scan.impossibleLength && !scan.unusedBits;
  if (sound && padded && oneAlphabet) return success(decodeBase64(signerKey, 0, scan.bodyEnd));
  return refuse("provider-scrypt/signer-key-malformed", "the signer key is not whole base64", {
    field: "signerKey",
  });
}
