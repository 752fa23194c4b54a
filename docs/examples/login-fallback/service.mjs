import bcrypt from "bcryptjs";
import { createAdministrationClient, createImportClient } from "credport/client";
import { createRehearsalService } from "credport/rehearsal";
import { migrateUser } from "./migrate-user.mjs";

/** The person at the login form waits: the next login tries again. */
const RETRY = { attempts: 2 };

/** credport's embedded service in the place of the new one: start it, and call it over HTTP. */
export async function startService() {
  const rehearsal = createRehearsalService({ service: "supertokens", apiKeys: ["example-key"] });
  const listening = await rehearsal.listen();
  const connection = { baseUrl: listening.url, apiKey: "example-key", service: "supertokens", retry: RETRY };
  const administration = createAdministrationClient(connection);
  // In a server of your own a table of your database: it has to outlast the process.
  const service = { client: createImportClient(connection), administration, begun: new Set() };
  return {
    /** With a hash that the service verifies. */
    importUser: (user, hash) => migrateUser(service, user, hash),
    /** With the password. A real service has a call of its own that hashes; this one takes the hash. */
    signUp: async (user, password) => {
      // bcrypt reads 72 bytes: what only begins like a longer password would let in, too.
      if (bcrypt.truncates(password)) return { refused: "policy" };
      return migrateUser(service, user, { passwordHash: await bcrypt.hash(password, 10) });
    },
    signIn: async (email, password) => {
      const reply = await administration.signIn(email, password);
      if (!reply.ok) throw new Error(reply.problems[0].code);
      return reply.value.isSignedIn;
    },
    state: () => rehearsal.state(),
    close: () => listening.close(),
  };
}
