import type { JsonObject } from "../../lib/json-text.js";
import { refuse } from "../../problems/serve.js";
import { type Failure, type Result, success } from "../../result.js";
import { textAt } from "../json-fields.js";
import type { Question } from "./shape.js";

/** A field that has to be a text and is not there, or is something else. */
export function missingField(field: string): Failure {
  return refuse("serve/body-malformed", `${field} is missing or not a text`, { field });
}

/** The question that an identifier in a field of a body is. */
export function lookUpQuestion(body: JsonObject, field: string): Result<Question> {
  const identifier = textAt(body, field);
  return identifier ? success({ kind: "look-up", identifier }) : missingField(field);
}

/** The question that an identifier and a password at these paths of a body are. */
export function passwordQuestion(
  body: JsonObject,
  identifierPath: readonly string[],
  passwordPath: readonly string[],
): Result<Question> {
  const identifier = textAt(body, ...identifierPath);
  if (identifier === undefined || identifier === "") return missingField(identifierPath.join("."));
  const password = textAt(body, ...passwordPath);
  if (password === undefined) return missingField(passwordPath.join("."));
  return success({ kind: "verify", identifier, password });
}
