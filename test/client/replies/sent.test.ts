import fc from "fast-check";
import { expect, it } from "vitest";
import { Sent } from "../../../src/client/replies/sent.js";

const LONGEST = 12;

/** By its definition: the ID is a piece of the secret, or they have a stretch in common that is too long for chance. */
function isQuoted(id: string, secret: string): boolean {
  if (secret.length < 6 || id.length < 6) return false;
  if (secret.includes(id)) return true;
  for (let at = 0; at + LONGEST <= id.length; at++) if (secret.includes(id.slice(at, at + LONGEST))) return true;
  return false;
}

const sent = (apiKey: string, secret: string) => new Sent(apiKey, { passwordHash: secret }, {});

it("finds an ID that quotes a secret, wherever it does", () => {
  const letters = fc.constantFrom("a", "b", "-");
  const text = (minLength: number, maxLength: number) => fc.string({ unit: letters, minLength, maxLength });
  fc.assert(
    fc.property(text(0, 40), text(0, 40), text(0, 20), text(0, 20), fc.nat(40), (id, secret, before, after, at) => {
      for (const one of [id, before + secret.slice(at, at + LONGEST) + after]) {
        expect(sent("", secret).isQuotedIn(one)).toBe(isQuoted(one, secret));
        expect(sent(secret, "").isQuotedIn(one)).toBe(isQuoted(one, secret));
      }
    }),
  );
});

it.each([
  ["0123456789ab", "xx0123456789abxx", true],
  ["0123456789a", "xx0123456789axx", true],
  ["zz0123456789abzz", "xx0123456789abxx", true],
  ["zz0123456789azz", "xx0123456789axx", false],
  ["01234", "xx01234xx", false],
])("the ID %s of the secret %s: %s", (id, secret, is) => {
  expect(sent("another key", secret).isQuotedIn(id)).toBe(is);
});

it("takes the beginning of a hash alone for its name and parameters: a key may look like it", () => {
  const key = "$my_key$";
  expect([...sent(key, "").marks(key)]).toEqual(Array(key.length).fill(1));
  expect([...sent("", "$argon2id$v=19$").marks("$argon2id$")]).toEqual(Array(10).fill(0));
});
