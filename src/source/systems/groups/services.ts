/** Services that identify users for others, and credport's own file. */

export { AKAMAI } from "../akamai.js";
export { AUTH0 } from "../auth0.js";
export { CLERK } from "../clerk.js";
export { COGNITO } from "../cognito.js";
export { CREDPORT } from "../credport.js";
export { FIREBASE } from "../firebase.js";
export { FRONTEGG } from "../frontegg.js";
export { FUSIONAUTH } from "../fusionauth.js";
export { OKTA } from "../okta.js";
export { STYTCH } from "../stytch.js";
export { SUPABASE } from "../supabase.js";
export { SUPERTOKENS } from "../supertokens.js";
export { WORKOS } from "../workos.js";
