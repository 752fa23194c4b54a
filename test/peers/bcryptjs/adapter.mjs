import bcrypt from "bcryptjs";
import { Skipped, serve, verifier, versionOf } from "../serve.mjs";

function compare(password, hash) {
  if (typeof password !== "string") throw new Skipped("takes text only");
  return bcrypt.compare(password, hash);
}

await serve({
  name: "bcryptjs",
  version: versionOf("bcryptjs", import.meta.url),
  reproduce: { verify: "await bcrypt.compare({{password}}, {{hash}})" },
  operations: { verify: verifier([["$2", "bcrypt", compare]]) },
});
