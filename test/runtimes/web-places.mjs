import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { loadSuite } from "../../dist/conformance/index.js";
import { createRehearsalService } from "../../dist/rehearsal/index.js";
import { installed, missingRow, programOf, versionIn } from "./install.mjs";

const SUITE = join(import.meta.dirname, "web-suite.mjs");
/** Cases in one message: a page stays below every limit on what it is sent at once. */
const BATCH = 200;

/** The suite as one script; `entry` is what a runtime wants around it. */
async function bundled(options, entry = "globalThis.credportSuite = credportSuite;") {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { credportSuite } from ${JSON.stringify(SUITE)};\n${entry}`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    platform: "browser",
    target: "es2022",
    write: false,
    logLevel: "silent",
    ...options,
  });
  return outputFiles[0].text;
}

/** Every case that takes less than a second, or those that the patterns name. */
async function casesFor(only) {
  const suite = await loadSuite();
  const patterns = only.map((pattern) => new RegExp(`^${pattern.replaceAll("*", ".*")}$`));
  return suite.value.cases.filter(
    ({ id, cost }) => cost === "cheap" && (patterns.length === 0 || patterns.some((one) => one.test(id))),
  );
}

/** What the client in a runtime does with a rehearsal service that it reaches over HTTP. */
async function withRehearsal(imports, allowedOrigins) {
  const { url, close } = await createRehearsalService({ allowedOrigins }).listen();
  try {
    return await imports(url);
  } finally {
    await close();
  }
}

/** Runs all cases through a function that takes a batch of them. The rehearsal service answers a page by its origin alone. */
async function rowOf(name, version, cases, { runVectors, smoke, imports, origins = [] }) {
  let passed = 0;
  let withoutEngine = 0;
  const failed = [];
  for (let at = 0; at < cases.length; at += BATCH) {
    const batch = await runVectors(cases.slice(at, at + BATCH));
    passed += batch.passed;
    withoutEngine += batch.withoutEngine.length;
    failed.push(...batch.failed);
  }
  const { login, client, serve, engines } = await smoke();
  const imported = await withRehearsal(imports, origins);
  const isGood =
    failed.length === 0 &&
    login.startsWith("migrated, ") &&
    client.startsWith("POST ") &&
    imported === "imports" &&
    serve.startsWith("200 ");
  const rest = withoutEngine === 0 ? "" : `, ${withoutEngine} without an engine`;
  const vectors = failed.length === 0 ? `${passed} pass${rest}` : `fail: ${failed.slice(0, 5)}`;
  return {
    name,
    version,
    vectors,
    client: isGood ? imported : `${login}; ${client}; ${imported}; ${serve}`,
    engines,
    isGood,
  };
}

/** What fails altogether is a row, too. */
async function tried(name, run) {
  try {
    return await run();
  } catch (error) {
    return { name, vectors: String(error).slice(0, 160), isGood: false };
  }
}

const STRICT = "default-src 'none'; script-src 'self'; connect-src http://127.0.0.1:*";

/** Serves one page that loads the suite, for as long as `use` takes. */
async function withPage(script, policy, use) {
  const server = createServer((request, response) => {
    const isScript = request.url === "/suite.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    if (policy !== undefined) response.setHeader("content-security-policy", policy);
    response.end(isScript ? script : '<!doctype html><title>suite</title><script src="/suite.js"></script>');
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function browserRow(puppeteer, { name, browser, executablePath, args, policy }, script, cases) {
  const running = await puppeteer.launch({ browser, executablePath, args, protocolTimeout: 1_800_000 });
  try {
    return await withPage(script, policy, async (url) => {
      const page = await running.newPage();
      await page.goto(url);
      return rowOf(name, (await running.version()).match(/\d+(?:\.\d+)+/)?.[0] ?? "", cases, {
        runVectors: (batch) => page.evaluate((given) => globalThis.credportSuite.runVectors(given), batch),
        smoke: () => page.evaluate(() => globalThis.credportSuite.smoke()),
        imports: (to) => page.evaluate((given) => globalThis.credportSuite.imports(given), to),
        origins: [new URL(url).origin],
      });
    });
  } finally {
    await running.close();
  }
}

/** Chromium and Firefox of this machine, and Chromium under a policy that lets no WebAssembly be compiled. */
async function browserRows(folder, cases, names) {
  const chromium = programOf("/usr/bin/chromium", "/usr/bin/google-chrome");
  const firefox = programOf("/usr/bin/firefox-esr", "/usr/bin/firefox");
  const inChromium = { browser: "chrome", executablePath: chromium, args: ["--no-sandbox"] };
  const places = [
    { name: "Chromium", ...inChromium },
    { name: "Chromium, strict Content-Security-Policy", ...inChromium, policy: STRICT },
    { name: "Firefox", browser: "firefox", executablePath: firefox, args: [] },
  ].filter(({ name }) => names === undefined || names.includes(name));
  if (places.length === 0) return [];
  const place = installed(folder, "place-browsers", ["puppeteer-core"]);
  const script = await bundled({ format: "iife" });
  const rows = [];
  for (const { executablePath, ...one } of places) {
    if (place === null) rows.push(missingRow(one.name, "puppeteer-core"));
    else if (executablePath === undefined) rows.push({ name: one.name, missing: "not on this machine" });
    else {
      const { default: puppeteer } = await import(resolved(place, "puppeteer-core"));
      rows.push(await tried(one.name, () => browserRow(puppeteer, { ...one, executablePath }, script, cases)));
    }
  }
  return rows;
}

function resolved(place, name) {
  return pathToFileURL(createRequire(join(place, "package.json")).resolve(name)).href;
}

const WORKER = `
export default {
  async fetch(request) {
    const { task, given } = await request.json();
    return Response.json(await credportSuite[task](given));
  },
};`;

/** Requests at the same time: the runtime ends one that waits for what another has promised. */
async function togetherIn(runVectors, cases) {
  const slow = cases
    .filter(({ operation, input }) => operation === "verify" && /\$2[aby]\$/.test(JSON.stringify(input)))
    .slice(0, 6);
  const all = await Promise.all(Array.from({ length: 8 }, () => runVectors(slow)));
  const failed = all.flatMap((one) => one.failed);
  if (slow.length === 0 || failed.length > 0) throw new Error(`at the same time: ${failed.slice(0, 5)}`);
}

async function workerdRow(folder, cases) {
  const name = "workerd";
  const place = installed(folder, "place-workerd", ["miniflare"]);
  if (place === null) return missingRow(name, "miniflare");
  const { Miniflare } = await import(resolved(place, "miniflare"));
  const script = await bundled({ format: "esm", conditions: ["workerd", "worker", "browser"] }, WORKER);
  const modules = [{ type: "ESModule", path: "worker.mjs", contents: script }];
  const workers = new Miniflare({ modules, compatibilityDate: "2026-01-01" });
  const ask = (task) => async (given) => {
    const body = JSON.stringify({ task, given });
    const reply = await workers.dispatchFetch("http://localhost/", { method: "POST", body });
    return reply.json();
  };
  const [runVectors, smoke, imports] = ["runVectors", "smoke", "imports"].map(ask);
  try {
    await togetherIn(runVectors, cases);
    return await rowOf(name, versionIn(place, "workerd"), cases, { runVectors, smoke, imports });
  } finally {
    await workers.dispose();
  }
}

async function edgeRow(folder, cases) {
  const name = "edge-runtime";
  const place = installed(folder, "place-edge", ["edge-runtime"]);
  if (place === null) return missingRow(name, "edge-runtime");
  const { EdgeRuntime } = await import(resolved(place, "edge-runtime"));
  const script = await bundled({ format: "iife" });
  const runtime = new EdgeRuntime({ initialCode: script });
  return rowOf(name, versionIn(place, "edge-runtime"), cases, {
    runVectors: (batch) => runtime.evaluate(`credportSuite.runVectors(${JSON.stringify(batch)})`),
    smoke: () => runtime.evaluate("credportSuite.smoke()"),
    imports: (url) => runtime.evaluate(`credportSuite.imports(${JSON.stringify(url)})`),
  });
}

/** Runtimes that have nothing of Node. */
export async function webPlaces({ folder, only, names }) {
  const cases = await casesFor(only);
  const isAsked = (name) => names === undefined || names.includes(name);
  const rows = await browserRows(folder, cases, names);
  if (isAsked("workerd")) rows.push(await tried("workerd", () => workerdRow(folder, cases)));
  if (isAsked("edge-runtime")) rows.push(await tried("edge-runtime", () => edgeRow(folder, cases)));
  return rows;
}
