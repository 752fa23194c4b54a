import { describedAs, redacted } from "../../lib/redact.js";
import { problem } from "../../problems/decryption.js";
import { failure, type Result, requireText, success } from "../../result.js";

/** A key of the old system, with the name that its configuration has for it, where the file says it. */
export interface DecryptionKey {
  readonly name?: string;
  readonly value: string;
}

const MOST_BYTES = 1 << 16;
const MOST_KEYS = 100;

/**
 * Reads a file of keys: one a line, alone or as the old system's configuration writes it (`APP_KEY=base64:…`,
 * `primary_key: …`, `SECRET_KEY = …`, `'secret' => '…',`), blank lines and lines of `#` left out. Several keys in
 * one setting (`APP_PREVIOUS_KEYS`, `GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS=id:key,id:key`,
 * `BETTER_AUTH_SECRETS=2:key,1:key`) are parted at commas.
 *
 * @param text The file's text, at most 64 KiB and 100 keys.
 * @returns The keys in the file's order, or `decryption/no-keys`.
 *
 * @example
 * ```ts
 * import { parseDecryptionKeys } from "credport/source";
 *
 * const keys = parseDecryptionKeys("# production\nSECRET_KEY = correct horse\n");
 * keys.ok && keys.value.length; // => 1
 * ```
 */
export function parseDecryptionKeys(text: string): Result<readonly DecryptionKey[]> {
  requireText(text, "text");
  if (text.length > MOST_BYTES) return failure(problem("decryption/no-keys", "the file of keys is larger than 64 KiB"));
  const keys = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .flatMap(keysOfLine);
  if (keys.length === 0) return failure(problem("decryption/no-keys", "the file holds no key"));
  if (keys.length > MOST_KEYS) return failure(problem("decryption/no-keys", "the file holds more than 100 keys"));
  return success(keys.map((key) => describedAs({ ...key }, () => ({ ...key, value: redacted(key.value) }))));
}

/** `NAME=value`, `name: value` and PHP's `'name' => 'value',`. A key alone may end in `=`, and has no blank before it. */
const SETTING = /^(?:export\s{1,8})?['"]?([A-Za-z_][A-Za-z0-9_.]{1,63})['"]?\s{0,8}(?:=>|:\s|=(?!=*$))\s{0,8}(\S.*)$/;

const LIST = /(?:PREVIOUS_KEYS|DECRYPTION_KEYS|AUTH_SECRETS)$/i;

function keysOfLine(line: string): readonly DecryptionKey[] {
  const setting = SETTING.exec(line);
  if (setting === null) return [{ value: unquoted(line) }];
  const [, name = "", value = ""] = setting;
  if (!LIST.test(name)) return [{ name, value: unquoted(value) }];
  return unquoted(value)
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => ({ name, value: part }));
}

function unquoted(text: string): string {
  const value = text.replace(/[,;]$/, "").trim();
  const quoted = /^(["'])((?:(?!\1).)*)\1$/.exec(value);
  return quoted?.[2] ?? value;
}
