import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCli } from "../../src/cli/run-cli.js";
import { ALL_LOOKS, BROWSER, expectFitToRead, openBrowser } from "../browser.js";
import { fakeIo } from "../cli/fake-io.js";

const SAMPLE = fileURLToPath(new URL("../../docs/examples/firebase/", import.meta.url));
const REFUSED = 22;

BROWSER.describe("the report as a page", () => {
  let folder: string;
  let browser: Browser;
  let page: Page;
  const asked: string[] = [];
  const said: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "credport-report-"));
    const path = join(folder, "report.html");
    const options = ["--from", "firebase", "--hash-config", join(SAMPLE, "hash-config.txt"), "--with-addresses"];
    const code = await runCli(["check", join(SAMPLE, "users.json"), ...options, "--report", path], fakeIo().io);
    expect(code).toBe(1);
    browser = await openBrowser();
    page = await browser.newPage();
    page.on("request", (request) => asked.push(request.url().replace("#search", "")));
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(String(error)));
    await page.goto(pathToFileURL(path).href);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const shownRows = () =>
    page.$$eval("tbody tr:not([hidden])", (rows) =>
      rows.map((row) => [...row.children].map(({ textContent }) => textContent ?? "")),
    );
  const found = () => page.$eval("#found", ({ textContent }) => textContent);

  it("lists every refused user, and shows those that have the words of a search", async () => {
    expect(await shownRows()).toHaveLength(REFUSED);
    await page.type("#search", "Duplicate EMAIL");
    const rows = await shownRows();
    expect(rows).toHaveLength(4);
    for (const row of rows) expect(row.at(-1)).toContain("user/duplicate-email");
    expect(await found()).toBe(`4 of ${REFUSED} shown`);
  });

  it("leads by a click from a problem to its users", async () => {
    const link = await page.waitForSelector("li a ::-p-text(user/disabled)");
    await link!.click();
    const rows = await shownRows();
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row.at(-1)).toContain("user/disabled");
    expect(await page.$eval("#search", (input) => (input as unknown as { value: string }).value)).toBe("user/disabled");
    await page.click("#search", { count: 3 });
    await page.keyboard.press("Backspace");
    expect(await shownRows()).toHaveLength(REFUSED);
  });

  it("orders users by a column, both ways, by mouse and by keyboard", async () => {
    const order = async () => (await shownRows()).map(([line]) => Number(line));
    const asWritten = await order();
    const [head] = await page.$$("th button");
    await head!.click();
    const up = asWritten.toSorted((a, b) => a - b);
    expect(await order()).toEqual(up);
    expect(await page.$eval("th", (cell) => cell.getAttribute("aria-sort"))).toBe("ascending");
    await page.keyboard.press("Enter");
    expect(await order()).toEqual(up.toReversed());
    await (await page.$$("th button"))[1]!.click();
    const users = (await shownRows()).map(([, user]) => user ?? "");
    expect(users).toEqual(users.toSorted((a, b) => a.localeCompare(b, undefined, { numeric: true })));
    expect(await page.$$eval("th[aria-sort]", (heads) => heads.length)).toBe(1);
  });

  it("is printed on pages of paper, without its search field", async () => {
    const pdf = Buffer.from(await page.pdf({ format: "A4", path: join(folder, "report.pdf") }));
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1);
    await page.emulateMediaType("print");
    const height = async (selector: string) => page.$eval(selector, (one) => one.getClientRects().length);
    expect([await height("#search"), await height("tbody tr")]).toEqual([0, 1]);
    await page.emulateMediaType("screen");
  });

  it.each(ALL_LOOKS)("has nothing that axe finds, and fits its window: %s", async (look) => {
    await expectFitToRead(page, look, { name: "report", folder });
  });

  it("can be read whole without a script, and asks for nothing", async () => {
    await page.setJavaScriptEnabled(false);
    await page.reload();
    expect((await page.content()).match(/<tr><td>/g)).toHaveLength(REFUSED);
    expect(said).toEqual([]);
    expect(new Set(asked)).toEqual(new Set([pathToFileURL(join(folder, "report.html")).href]));
  });
});
