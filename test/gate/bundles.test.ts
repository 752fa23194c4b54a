import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { rolldown } from "rolldown";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const MANIFEST = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Readonly<
  Record<"dependencies" | "optionalDependencies" | "peerDependencies", Readonly<Record<string, string>>>
>;
// Known answers: crypt_blowfish, RFC 7914 in passlib's spelling.
const PROGRAM = `
import { argon2id, createLoginFallback, createPasswordHasher } from "credport/login";
import { verifyPassword } from "credport/verify";
import "credport/check";
import "credport/fleet";
const bcrypt = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const scrypt = "$scrypt$ln=4,r=8,p=1$TmFDbA$" + process.argv[2];
const hasher = createPasswordHasher({ write: argon2id({ memoryCost: 8, timeCost: 1 }) });
const options = { findLegacyUser: async () => ({ id: "1", passwordHash: bcrypt }), importUser: async () => undefined };
(async () => {
  const verified = [
    await verifyPassword("U*U", bcrypt),
    await verifyPassword("U*V", bcrypt),
    await verifyPassword("password", scrypt),
  ].map((result) => (result.ok ? result.value.matches : result.problems[0].code));
  const { kind } = await createLoginFallback(options).attempt("ann", "U*U");
  const { newHash } = (await hasher.verify("U*U", bcrypt)).value;
  const { matches, outdated } = (await hasher.verify("U*U", newHash)).value;
  process.stdout.write(JSON.stringify([...verified, kind, matches && !outdated]));
})();
`;

/** A project in which credport was installed and nothing else: no peer, and no bundler is told what to leave out. */
function plainProject(folder: string): string {
  const packages = join(folder, "project/node_modules");
  for (const file of ["dist", "package.json"]) {
    cpSync(join(ROOT, file), join(packages, "credport", file), { recursive: true });
  }
  for (const name of Object.keys({ ...MANIFEST.dependencies, ...MANIFEST.optionalDependencies })) {
    mkdirSync(dirname(join(packages, name)), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), join(packages, name));
  }
  writeFileSync(join(folder, "project/program.mjs"), PROGRAM);
  return join(folder, "project");
}

describe.each(["cjs", "es"] as const)("a bundle in the format %s", (format) => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "credport-bundle-"));
    const input = join(plainProject(folder), "program.mjs");
    const bundle = await rolldown({ input, platform: "node", logLevel: "silent" });
    const file = join(folder, format === "cjs" ? "bundle.cjs" : "bundle.mjs");
    await bundle.write({ format, file, codeSplitting: false });
    await bundle.close();
    rmSync(join(folder, "project"), { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What Next's edge does with what would let other work go first. */
  const AT_EDGE = `data:text/javascript,${encodeURIComponent(
    'for (const name of ["setImmediate", "MessageChannel"]) globalThis[name] = function () { throw new Error(name); };',
  )}`;

  it.each([
    ["", []],
    ["portable", []],
    ["portable", ["--import", AT_EDGE]],
  ])(
    "verifies bcrypt and scrypt, and writes argon2id, where no package is installed, engines «%s», %j",
    async (engines, flags) => {
      const { scryptSync } = await import("node:crypto");
      const key = scryptSync("password", "NaCl", 32, { N: 16, r: 8, p: 1 }).toString("base64").replace(/=+$/, "");
      const file = join(folder, format === "cjs" ? "bundle.cjs" : "bundle.mjs");
      const printed = execFileSync(process.execPath, [...flags, file, key], {
        cwd: folder,
        encoding: "utf8",
        env: { ...process.env, CREDPORT_ENGINES: engines },
      });
      expect(JSON.parse(printed)).toEqual([true, false, true, "migrated", true]);
    },
  );
});

describe("native engines of a bundle", () => {
  const program = `
import { enginesAvailable } from "credport/verify";
enginesAvailable().then((all) => process.stdout.write(JSON.stringify(all.slice(0, 2).map((one) => [one.kind, one.advice]))));
`;
  let folder: string;
  let project: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "credport-native-"));
    project = plainProject(folder);
    writeFileSync(join(project, "engines.mjs"), program);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ["beside it, by a module without an address", "cjs", "project/out.cjs", undefined],
    [
      "beside the package, whose address webpack and Turbopack keep",
      "esm",
      "out.mjs",
      "project/node_modules/credport/",
    ],
  ] as const)("are found %s; and where they are, and forbidden, this is said", async (_, format, out, address) => {
    const outfile = join(folder, out);
    const url = address === undefined ? "undefined" : JSON.stringify(pathToFileURL(join(folder, address)).href);
    await build({
      entryPoints: [join(project, "engines.mjs")],
      define: { "import.meta.url": url },
      ...{ bundle: true, platform: "node", format, outfile, logLevel: "silent" },
    });
    const said = (...flags: string[]) =>
      JSON.parse(execFileSync(process.execPath, [...flags, outfile], { cwd: "/", encoding: "utf8" }));
    expect(said()).toEqual(Array(2).fill(["native", null]));
    const advice = expect.stringContaining("--allow-addons");
    expect(said("--no-addons")).toEqual(Array(2).fill(["portable", advice]));
  });
});

describe("the installed command in one file of esbuild's", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "credport-command-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("runs where no package is installed", async () => {
    const project = plainProject(folder);
    const outfile = join(folder, "credport.cjs");
    const { warnings } = await build({
      entryPoints: [join(project, "node_modules/credport/dist/cli/main.js")],
      ...{ bundle: true, platform: "node", format: "cjs", outfile, logLevel: "silent" },
    });
    expect(warnings).toEqual([]);
    rmSync(project, { recursive: true });
    const hash = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW\n";
    const args = [outfile, "identify"];
    const printed = execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8", input: hash });
    expect(printed).toContain("1 of 1 hash can be imported");
  });
});

describe("a package that may be missing", () => {
  const PEERS = Object.keys(MANIFEST.peerDependencies);
  const NATIVE = Object.keys(MANIFEST.optionalDependencies);
  const isOneOf = (names: readonly string[], text: string) =>
    names.some((name) => text === name || text.startsWith(`${name}/`));

  /** What every module imports of them, and whether in a `try`. */
  function importsIn(path: string, found: Map<string, boolean>): void {
    const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.ES2022, true);
    const visit = (node: ts.Node, isTried: boolean): void => {
      const isImport = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
      const from = isImport
        ? node.arguments[0]
        : ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
          ? node.moduleSpecifier
          : undefined;
      if (from !== undefined && ts.isStringLiteral(from) && isOneOf([...PEERS, ...NATIVE], from.text)) {
        found.set(`${from.text} in ${path.slice(ROOT.length + 1)}`, isImport && isTried);
      }
      ts.forEachChild(node, (child) => {
        const starts = ts.isTryStatement(node) && child === node.tryBlock;
        visit(child, starts || (isTried && !ts.isFunctionLike(node)));
      });
    };
    visit(file, false);
  }

  it("is imported in a try, where every bundler passes over it, and native code by no name in an import", () => {
    const found = new Map<string, boolean>();
    const dist = join(ROOT, "dist");
    for (const path of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
      if (path.endsWith(".js")) importsIn(join(dist, path), found);
    }
    const names = [...found.keys()].map((place) => place.split(" in ")[0]!);
    expect([...new Set(names)].sort()).toEqual(["bullmq", "hash-wasm", "ioredis", "libphonenumber-js/min", "uqr"]);
    expect([...found].filter(([, isTried]) => !isTried)).toEqual([]);
  });

  it("is left to the runtime by every bundler where its name is not in the import", () => {
    const words = ["webpackIgnore: true", "turbopackIgnore: true", "@vite-ignore"].map((word) => `/\\* ${word} \\*/`);
    const built = readFileSync(join(ROOT, "dist/verify/engines/native-engines.js"), "utf8");
    expect(built.match(/import\(.*?\)/g)).toEqual([expect.stringMatching(`^import\\(${words.join(" ")} \\w+\\)$`)]);
  });
});
