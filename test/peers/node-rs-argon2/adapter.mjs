import { verify } from "@node-rs/argon2";
import { serve, verifier, versionOf } from "../serve.mjs";

await serve({
  name: "@node-rs/argon2",
  version: versionOf("@node-rs/argon2", import.meta.url),
  reproduce: { verify: "await verify({{hash}}, {{password}})" },
  operations: { verify: verifier([["$argon2", "argon2", (password, hash) => verify(hash, password)]]) },
});
