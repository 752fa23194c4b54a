import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const BROWSER = ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((path) => existsSync(path));
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
// Published: crypt_blowfish's own tests, WordPress' form as its tests have it, the reference implementation of argon2.
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const PREHASHED = "$wp$2y$10$Q1xinFjrZeLWJBvxviIL6u834Fu.evIEFHAUVisQ5O.w9Dm0sMdES";
const ARGON2 = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";

interface TryPage {
  buildPage(folder: string): Promise<void>;
  servePage(folder: string): Promise<{ readonly url: string; close(): void }>;
}

describe.skipIf(BROWSER === undefined)("the page to look with", () => {
  let folder: string;
  let served: Awaited<ReturnType<TryPage["servePage"]>>;
  let browser: Browser;
  let page: Page;
  const asked: string[] = [];
  const said: string[] = [];

  beforeAll(async () => {
    const { buildPage, servePage } = (await import(
      new URL("../../docs/try/build.mjs", import.meta.url).href
    )) as TryPage;
    folder = mkdtempSync(join(tmpdir(), "credport-try-"));
    await buildPage(folder);
    served = await servePage(folder);
    browser = await puppeteer.launch({ executablePath: BROWSER!, args: ["--no-sandbox"] });
    page = await browser.newPage();
    page.on("request", (request) => asked.push(request.url()));
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(String(error)));
    await page.goto(served.url, { waitUntil: "networkidle0" });
    // All that follows is done without a network.
    served.close();
    await page.setOfflineMode(true);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const textOf = (selector: string) => page.$eval(selector, (found) => found.textContent ?? "");
  const untilText = async (selector: string, pattern: RegExp) => {
    await expect.poll(() => textOf(selector), { timeout: 60_000 }).toMatch(pattern);
  };

  it("says first that nothing leaves it, and asked for its own three files only", async () => {
    const promise = await page.$eval("body", (body) => body.textContent?.trim().split("\n")[0]);
    expect(promise).toMatch(/^Nothing leaves this page/);
    const own = ["", "page.css", "page.js", "worker.js"].map((name) => `${served.url}${name}`);
    expect(asked.filter((url) => !own.includes(url) && !url.endsWith("/favicon.ico"))).toEqual([]);
    expect(await page.evaluate("navigator.serviceWorker?.controller ?? null")).toBeNull();
  });

  it("names each hash, what can be done with it, and its canonical form", async () => {
    await page.type("#hashes", `{bcrypt}${BCRYPT}\n${PREHASHED}\n`);
    await untilText("#hash-answers", /spring-bcrypt/);
    const answers = await textOf("#hash-answers");
    expect(answers).toContain("importable");
    expect(answers).toContain("wordpress-bcrypt");
    expect(answers).toContain("wrapping/prehashed");
    expect(await page.$$eval("#hash-answers article", ({ length }) => length)).toBe(2);
    expect(await page.$eval("#hash-answers dd code", (found) => found.textContent)).toBe(BCRYPT);
  });

  it.each([
    ["bcrypt", BCRYPT, "U*U", "cost 5"],
    ["argon2", ARGON2, "password", "MiB of memory"],
  ])("tells what %s costs and checks a password in its worker", async (_, hash, password, cost) => {
    const typed = async (selector: string, text: string) => {
      await page.$eval(selector, (input) => {
        (input as unknown as { value: string }).value = "";
      });
      await page.type(selector, text);
    };
    await typed("#check-hash", hash);
    await untilText("#check-cost", new RegExp(cost));
    await typed("#check-password", password);
    await page.keyboard.press("Enter");
    await untilText("#check-answer", /The password matches/);
    await typed("#check-password", `${password}!`);
    await page.keyboard.press("Enter");
    await untilText("#check-answer", /The password does not match/);
  });

  it("reads a secret in every possible way, each with its running code", async () => {
    await page.type("#secret", "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    await page.select("#secret-encoding", "base32");
    await untilText("#secret-answers", /Code now\d{6}/);
    await page.select("#secret-encoding", "");
    await untilText("#secret-answers", /read as base32[\s\S]*read as utf8/);
  });

  it("builds a provider-scrypt string", async () => {
    await page.type("#scrypt-hash", "PrZI5nfqjOEk");
    await page.type("#scrypt-salt", "salt");
    await untilText("#scrypt-answer", /^\$f_scrypt\$PrZI5nfqjOEk\$salt\$m=14\$r=8\$s=Bw==$/);
  });

  it.each(["light", "dark"])("has nothing that axe finds, in %s colours and on a phone", async (scheme) => {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await page.setViewport({ width: 390, height: 844 });
    await page.evaluate(AXE);
    const found = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: { run(): Promise<{ violations: readonly { id: string; nodes: { html: string }[] }[] }> };
      };
      return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    });
    expect(found).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
  });

  it("kept its console clean and asked for nothing more", () => {
    expect(said).toEqual([]);
    expect(asked.length).toBeLessThan(6);
  });
});
