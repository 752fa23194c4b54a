import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Answer, type ConformanceReport, runConformance } from "../../src/conformance/index.js";
import { BROWSER, openBrowser } from "../browser.js";
import { type PeerReport, peersPage } from "../peers/peers-page.mjs";
import { peersTable } from "../peers/peers-table.mjs";

/** The pages that `npm run peers` writes, of two implementations: one that is right, and one that is not. */

const TOTP = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

async function peer(name: string, language: string, code: string): Promise<PeerReport> {
  const operations = {
    "totp-code": () => ({ ok: { code } }),
    identify: () => ({ skipped: { reason: "has none" } }),
  };
  const report = await runConformance(
    { name, version: "1.0 <b>", language, operations },
    { only: ["totp-code/rfc6238-001", "identify/adonis"] },
  );
  if (!report.ok) throw new Error(report.problems[0].message);
  return { from: "npm", report: report.value };
}

const right = await peer("right & good", "Go", "94287082");
const expected = right.report.results.find(({ vector }) => vector.id === "totp-code/rfc6238-001")?.vector;
const answer = String(expected?.outputs[0]?.code);
const peers = [await peer("right & good", "Go", answer), await peer("wrong", "Ruby", "000000")];
const table = peersTable(peers, "2026-01-31", "0123456789ab");

describe("the table of peers", () => {
  it("has a row for each implementation and a column for each group that somebody was held to", () => {
    expect(String(expected?.input.secret)).toBe(TOTP);
    expect(table).toContain("2 implementations, run on 2026-01-31 over the");
    expect(table).toContain("<th scope=row>right &amp; good</th><td>1.0 &lt;b&gt;</td><td>Go</td>");
    expect(table).toContain('<td class=bad title="001">0 <b>1</b></td>');
    expect(table).toContain("totp-code/rfc6238</th>");
    expect(table).not.toContain("identify/adonis");
    expect(peersTable(peers, "2026-01-31", "0123456789ab")).toBe(table);
  });

  it("asks no network, and loads nothing from elsewhere", () => {
    expect(table).not.toMatch(/https?:|src=|@import|fetch\(/);
    expect(table).toContain("default-src 'none'");
  });

  BROWSER.test(
    "is filtered by name, language, group and faults",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "credport-peers-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const path = join(folder, "peers.html");
      writeFileSync(path, table);
      const { page, shown, columns } = await opened(path);
      expect([await shown(), await columns()]).toEqual([["right & good", "wrong"], 8]);
      await page.click("#faulty");
      expect(await shown()).toEqual(["wrong"]);
      await page.select("#language", "Go");
      expect(await shown()).toEqual([]);
      await page.click("#faulty");
      await page.type("#name", "RIGHT");
      expect(await shown()).toEqual(["right & good"]);
      await page.type("#group", "verify/");
      expect(await columns()).toBe(7);
      expect(await page.$eval("#count", (text) => text.textContent)).toBe("1 of 2");
    },
    60_000,
  );

  BROWSER.test(
    "is filtered with all implementations of docs/peers.html",
    async () => {
      const path = join(import.meta.dirname, "../../docs/peers.html");
      const { page, shown, columns } = await opened(path);
      const [, count] = /<p>(\d+) implementations, run on/.exec(readFileSync(path, "utf8")) ?? [];
      const [all, allColumns] = [await shown(), await columns()];
      expect(all.length).toBe(Number(count));
      expect(await page.$eval("#count", (text) => text.textContent)).toBe(`${count} of ${count}`);
      await page.type("#group", "verify/bypass");
      expect([(await shown()).length, await columns()]).toEqual([all.length, 8]);
      await page.select("#language", "Rust");
      const ofRust = await shown();
      expect(ofRust.length).toBeGreaterThan(5);
      await page.type("#name", "DJANGOHASHERS");
      expect(await shown()).toEqual(["djangohashers"]);
      await page.$eval("#name", (input) => {
        Object.assign(input, { value: "" });
        input.dispatchEvent(new Event("input"));
      });
      await page.click("#faulty");
      const faulty = await shown();
      expect(faulty.every((name) => ofRust.includes(name))).toBe(true);
      expect(faulty.length).toBeLessThan(ofRust.length);
      expect(allColumns).toBeGreaterThan(8);
    },
    60_000,
  );
});

/** A page in a browser, with the names of the rows that are shown, and the number of columns. */
async function opened(path: string) {
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(pathToFileURL(path).href);
  const shown = () =>
    page.$$eval("tbody tr", (rows) =>
      rows.filter((row) => !row.hasAttribute("hidden")).map((row) => row.querySelector("th")?.textContent),
    );
  const columns = () => page.$$eval("thead th", (heads) => heads.filter((head) => !head.hasAttribute("hidden")).length);
  return { page, shown, columns };
}

describe("the page of peers", () => {
  it("says where an implementation differs on purpose, which its row counts all the same", () => {
    const [good, bad] = peers as [PeerReport, PeerReport];
    const skips = [{ pattern: "flag:LongPassword", reason: "its readme says *so*" }];
    const page = peersPage([good, { ...bad, skips }], "2026-01-31", "0123456789ab");
    expect(page).toContain("- On purpose, by its skip file:\n  - `flag:LongPassword`: its readme says \\*so\\*\n");
    expect(page.match(/On purpose/g)).toHaveLength(1);
    expect(peersPage([good, bad], "2026-01-31", "0123456789ab")).not.toContain("On purpose");
  });

  it("says the same of a cost that must be refused, however far an implementation came with it", async () => {
    const subject = (verify: () => Answer | Promise<Answer>) => ({
      name: "unbounded",
      version: "1",
      language: "Go",
      operations: { verify },
    });
    const options = { only: ["verify/refused-001"], costTimeoutMs: 50 };
    const pages = await Promise.all(
      [() => ({ ok: { matches: true } }), () => new Promise<Answer>(() => {})].map(async (answer) => {
        const report = await runConformance(subject(answer), options);
        if (!report.ok) throw new Error(report.problems[0].message);
        return peersPage([{ from: "Go modules", report: report.value as ConformanceReport }], "2026-01-31", "0");
      }),
    );
    expect(pages[0]).toContain("computes what must be refused for its cost");
    expect(pages[1]).toBe(pages[0]);
  });

  it("is here as a table too, of the same run", () => {
    const lineOf = (name: string) =>
      /\d+ implementations, run on .* begins with [0-9a-f]+/.exec(
        readFileSync(join(import.meta.dirname, "../../docs", name), "utf8"),
      )?.[0];
    expect(lineOf("peers.html")).toBe(lineOf("peers.md"));
  });
});
