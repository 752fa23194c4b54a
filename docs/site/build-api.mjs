import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Application } from "typedoc";

/** Where the types are that have no name to import. */
const FIELDS = "fields";

/** The entries of the package, as one imports them, each with its source. */
function entriesOf(root) {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return Object.entries(exports)
    .filter(([, { types }]) => types !== undefined)
    .map(([subpath, { types }]) => ({
      name: `credport${subpath.slice(1)}`,
      source: types.replace("./dist/", "").replace(".d.ts", ".ts"),
    }));
}

/** Writes a page for every entry of the package into a folder. A warning is a fault. */
export async function buildApi(root, folder) {
  const entries = entriesOf(root);
  const app = await Application.bootstrapWithPlugins({
    plugin: ["typedoc-plugin-markdown", "typedoc-plugin-missing-exports"],
    entryPoints: entries.map(({ source }) => join(root, "src", source)),
    sortEntryPoints: false,
    tsconfig: join(root, "tsconfig.json"),
    name: "API reference",
    readme: "none",
    out: folder,
    treatWarningsAsErrors: true,
    excludeExternals: true,
    disableSources: true,
    internalModule: FIELDS,
    outputFileStrategy: "modules",
    entryFileName: "index",
    // A heading's own name depends on all headings before it, of which typedoc counts others.
    useHTMLAnchors: true,
    anchorPrefix: "of-",
    hidePageHeader: true,
    hideBreadcrumbs: true,
    pageTitleTemplates: { module: ({ name }) => (name === FIELDS ? "Types that only fields show" : name) },
    parametersFormat: "table",
    interfacePropertiesFormat: "table",
  });
  const project = await app.convert();
  if (project === undefined) throw new Error("typedoc found a fault in the sources");
  for (const { name, source } of entries) {
    const module = project.children.find((one) => one.name === source.replace(/(?<=.)(?:\/index)?\.ts$/, ""));
    module.name = name;
  }
  app.validate(project);
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error("typedoc warns");
}
