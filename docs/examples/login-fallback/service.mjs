import bcrypt from "bcryptjs";
import { createImportClient } from "credport/client";
import { createRehearsalService } from "credport/rehearsal";
import { bringOver } from "./bring-over.mjs";

/** credport's embedded service in the place of the new one: start it, and call it over HTTP. */
export async function startService() {
  const rehearsal = createRehearsalService({ apiKeys: ["example-key"] });
  const listening = await rehearsal.listen();
  const client = createImportClient({ baseUrl: listening.url, apiKey: "example-key" });
  return {
    /** With a hash that the service verifies. */
    importUser: (user, hash) => bringOver(client, user, hash),
    /** With the password. A real service has a call of its own that hashes; this one takes the hash. */
    signUp: async (user, password) =>
      bringOver(client, user, { passwordHash: await bcrypt.hash(password, 10) }),
    signIn: async (email, password) => {
      const response = await fetch(`${listening.url}/rehearsal/signin`, {
        method: "POST",
        headers: { "api-key": "example-key", "content-type": "application/json" },
        body: JSON.stringify({ email, password }),
      });
      return (await response.json()).status === "OK";
    },
    state: () => rehearsal.state(),
    close: () => listening.close(),
  };
}
