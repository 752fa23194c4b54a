import { basename, join, resolve } from "node:path";
import { expect, it } from "vitest";
import { apiReports } from "./api-report.js";
import { filesUnder } from "./files-under.js";
import { publicNames } from "./public-names.js";

/** docs/api has what each entry of the package promises. `npm run api` writes it; a change of it is one of the API. */
const FOLDER = resolve(import.meta.dirname, "../../docs/api");

const reports = apiReports(publicNames());

function fileOf(subpath: string): string {
  return `${subpath.replaceAll("/", "-")}.txt`;
}

it.each([...reports])("has the API of %s as it was built; npm run api writes it", async (subpath, text) => {
  await expect(text).toMatchFileSnapshot(join(FOLDER, fileOf(subpath)));
});

it("has one file an entry", () => {
  const files = filesUnder(FOLDER, ".txt").map((path) => basename(path));
  expect(files.sort()).toEqual([...reports.keys()].map(fileOf).sort());
});

it("writes each declaration once", () => {
  const written = [...reports.values()].flatMap(
    (text) => text.match(/^(?:interface|type|class|const|function) \w+/gm) ?? [],
  );
  const twice = written.filter((line, index) => written.indexOf(line) < index && !line.startsWith("function"));
  expect(twice).toEqual([]);
});

it("shows what a field leads to, and what may still change", () => {
  expect(reports.get("credport/check")).toContain("\n// Parts: ");
  expect(reports.get("credport/check")).toContain("\ninterface KnownPasswordResult {");
  expect(reports.get("credport/source")).toContain("\n// @experimental ");
});
