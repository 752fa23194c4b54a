import { area } from "./problem-maker.js";

/** Calls of other systems at login. */
export const {
  rows: SERVE_PROBLEMS,
  problem,
  refuse,
} = /* @__PURE__ */ area({
  "serve/caller-refused": "Give the service that calls the same secret, and look at the header that it is sent in.",
  "serve/method-not-allowed": "Look at the address that was configured, and at the shape that is served there.",
  "serve/content-type": "Let the service send its body as application/json in UTF-8.",
  "serve/body-too-large": {
    remedy: "Look at what is sent; raise bodyBytes if the service adds that much of its own.",
    atCommandLine: "Look at what is sent: a call of this service is a few KiB.",
  },
  "serve/body-incomplete": "Look at the connection between the service and this endpoint.",
  "serve/body-malformed":
    "Look at the shape that is served and at the body that the service was configured to send: one JSON object with the field that is named.",
  "serve/not-decrypted": "Give the private key of the certificate that was registered with the service.",
  "serve/profile-unusable": {
    remedy: "Look at why profile failed, and give what the message names.",
    atCommandLine: "Look at this user's line in the file: the service needs what the message names.",
  },
  "serve/second-factor-lost": {
    remedy: "Give the service this second factor by another way, then set secondFactors to accept-loss.",
    atCommandLine: "Give the service this second factor by another way, then serve with --second-factors accept-loss.",
  },
  "serve/match-not-noted": {
    remedy: "Look at why onMatch failed: this user counts as left although the service has them.",
    atCommandLine: "Look at the disk of the file: this user counts as left although the service has them.",
  },
  "serve/too-many-calls": "Let the service try again; add servers if it happens in normal operation.",
});

export type ServeProblemCode = keyof typeof SERVE_PROBLEMS;
