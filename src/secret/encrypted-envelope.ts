import { hexDigit } from "./hex.js";

/** A form in which a system keeps ciphertext where a secret is expected. */
interface Envelope {
  readonly system: string;
  readonly matches: (text: string) => boolean;
}

/**
 * Marks by which ciphertext is known. They make better messages only: what carries no mark is caught by its length,
 * or not at all, and so the encoding still has to be named.
 *
 * Sources: Laravel `Illuminate\Encryption\Encrypter`; Rails `ActiveRecord::Encryption::MessageSerializer` and
 * `MessageEncryptor`; Supabase Auth `internal/crypto`; Nextcloud and ownCloud `lib/private/Security/Crypto.php`;
 * Gitea `modules/secret/secret.go`; Better Auth `packages/better-auth/src/crypto`; the Fernet specification;
 * ASP.NET Core Data Protection (magic header 09 F0 C9 F0); RFC 7516 (JWE compact form); `openssl enc`.
 */
const ENVELOPES: readonly Envelope[] = [
  { system: "Laravel", matches: startsWith("eyJpdiI6", '{"iv":') },
  { system: "Rails", matches: (text) => startsWith('{"p":', "eyJwIjo")(text) || isRailsMessage(text) },
  { system: "a JSON envelope, as in Supabase Auth,", matches: isJsonObject },
  { system: "Nextcloud", matches: isNextcloud },
  { system: "ownCloud", matches: (text) => text.startsWith("v2|") && isNextcloud(text.slice(3)) },
  { system: "Gitea", matches: (text) => text.startsWith("v2:") && isHex(text, 3, 64) },
  { system: "Better Auth", matches: startsWith("$ba$") },
  { system: "HashiCorp Vault", matches: startsWith("vault:v") },
  { system: "Fernet", matches: startsWith("gAAAAAB") },
  { system: "ASP.NET Core Data Protection", matches: startsWith("CfDJ8", "\u0009\u00f0\u00c9\u00f0") },
  { system: "OpenSSL", matches: startsWith("U2FsdGVkX1", "Salted__") },
  { system: "a JSON Web Encryption", matches: isJsonWebEncryption },
  { system: "OpenPGP", matches: startsWith("-----BEGIN PGP") },
];

/** Who writes ciphertext in this form, or null if the text carries no mark of it. Linear in its length. */
export function encryptedBy(text: string): string | null {
  const body = text.trimStart();
  return ENVELOPES.find((envelope) => envelope.matches(body))?.system ?? null;
}

function startsWith(...marks: readonly string[]): (text: string) => boolean {
  return (text) => marks.some((mark) => text.startsWith(mark));
}

/** A whole object in printable ASCII: a random key that begins with `{"` is not such a thing. */
function isJsonObject(text: string): boolean {
  const body = text.trimEnd();
  if (!body.endsWith("}") || !body.startsWith("{")) return false;
  for (let at = 0; at < body.length; at++) {
    const code = body.charCodeAt(at);
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code > 126) return false;
  }
  return body.slice(1).trimStart().startsWith('"');
}

function isHex(text: string, start: number, minimum: number): boolean {
  for (let at = start; at < text.length; at++) {
    if (hexDigit(text.charCodeAt(at)) === -1) return false;
  }
  return text.length - start >= minimum;
}

/** `ciphertext|iv|hmac` with an optional version; the first version's iv is not hexadecimal. */
function isNextcloud(text: string): boolean {
  const groups = text.split("|");
  if (groups.length < 3 || groups.length > 4) return false;
  return isHex(groups[0] as string, 0, 16) && isHex(groups[2] as string, 0, 32);
}

/** `data--iv--tag` in base64, or `data--digest` with a hexadecimal digest. */
function isRailsMessage(text: string): boolean {
  const groups = text.trimEnd().split("--");
  const last = groups.at(-1) as string;
  if (groups.length === 3) return groups[1]?.length === 16 && last.length === 24 && last.endsWith("==");
  return groups.length === 2 && (last.length === 40 || last.length === 64) && isHex(last, 0, 40);
}

function isJsonWebEncryption(text: string): boolean {
  return text.startsWith("eyJ") && text.split(".").length === 5;
}
