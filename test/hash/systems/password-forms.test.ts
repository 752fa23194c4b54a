import { describe, expect, it } from "vitest";
import { pepperSteps } from "../../../src/hash/systems/hash-rules.js";
import { passwordForms } from "../../../src/hash/systems/password-forms.js";
import type { Scheme, SourceName } from "../../../src/index.js";

const AS_TYPED = [[]];

describe("the ways in which a system's hasher receives a password", () => {
  it.each<[SourceName | undefined, Scheme | "unknown", readonly (readonly string[])[]]>([
    [undefined, "bcrypt", AS_TYPED],
    ["django", "bcrypt", AS_TYPED],
    ["wordpress", "unknown", AS_TYPED],
    [
      "wordpress",
      "bcrypt",
      [
        ["php-slashes", "php-trim"],
        ["php-trim", "php-unslashed"],
      ],
    ],
    [
      "wordpress",
      "phpass",
      [
        ["php-slashes", "php-trim"],
        ["php-trim", "php-unslashed"],
      ],
    ],
    ["drupal", "argon2", [["php-trim"]]],
    ["phpbb", "bcrypt", [["phpbb-escape"]]],
    ["prestashop", "md5", [["prestashop-strip"], []]],
    ["prestashop", "bcrypt", AS_TYPED],
    ["symfony", "bcrypt", [["sha512-base64-beyond-bcrypt"], []]],
    ["symfony", "argon2", AS_TYPED],
    ["symfony", "pbkdf2", AS_TYPED],
  ])("of %s with %s", (source, scheme, forms) => {
    expect(passwordForms(source, scheme).map((steps) => steps.map(({ kind }) => kind))).toEqual(forms);
  });
});

describe("a pepper is mixed in", () => {
  const pepper = Uint8Array.of(1, 2);
  const appended = [{ kind: "pepper", place: "after", pepper }];

  it.each<[SourceName | undefined, readonly object[]]>([
    [undefined, appended],
    ["django", appended],
    ["devise", appended],
    // What its hashes are over has nothing to do with a pepper.
    ["metabase", appended],
    [
      "flask-security",
      [
        { kind: "hmac", digest: "sha512", key: pepper },
        { kind: "encode", as: "base64" },
      ],
    ],
  ])("by %s", (source, steps) => {
    expect(pepperSteps(source, pepper)).toEqual(steps);
  });
});
