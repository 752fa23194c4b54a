/**
 * Builds the page into static files and serves it on this machine: `npm run try`. With `--into <folder>` it only builds:
 * the files can be put on any web server, or be opened by one that is not connected to anything.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join, resolve } from "node:path";
import { build } from "esbuild";

const HERE = import.meta.dirname;
const ROOT = resolve(HERE, "../..");
const ROOMS = ["index.js", "check/index.js", "source/index.js", "verify/index.js"];
const FILES = ["index.html", "page.css"];
const TYPES = { ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript" };

/** Writes the page's files into a folder: each script whole, so that nothing is asked for once the page is there. */
export async function buildPage(folder) {
  mkdirSync(folder, { recursive: true });
  const options = {
    outdir: folder,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    alias: Object.fromEntries(ROOMS.map((file) => [join("credport", dirname(file)), join(ROOT, "dist", file)])),
    logLevel: "silent",
  };
  const entryPoints = ["page.mjs", "worker.mjs", "check-worker.mjs"].map((name) => join(HERE, name));
  await build({ ...options, entryPoints });
  for (const file of FILES) copyFileSync(join(HERE, file), join(folder, file));
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
