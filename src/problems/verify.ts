import { area } from "./problem-maker.js";

/** Verification. */
export const {
  rows: VERIFY_PROBLEMS,
  problem,
  refuse,
} = /* @__PURE__ */ area({
  "verify/password-too-long": {
    remedy: "Refuse the login: no user has a password of this length; raise limits.passwordBytes if your users do.",
    atCommandLine: "Check what was piped in; if the password is genuine, raise --limit passwordBytes=<number>.",
    atLogin: "wrong-password",
  },
  "verify/password-not-text": {
    remedy: "Refuse the login; if your own code gives the password, give text or its bytes.",
    atLogin: "wrong-password",
  },
  "verify/cost-over-limit": {
    remedy:
      "Look at where this hash comes from; if it is genuine and the machine has the time and the memory, raise the limit that the field names for this export.",
    atCommandLine:
      "Look at where this hash comes from; if it is genuine and this machine has the time and the memory, raise the limit that is named, such as --limit memoryBytes=<number>.",
  },
  "verify/queue-full": {
    remedy: "Answer that the server is busy and let the user try again; add servers if it happens in normal operation.",
    atLogin: "busy",
  },
  "verify/aborted": {
    remedy: "Repeat the verification if its answer is still wanted: the caller ended it.",
    atLogin: "busy",
  },
  "verify/engine-missing":
    "Install the optional dependencies @node-rs/bcrypt and @node-rs/argon2, or hash-wasm where native code does not run.",
  "verify/engine-failed": {
    remedy: "Try again; if it happens with this hash only, look at its parameters, else at the machine's free memory.",
    atLogin: "busy",
  },
  "verify/signer-key-missing": {
    remedy: "Give signerKey: base64_signer_key of the old provider's hash parameters.",
    atCommandLine: "Give --signer-key-file, with base64_signer_key of the old provider's hash parameters.",
  },
  "verify/pepper-missing": {
    remedy: "Give pepper: the secret from the old system's configuration.",
    atCommandLine:
      "Give --peppered or --pepper-file, with the secret from the old system's configuration; or --no-peppered if it has none.",
  },
});

export type VerifyProblemCode = keyof typeof VERIFY_PROBLEMS;
