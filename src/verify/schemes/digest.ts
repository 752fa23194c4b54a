import type { Step } from "../../hash/internal.js";
import { encodeBase64 } from "../../lib/base64.js";
import { encodeBcryptBase64 } from "../../lib/bcrypt-base64.js";
import { joined, utf8 } from "../../lib/bytes.js";
import { encodeAixBase64 } from "../../lib/crypt-base64.js";
import { hexOf } from "../../lib/hex.js";
import { digestBytes, hmacBytes } from "../engines/digests.js";
import { digestOf, type Received, type StepRunner } from "../steps/step-runner.js";
import { keyOfHmac } from "./scrypt.js";

type Of<Kind extends Step["kind"]> = Extract<Step, { kind: Kind }>;

export const DIGEST: StepRunner<Of<"digest">> = {
  run: (received, { digest, before = NOTHING, after = NOTHING }) =>
    digested(received, digestBytes(digest, joined(before, received.bytes, after))),
};

export const HMAC: StepRunner<Of<"hmac">> = {
  run: (received, { digest, key }) => digested(received, hmacBytes(digest, key, received.bytes)),
};

const NOTHING = new Uint8Array(0);

function digested(received: Received, made: Uint8Array | Promise<Uint8Array>): Received | Promise<Received> {
  return made instanceof Promise ? made.then((bytes) => digestOf(received, bytes)) : digestOf(received, made);
}

/** HMAC's own constants, and its rule for keys that are longer than a block. */
export const CRAM_MD5: StepRunner<Of<"cram-md5">> = {
  run: async (received) => {
    const { md5State } = await import("../engines/md5-state.js");
    const key = received.bytes.length > 64 ? await digestBytes("md5", received.bytes) : received.bytes;
    const padded = (by: number) => Uint8Array.from({ length: 64 }, (_, at) => (key[at] ?? 0) ^ by);
    return digestOf(received, joined(md5State(padded(0x5c)), md5State(padded(0x36))));
  },
};

export const SCRAM_KEYS: StepRunner<Of<"scram-keys">> = {
  run: async (received, { digest }) => {
    const keyOf = (name: string) => hmacBytes(digest, received.bytes, utf8(name));
    const stored = await digestBytes(digest, await keyOf("Client Key"));
    return digestOf(keyOfHmac(received), joined(stored, await keyOf("Server Key")));
  },
};

export const ENCODE: StepRunner<Of<"encode">> = {
  run: (received, { as }) => ({ ...received, bytes: utf8(encoded(received.bytes, as)) }),
};

function encoded(bytes: Uint8Array, as: Of<"encode">["as"]): string {
  if (as === "aix-base64") return encodeAixBase64(bytes);
  if (as === "dahua") return dahuaText(bytes);
  if (as === "bcrypt-base64") return encodeBcryptBase64(bytes);
  return as === "base64" ? encodeBase64(bytes) : hexOf(bytes);
}

const DAHUA_CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The sum of each two bytes, of which 62 are told apart. */
function dahuaText(bytes: Uint8Array): string {
  const sums = Array.from({ length: bytes.length >> 1 }, (_, at) => (bytes[2 * at] ?? 0) + (bytes[2 * at + 1] ?? 0));
  return sums.map((sum) => DAHUA_CHARACTERS.charAt(sum % 62)).join("");
}

export const SURROUND: StepRunner<Of<"surround">> = {
  run: (received, { before, after }) => ({ ...received, bytes: joined(before, received.bytes, after) }),
};

export const DIGESTED_SALT: StepRunner<Of<"digested-salt">> = {
  run: (received, { digest, salt }) => {
    const before = (bytes: Uint8Array) => ({
      ...received,
      bytes: joined(utf8(hexOf(bytes)), received.bytes),
    });
    const made = digestBytes(digest, salt);
    return made instanceof Promise ? made.then(before) : before(made);
  },
};

/** bcrypt has to know where the secret begins: it may cut it off. */
export const PEPPER: StepRunner<Of<"pepper">> = {
  run: (received, { pepper, place }) =>
    place === "before"
      ? { ...received, bytes: joined(pepper, received.bytes) }
      : { ...received, bytes: joined(received.bytes, pepper), pepper },
};
