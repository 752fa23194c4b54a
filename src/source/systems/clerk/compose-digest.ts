import { declareHash, parseDigestExpression } from "../../../hash/index.js";
import { anyBase64Bytes } from "../../../lib/base64.js";
import { utf8 } from "../../../lib/bytes.js";
import { hexBytes, hexOf } from "../../../lib/hex.js";
import { composeSaltedDigest } from "../../fields/composed-hash.js";

/** The text that a digest of one of Clerk's hashers is read as; undefined for one that is not of the hasher's form. */
type Compose = (digest: string) => string | undefined;
type Decode = (text: string) => Uint8Array | null;

/** Hashers whose digests do not say how they came about, as Clerk documents the parts of each. */
const COMPOSERS: Readonly<Record<string, Compose>> = {
  md5: unsalted("md5", 16),
  sha256: unsalted("sha256", 32),
  pbkdf2_sha1: pbkdf2("sha1", (salt) => hexBytes(salt) ?? utf8(salt), hexBytes),
  pbkdf2_sha256: pbkdf2("sha256", anyBase64Bytes, anyBase64Bytes),
  pbkdf2_sha512: pbkdf2("sha512", utf8, hexBytes),
  pbkdf2_sha512_hex: pbkdf2("sha512", hexBytes, hexBytes),
  sha512_symfony: declared(/^sha512_symfony\$(?<rounds>[1-9][0-9]{0,6})\$(?<salt>[^$]+)\$(?<hash>[^$]+)$/, ofSymfony),
  bcrypt_peppered: declared(/^(?<hash>\$2[aby]\$[^$]{2}\$[^$]{53})\$(?<end>.+)$/, () => "bcrypt(password . end)"),
};

/** Undefined for a hasher whose digests are read as they are, or of which it is not known what they are over. */
export function composerOf(hasher: string | undefined): Compose | undefined {
  return hasher !== undefined && Object.hasOwn(COMPOSERS, hasher) ? COMPOSERS[hasher] : undefined;
}

function unsalted(digest: "md5" | "sha256", length: number): Compose {
  return (text) => {
    const key = hexBytes(text);
    return key?.length === length
      ? composeSaltedDigest({ digest, form: "{SALT}{PASSWORD}", salt: "", key })
      : undefined;
  };
}

/** The length of the key, which may come last, is that of the hash. */
function pbkdf2(digest: string, saltOf: Decode, hashOf: Decode): Compose {
  return (text) => {
    const [, rounds, salt = "", hash = ""] = /^\w+\$([0-9]+)\$([^$]+)\$([^$]+)(?:\$[0-9]+)?$/.exec(text) ?? [];
    const [saltBytes, key] = [saltOf(salt), hashOf(hash)];
    if (rounds === undefined || saltBytes === null || key === null) return undefined;
    return `$pbkdf2-hmac-${digest}$${rounds}$${hexOf(saltBytes)}$${hexOf(key)}`;
  };
}

/** Symfony's message digest encoder. */
function ofSymfony({ rounds }: Readonly<Record<string, string>>): string {
  const salted = "password . '{' . salt . '}'";
  return `base64(rounds(${Number(rounds) - 1}, raw(sha512(${salted})), raw(sha512(before . ${salted}))))`;
}

function declared(form: RegExp, expressionOf: (parts: Readonly<Record<string, string>>) => string): Compose {
  return (text) => {
    const parts = form.exec(text)?.groups;
    const expression = parts === undefined ? undefined : parseDigestExpression(expressionOf(parts));
    if (parts === undefined || expression?.ok !== true) return undefined;
    const made = declareHash(expression.value, parts.hash as string, parts);
    return made.ok ? made.value : undefined;
  };
}
