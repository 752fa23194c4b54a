import { auth0 } from "./auth0.js";
import { cognito } from "./cognito.js";
import { entra } from "./entra.js";
import { keycloak } from "./keycloak.js";
import { okta } from "./okta.js";
import { ory } from "./ory.js";
import type { Shape } from "./shape.js";

/** The service whose calls are answered. */
export type VerifyShape = "keycloak" | "ory" | "okta" | "cognito" | "auth0" | "entra";

/** One row a service. */
export const SHAPES: Readonly<Record<VerifyShape, Shape>> = { keycloak, ory, okta, cognito, auth0, entra };

/** The services whose calls can be answered. */
export const VERIFY_SHAPES = Object.freeze(Object.keys(SHAPES) as VerifyShape[]);
