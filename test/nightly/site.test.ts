import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PROBLEM_CODES } from "../../src/problems/index.js";
import { ALL_LOOKS, BROWSER, expectFitToRead, openBrowser } from "../browser.js";

/**
 * Builds the documentation site, for which packages are installed, and reads it in a browser. Where CREDPORT_SITE names a
 * folder, that site is read.
 */
const ROOT = resolve(import.meta.dirname, "../..");
const SITE = process.env.CREDPORT_SITE ?? join(ROOT, "docs/site/dist");
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
};
/** One page of each kind. */
const PAGES = [
  "/",
  "/start.html",
  "/guides/",
  "/guides/firebase.html",
  "/problems.html",
  "/problems/bcrypt/cost-out-of-range/",
  "/login.html",
  "/api/",
  "/api/credport/verify/",
];

function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    const path = join(SITE, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    try {
      response.setHeader("content-type", TYPES[extname(path)] ?? "application/octet-stream");
      response.end(readFileSync(path));
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server)));
}

BROWSER.describe("the documentation site", () => {
  let folder: string;
  let server: Server;
  let browser: Browser;
  let page: Page;
  let origin: string;
  const asked: string[] = [];
  const said: string[] = [];

  beforeAll(async () => {
    if (process.env.CREDPORT_SITE === undefined) {
      execFileSync("npm", ["run", "--silent", "site"], { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] });
    }
    folder = mkdtempSync(join(tmpdir(), "credport-site-"));
    server = await serve();
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await openBrowser();
    page = await browser.newPage();
    page.on("request", (request) => asked.push(request.url()));
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(String(error)));
  });
  afterAll(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (path: string) => page.goto(origin + path, { waitUntil: "networkidle0" });
  const textOf = (selector: string) => page.$eval(selector, ({ textContent }) => textContent?.trim());

  it.each(ALL_LOOKS.flatMap((look) => PAGES.map((path) => [path, look] as const)))(
    "has nothing that axe finds, and fits its window: %s, %s",
    async (path, look) => {
      await open(path);
      await expectFitToRead(page, look, { name: `site${path.replaceAll("/", "-")}`, folder });
    },
  );

  it("has a page for each problem, under an address that can be printed", async () => {
    for (const code of PROBLEM_CODES) {
      expect(readFileSync(join(SITE, "problems", code, "index.html"), "utf8")).toContain(`<title>${code} |`);
    }
    await page.setViewport({ width: 1200, height: 900 });
    await open("/problems/login/function-failed/");
    expect(await textOf("h1")).toContain("login/function-failed");
    expect(await textOf("main")).toContain("Remedy: Look at why the import failed");
  });

  it("has a page for each entry of the package, with its names", async () => {
    await open("/api/credport/verify/");
    const names = await page.$$eval("h3", (heads) => heads.map(({ id }) => id));
    expect(names).toEqual(expect.arrayContaining(["verifypassword", "totpcode"]));
  });

  it.each([
    ["cost-out-of-range", "/problems/bcrypt/cost-out-of-range/"],
    ["createLoginFallback", "/api/credport/login/"],
    ["From WordPress", "/guides/wordpress.html"],
    ["prehash", "/glossary.html"],
  ])("finds %s without a network", async (words, expected) => {
    await open("/");
    await page.click(".DocSearch-Button");
    const input = (await page.waitForSelector("#localsearch-input"))!;
    await input.type("hash");
    await page.waitForSelector("#localsearch-list a");
    // The index is there. All that follows is done without a network.
    await page.setOfflineMode(true);
    await input.click({ count: 3 });
    await input.type(words);
    const links = () =>
      page.$$eval("#localsearch-list a", (found) => found.map((one) => one.getAttribute("href") ?? ""));
    await expect.poll(async () => (await links()).map((link) => link.split("#")[0])).toContain(expected);
    await page.setOfflineMode(false);
  });

  it("leads to the page to try and to the table of implementations", async () => {
    await open("/");
    await page.click("main a[href='try/index.html']");
    await page.waitForSelector(".anatomy");
    await page.click("#clear");
    await page.type("#text", "{bcrypt}$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW");
    await expect.poll(() => textOf("#answer")).toContain("spring-bcrypt");
    await page.click("#clear");
    await page.type("#text", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuR");
    await expect.poll(() => textOf("#answer")).toContain("ends after 40 of 60");
    await Promise.all([page.waitForNavigation(), page.click("a[href='../problems/bcrypt/truncated/']")]);
    expect(await textOf("h1")).toContain("bcrypt/truncated");
    await Promise.all([page.waitForNavigation(), page.click("a[href='/try/index.html']")]);
    await Promise.all([page.waitForNavigation(), page.click("header nav a")]);
    expect(new URL(page.url()).pathname).toBe("/start.html");
    await open("/");
    await Promise.all([page.waitForNavigation(), page.click("main a[href='peers.html']")]);
    expect(await page.$$eval("table", ({ length }) => length)).toBeGreaterThan(0);
    const rows = () => page.$$eval("tbody tr", (all) => all.filter((row) => !row.hasAttribute("hidden")).length);
    const all = await rows();
    await page.select("#language", "Go");
    expect(await rows()).toBeLessThan(all);
    expect(await textOf("#count")).toBe(`${await rows()} of ${all}`);
  });

  it("serves schemas at the paths of their $ids", async () => {
    for (const name of ["schemas/user", "docs/conformance/run", "vectors/schema/verify"]) {
      const path = `/${name}.schema.json`;
      const reply = await fetch(origin + path);
      expect(((await reply.json()) as { $id: string }).$id).toBe(`https://credport.example${path}`);
    }
  });

  it("kept its console clean and asked for nothing of others", () => {
    expect(said).toEqual([]);
    expect(asked.filter((url) => !url.startsWith("data:") && new URL(url).origin !== origin)).toEqual([]);
    expect(asked.length).toBeGreaterThan(PAGES.length);
  });
});
