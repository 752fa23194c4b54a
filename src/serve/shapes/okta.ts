import { refuse } from "../../problems/serve.js";
import { textAt } from "../json-fields.js";
import { passwordQuestion } from "./question.js";
import type { Reply, Shape } from "./shape.js";

const EVENT = "com.okta.user.credential.password.import";

function update(credential: "VERIFIED" | "UNVERIFIED"): Reply {
  return { status: 200, body: { commands: [{ type: "com.okta.action.update", value: { credential } }] } };
}

/**
 * Okta's password import inline hook. The reply is a command that says whether the credential is verified; after an
 * error Okta takes the action that its call names, which is not to verify.
 *
 * @see https://developer.okta.com/docs/reference/password-hook/
 * @see https://developer.okta.com/docs/reference/hooks-best-practices/
 */
export const okta: Shape = {
  methods: ["POST"],
  waitsMs: 3_000,
  parse: ({ body }) => {
    if (textAt(body, "eventType") !== EVENT) {
      return refuse("serve/body-malformed", `eventType is not ${EVENT}`, { field: "eventType" });
    }
    const credential = ["data", "context", "credential"];
    return passwordQuestion(body, [...credential, "username"], [...credential, "password"]);
  },
  reply: ({ kind }) => {
    if (kind === "busy") return { status: 503 };
    return update(kind === "match" ? "VERIFIED" : "UNVERIFIED");
  },
};
