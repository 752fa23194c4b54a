/**
 * Builds the page into static files and serves it on this machine: `npm run try`. With `--into <folder>` it only builds:
 * the files can be put on any web server, or be opened by one that is not connected to anything.
 */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join, resolve } from "node:path";
import { build } from "esbuild";
import { NAV } from "../site/places.mjs";

const HERE = import.meta.dirname;
const ROOT = resolve(HERE, "../..");
const DIST = join(ROOT, "dist");
const ROOMS = ["index.js", "check/index.js", "source/index.js", "verify/index.js"];
const FIREBASE = join(ROOT, "docs/examples/firebase");
const TYPES = { ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript" };

/** The package as it is built, and the report's own modules, which the build puts into the command line. */
const BUILT = {
  name: "built",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\// }, ({ path, importer }) => {
      const source = resolve(dirname(importer), path);
      if (!source.startsWith(join(ROOT, "src"))) return undefined;
      const made = source.replace(join(ROOT, "src"), DIST);
      return { path: existsSync(made) ? made : source.replace(/\.js$/, ".ts"), sideEffects: false };
    });
    // Colours of a terminal, which nothing here asks for.
    onResolve({ filter: /^node:util$/ }, ({ path }) => ({ path, external: true, sideEffects: false }));
  },
};

/**
 * Writes the page's files into a folder: each script whole, so that nothing is asked for once the page is there. `site`
 * is where the documentation is.
 */
export async function buildPage(folder, site) {
  mkdirSync(folder, { recursive: true });
  const { homepage } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const docs = site ?? `${homepage}/`;
  const guides = readdirSync(join(ROOT, "docs/guides")).map((name) => {
    const [, title] = /^# (.+)$/m.exec(readFileSync(join(ROOT, "docs/guides", name), "utf8"));
    return [name.replace(/\.md$/, ""), title];
  });
  await build({
    entryPoints: ["page.mjs", "worker.mjs", "scheme.js"].map((name) => join(HERE, name)),
    outdir: folder,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    alias: {
      ...Object.fromEntries(ROOMS.map((file) => [join("credport", dirname(file)), join(DIST, file)])),
      "node:crypto": join(HERE, "crypto.mjs"),
    },
    define: { DOCS: JSON.stringify(docs), GUIDES: JSON.stringify(Object.fromEntries(guides)) },
    loader: { ".txt": "text", ".json": "text" },
    plugins: [BUILT],
    logLevel: "error",
  });
  copyFileSync(join(HERE, "page.css"), join(folder, "page.css"));
  writeFileSync(join(folder, "index.html"), await html(docs));
}

async function html(docs) {
  const { READABLE_SOURCES } = await import(join(DIST, "source/index.js"));
  const [style, script] = policyOfReport();
  const isPage = (link) => link.startsWith("/try/");
  const filled = {
    style,
    script,
    docs,
    nav: NAV.map(({ text, link }) => {
      const href = isPage(link) ? "index.html" : docs + link.slice(1).replace(/(?<=[^/])$/, ".html");
      return `<a href="${href}"${isPage(link) ? ' aria-current="page"' : ""}>${text}</a>`;
    }).join("\n"),
    sources: [...READABLE_SOURCES]
      .sort()
      .map((name) => `<option>${name}</option>`)
      .join(""),
  };
  return readFileSync(join(HERE, "index.html"), "utf8").replace(/\{\{(\w+)\}\}/g, (_, name) => filled[name]);
}

/** What a report's own policy allows: its style and its script, by their digests. The page's has to allow them too. */
function policyOfReport() {
  const folder = mkdtempSync(join(tmpdir(), "credport-report-"));
  const [users, config, report] = [
    join(FIREBASE, "users.json"),
    join(FIREBASE, "hash-config.txt"),
    join(folder, "report.html"),
  ];
  spawnSync(process.execPath, [
    join(DIST, "cli/main.js"),
    "check",
    users,
    "--from=firebase",
    "--hash-config",
    config,
    "--report",
    report,
  ]);
  const written = readFileSync(report, "utf8");
  rmSync(folder, { recursive: true });
  return ["style-src", "script-src"].map((name) => written.match(new RegExp(`${name} ('sha256-[^']+')`))[1]);
}

/** Serves a folder with such a page on this machine only. */
export function servePage(folder, port = 0) {
  const policy = readFileSync(join(folder, "index.html"), "utf8").match(/content="(default-src[^"]*)"/)[1];
  const server = createServer((request, response) => {
    const name = request.url === "/" ? "index.html" : request.url.slice(1);
    try {
      if (!/^[\w-]+\.(?:html|css|js)$/.test(name)) throw new Error("not a file of the page");
      const content = readFileSync(join(folder, name));
      response.setHeader("content-type", TYPES[extname(name)]);
      response.setHeader("content-security-policy", policy);
      response.end(content);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  return new Promise((done) => {
    server.listen(port, "127.0.0.1", () =>
      done({
        url: `http://127.0.0.1:${server.address().port}/`,
        close: () => {
          server.closeAllConnections();
          server.close();
        },
      }),
    );
  });
}

if (process.argv[1] === import.meta.filename) {
  const into = process.argv.indexOf("--into");
  const folder = into > 0 ? resolve(process.argv[into + 1]) : mkdtempSync(join(tmpdir(), "credport-try-"));
  await buildPage(folder);
  if (into > 0) process.stdout.write(`the page is in ${folder}\n`);
  else {
    const { url } = await servePage(folder);
    process.stdout.write(`${url}\nCtrl-C ends it.\n`);
  }
}
