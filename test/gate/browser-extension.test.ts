import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import puppeteer, { type Browser } from "puppeteer-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import { BROWSER } from "../browser.js";

const CLIENT = fileURLToPath(new URL("../../src/client/index.ts", import.meta.url));
// Published: one of crypt_blowfish's own tests.
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

/** What a migration's extension would have as its service worker. */
const WORKER = `
import { createImportClient } from ${JSON.stringify(CLIENT)};
globalThis.importUser = async (baseUrl, email) => {
  const client = createImportClient({ baseUrl, apiKey: "rehearsal-key", retry: { maxRetries: 0 } });
  const reply = await client.importPasswordHash({ email, passwordHash: ${JSON.stringify(BCRYPT)} });
  return reply.ok ? "imported" : reply.problems[0].code;
};`;

const MANIFEST = {
  manifest_version: 3,
  name: "importer",
  version: "1",
  background: { service_worker: "worker.js" },
  host_permissions: ["http://127.0.0.1/*"],
};

async function writeExtension(folder: string): Promise<void> {
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(MANIFEST));
  await build({
    stdin: { contents: WORKER, resolveDir: folder },
    bundle: true,
    platform: "browser",
    format: "iife",
    outfile: join(folder, "worker.js"),
    logLevel: "silent",
  });
}

BROWSER.describe("the client in a browser extension", () => {
  let folder: string;
  let browser: Browser;
  let id: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "credport-extension-"));
    await writeExtension(folder);
    browser = await puppeteer.launch({
      executablePath: BROWSER.path,
      args: ["--no-sandbox"],
      enableExtensions: true,
      pipe: true,
    });
    id = await browser.installExtension(folder);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function imported(allowedOrigins: readonly string[]) {
    const rehearsal = createRehearsalService({ apiKeys: ["rehearsal-key"], allowedOrigins });
    const { url, close } = await rehearsal.listen();
    try {
      const target = await browser.waitForTarget((one) => one.type() === "service_worker");
      const worker = await target.worker();
      const answer = await worker!.evaluate(`importUser(${JSON.stringify(url)}, "ann@example.com")`);
      return [answer, rehearsal.state().counts.users];
    } finally {
      await close();
    }
  }

  it("imports into a rehearsal service that allows its origin", async () => {
    expect(await imported([`chrome-extension://${id}`])).toEqual(["imported", 1]);
  });

  it("is refused by one that does not", async () => {
    expect(await imported([])).toEqual(["client/forbidden", 0]);
  });
});
