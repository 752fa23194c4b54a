// node better-auth.mjs, where better-auth is installed.
import { symmetricEncrypt } from "better-auth/crypto";

const key = "better-auth-secret-1234567890";
console.log(JSON.stringify([await symmetricEncrypt({ key, data: "raw text secret 42" })]));
