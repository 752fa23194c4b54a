import { type ClientProblemCode, problem } from "../../problems/client.js";
import type { Problem } from "../../result.js";
import { type ServiceAnswer, told, toldProblem } from "../replies/service-text.js";

/** What an HTTP status of the service means; statuses that are not listed fall through to their hundred. */
const STATUS_PROBLEMS: Readonly<Record<number, ClientProblemCode>> = {
  400: "client/bad-request",
  401: "client/api-key-refused",
  402: "client/feature-not-licensed",
  403: "client/forbidden",
  404: "client/path-not-found",
  405: "client/path-not-found",
  // The service gave up waiting for the request's end (RFC 9110 section 15.5.9), which a proxy in between may have sent on.
  408: "client/reply-lost",
  // Too early: not carried out, to be sent again (RFC 8470 section 5.2).
  425: "client/rate-limited",
  429: "client/rate-limited",
  // A server without this method (RFC 9110 section 15.6.2) was never the service.
  501: "client/path-not-found",
};

export function httpProblem(httpStatus: number, answer: ServiceAnswer): Problem {
  if (httpStatus < 200 || (httpStatus >= 300 && httpStatus < 400)) {
    return problem("client/redirected", `the service answered with a redirect (HTTP ${httpStatus})`, {
      httpStatus,
    });
  }
  const message = told`the service answered HTTP ${httpStatus}: ${answer.excerpt()}`;
  return toldProblem(codeOf(httpStatus, answer), message, { httpStatus });
}

function codeOf(httpStatus: number, answer: ServiceAnswer): ClientProblemCode {
  const listed = STATUS_PROBLEMS[httpStatus];
  if (listed !== undefined) return listed;
  if (httpStatus < 500) return "client/unexpected-http-status";
  return isSignerKeyMissing(answer) ? "client/signer-key-missing" : "client/service-error";
}

/** The core says `'…_password_hashing_signer_key' cannot be null`, whatever the provider's name in it. */
function isSignerKeyMissing(answer: ServiceAnswer): boolean {
  return answer.mentions("password_hashing_signer_key");
}
