import { area } from "./problem-maker.js";

/** Calls to the service. */
export const {
  rows: CLIENT_PROBLEMS,
  problem,
  refuse,
} = /* @__PURE__ */ area({
  "client/unreachable": {
    remedy:
      "Check the base address, the name server and the firewall; nothing was sent, so the call can simply be repeated.",
    inRun: "stop-unless-any-worked",
    retry: "always",
  },
  "client/tls-failed":
    "Install the certificate authority of the service (NODE_EXTRA_CA_CERTS), or correct the base address; nothing was sent.",
  "client/reply-lost": {
    remedy: "Find out whether it happened before repeating it: docs/client.md says for each call what repeating does.",
    inRun: "transient",
    retry: "if-harmless",
    mayHaveHappened: true,
  },
  "client/aborted": {
    remedy: "Repeat the call when you want to resume; if it was on its way, the service may have carried it out.",
    inRun: "ended",
    mayHaveHappened: true,
  },
  "client/not-sent": {
    remedy: "Repeat the call when you want to: this attempt was never sent.",
    inRun: "ended",
  },
  "client/redirected":
    "Use the address that the service really answers at as its base address: a redirect is not followed, because it would carry the API key along.",
  "client/reply-not-json": {
    remedy:
      "Check that the base address leads to the service itself and not to a proxy, a login page or another program.",
    inRun: "stop-unless-any-worked",
    retry: "if-harmless",
    mayHaveHappened: true,
  },
  "client/reply-unexpected": {
    remedy: "Check that the base address leads to the service itself and that the service profile fits it.",
    inRun: "stop-unless-any-worked",
    mayHaveHappened: true,
  },
  "client/bad-request": {
    remedy: "Correct what the service names; the same request will be refused again.",
    inRun: "refused",
  },
  "client/api-key-refused":
    "Compare the API key with the service's configuration; look for a line break or blanks at its ends.",
  "client/feature-not-licensed":
    "Switch the paid feature on: set a licence key on the service (a development key is free), or use the enable button of its dashboard.",
  "client/forbidden": {
    remedy:
      "Enable this way to log in for the tenant, or correct the tenant path: application-wide calls go to the public tenant only.",
    inRun: "stop-unless-call-worked",
  },
  "client/path-not-found": {
    remedy:
      "Check the base address with its path prefix, and the tenant path: nothing answers at this path, or not to this call.",
    inRun: "stop-unless-call-worked",
  },
  "client/rate-limited": {
    remedy: "Lower the concurrency or the rate and resume later; the service did not carry the call out.",
    inRun: "transient",
    retry: "always",
  },
  "client/signer-key-missing":
    "Set the signer key in the service's configuration (provider_password_hashing_signer_key, or the setting that the service profile names), restart it, and import again.",
  "client/service-error": {
    remedy: "Look into the service's log; repeat the call once the service is well.",
    inRun: "transient",
    retry: "if-harmless",
    mayHaveHappened: true,
  },
  "client/unexpected-http-status": {
    remedy: "Check that the base address leads to the service itself and not to a proxy.",
    inRun: "by-http-status",
  },
  "client/service-refused": {
    remedy:
      "Look the status up in docs/client.md: it is the service's decision about this user, and the same request will get it again.",
    inRun: "refused",
  },
  "client/user-id-not-found":
    "Compare the service's replies with docs/client.md: they name the user in another place, or by a text that can't be an ID.",
  "client/id-not-mapped":
    "Ask the service for devices of its own ID of the user: without any, map the IDs and try again.",
  "client/call-not-offered":
    "Give the profile of the service that is really there; the published interface has no such call.",
  "client/device-exists": {
    remedy: "Ask the user to try the device; if it fails, delete it on the service and migrate this user again.",
    inRun: "transient",
  },
});

export type ClientProblemCode = keyof typeof CLIENT_PROBLEMS;
