import { describe, expect, it } from "vitest";
import { alteredPasswords } from "../../../src/hash/systems/password-forms.js";
import { normalizeHash, SOURCE_NAMES, type SourceName } from "../../../src/index.js";

const BCRYPT = "$2y$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const ARGON2 = "$argon2id$v=19$m=65536,t=4,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";

/** Nothing was put in for a change that has no words. */
const BROKEN = / {2}|null|undefined| and before /;

function warningsOf(text: string, source?: SourceName) {
  const normalized = normalizeHash(text, source === undefined ? {} : { source });
  expect(normalized.ok).toBe(true);
  return normalized.ok ? normalized.warnings.filter(({ code }) => code === "wrapping/password-altered") : [];
}

/** A standard string of these systems is importable, but not for every user's password. */
describe("a system that changes passwords before it hashes them", () => {
  it.each<[SourceName, string]>([
    ["phpbb", "& < >"],
    ["drupal", "white space"],
    ["wordpress", "backslash"],
  ])("%s: the hash is importable, with a warning that names what is changed", (source, what) => {
    for (const text of [BCRYPT, ARGON2]) {
      const [warning, ...others] = warningsOf(text, source);
      expect(others).toEqual([]);
      expect(warning?.message).toContain(what);
      expect(warning?.remedy).toContain("credport/login");
      expect(warning?.message).not.toContain(text.slice(-12));
    }
  });

  it("of any system: the sentence is whole", () => {
    for (const source of SOURCE_NAMES) {
      const sentence = alteredPasswords(source);
      expect([source, sentence ?? ""]).toEqual([source, expect.not.stringMatching(BROKEN)]);
    }
    expect(SOURCE_NAMES.filter((source) => alteredPasswords(source) !== undefined).length).toBeGreaterThan(3);
  });

  it.each<SourceName | undefined>([undefined, "laravel", "joomla", "moodle"])("%s: no warning", (source) => {
    expect(warningsOf(BCRYPT, source)).toEqual([]);
  });

  it("is not warned of where the hash can't be imported at all", () => {
    const refused = normalizeHash("$P$BwordpresW6xzZOhizb.jg4wd7gTA0.", { source: "wordpress" });
    expect(refused).toMatchObject({ ok: false });
    expect(JSON.stringify(refused)).not.toContain("password-altered");
  });
});
