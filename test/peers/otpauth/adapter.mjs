import { HOTP, Secret, TOTP, URI } from "otpauth";
import { Skipped, serve, textOrBytes, versionOf } from "../serve.mjs";

function secretToBase32({ secret, encoding }) {
  const given = textOrBytes(secret);
  switch (encoding) {
    case "base32":
      return { base32: Secret.fromBase32(given.toString()).base32 };
    case "hex":
      return { base32: Secret.fromHex(given.toString()).base32 };
    case "utf8":
      return {
        base32: (typeof given === "string"
          ? Secret.fromUTF8(given)
          : new Secret({ buffer: Uint8Array.from(given).buffer })
        ).base32,
      };
    default:
      throw new Skipped(`has no ${encoding}`);
  }
}

function totpCode({ secret, unixSeconds, period, digits, algorithm }) {
  const totp = new TOTP({ secret, period, digits, algorithm });
  return { code: totp.generate({ timestamp: unixSeconds * 1000 }) };
}

function parseUri({ uri }) {
  if (/^otpauth-migration:/i.test(uri)) throw new Skipped("reads no migration URIs");
  const otp = URI.parse(uri);
  if (otp instanceof HOTP) throw new Error("counter-based");
  const { secret, period, digits, algorithm, issuer, label } = otp;
  return {
    devices: [
      {
        secretKey: secret.base32,
        period,
        digits,
        algorithm,
        ...(issuer === "" ? {} : { issuer }),
        ...(label === "" ? {} : { account: label }),
      },
    ],
  };
}

await serve({
  name: "otpauth",
  version: versionOf("otpauth", import.meta.url),
  operations: { "secret-to-base32": secretToBase32, "totp-code": totpCode, otpauth: parseUri },
});
