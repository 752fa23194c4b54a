import phc from "@phc/format";
import { Skipped, serve, versionOf } from "../serve.mjs";

/** The package reads any string of the PHC format; that it is argon2 and whole is for its users to check. */
function parseArgon2({ text }) {
  if (!text.startsWith("$argon2")) throw new Skipped("reads strings of any scheme");
  const { id, version = 16, params, salt, hash } = phc.deserialize(text);
  return {
    variant: id,
    version,
    memoryCost: params?.m,
    timeCost: params?.t,
    parallelism: params?.p,
    salt: salt?.toString("hex"),
    digest: hash?.toString("hex"),
  };
}

await serve({
  name: "@phc/format",
  version: versionOf("@phc/format", import.meta.url),
  operations: { "parse-argon2": parseArgon2 },
});
