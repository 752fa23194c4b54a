import type { OptionNames } from "../../lib/require-names.js";
import type { Result } from "../../result.js";
import type { ServiceProfile } from "../../service/profile.js";
import type { RequestBody } from "../fields/request-body.js";
import type { Reply } from "../replies/reply.js";
import type { NonSecretFields } from "../replies/sent.js";
import type { ServiceAnswer } from "../replies/service-text.js";

/** What goes over the wire, and what an operator has to know when an answer does not come back. */
export interface Endpoint {
  /** Section of the specification. */
  readonly section: string;
  readonly method: "POST" | "PUT";
  readonly path: string;
  /** Headers beside those that every call has. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the path prefix names the tenant; application-wide calls are refused under a tenant. */
  readonly scope: "tenant" | "app";
  /**
   * What repeating an identical request does when the first one was carried out but its answer was
   * lost: `same` leaves the same end state, `refused` changes nothing but is answered with a refusal,
   * `second` makes a second thing.
   */
  readonly repeating: "same" | "refused" | "second";
  /** The state after a lost answer, for people. */
  readonly lostReply: string;
}

/**
 * All that is known of one call of the interface. The client's method, the requests of an import plan
 * and their check follow from it.
 */
export interface Call<Request, R extends Reply = Reply> {
  readonly endpoint: Endpoint;
  /** All that a request can have. */
  readonly fields: OptionNames<Request>;
  /** What else an object has that is given as it is: a device of `parseOtpauthUri`, the value of `normalizeHash`, a reply. */
  readonly comesAlong?: string;
  /** The body for a request, or all that is wrong with the request at once. */
  readonly build: (request: Request, service: ServiceProfile) => Result<RequestBody>;
  /** The fields of the body that hold no secret. */
  readonly nonSecrets: NonSecretFields;
  /** Whether a body may be sent again after an uncertain end, where `endpoint.repeating` alone does not say so. */
  readonly mayBeRepeated?: (body: RequestBody) => boolean;
  /** What this call's reply has beside the fields of every reply; refused where it is about another user than `sent`. */
  readonly read: (reply: Reply, answer: ServiceAnswer, sent: RequestBody) => Result<R>;
  /** The flag in the reply by which the service in the wild says that the thing existed before, and its value then. */
  readonly existedBefore?: { readonly field: string; readonly value: boolean };
  /** Fields of the reply that are hidden when it is printed. */
  readonly secretsInReply?: readonly string[];
  /** Present where the call makes a user who can log in, or finds the one who exists. */
  readonly login?: LoginMade;
}

export interface LoginMade {
  /** What the service in the wild calls this way to log in. */
  readonly recipeId: string;
  /** Whose ID the reply is asked for: that of the whole user, or that of this login alone. */
  readonly names: "user" | "login";
}
