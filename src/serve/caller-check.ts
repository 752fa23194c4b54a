import { encodeBase64 } from "../lib/base64.js";
import { utf8 } from "../lib/bytes.js";
import { equalBytes } from "../verify/internal.js";

/** What a check of one's own sees of a call: everything but its body. */
export type CallHead = Pick<Request, "headers" | "method" | "url">;

/**
 * How the service that calls shows who it is. Several secrets are for the time in which one is changed for another:
 * each of them is taken. A secret has at least 16 characters, of ASCII.
 *
 * `bearer` is `Authorization: Bearer …`, `basic` is HTTP's Basic with `user:password`, `header` with `secret` any
 * header whose whole value is the secret. `in-front` says that no call reaches the handler that a proxy has not
 * checked, by mutual TLS or a token. A function decides for itself; one that fails refuses.
 */
export type CallerCheck =
  | { readonly bearer: string | readonly string[] }
  | { readonly basic: string | readonly string[] }
  | { readonly header: string; readonly secret: string | readonly string[] }
  | "in-front"
  | ((call: CallHead) => boolean | Promise<boolean>);

/** Whether a call comes from whom it should. */
export type IsKnownCaller = (call: CallHead) => Promise<boolean>;

/** How many of the newest callers' headers have to be hashed at most: no service sends more. */
const MOST_HEADER_CHARACTERS = 8192;
const FEWEST_SECRET_CHARACTERS = 16;
const SECRET = /^[\x20-\x7e]+$/;

/** Makes the check. Throws a `TypeError` where a secret is too short, or could not be sent in a header. */
export function callerCheck(check: CallerCheck): IsKnownCaller {
  if (check === "in-front") return async () => true;
  if (typeof check === "function") return async (call) => (await check(call)) === true;
  const [name, values] = expectedHeader(check);
  const digests = Promise.all(values.map(digestOf));
  // A rejection is met by the first call, not by the process.
  digests.catch(() => undefined);
  return async ({ headers }) => {
    const given = headers.get(name);
    if (given === null || given.length > MOST_HEADER_CHARACTERS) return false;
    const digest = await digestOf(given);
    // Every secret is compared, whichever it is.
    return (await digests).map((one) => equalBytes(digest, one)).includes(true);
  };
}

function expectedHeader(check: Exclude<CallerCheck, string | ((call: CallHead) => unknown)>): [string, string[]] {
  if ("bearer" in check) return ["authorization", secretsOf(check.bearer).map((one) => `Bearer ${one}`)];
  if ("header" in check) return [headerName(check.header), secretsOf(check.secret)];
  const pairs = secretsOf(check.basic);
  if (pairs.some((pair) => !/^[^:]+:./.test(pair))) throw new TypeError("caller.basic must be user:password");
  return ["authorization", pairs.map((pair) => `Basic ${encodeBase64(utf8(pair))}`)];
}

function headerName(name: unknown): string {
  if (typeof name === "string" && /^[A-Za-z0-9-]{1,100}$/.test(name)) return name;
  throw new TypeError("caller.header must be the name of a header");
}

function secretsOf(given: unknown): string[] {
  const secrets: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (secrets.length === 0) throw new TypeError("there is no secret");
  return secrets.map((secret) => {
    const isSound = typeof secret === "string" && SECRET.test(secret) && secret.trim() === secret;
    if (isSound && secret.length >= FEWEST_SECRET_CHARACTERS) return secret;
    throw new TypeError(
      `a secret must be ${FEWEST_SECRET_CHARACTERS} or more characters of ASCII without white space around them`,
    );
  });
}

/** Digests have one length, so that comparing them tells nothing of a secret's. */
async function digestOf(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(text)));
}
