import {
  buildProviderScrypt,
  identifyHash,
  normalizeHash,
  type ProviderScryptParts,
  parseArgon2,
  parseBcrypt,
  parseOtpauthMigrationUri,
  parseOtpauthUri,
  parseProviderScrypt,
  type Result,
  type SecretEncoding,
  type ServiceProfileName,
  type SourceName,
  type TotpDevice,
  toBase32Secret,
} from "../../index.js";
import { defined } from "../../lib/defined.js";
import { hexBytes, hexOf } from "../../lib/hex.js";
import { isJsonObject } from "../../lib/json-text.js";
import { tryTotpCode, verifyPassword } from "../../verify/index.js";
import type { Answer } from "../protocol/messages.js";
import type { Implementation } from "../session/in-process-session.js";
import type { JsonObject } from "../suite/conformance-case.js";
import { fromUtf16 } from "../suite/expand-input.js";
import { answerClientRequests } from "./client-requests.js";

/** The longest password of a vector; by default fewer bytes are taken. */
const MOST_PASSWORD_BYTES = 1 << 20;

/**
 * credport itself, as the suite sees it.
 *
 * @param version What it calls itself.
 *
 * @example
 * ```ts
 * import { credportImplementation, runConformance } from "credport/conformance";
 *
 * const report = await runConformance(credportImplementation("1.0"), { only: ["totp-code"] });
 * report.ok && report.value.outcome; // => "pass"
 * ```
 */
export function credportImplementation(version: string): Implementation {
  return {
    name: "credport",
    version,
    language: "TypeScript",
    operations: {
      identify: (input) => {
        const { scheme, disposition, wrapping, problems } = identifyHash(text(input, "text"), contextOf(input));
        const problem = problems[0] === undefined ? {} : { problem: problems[0].code };
        return { ok: { scheme, disposition, wrapping: wrapping?.name ?? null, ...problem } };
      },
      normalize: (input) =>
        answer(
          normalizeHash(text(input, "text"), contextOf(input, { service: input.service as ServiceProfileName })),
          ({ changes, ...hash }) => ({ ...hash, changes: changes.map(({ kind }) => kind) }),
        ),
      "parse-bcrypt": (input) => answer(parseBcrypt(text(input, "text")), plain),
      "parse-argon2": (input) => answer(parseArgon2(text(input, "text")), plain),
      "parse-provider-scrypt": (input) => answer(parseProviderScrypt(text(input, "text")), plain),
      "build-provider-scrypt": (input) =>
        answer(buildProviderScrypt(input as unknown as ProviderScryptParts), (built) => ({ text: built })),
      verify: async (input) =>
        answer(
          await verifyPassword(bytesOrText(input, "password"), text(input, "hash"), {
            ...contextOf(input, { signerKey: input.signerKey as string, pepper: input.pepper as string }),
            limits: { passwordBytes: MOST_PASSWORD_BYTES },
          }),
          ({ matches, scheme }) => ({ matches, scheme }),
        ),
      "secret-to-base32": (input) => {
        const secret = toBase32Secret(bytesOrText(input, "secret"), input.encoding as SecretEncoding);
        return answer(secret, (base32) => ({ base32 }));
      },
      otpauth: (input) => {
        const uri = text(input, "uri");
        return uri.toLowerCase().startsWith("otpauth-migration:")
          ? answer(parseOtpauthMigrationUri(uri), (devices) => ({ devices: devices.map(plain) }))
          : answer(parseOtpauthUri(uri), (device: TotpDevice) => ({ devices: [plain(device)] }));
      },
      "totp-code": (input) => {
        const { unixSeconds, period, digits, algorithm } = input as Parameters<typeof tryTotpCode>[1] & JsonObject;
        const code = tryTotpCode(text(input, "secret"), { unixSeconds, period, digits, algorithm });
        return answer(code, (shown) => ({ code: shown }));
      },
      "client-requests": answerClientRequests,
    },
  };
}

function answer<T>(result: Result<T>, toOutput: (value: T) => JsonObject): Answer {
  if (result.ok) return { ok: toOutput(result.value) };
  const { code, offset } = result.problems[0];
  return { error: { code, ...(offset === undefined ? {} : { offset }) } };
}

/** Bytes as the protocol writes them. */
function plain(value: object): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, part instanceof Uint8Array ? hexOf(part) : part]),
  );
}

function text(input: JsonObject, name: string): string {
  const value = input[name];
  if (isJsonObject(value) && typeof value.textUtf16 === "string") return fromUtf16(value.textUtf16);
  if (typeof value !== "string") throw new TypeError(`${name} is not text`);
  return value;
}

function bytesOrText(input: JsonObject, name: string): string | Uint8Array {
  const value = input[name];
  return isJsonObject(value) && typeof value.hex === "string"
    ? (hexBytes(value.hex) ?? new Uint8Array())
    : text(input, name);
}

/** The system of a hash, and more options: each is absent where it is not given. */
function contextOf<More extends object>({ source, peppered }: JsonObject, more?: More) {
  return defined({ source: source as SourceName, peppered: peppered as boolean, ...(more as More) });
}
