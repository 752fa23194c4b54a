import { anyBase64Bytes } from "../lib/base64.js";
import { utf8 } from "../lib/bytes.js";
import type { JsonObject } from "../lib/json-text.js";
import { requireNames } from "../lib/require-names.js";
import { type SharedWork, shareWork } from "../verify/internal.js";
import type { CallHead } from "./caller-check.js";
import { objectOfPart, textAt } from "./json-fields.js";
import { within } from "./within.js";

/** Tokens with which a service shows who it is. */
export interface TokenCheckOptions {
  /** `iss`, to the letter. */
  readonly issuer: string;
  /** What `aud` has to be or contain. */
  readonly audience: string;
  /** Further claims that have to have exactly these texts, such as Entra's `azp`. */
  readonly claims?: Readonly<Record<string, string>> | undefined;
  /** The issuer's public keys, a JSON Web Key Set. Asked for at the first call, when a key is new, and each hour. */
  readonly keys: () => Promise<{ readonly keys: readonly unknown[] }>;
}

/** Clocks differ. */
const LEEWAY_SECONDS = 60;
const MILLISECONDS_TO_KEEP_KEYS = 3_600_000;
/** A token with an unknown key may have been made up: keys are not asked for more often than this. */
const MILLISECONDS_BETWEEN_LOOKS = 30_000;
/** After a look that failed: no call of its own for each that waits, and no long wait once the issuer answers. */
const MILLISECONDS_AFTER_FAILURE = 5_000;
const MILLISECONDS_TO_LOOK = 10_000;
const RS256 = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
const FEWEST_MODULUS_BITS = 2048;

/**
 * Makes a check of callers who show a bearer token that their service has signed, as Entra does, and Okta with OAuth.
 * A JWT counts if it is signed with RS256 by one of the issuer's keys, has the issuer, audience and claims that are
 * expected, and its `exp` and `nbf` hold.
 *
 * @param options What a token has to say, and where the keys come from. Throws a `TypeError` where a text is empty.
 * @returns For `caller` of `createVerifyHandler`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7519
 * @see https://learn.microsoft.com/en-us/entra/identity-platform/custom-extension-overview
 *
 * @example
 * ```ts
 * import { createTokenCheck } from "credport/serve";
 *
 * const isEntra = createTokenCheck({
 *   issuer: "https://contoso.ciamlogin.com/aaaabbbb-0000-cccc-1111-dddd2222eeee/v2.0",
 *   audience: "00001111-aaaa-2222-bbbb-3333cccc4444",
 *   claims: { azp: "99045fe1-7639-4a75-9d4a-577b6ca3810f" },
 *   keys: async () => ({ keys: [] }),
 * });
 * await isEntra(new Request("https://verify.example.com/", { method: "POST" })); // => false
 * ```
 */
export function createTokenCheck(options: TokenCheckOptions): (call: CallHead) => Promise<boolean> {
  requireNames("createTokenCheck", options, ["issuer", "audience", "claims", "keys"]);
  const { issuer, audience, claims = {}, keys } = options;
  const texts = Object.entries({ issuer, audience, ...claims });
  const bad = texts.find(([, text]) => typeof text !== "string" || text === "");
  if (bad !== undefined) throw new TypeError(`${bad[0]} must be a text`);
  const find = keyFinder(keys);
  return async ({ headers }) => {
    const [, head, body, signature] =
      /^Bearer ([\w-]{1,2000})\.([\w-]{1,6000})\.([\w-]{1,2000})$/i.exec(headers.get("authorization") ?? "") ?? [];
    if (head === undefined || body === undefined || signature === undefined) return false;
    const header = objectOfPart(head);
    const said = objectOfPart(body);
    const bytes = anyBase64Bytes(signature);
    if (header === undefined || said === undefined || bytes === null) return false;
    if (textAt(header, "alg") !== "RS256" || Object.hasOwn(header, "crit")) return false;
    if (!hasClaims(said, { issuer, audience, claims }) || !holdsNow(said, Date.now() / 1000)) return false;
    const key = await find(textAt(header, "kid"));
    if (key === undefined) return false;
    return crypto.subtle.verify(RS256.name, key, bytes, utf8(`${head}.${body}`));
  };
}

function hasClaims(said: JsonObject, { issuer, audience, claims = {} }: Omit<TokenCheckOptions, "keys">): boolean {
  const { aud } = said;
  const isForUs = Array.isArray(aud) ? aud.includes(audience) : aud === audience;
  const areSaid = Object.entries(claims).every(([name, text]) => textAt(said, name) === text);
  return textAt(said, "iss") === issuer && isForUs && areSaid;
}

/** A token without an end is refused: it would never expire. */
function holdsNow({ exp, nbf = 0 }: JsonObject, now: number): boolean {
  if (typeof exp !== "number" || typeof nbf !== "number") return false;
  return now < exp + LEEWAY_SECONDS && now > nbf - LEEWAY_SECONDS;
}

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
type FindKey = (id: string | undefined) => Promise<Key | undefined>;

interface Known {
  readonly keys: ReadonlyMap<string, Key>;
  readonly at: number;
}

function keyFinder(ask: TokenCheckOptions["keys"]): FindKey {
  let known: Known | undefined;
  /** When keys may be asked for again. */
  let lookFrom = 0;
  let looking: SharedWork<Known | undefined> | undefined;
  /** One look at a time, however many calls wait for it. */
  const look = async (): Promise<Known | undefined> => {
    const others = looking === undefined ? null : await looking.forOthers();
    if (others !== null) return others.value;
    looking = shareWork(async () => {
      const asked = (async () => readKeys(await ask()))().catch(() => undefined);
      const found = await within(MILLISECONDS_TO_LOOK, asked, undefined);
      // What was known counts for longer where the issuer can't be asked.
      const now = Date.now();
      known = found ?? (known === undefined ? undefined : { ...known, at: now });
      lookFrom = now + (found === undefined ? MILLISECONDS_AFTER_FAILURE : MILLISECONDS_BETWEEN_LOOKS);
      looking = undefined;
      return known;
    });
    return looking.own;
  };
  return async (id) => {
    if (id === undefined) return undefined;
    const now = Date.now();
    const isOld = known !== undefined && now - known.at > MILLISECONDS_TO_KEEP_KEYS;
    const isWanted = isOld || known?.keys.has(id) !== true;
    const current = isWanted && now >= lookFrom ? await look() : known;
    return current?.keys.get(id);
  };
}

/** Keys for signatures only, and none that is too short. */
async function readKeys(set: { readonly keys: readonly unknown[] }): Promise<Known> {
  const found = new Map<string, Key>();
  for (const one of set.keys) {
    const id = textAt({ one }, "one", "kid");
    const modulus = anyBase64Bytes(textAt({ one }, "one", "n") ?? "");
    const isForSigning = (textAt({ one }, "one", "use") ?? "sig") === "sig" && textAt({ one }, "one", "kty") === "RSA";
    const isLong = modulus !== null && modulus.length * 8 >= FEWEST_MODULUS_BITS;
    if (id === undefined || !isForSigning || !isLong) continue;
    const { kty, n, e } = one as { kty: string; n: string; e: string };
    const key = await crypto.subtle.importKey("jwk", { kty, n, e }, RS256, false, ["verify"]).catch(() => undefined);
    if (key !== undefined) found.set(id, key);
  }
  return { keys: found, at: Date.now() };
}
