import { parse } from "@otplib/uri";
import { generateSync } from "otplib";
import { Skipped, serve, versionOf } from "../serve.mjs";

function totpCode({ secret, unixSeconds, period, digits, algorithm }) {
  return {
    code: generateSync({
      secret,
      epoch: unixSeconds,
      period,
      digits,
      algorithm: algorithm.toLowerCase(),
    }),
  };
}

/** What the package leaves out has the values that its own consumers take. */
function parseUri({ uri }) {
  if (/^otpauth-migration:/i.test(uri)) throw new Skipped("reads no migration URIs");
  const { type, label, params } = parse(uri);
  if (type !== "totp") throw new Error("counter-based");
  const { secret, issuer, period = 30, digits = 6, algorithm = "sha1" } = params;
  const account = label.slice(label.indexOf(":") + 1).trim();
  return {
    devices: [
      {
        secretKey: secret,
        period,
        digits,
        algorithm: algorithm.toUpperCase(),
        ...(issuer === undefined ? {} : { issuer }),
        ...(account === "" ? {} : { account }),
      },
    ],
  };
}

await serve({
  name: "otplib",
  version: versionOf("otplib", import.meta.url),
  operations: { "totp-code": totpCode, otpauth: parseUri },
});
