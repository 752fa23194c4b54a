import { FirebaseScrypt } from "firebase-scrypt";
import { Skipped, serve, versionOf } from "../serve.mjs";

/** The package takes the parts; taking the service's string apart is left to its users. */
async function verify({ hash, password, signerKey }) {
  if (!hash.startsWith("$f_scrypt$")) throw new Skipped("another scheme");
  if (typeof password !== "string") throw new Skipped("takes text only");
  const [, , passwordHash, salt, m, r, s] = hash.split("$");
  const scrypt = new FirebaseScrypt({
    memCost: Number(m?.slice(2)),
    rounds: Number(r?.slice(2)),
    saltSeparator: s?.slice(2),
    signerKey,
  });
  return { matches: await scrypt.verify(password, salt, passwordHash), scheme: "provider-scrypt" };
}

await serve({
  name: "firebase-scrypt",
  version: versionOf("firebase-scrypt", import.meta.url),
  operations: { verify },
});
