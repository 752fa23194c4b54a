import { counted } from "../lib/plural.js";
import { refuse } from "../problems/otpauth.js";
import type { Failure } from "../result.js";
import { loneSurrogateAt } from "./utf8.js";

export interface OtpauthParameter {
  /** Decoded, without blanks around it, as apps read it; in lower case: some capitalise names, and none gives case a meaning. */
  readonly name: string;
  /** Still percent-encoded. */
  readonly value: string;
  /** Where the value begins in the text that was given. */
  readonly at: number;
}

/** A URI in its parts, none of them decoded yet. */
export interface OtpauthParts {
  /** What is in the host's place, in lower case: `totp`, `hotp`, `offline`. */
  readonly type: string;
  readonly label: string;
  readonly labelAt: number;
  readonly parameters: ReadonlyMap<string, OtpauthParameter>;
}

type OtpauthScheme = "otpauth" | "otpauth-migration";

/**
 * Takes a URI apart in one pass, without decoding. White space around it is dropped; scheme, type and parameter
 * names are read in any case, as RFC 3986 has it for the first two.
 */
export function scanOtpauth(uri: string, scheme: OtpauthScheme, maximumLength: number): OtpauthParts | Failure {
  if (uri.length > maximumLength) {
    return refuse(
      "otpauth/too-long",
      `the URI has ${counted(uri.length, "character")}; the maximum is ${maximumLength}`,
    );
  }
  const start = uri.length - uri.trimStart().length;
  const end = uri.trimEnd().length;
  const found = schemeOf(uri.slice(start, start + 20).toLowerCase());
  if (found !== scheme) return refuseScheme(found);
  const illegalAt = illegalCharacterAt(uri.slice(0, end), start);
  if (illegalAt !== -1) {
    return refuse("otpauth/encoding", "the URI has a control character, a # or half a character in it", {
      offset: illegalAt,
    });
  }
  const pathAt = start + scheme.length + 3;
  const question = uri.indexOf("?", pathAt);
  const pathEnd = question === -1 ? end : question;
  const slash = uri.slice(pathAt, pathEnd).indexOf("/");
  const typeEnd = slash === -1 ? pathEnd : pathAt + slash;
  const parameters = scanParameters(uri, pathEnd + 1, end);
  if ("problems" in parameters) return parameters;
  return {
    type: uri.slice(pathAt, typeEnd).toLowerCase(),
    label: uri.slice(typeEnd + 1, pathEnd),
    labelAt: typeEnd + 1,
    parameters,
  };
}

function schemeOf(lower: string): OtpauthScheme | null {
  if (lower.startsWith("otpauth://")) return "otpauth";
  return lower.startsWith("otpauth-migration://") ? "otpauth-migration" : null;
}

function refuseScheme(found: OtpauthScheme | null): Failure {
  if (found === "otpauth") return refuse("otpauth/other-kind", "this is an otpauth URI for one device");
  if (found === null) return refuse("otpauth/not-otpauth", "the text does not begin with otpauth://");
  return refuse("otpauth/other-kind", "this is an otpauth-migration URI, which can hold several devices");
}

/** Offset of the first control character, `#` or half of a surrogate pair from `start` on, or -1. */
function illegalCharacterAt(uri: string, start: number): number {
  const lone = loneSurrogateAt(uri);
  const sound = lone === -1 ? uri : uri.slice(0, lone);
  for (let at = start; at < sound.length; at++) {
    const code = sound.charCodeAt(at);
    if (code < 32 || code === 127 || code === 35) return at;
  }
  return lone;
}

function scanParameters(uri: string, start: number, end: number): Map<string, OtpauthParameter> | Failure {
  const parameters = new Map<string, OtpauthParameter>();
  for (let at = start; at < end; ) {
    const ampersand = uri.indexOf("&", at);
    const stop = ampersand === -1 ? end : ampersand;
    const part = uri.slice(at, stop);
    const equals = part.indexOf("=");
    const name = parameterName(equals === -1 ? part : part.slice(0, equals));
    if (name.startsWith("amp;")) {
      return refuse("otpauth/html-escaped", "the URI is HTML-escaped: it has &amp; where & should be", {
        offset: at,
      });
    }
    if (parameters.has(name)) {
      return refuse("otpauth/malformed", "a parameter appears twice in the URI", { offset: at });
    }
    const valueAt = equals === -1 ? stop : at + equals + 1;
    if (part !== "") parameters.set(name, { name, value: uri.slice(valueAt, stop), at: valueAt });
    at = stop + 1;
  }
  return parameters;
}

/** Apps decode names as well, and a blank is left where a line was wrapped. */
function parameterName(text: string): string {
  const spaced = text.replaceAll("+", " ");
  return (percentDecode(spaced) ?? spaced).trim().toLowerCase();
}

/** Percent-decoded text (RFC 3986 section 2.1, UTF-8), or null if the encoding is damaged. */
export function percentDecode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
