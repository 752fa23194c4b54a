/** Keycloak before it knew argon2. */
import { keycloakOf, PBKDF2 } from "./keycloak.mjs";

export const system = keycloakOf("22.0.5", {
  policies: PBKDF2,
  bootstrap: ["KEYCLOAK_ADMIN", "KEYCLOAK_ADMIN_PASSWORD"],
  // It lets a user without an address sign in.
  withoutAddress: 200,
});
