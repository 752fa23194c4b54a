import bcrypt from "bcrypt";
import { serve, verifier, versionOf } from "../serve.mjs";

await serve({
  name: "bcrypt",
  version: versionOf("bcrypt", import.meta.url),
  reproduce: { verify: "await bcrypt.compare({{password}}, {{hash}})" },
  operations: { verify: verifier([["$2", "bcrypt", (password, hash) => bcrypt.compare(password, hash)]]) },
});
