import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

/**
 * What a linter of container files asks for. `npm run runtimes` does the file's steps and runs the command line that
 * comes of them; a builder needs a base image, which is not to be had everywhere.
 */
const ROOT = resolve(import.meta.dirname, "../..");
const text = readFileSync(join(ROOT, "Dockerfile"), "utf8");

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

const { instructionsOf } = (await import(new URL("../runtimes/container-place.mjs", import.meta.url).href)) as {
  instructionsOf(text: string): readonly Instruction[];
};

/** What is wrong with a container file. */
function faultsOf(file: string, ignored: string, bin: string, engines: string): readonly string[] {
  const instructions = instructionsOf(file);
  const all = (name: string) => instructions.filter((one) => one.name === name).map(({ rest }) => rest);
  const lastStage = instructions.slice(instructions.map(({ name }) => name).lastIndexOf("FROM"));
  const kept = ignored.split("\n").filter((line) => line.startsWith("!"));
  const copied = all("COPY")
    .filter((rest) => !rest.startsWith("--from="))
    .flatMap((rest) => rest.split(" ").slice(0, -1));
  const bases = all("FROM").map((rest) => rest.split(" ")[0] as string);
  const oldest = Number(engines.match(/\d+/)?.[0]);
  return [
    ...bases.filter((base) => !/^[a-z]+:\d/.test(base)).map((base) => `${base}: no version`),
    ...bases.filter((base) => Number(base.match(/:(\d+)/)?.[1]) < oldest).map((base) => `${base}: too old`),
    ...all("ADD").map((rest) => `ADD ${rest}: COPY says what it does`),
    ...copied.filter((path) => !existsSync(join(ROOT, path))).map((path) => `${path}: not here`),
    ...copied.filter((path) => !kept.includes(`!${path}`)).map((path) => `${path}: ignored`),
    ...kept.filter((line) => !copied.includes(line.slice(1))).map((line) => `${line}: not copied`),
    ...all("RUN")
      .filter((rest) => /npm (?:ci|install)/.test(rest) && !rest.includes("--ignore-scripts"))
      .map((rest) => `${rest.slice(0, 20)}: runs scripts of packages`),
    ...(lastStage.some(({ name, rest }) => name === "USER" && rest !== "root") ? [] : ["runs as root"]),
    ...all("ENTRYPOINT")
      .filter((rest) => !rest.startsWith("[") || !rest.includes(`/${bin}"`))
      .map((rest) => `${rest}: not the command line`),
  ];
}

describe("the container file", () => {
  const { bin, engines } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    bin: { credport: string };
    engines: { node: string };
  };
  const ignored = readFileSync(join(ROOT, ".dockerignore"), "utf8");
  const faults = (file: string, ignore = ignored) => faultsOf(file, ignore, bin.credport, engines.node);

  it("has nothing that a linter would name", () => {
    expect(faults(text)).toEqual([]);
  });

  it.each<[string, string, string]>([
    ["node:24-bookworm-slim", "node:latest", "node:latest: no version"],
    ["node:24-bookworm-slim", "node:18-slim", "node:18-slim: too old"],
    ["COPY src src", "ADD src src", "ADD src src: COPY says what it does"],
    ["COPY src src", "COPY sources sources", "sources: not here"],
    ["COPY src src", "COPY src README.md .", "README.md: ignored"],
    ["npm ci --ignore-scripts", "npm ci", "npm ci --no-audit --: runs scripts of packages"],
    ["USER node\n", "", "runs as root"],
    ["dist/cli/main.js", "cli.js", '["node", "/opt/credport/cli.js"]: not the command line'],
  ])("would be faulty with another %s: %s", (from, to, fault) => {
    expect(text).toContain(from);
    expect(faults(text.replaceAll(from, to))).toContain(fault);
  });

  it("would be faulty where more than it copies reaches the builder", () => {
    expect(faults(text, `${ignored}!docs\n`)).toEqual(["!docs: not copied"]);
  });
});
