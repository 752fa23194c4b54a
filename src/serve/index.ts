export type { CallerCheck, CallHead } from "./caller-check.js";
export { createVerifyHandler } from "./create-verify-handler.js";
export { VERIFY_SHAPES, type VerifyShape } from "./shapes/shapes.js";
export type { UserProfile } from "./user-profile.js";
export type { VerifyAnswer, VerifyHandlerOptions, VerifyReport } from "./verify-handler-options.js";
