import { createAdministrationClient, createImportClient } from "credport/client";
import { bcrypt, createImportService } from "credport/login";
import { createRehearsalService } from "credport/rehearsal";

/** credport's embedded service in the place of the new one: start it, and call it over HTTP. */
export async function startService(store) {
  const rehearsal = createRehearsalService({ service: "supertokens", apiKeys: ["example-key"] });
  const listening = await rehearsal.listen();
  // The person at the login form waits: the next login tries again.
  const retry = { attempts: 2 };
  const connection = { baseUrl: listening.url, apiKey: "example-key", service: "supertokens", retry };
  const client = createImportClient(connection);
  const administration = createAdministrationClient(connection);
  return {
    service: createImportService({ client, administration, store, write: bcrypt() }),
    state: () => rehearsal.state(),
    close: () => listening.close(),
  };
}
