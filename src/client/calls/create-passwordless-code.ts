import { CLIENT_PROBLEMS } from "../../problems/client.js";
import { problemMaker } from "../../problems/problem-maker.js";
import { REQUEST_PROBLEMS } from "../../problems/request.js";
import { failure, type Problem, success } from "../../result.js";
import { contactChecks } from "../fields/contact-checks.js";
import { bodyUnless, isGiven, present } from "../fields/request-body.js";
import type { Reply } from "../replies/reply.js";
import type { Call } from "./call.js";

const { problem, refuse } = /* @__PURE__ */ problemMaker(CLIENT_PROBLEMS, REQUEST_PROBLEMS);

/** Exactly one of the two. */
export interface CreatePasswordlessCodeRequest {
  readonly email?: string | undefined;
  /** E.164: `+` and 2 to 15 digits. */
  readonly phoneNumber?: string | undefined;
}

/** The object of specification 2.3. */
export interface PasswordlessCodeReply extends Reply {
  readonly preAuthSessionId: string;
  readonly codeId: string;
  readonly deviceId: string;
  readonly userInputCode: string;
  readonly linkCode: string;
  /** Unix epoch timestamp; milliseconds in the service in the wild. */
  readonly timeCreated: number;
  /** Milliseconds in the service in the wild. */
  readonly codeLifetime: number;
}

const TEXTS = ["preAuthSessionId", "codeId", "deviceId", "userInputCode", "linkCode"] as const;
const NUMBERS = ["timeCreated", "codeLifetime"] as const;

/** Specification 4.2. */
export const createPasswordlessCode: Call<CreatePasswordlessCodeRequest, PasswordlessCodeReply> = {
  endpoint: {
    section: "4.2",
    method: "POST",
    path: "/recipe/signinup/code",
    headers: {},
    scope: "tenant",
    repeating: "same",
    lostReply: "An unknown code may exist; it expires by itself.",
  },
  nonSecrets: { email: "personal", phoneNumber: "personal" },
  fields: { email: true, phoneNumber: true },
  comesAlong: "kind",
  build: ({ email, phoneNumber }, { limits }) => {
    if (isGiven(email) && isGiven(phoneNumber)) {
      return refuse(
        "request/contact-ambiguous",
        "a code is created for an e-mail address or a phone number, not for both",
        { field: "phoneNumber" },
      );
    }
    return bodyUnless(contactChecks(email, phoneNumber, limits.email), present({ email, phoneNumber }));
  },
  /** The one reply whose fields the interface promises (2.3), so they are held to it. */
  read: (reply) => {
    const { body } = reply;
    const missing: Problem[] = [
      ...TEXTS.filter((field) => typeof body[field] !== "string" || body[field] === ""),
      ...NUMBERS.filter((field) => !Number.isInteger(body[field])),
    ].map((field) => problem("client/reply-unexpected", `the answer has no ${field}`, { field }));
    const [first, ...others] = missing;
    if (first !== undefined) return failure(first, ...others);
    const promised = Object.fromEntries([...TEXTS, ...NUMBERS].map((field) => [field, body[field]]));
    return success({ ...reply, ...promised } as PasswordlessCodeReply);
  },
  secretsInReply: ["userInputCode", "linkCode", "deviceId"],
};
