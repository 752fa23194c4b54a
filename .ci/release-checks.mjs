// What must be so before anything is published. Each check gives sentences of what is not.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { manifestsOf, placeholdersOf } from "./write-publisher.mjs";

const HEADING = /^## (\S+)(?: - (\d{4}-\d{2}-\d{2}))?$/gm;

/** A tree as it was committed: what is packed can be made again from the tag. */
function treeFaults(git) {
  return git("status", "--porcelain") === "" ? [] : ["the tree has changes that are not committed"];
}

function versionFaults({ version, peerDependencies }, read) {
  const { suiteVersion } = JSON.parse(read("vectors/manifest.json"));
  const ofSuite = [
    ["vectors/package.json", JSON.parse(read("vectors/package.json")).version],
    ["the peer credport-vectors", peerDependencies["credport-vectors"]],
  ];
  const places = [
    ["jsr.json", JSON.parse(read("jsr.json")).version],
    ["src/cli/own-version.ts", read("src/cli/own-version.ts").match(/"([^"]*)";$/m)?.[1]],
    ["package-lock.json", JSON.parse(read("package-lock.json")).version],
  ];
  return [
    ...ofSuite
      .filter(([, found]) => found !== suiteVersion)
      .map(([place, found]) => `${place} has version ${found}, the suite ${suiteVersion}`),
    ...places
      .filter(([, found]) => found !== version)
      .map(([place, found]) => `${place} has version ${found}, package.json ${version}`),
  ];
}

/** What is released has a heading with a date and a word of what changed, and nothing waits above it. */
function changelogFaults({ version }, read) {
  const text = read("CHANGELOG.md");
  const headings = [...text.matchAll(HEADING)].map(({ 0: line, 1: name, 2: date, index }) => ({
    name,
    date,
    index,
    end: index + line.length,
  }));
  const sectionOf = (at) => text.slice(headings[at].end, headings[at + 1]?.index ?? text.length).trim();
  const at = headings.findIndex(({ name }) => name === version);
  if (at < 0) return [`CHANGELOG.md has no heading for ${version}`];
  const waiting = headings.findIndex(({ name }) => name === "Unreleased");
  return [
    ...(headings[at].date === undefined ? [`CHANGELOG.md gives no date for ${version}`] : []),
    ...(sectionOf(at) === "" ? [`CHANGELOG.md says nothing about ${version}`] : []),
    ...(headings.slice(0, at).some(({ name }) => name !== "Unreleased")
      ? [`${version} is not the newest release of CHANGELOG.md`]
      : []),
    ...(waiting >= 0 && sectionOf(waiting) !== "" ? ["CHANGELOG.md has changes that are not released"] : []),
  ];
}

function tagFaults({ version }, git) {
  const tags = git("tag", "--points-at", "HEAD").split("\n");
  return tags.includes(`v${version}`) ? [] : [`the commit at hand has no tag v${version}`];
}

function publisherFaults(root, read) {
  const said = (file, text) => (file.endsWith(".json") ? JSON.stringify(JSON.parse(text)) : text);
  const stale = manifestsOf(root).filter(([file, content]) => said(file, content) !== said(file, read(file)));
  return stale.map(([file]) => `${file} does not say what .ci/publisher.json does: run .ci/write-publisher.mjs`);
}

/** Everything that keeps this tree from being released, for whoever reads it once. */
export function releaseFaults(root) {
  const read = (file) => readFileSync(join(root, file), "utf8");
  const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  const manifest = JSON.parse(read("package.json"));
  return [
    ...treeFaults(git),
    ...versionFaults(manifest, read),
    ...changelogFaults(manifest, read),
    ...tagFaults(manifest, git),
    ...publisherFaults(root, read),
  ];
}

/** What a dry run may leave open, and a release may not. */
export function publishFaults(root) {
  return placeholdersOf(root).map((name) => `.ci/publisher.json has a placeholder for ${name}`);
}
