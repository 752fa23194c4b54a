/** What other rooms of the package need of this one and the public does not get. */
export { listenOn } from "./http/listen-on.js";
export { type SignInEnd, signInEach } from "./try-sign-ins.js";
