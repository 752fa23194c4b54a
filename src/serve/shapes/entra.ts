import { type JsonObject, jsonObject } from "../../lib/json-text.js";
import { refuse } from "../../problems/serve.js";
import { type Result, success } from "../../result.js";
import { objectOfPart, textAt } from "../json-fields.js";
import { missingField } from "./question.js";
import type { Answer, Question, Reply, Shape } from "./shape.js";

const EVENT = "microsoft.graph.authenticationEvent.passwordSubmit";

const ACTIONS: Readonly<Record<Exclude<Answer["kind"], "busy">, string>> = {
  match: "MigratePassword",
  "must-reset": "UpdatePassword",
  blocked: "Block",
  refused: "Retry",
  found: "Retry",
  unknown: "Retry",
};

/**
 * Microsoft Entra External ID's custom extension for the migration of passwords (`onPasswordSubmit`). The password
 * comes encrypted for the certificate that was registered, with a nonce that the reply has to give back.
 *
 * @see https://learn.microsoft.com/en-us/entra/external-id/customers/how-to-migrate-passwords-just-in-time
 * @see https://learn.microsoft.com/en-us/entra/identity-platform/custom-extension-overview
 */
export const entra: Shape = {
  methods: ["POST"],
  waitsMs: 2_000,
  parse: async ({ body }, { decrypt }): Promise<Result<Question>> => {
    if (textAt(body, "type") !== EVENT) {
      return refuse("serve/body-malformed", `type is not ${EVENT}`, { field: "type" });
    }
    const encrypted = textAt(body, "data", "encryptedPasswordContext");
    if (encrypted === undefined) return missingField("data.encryptedPasswordContext");
    const claims = claimsIn(await decrypt(encrypted));
    if (claims === undefined) {
      return refuse("serve/not-decrypted", "data.encryptedPasswordContext can't be read with the key given");
    }
    const password = textAt(claims, "user-password");
    if (password === undefined) return missingField("user-password");
    const nonce = textAt(claims, "nonce");
    if (nonce === undefined) return missingField("nonce");
    const identifier = textAt(claims, "username") ?? addressIn(body);
    if (identifier === undefined || identifier === "") return missingField("username");
    return success({ kind: "verify", identifier, password, nonce });
  },
  reply: (answer, question): Reply => {
    if (answer.kind === "busy") return { status: 503 };
    return {
      status: 200,
      body: {
        data: {
          "@odata.type": "microsoft.graph.onPasswordSubmitResponseData",
          actions: [{ "@odata.type": `microsoft.graph.passwordSubmit.${ACTIONS[answer.kind]}` }],
          nonce: question.kind === "verify" ? question.nonce : undefined,
        },
      },
    };
  },
};

/** What was typed is in the claims; older calls have no user name there. */
function addressIn(body: JsonObject): string | undefined {
  const user = ["data", "authenticationContext", "user"];
  return textAt(body, ...user, "mail") ?? textAt(body, ...user, "userPrincipalName");
}

/** The decrypted text is a token without a signature: what vouches for it is the call, not its form. */
function claimsIn(text: string | null): JsonObject | undefined {
  if (text === null) return undefined;
  const [header, payload, signature, ...rest] = text.split(".");
  if (payload === undefined || signature !== "" || rest.length > 0) return jsonObject(text);
  const isUnsigned = textAt(objectOfPart(header as string) ?? {}, "alg") === "none";
  return isUnsigned ? objectOfPart(payload) : undefined;
}
