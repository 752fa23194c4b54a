import { argon2Verify, bcryptVerify } from "hash-wasm";
import { serve, verifier, versionOf } from "../serve.mjs";

await serve({
  name: "hash-wasm",
  version: versionOf("hash-wasm", import.meta.url),
  operations: {
    verify: verifier([
      ["$2", "bcrypt", (password, hash) => bcryptVerify({ password, hash })],
      ["$argon2", "argon2", (password, hash) => argon2Verify({ password, hash })],
    ]),
  },
});
