import { type Fields, type Findings, jsonTextField, listField, ownField } from "./field.js";

/** A list, also where a CSV file or a database has it as JSON; absent and null are empty. */
export function listWritten(fields: Fields, name: string, findings: Findings): readonly unknown[] {
  return typeof ownField(fields, name) === "string"
    ? listField({ [name]: jsonTextField(fields, name, findings) }, name, findings)
    : listField(fields, name, findings);
}
