import base32 from "hi-base32";
import { Skipped, serve, textOrBytes, versionOf } from "../serve.mjs";

/** The package knows base32 and bytes. */
function secretToBase32({ secret, encoding }) {
  const given = textOrBytes(secret);
  if (encoding === "utf8") return encoded(given);
  if (encoding !== "base32") throw new Skipped(`has no ${encoding}`);
  return encoded(base32.decode.asBytes(given.toString()));
}

const encoded = (key) => ({ base32: base32.encode(key).replace(/=+$/, "") });

await serve({
  name: "hi-base32",
  version: versionOf("hi-base32", import.meta.url),
  operations: { "secret-to-base32": secretToBase32 },
});
