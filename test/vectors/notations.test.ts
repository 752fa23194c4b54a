import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadSuite } from "../../src/conformance/index.js";
import { idlePatterns, selectCases } from "../../src/conformance/suite/select-cases.js";
import { type HashContext, identifyHash } from "../../src/hash/index.js";
import { formatted, ROOT, vectorFiles } from "./tool.mjs";

/**
 * Each test of verify names the notation of its hash as the catalogue does, and its owner where one system alone
 * writes it: `UPDATE_DOCS=1 npx vitest run --project suite test/vectors/notations.test.ts` fills them in.
 */

/** Systems that have notations of their own, by the beginning of the notation's name. */
const OWNERS =
  "389ds adonis aix aspnet atlassian authgear authme cisco devise django dovecot drupal episerver flask-security fortinet grub hmailserver htpasswd jackrabbit jenkins joomla kratos liferay lucia macos magento matomo mattermost mediawiki metabase meteor mosquitto mybb myth-auth netscaler nextcloud nodebb opendj openldap passlib phpbb request-tracker rocket-chat sap shiro shopware smf solarwinds sorcery spring sspr suitecrm supabase typo3 vbulletin web2py werkzeug woltlab wordpress xenforo".split(
    " ",
  );
/** Notations that bear the name of one system and are written by others too. */
const SHARED = ["django-md5", "django-sha1", "dovecot-argon2id", "nextcloud-bcrypt", "passlib-scrypt"];

interface Test {
  readonly id: string;
  readonly comment: string;
  readonly flags: readonly string[];
  readonly notation?: string;
  readonly owner?: string;
  readonly twin?: string;
  readonly input: { readonly hash: string; readonly source?: string; readonly pepper?: string };
}

interface Content {
  readonly groups: readonly { readonly tests: readonly Test[] }[];
}

const files = vectorFiles()
  .filter(({ operation }) => operation === "verify")
  .map(({ path }) => ({ path, content: JSON.parse(readFileSync(join(ROOT, path), "utf8")) as Content }));
const testsOf = ({ groups }: Content) => groups.flatMap((group) => group.tests);
const tests = files.flatMap(({ content }) => testsOf(content));
const byId = new Map(tests.map((test) => [test.id, test]));

/** A damaged hash is of the notation of the sound one. */
function notationOf(test: Test): string {
  const { hash, source, pepper } = (byId.get(test.twin ?? "") ?? test).input;
  const context = {
    ...(source === undefined ? {} : { source }),
    peppered: pepper !== undefined,
  } as HashContext;
  const { scheme, format, wrapping } = identifyHash(hash, context);
  return wrapping?.name ?? format ?? scheme;
}

/** Whoever alone writes the notation; of one that several write, the system whose reading is asked about. */
const ownerOf = (notation: string, { source }: Test["input"]) =>
  (SHARED.includes(notation) ? undefined : OWNERS.find((name) => notation.startsWith(name))) ?? source;

/** The test with both, behind its flags. */
function named(test: Test): Test {
  const notation = notationOf(test);
  const owner = ownerOf(notation, test.input);
  const { id, comment, flags, notation: _, owner: __, ...more } = test;
  return { id, comment, flags, notation, ...(owner === undefined ? {} : { owner }), ...more };
}

if (process.env.UPDATE_DOCS === "1") {
  for (const { path, content } of files) {
    const groups = content.groups.map((group) => ({ ...group, tests: group.tests.map(named) }));
    writeFileSync(join(ROOT, path), formatted({ ...content, groups }));
  }
}

describe("the notations of the hashes to verify", () => {
  it("are named in each test as the catalogue names them, with the owner where one system alone writes them", () => {
    const suite = files.flatMap(({ path }) => testsOf(JSON.parse(readFileSync(join(ROOT, path), "utf8")) as Content));
    const faults = suite.filter((test) => {
      const { notation, owner } = named(test);
      return test.notation !== notation || test.owner !== owner;
    });
    expect(faults.map(({ id }) => id)).toEqual([]);
  });

  it("are all there that are said to have an owner, or to have several writers", () => {
    const used = [...new Set(tests.map(notationOf))];
    const idle = [...OWNERS, ...SHARED].filter((name) => !used.some((one) => one.startsWith(name)));
    expect(idle).toEqual([]);
  });

  it("are what patterns choose by", async () => {
    const suite = await loadSuite();
    if (!suite.ok) throw new Error(suite.problems[0].message);
    const { cases } = suite.value;
    const ids = (pattern: string) => selectCases(cases, [pattern]).map(({ id }) => id);
    expect(ids("notation:kratos-md5").every((id) => /^verify\/(?:kratos|altered)-/.test(id))).toBe(true);
    expect(ids("owner:kratos")).toEqual(expect.arrayContaining(ids("notation:kratos-*")));
    const owned = new Set(ids("owner:*"));
    const shared = ids("notation:bcrypt").filter((id) => owned.has(id));
    expect(shared.filter((id) => byId.get(id)?.input.source === undefined)).toEqual([]);
    expect(idlePatterns(cases, ["notation:mosquitto-sha512", "owner:none"])).toEqual(["owner:none"]);
  });
});
