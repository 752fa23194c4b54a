export type { CallerCheck, CallHead } from "./caller-check.js";
export { createVerifyHandler } from "./handler/create-verify-handler.js";
export { SECOND_FACTORS, type SecondFactors } from "./second-factors.js";
export { VERIFY_SHAPES, type VerifyShape } from "./shapes/shapes.js";
export { type TokenCallerOptions, tokenCaller } from "./token-caller.js";
export type { UserProfile } from "./user-profile.js";
export type { VerifyAnswer, VerifyHandlerOptions, VerifyReport } from "./verify-handler-options.js";
