import { decodeBase32Secret } from "../../../secret/internal.js";
import type { DecryptionKey } from "../decryption-keys.js";
import type { Opener } from "../encrypted-secret.js";
import { firstOf, jsonFields, type NodeCrypto, textOf } from "../open-bytes.js";

const KEY_BYTES = 32;
const IV_BYTES = 16;
/** Powers of two: passlib's own is 14, and 20 takes a second. */
const MOST_COST = 20;

/**
 * passlib's `enckey`, as JSON with cost, tag, salt and the key's bytes: AES-256-CTR, key and iv by PBKDF2-SHA256 from the
 * secret that has the tag. Nothing tells a wrong secret, so one without the tag is not tried. What comes out is hexadecimal.
 *
 * @see https://foss.heptapod.net/python-libs/passlib passlib/totp.py AppWallet
 */
export function passlibOpener(crypto: NodeCrypto, keys: readonly DecryptionKey[]): Opener<"passlib"> {
  const ready = keys.flatMap(taggedKeys);
  return ({ text }) => {
    const sealed = sealedIn(text);
    if (sealed === undefined) return "malformed";
    const fitting = ready.filter(({ tag }) => tag === sealed.tag);
    return firstOf(fitting, ({ secret }) => {
      const made = crypto.pbkdf2Sync(secret, sealed.salt, 2 ** sealed.cost, KEY_BYTES + IV_BYTES, "sha256");
      const cipher = crypto.createDecipheriv("aes-256-ctr", made.subarray(0, KEY_BYTES), made.subarray(KEY_BYTES));
      return Buffer.from(cipher.update(sealed.data).toString("hex"));
    });
  };
}

/** `tag: secret` on a line of its own, or each of the dictionary that the setting has. */
function taggedKeys({ name, value }: DecryptionKey) {
  const pairs = value.matchAll(
    /(?:^|[{,])\s{0,8}(["']?)([a-z0-9][a-z0-9_.-]{0,63})\1\s{0,8}:\s{0,8}(["']?)([^"',{}]+)\3/gi,
  );
  const own = name === undefined ? [] : [{ tag: name, secret: value }];
  return [...own, ...[...pairs].map(([, , tag = "", , secret = ""]) => ({ tag, secret }))];
}

function sealedIn(text: string) {
  const fields = jsonFields(text) ?? {};
  const { v: version, c: cost } = fields;
  const [data, salt] = [textOf(fields, "k"), textOf(fields, "s")].map((part) => {
    const bytes = part === undefined ? undefined : decodeBase32Secret(part);
    return bytes?.ok ? bytes.value : undefined;
  });
  const tag = textOf(fields, "t");
  const isCost = typeof cost === "number" && Number.isInteger(cost) && cost >= 0 && cost <= MOST_COST;
  if (version !== 1 || !isCost || tag === undefined || data === undefined || salt === undefined) return undefined;
  return { tag, cost, data, salt };
}
