import argon2 from "argon2";
import { serve, verifier, versionOf } from "../serve.mjs";

await serve({
  name: "argon2",
  version: versionOf("argon2", import.meta.url),
  reproduce: { verify: "await argon2.verify({{hash}}, {{password}})" },
  operations: {
    verify: verifier([["$argon2", "argon2", (password, hash) => argon2.verify(hash, password)]]),
  },
});
