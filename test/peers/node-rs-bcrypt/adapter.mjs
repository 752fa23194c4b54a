import { verify } from "@node-rs/bcrypt";
import { serve, verifier, versionOf } from "../serve.mjs";

await serve({
  name: "@node-rs/bcrypt",
  version: versionOf("@node-rs/bcrypt", import.meta.url),
  reproduce: { verify: "await verify({{password}}, {{hash}})" },
  operations: { verify: verifier([["$2", "bcrypt", (password, hash) => verify(password, hash)]]) },
});
