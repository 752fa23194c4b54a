// node better-auth.mjs, where better-auth is installed.
import { symmetricEncrypt } from "better-auth/crypto";

const key = "better-auth-secret-1234567890";
const data = "raw text secret 42";
console.log(JSON.stringify([await symmetricEncrypt({ key, data })]));

// From 1.5 on, as BETTER_AUTH_SECRETS=2:…,1:… has it.
const keys = new Map([
  [2, "rotated-better-auth-secret-1234567890"],
  [1, "better-auth-secret-1234567890"],
]);
console.log(JSON.stringify([await symmetricEncrypt({ key: { keys, currentVersion: 2 }, data })]));
