import { describe, expect, it } from "vitest";
import type { SourceName } from "../../../src/index.js";
import { verifyPassword } from "../../../src/verify/index.js";
import { leavesPasswordAlone } from "../../../src/verify/run/leaves-password-alone.js";

/**
 * What each system's hasher receives, hashed by PHP 8.2's crypt(), cost 4. WordPress:
 * trim(addslashes($typed)). phpBB: htmlspecialchars($typed, ENT_COMPAT), then NFC as
 * Python's unicodedata has it.
 */
const HASHES = {
  wordpressSlashed: "$2y$04$abcdefghijklmnopqrstuuhCPaPIJoB29/Rhtx3C0otwWgdk5/BWy",
  wordpressRaw: "$2y$04$abcdefghijklmnopqrstuu0l6BIOSO/A5jxmg0EBNkBjD4qulqg3y",
  wordpressPrefixed: "$wp$2y$04$abcdefghijklmnopqrstuuHrya3xDUzpmUlz8ipHW6r9XmTL13jlS",
  symfonyOld: "$2y$04$abcdefghijklmnopqrstuuwurWIdVVT4m5pTArtqnFNM69nySdHj.",
  phpbbStroke: "$2y$04$abcdefghijklmnopqrstuuJc7TBopvVlQhtqjBJ3DW9TRowPYWI8W",
};

const matches = async (password: string, hash: string, source?: SourceName) => {
  const verified = await verifyPassword(password, hash, source === undefined ? {} : { source });
  return verified.ok && verified.value.matches;
};

describe("WordPress", () => {
  it("hashes a password with quotes as its login form slashes it", async () => {
    expect(await matches(`it's "weird"`, HASHES.wordpressSlashed, "wordpress")).toBe(true);
    expect(await matches("its weird", HASHES.wordpressSlashed, "wordpress")).toBe(false);
  });

  it("accepts the one that was set without slashes, as wp core install does", async () => {
    expect(await matches(`it's "weird"`, HASHES.wordpressRaw, "wordpress")).toBe(true);
  });

  it("is known by its own prefix, without a source", async () => {
    expect(await matches(`it's "weird"`, HASHES.wordpressPrefixed)).toBe(true);
    expect(await matches(' it\'s "weird"\n', HASHES.wordpressPrefixed)).toBe(true);
    expect(await matches("its weird", HASHES.wordpressPrefixed)).toBe(false);
  });

  it("slashes for no other system", async () => {
    expect(await matches(`it's "weird"`, HASHES.wordpressSlashed)).toBe(false);
    expect(await matches(`it's "weird"`, HASHES.wordpressSlashed, "drupal")).toBe(false);
  });
});

describe("phpBB", () => {
  it("escapes before it composes: a smaller-than sign under a combining stroke stays one", async () => {
    expect(await matches("a<\u0338b cafe\u0301", HASHES.phpbbStroke, "phpbb")).toBe(true);
    expect(await matches("a\u226eb caf\u00e9", HASHES.phpbbStroke, "phpbb")).toBe(false);
  });
});

describe("Symfony", () => {
  it("hashed long passwords before bcrypt only since 5.4: both ways are right", async () => {
    expect(leavesPasswordAlone("y".repeat(72), { source: "symfony" }, "bcrypt")).toBe(true);
    expect(leavesPasswordAlone("y".repeat(73), { source: "symfony" }, "bcrypt")).toBe(false);
    expect(leavesPasswordAlone("a\0b", { source: "symfony" }, "bcrypt")).toBe(false);
    expect(leavesPasswordAlone("y".repeat(73), { source: "symfony" }, "argon2")).toBe(true);
    expect(await matches("y".repeat(73), HASHES.symfonyOld, "symfony")).toBe(true);
  });
});

describe("what may be imported", () => {
  it.each<[SourceName, string, boolean]>([
    ["wordpress", "plain", true],
    ["wordpress", "it's", false],
    ["wordpress", 'say "hi"', false],
    ["wordpress", "back\\slash", false],
    ["wordpress", "space ", false],
    ["wordpress", "a&b", true],
    ["drupal", "it's", true],
    ["drupal", " space", false],
    ["phpbb", "a&b", false],
    ["phpbb", "it's ", true],
    ["phpbb", "cafe\u0301", false],
    ["django", "it's <b> ", true],
  ])("%s leaves «%s» alone: %s", (source, password, alone) => {
    expect(leavesPasswordAlone(password, { source }, "bcrypt")).toBe(alone);
  });
});
