import { problemMaker } from "./problem-maker.js";
import type { ClientRow } from "./problem-row.js";

/** Calls to the service */
export const CLIENT_PROBLEMS = {
  /**
   * No connection came about, so the service has not seen the request.
   * @cause the service is not running or still starting, a wrong port, a name that does not resolve.
   */
  "client/unreachable": {
    remedy:
      "Check the base address, the name server and the firewall; nothing was sent, so the call can simply be repeated.",
    fault: "environment",
    repeat: "safe",
    inRun: "stop-unless-any-worked",
    retry: "always",
    mayHaveHappened: false,
  },
  /**
   * The encrypted connection could not be made, so the service has not seen the request.
   * @cause a self-signed or expired certificate, a certificate of another host, a proxy that replaces
   * certificates.
   */
  "client/tls-failed": {
    remedy:
      "Install the certificate authority of the service (NODE_EXTRA_CA_CERTS), or correct the base address; nothing was sent.",
    fault: "settings",
    repeat: "later",
    inRun: "stop",
    retry: "never",
    mayHaveHappened: false,
  },
  /**
   * The connection broke after the request was on its way, or the service or a proxy gave up waiting for the
   * request's end (HTTP 408). The service may have carried it out.
   * @cause a restart of the service or its proxy, an idle connection that was closed at the same moment.
   */
  "client/reply-lost": {
    remedy:
      "Find out whether it happened before repeating it: docs/client.md says for each call what repeating does.",
    fault: "environment",
    inRun: "transient",
    retry: "if-harmless",
    mayHaveHappened: true,
  },
  /**
   * No complete answer came within the time limit.
   * @cause too many requests at once, a database that is locked, a silent firewall.
   * @inCode the option `timeoutMs`.
   */
  "client/timed-out": {
    remedy:
      "Allow a call more time or lower the concurrency; the service may have carried the call out, so see docs/client.md before repeating it.",
    fault: "service",
    inRun: "transient",
    retry: "if-harmless",
    mayHaveHappened: true,
  },
  /**
   * The caller's AbortSignal ended the call.
   * @cause Ctrl-C, a limit on the whole run.
   */
  "client/aborted": {
    remedy:
      "Repeat the call when you want to resume; if it was on its way, the service may have carried it out.",
    fault: "caller",
    inRun: "ended",
    retry: "never",
    mayHaveHappened: true,
  },
  /**
   * The caller's AbortSignal had fired before the request, or its next attempt, was sent.
   * @cause Ctrl-C, a limit on the whole run.
   */
  "client/not-sent": {
    remedy: "Repeat the call when you want to: this attempt was never sent.",
    fault: "caller",
    repeat: "safe",
    inRun: "ended",
    retry: "never",
    mayHaveHappened: false,
  },
  /**
   * The service answered with a redirect.
   * @cause http instead of https, a missing path prefix, a login page of a proxy.
   * @inCode the option `baseUrl`.
   */
  "client/redirected": {
    remedy:
      "Use the address that the service really answers at as its base address: a redirect is not followed, because it would carry the API key along.",
    fault: "settings",
    repeat: "later",
    inRun: "stop",
    retry: "never",
    mayHaveHappened: false,
  },
  /**
   * The answer says success but is not JSON in UTF-8.
   * @cause a proxy's error page with status 200, a wrong port.
   */
  "client/reply-not-json": {
    remedy:
      "Check that the base address leads to the service itself and not to a proxy, a login page or another program.",
    fault: "settings",
    inRun: "stop-unless-any-worked",
    retry: "if-harmless",
    mayHaveHappened: true,
  },
  /**
   * The answer is longer than the limit, and was not read to its end.
   * @cause a wrong address that serves files; a user with thousands of login methods.
   * @inCode the option `maxReplyBytes`.
   */
  "client/reply-too-large": {
    remedy:
      "Check that the base address leads to the service itself; raise the limit of a reply's size if its user records really are that large.",
    fault: "settings",
    inRun: "stop-unless-any-worked",
    retry: "never",
    mayHaveHappened: true,
  },
  /**
   * The answer is JSON, but lacks a `status` or a field that the interface promises.
   * @cause another program at the address, a version of the service that is too old or too new.
   */
  "client/reply-unexpected": {
    remedy: "Check that the base address leads to the service itself and that the service profile fits it.",
    fault: "service",
    inRun: "stop-unless-any-worked",
    retry: "never",
    mayHaveHappened: true,
  },
  /**
   * The service refused the request's data (HTTP 400).
   * @cause the wrong service profile, a tenant or an application that does not exist, an unknown user.
   */
  "client/bad-request": {
    remedy: "Correct what the service names; the same request will be refused again.",
    inRun: "refused",
    retry: "never",
    mayHaveHappened: false,
  },
  /**
   * The service does not accept the API key (HTTP 401).
   * @cause the key of another environment.
   */
  "client/api-key-refused": {
    remedy:
      "Compare the API key with the service's configuration; look for a line break or blanks at its ends.",
    fault: "settings",
    repeat: "later",
    inRun: "stop",
    retry: "never",
    mayHaveHappened: false,
  },
  /**
   * The call belongs to a paid feature that is not enabled (HTTP 402). Importing TOTP devices, making users
   * primary and linking them need it.
   * @cause no licence key, or one without multi-factor authentication or account linking.
   */
  "client/feature-not-licensed": {
    remedy:
      "Switch the paid feature on: set a licence key on the service (a development key is free), or use the enable button of its dashboard.",
    fault: "settings",
    repeat: "later",
    inRun: "stop",
    retry: "never",
    mayHaveHappened: false,
  },
  /**
   * The service refuses the call for this tenant (HTTP 403).
   * @cause passwordless or third-party login is off for the tenant.
   */
  "client/forbidden": {
    remedy:
      "Enable this way to log in for the tenant, or correct the tenant path: application-wide calls go to the public tenant only.",
    fault: "settings",
    repeat: "later",
    inRun: "stop-unless-call-worked",
    retry: "never",
    mayHaveHappened: false,
  },
  /**
   * The service does not know the path (HTTP 404).
   * @cause a version of the service that is too old for the call, a missing base path.
   */
  "client/path-not-found": {
    remedy: "Check the base address with its path prefix, and the tenant path: nothing answers at this path.",
    fault: "settings",
    repeat: "later",
    inRun: "stop-unless-call-worked",
    retry: "never",
    mayHaveHappened: false,
  },
  /**
   * The path exists but not for this method (HTTP 405), or what answers there does not know the method at
   * all (HTTP 501).
   * @cause another program at the address, such as a web server for files; a proxy that lets only some
   * methods through.
   */
  "client/method-not-allowed": {
    remedy: "Check the base address with its path prefix: what answers there is not this call.",
    fault: "settings",
    repeat: "later",
    inRun: "stop-unless-call-worked",
    retry: "never",
    mayHaveHappened: false,
  },
  /**
   * The service asked for a slower pace (HTTP 429, or 425) and did so until the attempts were used up, or it
   * asked for a longer pause than the client may make.
   * @cause a managed service or a proxy with a limit.
   */
  "client/rate-limited": {
    remedy: "Lower the concurrency or the rate and resume later; the service did not carry the call out.",
    fault: "service",
    repeat: "later",
    inRun: "transient",
    retry: "always",
    mayHaveHappened: false,
  },
  /**
   * The service answered the import of a provider-scrypt hash with an internal error, because the old
   * provider's signer key is not in its configuration.
   * @cause the import was started before the service was configured.
   */
  "client/signer-key-missing": {
    remedy:
      "Set the signer key in the service's configuration (provider_password_hashing_signer_key, or the setting that the service profile names), restart it, and import again.",
    fault: "settings",
    repeat: "later",
    inRun: "stop",
    retry: "never",
    mayHaveHappened: false,
  },
  /**
   * The service or a proxy in front of it failed (HTTP 5xx) at every attempt. It may have carried the call
   * out.
   * @cause a database that is down, a restart.
   */
  "client/service-error": {
    remedy: "Look into the service's log; repeat the call once the service is well.",
    fault: "service",
    repeat: "later",
    inRun: "transient",
    retry: "if-harmless",
    mayHaveHappened: true,
  },
  /**
   * The answer has an HTTP status that the service is not known to use. An import tries such a call again
   * later, but for 413 and 422, which are about the request itself.
   * @cause a proxy with rules of its own, such as a limit on the request's size.
   */
  "client/unexpected-http-status": {
    remedy: "Check that the base address leads to the service itself and not to a proxy.",
    fault: "service",
    repeat: "later",
    inRun: "by-http-status",
    retry: "never",
    mayHaveHappened: false,
  },
  /**
   * The service understood the call and answered with a `status` other than OK. The status appears in the
   * problem's `status`.
   * @cause the device exists already, the e-mail address belongs to another primary user.
   */
  "client/service-refused": {
    remedy:
      "Look the status up in docs/client.md: it is the service's decision about this user, and the same request will get it again.",
    inRun: "refused",
    retry: "never",
    mayHaveHappened: false,
  },
  /**
   * The call succeeded, but its reply has no user ID in any of the places where services put it, so that the
   * sequence cannot continue.
   * @cause a service with a reply of its own shape.
   * @inCode the option `extractUserId`.
   */
  "client/user-id-not-found": {
    remedy:
      "Compare the service's replies with docs/client.md: they name the user in another place, or by a text that can't be an ID.",
    fault: "settings",
    repeat: "later",
    inRun: "stop",
    retry: "never",
    mayHaveHappened: false,
  },
  /**
   * A call that is not part of the interface was asked for, and the service profile says that its service
   * does not have it.
   * @cause the profile `default`, which has the calls of the interface only.
   * @inCode `administration` of the service profile.
   */
  "client/call-not-offered": {
    remedy: "Give the profile of the service that is really there; the published interface has no such call.",
    fault: "settings",
    inRun: "stop",
    retry: "never",
    mayHaveHappened: false,
  },
  /**
   * A warning: the service has a TOTP device of this name for this user already, and no earlier try of this
   * migration can have made it. Its secret can't be asked for, so it may be another device.
   * @cause the user has enrolled a device on the new side, or the migration was run before without keeping
   * its progress.
   */
  "client/device-exists": {
    remedy:
      "Ask the user to try the device; if it fails, delete it on the service and migrate this user again.",
    inRun: "transient",
    retry: "never",
    mayHaveHappened: false,
  },
} as const satisfies Readonly<Record<string, ClientRow>>;

export type ClientProblemCode = keyof typeof CLIENT_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(CLIENT_PROBLEMS);
