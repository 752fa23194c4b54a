import { problemMaker } from "./problem-maker.js";
import type { LoginRow } from "./problem-row.js";

/** Verification */
export const VERIFY_PROBLEMS = {
  /**
   * The password has more bytes than `limits.passwordBytes`. Nothing was computed.
   * @cause an attack that tries how much work a login can be made to do.
   */
  "verify/password-too-long": {
    remedy:
      "Refuse the login: no user has a password of this length; raise limits.passwordBytes if your users do.",
    atCommandLine:
      "Check what was piped in; if the password is genuine, raise --limit passwordBytes=<number>.",
    atLogin: "wrong-password",
  },
  /**
   * The password is a text with half a surrogate pair in it, which has no UTF-8 form.
   * @cause a client that cuts text in the middle of a character, or a probe.
   */
  "verify/password-not-text": {
    remedy: "Give the password's bytes instead of broken text, or refuse the login.",
    atLogin: "wrong-password",
  },
  /**
   * The hash asks for more time than the limit named in `field` allows: bcrypt's cost, argon2's t or p,
   * scrypt's N·r·p, pbkdf2's iterations, a digest's rounds. Nothing was computed.
   * @cause a planted hash in an export; an administrator's hash made with a high cost by hand.
   */
  "verify/cost-over-limit": {
    remedy:
      "Look at where this hash comes from; if it is genuine, raise the limit that the field names for this export.",
    atCommandLine:
      "Look at where this hash comes from; if it is genuine, raise the limit that is named with --limit <name>=<number>.",
  },
  /**
   * The hash asks for more memory than `limits.memoryBytes`. Nothing was computed.
   * @cause a planted hash; Dovecot's argon2id, which takes 1 GiB by default.
   */
  "verify/memory-over-limit": {
    remedy:
      "Look at where this hash comes from; if it is genuine and the server has the memory, raise limits.memoryBytes.",
    atCommandLine:
      "Look at where this hash comes from; if it is genuine and this machine has the memory, raise --limit memoryBytes=<number>.",
  },
  /**
   * As many verifications as `limits.queueLength` allows are waiting already.
   * @cause a burst of logins, or an attack that guesses passwords.
   */
  "verify/queue-full": {
    remedy:
      "Answer that the server is busy and let the user try again; add servers if it happens in normal operation.",
    fault: "environment",
    repeat: "later",
    atLogin: "busy",
  },
  /**
   * The caller's signal fired before there was an answer. Nothing is running any more.
   * @cause the person closed the page.
   */
  "verify/aborted": {
    remedy: "Repeat the verification if its answer is still wanted: the caller ended it.",
    fault: "caller",
    repeat: "safe",
    atLogin: "busy",
  },
  /**
   * No installed engine computes this hash.
   * @cause optional dependencies were left out, their binaries do not fit the machine, or it is one of the
   * few hashes that the portable engines have a gap for (docs/verify.md).
   */
  "verify/engine-missing": {
    remedy:
      "Install the optional dependencies @node-rs/bcrypt and @node-rs/argon2, or hash-wasm where native code does not run.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * An engine for this hash is installed, but this process may neither load native code nor start a worker
   * thread.
   * @cause Node runs with `--permission`.
   */
  "verify/engine-forbidden": {
    remedy:
      "Start Node with --allow-addons for the native engines, or with --allow-worker for the portable ones.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The engine broke off.
   * @cause the machine has no memory left for argon2 or scrypt.
   */
  "verify/engine-failed": {
    remedy:
      "Try again; if it happens with this hash only, look at its parameters, else at the machine's free memory.",
    fault: "environment",
    repeat: "later",
    atLogin: "busy",
  },
  /**
   * A provider-scrypt hash is checked without the account's signer key, and the text does not carry it.
   * @cause the hash parameters were not exported with the users.
   */
  "verify/signer-key-missing": {
    remedy: "Give signerKey: base64_signer_key of the old provider's hash parameters.",
    atCommandLine: "Give --signer-key-file, with base64_signer_key of the old provider's hash parameters.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The source appends a secret to each password before it hashes it, and the secret was not given.
   * @cause the old system's configuration was not taken along.
   */
  "verify/pepper-missing": {
    remedy: "Give pepper: the secret from the old system's configuration.",
    atCommandLine:
      "Give --peppered or --pepper-file, with the secret from the old system's configuration; or --no-peppered if it has none.",
    fault: "settings",
    repeat: "later",
  },
} as const satisfies Readonly<Record<string, LoginRow>>;

export type VerifyProblemCode = keyof typeof VERIFY_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(VERIFY_PROBLEMS);
