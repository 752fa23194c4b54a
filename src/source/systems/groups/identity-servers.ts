/** Servers of one's own that identify users for others. */

export { APPWRITE } from "../appwrite.js";
export { AUTHENTIK } from "../authentik.js";
export { AUTHGEAR } from "../authgear.js";
export { CASDOOR } from "../casdoor.js";
export { FORGEROCK } from "../forgerock.js";
export { KEYCLOAK } from "../keycloak.js";
export { KRATOS } from "../kratos.js";
export { LOGTO } from "../logto.js";
export { ZITADEL } from "../zitadel.js";
