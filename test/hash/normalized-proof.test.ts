import { describe, expect, it } from "vitest";
import { carryProof, provedHash, withProof } from "../../src/hash/normalized-proof.js";
import { normalizeHash } from "../../src/index.js";
import { resolveServiceProfile } from "../../src/service/profile.js";

const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const OTHER = BCRYPT.replace("$05$", "$06$");
const PROFILE = resolveServiceProfile("default");
const OTHER_PROFILE = resolveServiceProfile("supertokens");

function normalized(text: string) {
  const result = normalizeHash(text);
  if (!result.ok) throw new Error(result.problems[0].code);
  return result.value;
}

describe("an object with the proof of its hash", () => {
  const hash = normalized(BCRYPT);
  const user = withProof({ id: "1" }, hash);

  it("proves this hash for this service, and nothing else", () => {
    expect(provedHash(user, BCRYPT, PROFILE)).toBe(hash);
    expect(provedHash(user, OTHER, PROFILE)).toBeUndefined();
    expect(provedHash(user, BCRYPT, OTHER_PROFILE)).toBeUndefined();
    expect(provedHash({ id: "1" }, BCRYPT, PROFILE)).toBeUndefined();
  });

  it("shows nothing of it, and loses it in a copy", () => {
    expect([JSON.stringify(user), Object.keys(user)]).toEqual(['{"id":"1"}', ["id"]]);
    expect(provedHash({ ...user }, BCRYPT, PROFILE)).toBeUndefined();
    expect(provedHash(structuredClone(user), BCRYPT, PROFILE)).toBeUndefined();
  });

  it("hands it on to another object, if it has one", () => {
    const request = { hash: BCRYPT };
    expect(carryProof(user, request)).toBe(request);
    expect(provedHash(request, BCRYPT, PROFILE)).toBe(hash);
    for (const from of [undefined, { id: "1" }]) {
      const other = carryProof(from, { hash: BCRYPT });
      expect([other, provedHash(other, BCRYPT, PROFILE)]).toEqual([{ hash: BCRYPT }, undefined]);
    }
  });

  it("is not convinced by an object that only looks like a normalised hash", () => {
    const forged = withProof({}, { ...hash });
    expect(provedHash(forged, BCRYPT, PROFILE)).toBeUndefined();
  });
});
