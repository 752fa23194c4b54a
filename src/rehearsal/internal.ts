/** What other rooms of the package need of this one and the public does not get. */
export { type SignInEnd, signInEach } from "./try-sign-ins.js";
