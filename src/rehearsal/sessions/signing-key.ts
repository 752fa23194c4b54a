import { createSign, createVerify, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";

const MODULUS_BITS = 2048;

/** A key that access tokens are signed with, RS256; its public half is shown as a JSON Web Key (RFC 7517). */
export interface SigningKey {
  sign(header: object, payload: object): string;
  /** The payload of a token that was signed with this key; undefined for any other text. */
  read(token: string): Readonly<Record<string, unknown>> | undefined;
  readonly jwk: Readonly<Record<string, unknown>>;
}

/** Takes some hundred milliseconds, so it is made with the first session only. */
export async function makeSigningKey(keyId: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)("rsa", { modulusLength: MODULUS_BITS });
  const { n, e } = publicKey.export({ format: "jwk" });
  return {
    sign: (header, payload) => signToken({ ...header, alg: "RS256", kid: keyId }, payload, privateKey),
    read: (token) => readToken(token, publicKey),
    jwk: { kty: "RSA", kid: keyId, n, e, alg: "RS256", use: "sig" },
  };
}

/** A JSON Web Token in compact form (RFC 7515, 7.1). */
function signToken(header: object, payload: object, key: KeyObject): string {
  const text = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${text}.${createSign("RSA-SHA256").update(text).sign(key, "base64url")}`;
}

function readToken(token: string, key: KeyObject): Readonly<Record<string, unknown>> | undefined {
  const [header = "", payload = "", signature = "", ...rest] = token.split(".");
  const isGenuine =
    rest.length === 0 && createVerify("RSA-SHA256").update(`${header}.${payload}`).verify(key, signature, "base64url");
  return isGenuine ? JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) : undefined;
}
