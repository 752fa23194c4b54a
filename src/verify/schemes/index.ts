import type { Step } from "../../hash/internal.js";
import type { Received, StepRunner } from "../steps/step-runner.js";
import { ARGON2 } from "./argon2.js";
import { BCRYPT } from "./bcrypt.js";
import { DES_CRYPT } from "./des-crypt.js";
import { CRAM_MD5, DIGEST, DIGESTED_SALT, ENCODE, HMAC, PEPPER, SCRAM_KEYS, SURROUND } from "./digest.js";
import { ENCRYPT_SIGNER_KEY } from "./encrypt-signer-key.js";
import { EXPRESSION } from "./expression.js";
import { CHAINED_DIGEST, ITERATED_DIGEST } from "./iterated-digest.js";
import { MD5_CRYPT, SUN_MD5 } from "./md5-crypt.js";
import { OWN } from "./own.js";
import {
  CUT,
  FOLD_CASE,
  PHP_SLASHES,
  PHP_TRIM,
  PHP_UNSLASHED,
  PHPBB_ESCAPE,
  PRESTASHOP_STRIP,
  SHA512_BASE64_BEYOND_BCRYPT,
  UNICODE,
  UTF16LE,
} from "./password-steps.js";
import { PBKDF2 } from "./pbkdf2.js";
import { PHPASS } from "./phpass.js";
import { SCRYPT } from "./scrypt.js";
import { SHA_CRYPT } from "./sha-crypt.js";
import { SHA1_CRYPT } from "./sha1-crypt.js";
import { YESCRYPT } from "./yescrypt.js";

type Runners = { readonly [Kind in Step["kind"]]: StepRunner<Extract<Step, { kind: Kind }>> };

/** A kind of step without a runner does not compile. */
const RUNNERS: Runners = {
  argon2: ARGON2,
  bcrypt: BCRYPT,
  "chained-digest": CHAINED_DIGEST,
  "cram-md5": CRAM_MD5,
  cut: CUT,
  "des-crypt": DES_CRYPT,
  digest: DIGEST,
  "digested-salt": DIGESTED_SALT,
  encode: ENCODE,
  "fold-case": FOLD_CASE,
  "encrypt-signer-key": ENCRYPT_SIGNER_KEY,
  expression: EXPRESSION,
  hmac: HMAC,
  "iterated-digest": ITERATED_DIGEST,
  "md5-crypt": MD5_CRYPT,
  own: OWN,
  pbkdf2: PBKDF2,
  pepper: PEPPER,
  "php-slashes": PHP_SLASHES,
  "php-trim": PHP_TRIM,
  "php-unslashed": PHP_UNSLASHED,
  "prestashop-strip": PRESTASHOP_STRIP,
  phpass: PHPASS,
  "phpbb-escape": PHPBB_ESCAPE,
  "scram-keys": SCRAM_KEYS,
  scrypt: SCRYPT,
  "sha-crypt": SHA_CRYPT,
  "sha1-crypt": SHA1_CRYPT,
  "sha512-base64-beyond-bcrypt": SHA512_BASE64_BEYOND_BCRYPT,
  "sun-md5": SUN_MD5,
  surround: SURROUND,
  unicode: UNICODE,
  utf16le: UTF16LE,
  yescrypt: YESCRYPT,
};

export function runnerOf<S extends Step>(step: S): StepRunner<S> {
  return RUNNERS[step.kind] as unknown as StepRunner<S>;
}

/** Whether a step takes more than microseconds. */
export function isCostly(step: Step): boolean {
  return runnerOf(step).costs !== undefined;
}

/** Steps that are done at once: none of them costs anything. */
export function runAtOnce(steps: readonly Step[], password: Uint8Array): Received {
  let received: Received = { bytes: password, coverage: "whole" };
  for (const step of steps) {
    const next = runnerOf(step).run(received, step);
    if (next instanceof Promise) throw new TypeError(`${step.kind} can't be computed at once`);
    received = next;
  }
  return received;
}
