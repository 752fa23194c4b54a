import { problemMaker } from "./problem-maker.js";
import type { ProblemRow } from "./problem-row.js";

/** Calls of other systems at login */
export const SERVE_PROBLEMS = {
  /**
   * The call does not show the secret that was agreed on. Nothing of it was read.
   * @cause a secret that was changed on one side only, a header of another name, a caller that is not the
   * service.
   */
  "serve/caller-refused": {
    remedy: "Give the service that calls the same secret, and look at the header that it is sent in.",
    fault: "settings",
  },
  /**
   * The method is not one that this service calls with.
   * @cause an address that another kind of call was configured for; a page opened in a browser.
   */
  "serve/method-not-allowed": {
    remedy: "Look at the address that was configured, and at the shape that is served there.",
    fault: "settings",
  },
  /**
   * The body is not said to be JSON in UTF-8.
   * @cause a body template of one's own; a form.
   */
  "serve/content-type": {
    remedy: "Let the service send its body as application/json in UTF-8.",
    fault: "settings",
  },
  /**
   * The body has more bytes than a call of this kind needs. It was not read to its end.
   * @cause an attack that tries how much the endpoint takes.
   */
  "serve/body-too-large": {
    remedy: "Look at what is sent; raise bodyBytes if the service adds that much of its own.",
    atCommandLine: "Look at what is sent: a call of this service is a few KiB.",
    fault: "caller",
  },
  /**
   * The body did not arrive in time, or the connection broke while it was read.
   * @cause a connection that breaks; a client that holds connections open.
   */
  "serve/body-incomplete": {
    remedy: "Look at the connection between the service and this endpoint.",
    fault: "environment",
    repeat: "safe",
  },
  /**
   * The body is not a JSON object in UTF-8.
   * @cause a body template of one's own, a proxy that changes bodies.
   */
  "serve/body-not-json": {
    remedy: "Look at what is sent: the body has to be one JSON object.",
    fault: "caller",
  },
  /**
   * A field that this service's calls have is missing, or is not what it has to be.
   * @cause an address that another kind of call was configured for; a body template of one's own.
   */
  "serve/field-missing": {
    remedy: "Look at the shape that is served and at the body that the service was configured to send.",
    fault: "settings",
  },
  /**
   * The encrypted password can't be read.
   * @cause a private key that does not belong to the certificate that the service encrypts with.
   */
  "serve/not-decrypted": {
    remedy: "Give the private key of the certificate that was registered with the service.",
    fault: "settings",
  },
  /**
   * What the reply has to say of the user is not there: the function that makes the profile failed, did not
   * answer in time, or left out what the service needs. The login was refused.
   * @cause a record without the address that the service needs; a directory that does not answer.
   */
  "serve/profile-unusable": {
    remedy: "Look at why profile failed, and give what the message names.",
    atCommandLine: "Look at this user's line in the file: the service needs what the message names.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The user has a second factor, and the reply has no place for it. They were not let in, unless `secondFactors` is
   * `accept-loss`: the service would make an account that asks for the password alone.
   * @cause a service other than Keycloak and Auth0; an authenticator app that Auth0 can't compute codes for; a
   * forgotten password or a sign-up at Auth0.
   */
  "serve/second-factor-lost": {
    remedy: "Give the service this second factor by another way, then set secondFactors to accept-loss.",
    atCommandLine:
      "Give the service this second factor by another way, then serve with --second-factors accept-loss.",
    fault: "settings",
  },
  /**
   * The password is right, and `onMatch` failed or did not answer in time. The service was told that it is right.
   * @cause a disk that is full, a database that does not answer.
   */
  "serve/match-not-noted": {
    remedy: "Look at why onMatch failed: this user counts as left although the service has them.",
    atCommandLine: "Look at the disk of the file: this user counts as left although the service has them.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * As many calls as are allowed at a time are being answered already.
   * @cause a burst of logins, or a flood.
   */
  "serve/too-many-calls": {
    remedy: "Let the service try again; add servers if it happens in normal operation.",
    fault: "environment",
    repeat: "safe",
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;

export type ServeProblemCode = keyof typeof SERVE_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(SERVE_PROBLEMS);
