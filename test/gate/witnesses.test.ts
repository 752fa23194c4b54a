import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { loadSuite } from "../../src/conformance/index.js";

/**
 * Who vouches for an answer was given the input as it is, and gives that answer: docs/peers.md, which `npm run peers`
 * writes, must not list the vector as one that the same version fails.
 */
const PAGE = readFileSync(new URL("../../docs/peers.md", import.meta.url), "utf8");
const suite = await loadSuite();
if (!suite.ok) throw new Error(suite.problems[0].message);
const { cases } = suite.value;

/** `npm otpauth 9.5.2` and `Python 3.11.2 (base64.b32decode)` without what is not of the name. */
const witness = (name: string) => name.replace(/^npm /, "").replace(/ \(.*\)$/, "");
/** `libxcrypt 1:4.4.33-2` as the vectors have it, without what the distribution adds. */
const peer = (title: string) => title.replaceAll("\\", "").replace(/ (?:\d+:)?(\d[\d.]*)(?:[-+~].*)?$/, " $1");

const failures = PAGE.split("\n### ")
  .slice(1)
  .map((section) => ({
    name: peer(section.slice(0, section.indexOf("\n"))),
    ids: new Set([...section.matchAll(/`([a-z0-9-]+\/[a-z0-9-]+-\d+)`/g)].map(([, id = ""]) => id)),
  }));

const vouchingFor = (name: string) =>
  cases.filter(({ provenance }) => provenance.checkedBy.some((one) => witness(one) === name));

it("no implementation vouches for an answer that it does not give", () => {
  const wrong = failures.flatMap(({ name, ids }) =>
    vouchingFor(name)
      .filter(({ id }) => ids.has(id))
      .map(({ id }) => `${name}: ${id}`),
  );
  expect(wrong).toEqual([]);
});

it("several of those that vouch are on the page in the same version", () => {
  const names = failures.map(({ name }) => name).filter((name) => vouchingFor(name).length > 0);
  expect(names).toEqual(expect.arrayContaining(["libxcrypt 4.4.33", "otpauth 9.5.2", "passlib 1.7.4", "PyOTP 2.12.0"]));
});
