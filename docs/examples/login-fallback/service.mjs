import bcrypt from "bcryptjs";
import { createImportClient } from "credport/client";
import { createRehearsalService } from "credport/rehearsal";

/** credport's embedded service in the place of the new one: start it, and call it over HTTP. */
export async function startService() {
  const rehearsal = createRehearsalService({ apiKeys: ["example-key"] });
  const listening = await rehearsal.listen();
  const client = createImportClient({ baseUrl: listening.url, apiKey: "example-key" });
  return {
    importPasswordHash: (request) => client.importPasswordHash(request),
    /** A real service has a call of its own that hashes; this one takes the hash. */
    signUp: async (email, password) => {
      const passwordHash = await bcrypt.hash(password, 10);
      const signedUp = await client.importPasswordHash({ email, passwordHash });
      if (!signedUp.ok) throw new Error(signedUp.problems[0].code);
    },
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
