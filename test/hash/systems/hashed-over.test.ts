import { describe, expect, it } from "vitest";
import { pepperSteps } from "../../../src/hash/systems/hash-rules.js";
import { passwordForms } from "../../../src/hash/systems/password-forms.js";
import { ruleOf } from "../../../src/hash/systems/source-context.js";

const PEPPER = Uint8Array.of(7);
const APPENDED = [{ kind: "pepper", place: "after", pepper: PEPPER }];

describe("what a system's hashes are over", () => {
  it("is what that system does, where a rule holds", () => {
    expect(ruleOf({ source: "rocket-chat" }, "bcrypt", null)?.over).toEqual({
      kind: "steps",
      steps: [
        { kind: "digest", digest: "sha256" },
        { kind: "encode", as: "hex" },
      ],
    });
  });

  it("is the password with the pepper after it, where only that is known", () => {
    for (const source of ["rocket-chat", undefined] as const) {
      const over = ruleOf({ ...(source && { source }), peppered: true }, "pbkdf2", null)?.over;
      if (over?.kind !== "pepper") throw new Error("no pepper is mixed in");
      expect(over.steps(PEPPER)).toEqual(APPENDED);
    }
  });

  it("has the pepper where the system mixes it in, and after the password elsewhere", () => {
    expect(pepperSteps(undefined, PEPPER)).toEqual(APPENDED);
    expect(pepperSteps("rocket-chat", PEPPER)).toEqual(APPENDED);
    expect(pepperSteps("flask-security", PEPPER)).toEqual([
      { kind: "hmac", digest: "sha512", key: PEPPER },
      { kind: "encode", as: "base64" },
    ]);
  });
});

describe("a system", () => {
  it("receives passwords as typed where nothing else is known", () => {
    expect(passwordForms(undefined, "bcrypt")).toEqual([[]]);
    expect(passwordForms("supabase", "unknown")).toEqual([[]]);
  });
});
