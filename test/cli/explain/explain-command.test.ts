import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { PROBLEM_CODES } from "../../../src/problems/index.js";
import { fakeIo } from "../fake-io.js";
import { runBuiltCli } from "../run-built-cli.js";

async function explain(args: readonly string[], columns = 80) {
  const { io, out, err } = fakeIo({ columns });
  return { code: await runCli(["explain", ...args], io), out: out(), err: err() };
}

it.each([40, 80, 130])("says what a code means, where it comes from and what to do, in %i columns", async (columns) => {
  const { code, out } = await explain(["user/duplicate-email"], columns);
  expect(code).toBe(0);
  const [first, ...lines] = out.split("\n");
  expect(first).toBe("user/duplicate-email");
  expect(lines).toEqual(expect.arrayContaining(["Common cause", "What to do"]));
  expect(out.replace(/\s+/g, " ")).toContain("Decide which record is the user's");
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
});

it("knows the meaning of every code, and has the operator's remedy", async () => {
  for (const code of PROBLEM_CODES) {
    const { out } = await explain([code, "--json"]);
    const said = JSON.parse(out);
    expect(said).toMatchObject({
      code,
      meaning: expect.stringMatching(/^\S.*\S$/),
      remedy: expect.any(String),
    });
    expect(said.meaning).not.toMatch(/[*#]{2}|Common cause/);
  }
});

it("says where the page is, as long as it is published nowhere", async () => {
  const { page } = JSON.parse((await explain(["hash/empty", "--json"])).out);
  expect(readFileSync(page, "utf8")).toContain("### `hash/empty`");
  expect((await explain(["hash/empty"], 130)).out).toContain(page);
});

it("finds the page from the built program", async () => {
  expect(await runBuiltCli(["explain", "hash/empty", "--json"])).toMatchObject({
    code: 0,
    out: expect.stringContaining('"meaning": "There is nothing'),
  });
});

it.each([
  ["user/duplicate-emial", "Give user/duplicate-email if that is meant."],
  ["totp/nothing-like-that", /Give one of: totp\/[a-z-]+, totp\//],
  ["duplicate-email", /Give (?:one of: )?user\/duplicate-email/],
  ["padding-added", /Give one of: hash\/…, bcrypt\/…/],
])("names what is near to %s", async (typed, remedy) => {
  const { code, err } = await explain([typed]);
  expect([code, err]).toEqual([2, expect.stringMatching(remedy)]);
});
