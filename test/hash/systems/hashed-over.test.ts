import { describe, expect, it } from "vitest";
import { overWhat, pepperSteps } from "../../../src/hash/systems/hashed-over.js";
import { ruleOf } from "../../../src/hash/systems/source-context.js";
import { ANY_PEPPERED, passwordForms, titleOf } from "../../../src/hash/systems/systems.js";

const PEPPER = Uint8Array.of(7);
const APPENDED = [{ kind: "pepper", place: "after", pepper: PEPPER }];

describe("what a system's hashes are over", () => {
  it("is nothing else where no rule holds of them", () => {
    expect(overWhat(undefined, "owncloud")).toBeUndefined();
    expect(overWhat(undefined, undefined)).toBeUndefined();
  });

  it("is what that system does, where a rule holds", () => {
    const rule = ruleOf({ source: "rocket-chat" }, "bcrypt", null);
    expect(rule).toBeDefined();
    expect(overWhat(rule, "rocket-chat")).toEqual({
      kind: "steps",
      steps: [
        { kind: "digest", digest: "sha256" },
        { kind: "encode", as: "hex" },
      ],
    });
  });

  it("is the password with the pepper after it, where only that is known", () => {
    for (const over of [overWhat(ANY_PEPPERED, "rocket-chat"), overWhat({ ...ANY_PEPPERED }, undefined)]) {
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
  it("has the name that people call it by, whether or not anything is known of its passwords", () => {
    expect(titleOf("rocket-chat")).toBe("Rocket.Chat");
    expect(titleOf("supabase")).toBe("Supabase Auth");
  });

  it("receives passwords as typed where nothing else is known", () => {
    expect(passwordForms(undefined, "bcrypt")).toEqual([[]]);
    expect(passwordForms("supabase", "unknown")).toEqual([[]]);
  });
});
