import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { problemPage, withPages } from "../../../src/cli/output/problem-page.js";
import { OWN_HOMEPAGE } from "../../../src/cli/own-homepage.js";

test.each(["https://docs.credport.dev", "https://docs.credport.dev/"])("a problem has a page at %s", (homepage) => {
  const page = "https://docs.credport.dev/problems/user/duplicate-email/";
  expect(problemPage("user/duplicate-email", homepage)).toBe(page);
  const tally = { name: "user/duplicate-email", records: 1, firstLines: [1] };
  const field = { name: "created", records: 1, firstLines: [1] };
  expect(withPages([tally, field], homepage)).toEqual([{ ...tally, page }, field]);
});

test.each(["https://example.org/credport", "https://www.example.com", "http://example/x"])(
  "nothing is said to be at %s, which is a placeholder",
  (homepage) => {
    expect(problemPage("user/duplicate-email", homepage)).toBeUndefined();
  },
);

test("a host that only begins like a placeholder is none", () => {
  expect(problemPage("hash/empty", "https://example.org.uk/x")).toBe("https://example.org.uk/x/problems/hash/empty/");
  expect(problemPage("hash/empty", "https://credport.dev/example.org")).toContain("/problems/hash/empty/");
});

test("the command line has the homepage of package.json", () => {
  const { homepage } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  expect(OWN_HOMEPAGE).toBe(homepage);
});
