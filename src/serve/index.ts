export type { CallHead } from "./caller-check.js";
export { createTokenCheck, type TokenCheckOptions } from "./create-token-check.js";
export { createVerifyHandler } from "./handler/create-verify-handler.js";
export type { UserProfile } from "./user-profile.js";
export type { VerifyHandlerOptions, VerifyReport } from "./verify-handler-options.js";
