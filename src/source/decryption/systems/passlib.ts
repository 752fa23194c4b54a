import { jsonObject } from "../../../lib/json-text.js";
import { decodeBase32Secret } from "../../../secret/internal.js";
import { type DecryptionKey, firstOf, type OpenerOf, textOf } from "../open-bytes.js";

const KEY_BYTES = 32;
const IV_BYTES = 16;
/** Powers of two: passlib's own is 14, and 20 takes a second. */
const MOST_COST = 20;

/**
 * passlib's `enckey`, as JSON with cost, tag, salt and the key's bytes: AES-256-CTR, key and iv by PBKDF2-SHA256 from the
 * secret that has the tag. Nothing tells a wrong secret, so one without the tag is not tried, nor one of two. What comes out is hexadecimal.
 *
 * @see https://foss.heptapod.net/python-libs/passlib passlib/totp.py AppWallet
 */
export const passlibOpener: OpenerOf<"passlib"> = (crypto, keys) => {
  const ready = keys.flatMap(taggedKeys);
  return ({ text }) => {
    const sealed = sealedIn(text);
    if (sealed === undefined) return "malformed";
    const fitting = new Set(ready.filter(({ tag }) => tag === sealed.tag).map(({ secret }) => secret));
    if (fitting.size > 1) return "no-key-fits";
    return firstOf([...fitting], (secret) => {
      const made = crypto.pbkdf2Sync(secret, sealed.salt, 2 ** sealed.cost, KEY_BYTES + IV_BYTES, "sha256");
      const cipher = crypto.createDecipheriv("aes-256-ctr", made.subarray(0, KEY_BYTES), made.subarray(KEY_BYTES));
      return Buffer.from(cipher.update(sealed.data).toString("hex"));
    });
  };
};

interface TaggedKey {
  readonly tag: string;
  readonly secret: string;
}

/** As passlib's own file has it: `tag: secret`. */
const LINE = /^([\w.-]{1,64})\s{0,8}:\s{0,8}(\S+)$/;
/** One of the setting's dictionary, on one line with others or on its own. */
const PAIR =
  /\s{0,8}(["']?)([\w.-]{1,64})\1\s{0,8}:\s{0,8}(?:"([^"\\]{1,1024})"|'([^'\\]{1,1024})')\s{0,8}(?:,|(?=#|$))/y;
const REST = /\s{0,8}(?:#.*)?$/y;

/** Nothing would tell a secret that was read wrongly: a line that is not understood to its end has none. */
function taggedKeys({ name, value }: DecryptionKey): readonly TaggedKey[] {
  const [, tag, secret] = name === undefined ? (LINE.exec(value) ?? []) : [value, name, value];
  if (tag !== undefined && secret !== undefined && !/[\s"'{}[\]()]/.test(secret)) return [{ tag, secret }];
  const pairs = value.replace(/^\{/, "").replace(/\},?\s{0,8}(?=#|$)/, "");
  const found: TaggedKey[] = [];
  let at = 0;
  for (PAIR.lastIndex = 0; ; at = PAIR.lastIndex) {
    const pair = PAIR.exec(pairs);
    if (pair === null) break;
    found.push({ tag: pair[2] as string, secret: (pair[3] ?? pair[4]) as string });
  }
  REST.lastIndex = at;
  return REST.test(pairs) ? found : [];
}

function sealedIn(text: string) {
  const fields = jsonObject(text) ?? {};
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
