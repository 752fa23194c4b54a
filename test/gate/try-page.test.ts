import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { createGzip, gunzipSync, gzipSync } from "node:zlib";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { encode } from "uqr";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkExport } from "../../src/check/index.js";
import { type FirebaseHashConfig, parseFirebaseHashConfig } from "../../src/source/index.js";
import { BROWSER } from "../browser.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
// Published: crypt_blowfish's own tests, WordPress' form as its tests have it, the reference implementation of argon2.
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const PREHASHED = "$wp$2y$10$Q1xinFjrZeLWJBvxviIL6u834Fu.evIEFHAUVisQ5O.w9Dm0sMdES";
const ARGON2 = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";

const SAMPLES = new URL("../source/systems/samples/", import.meta.url);
const sample = (name: string) => readFileSync(new URL(name, SAMPLES));

async function* bytesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function hashConfig(text: string): FirebaseHashConfig {
  const read = parseFirebaseHashConfig(text);
  if (!read.ok) throw new Error(read.problems[0].message);
  return read.value;
}

/** A picture of a code as BMP with 24 bits a pixel: eight pixels a module, and a white edge of four modules. */
function bitmapOf(modules: readonly (readonly boolean[])[]): Uint8Array {
  const [scale, edge] = [8, 4];
  const side = (modules.length + 2 * edge) * scale;
  const stride = Math.ceil((side * 3) / 4) * 4;
  const file = Buffer.alloc(54 + stride * side, 0xff);
  file.fill(0, 0, 54).write("BM", "latin1");
  for (const [at, value] of [
    [2, file.length],
    [10, 54],
    [14, 40],
    [18, side],
    [22, side],
  ] as const) {
    file.writeUInt32LE(value, at);
  }
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const isDark = modules[Math.floor(row / scale) - edge]?.[Math.floor(column / scale) - edge] === true;
      // Rows are written from the last one up.
      if (isDark)
        file.fill(0, 54 + (side - 1 - row) * stride + column * 3, 54 + (side - 1 - row) * stride + column * 3 + 3);
    }
  }
  return file;
}

interface TryPage {
  buildPage(folder: string): Promise<void>;
  servePage(folder: string): Promise<{ readonly url: string; close(): void }>;
}

BROWSER.describe("the page to look with", () => {
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
    browser = await puppeteer.launch({ executablePath: BROWSER.path, args: ["--no-sandbox"] });
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
  const untilText = async (selector: string, pattern: RegExp, timeout = 60_000) => {
    await expect.poll(() => textOf(selector), { timeout }).toMatch(pattern);
  };

  it("says first that nothing leaves it, and asked for its own files only", async () => {
    const promise = await page.$eval("body", (body) => body.textContent?.trim().split("\n")[0]);
    expect(promise).toMatch(/^Nothing leaves this page/);
    const own = ["", "page.css", "page.js", "worker.js", "check-worker.js"].map((name) => `${served.url}${name}`);
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

  const choose = async (selector: string, name: string, content: string | Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    const input = (await page.$(selector)) as unknown as { uploadFile(path: string): Promise<void> };
    await input.uploadFile(path);
  };
  const FIREBASE = new URL("../../docs/examples/firebase/", import.meta.url);
  const firebase = (name: string) => readFileSync(new URL(name, FIREBASE));

  it("checks an export that is chosen, as the command line does", async () => {
    await page.$eval(
      "#export-hash-config",
      (area, text) => {
        (area as unknown as { value: string }).value = text;
      },
      firebase("hash-config.txt").toString(),
    );
    await choose("#export-file", "users.json", firebase("users.json"));
    await untilText("#export-answer", /records can be imported/);
    const report = await checkExport(() => bytesOf(firebase("users.json")), {
      from: "firebase",
      hashConfig: hashConfig(firebase("hash-config.txt").toString()),
    });
    if (!report.ok) throw new Error(report.problems[0].message);
    const { importable, problems } = report.value;
    expect(problems.length).toBeGreaterThan(3);
    expect(await textOf("#export-answer")).toBe(`${importable} of 200 records can be imported.`);
    const rows = await page.$$eval("#export-report table:first-of-type tbody tr", (found) =>
      found.map((row) => [...row.children].slice(0, 2).map(({ textContent }) => textContent)),
    );
    expect(rows).toEqual(problems.map(({ name, records: count }) => [name, String(count)]));
  });

  it.each([
    ["cognito.csv", sample("cognito.csv")],
    ["fusionauth.json.gz", gzipSync(sample("fusionauth.json"))],
    ["wordpress.sql", sample("wordpress.sql")],
  ])("finds out what wrote %s, which is dropped", async (name, content) => {
    await drop(name, content);
    const report = await checkExport(() => bytesOf(name.endsWith(".gz") ? gunzipSync(content) : content), {
      from: "auto",
    });
    if (!report.ok) throw new Error(report.problems[0].message);
    const { importable, records, refused } = report.value;
    await untilText("#export-answer", new RegExp(`^${importable} of ${records} records can be imported`));
    await untilText("#export-report", new RegExp(`Refused${refused}`));
    const named = report.value.problems.map(({ name, records }) => `${name}${records}`);
    for (const problem of named) expect(await textOf("#export-report")).toContain(problem);
  });

  it.each([["nothing.json", Buffer.alloc(0), /^The export can't be checked/]])(
    "says why %s can't be checked",
    async (name, content, said) => {
      await drop(name, content);
      await untilText("#export-answer", said);
    },
  );

  const TIME_TO_UNPACK = 300_000;
  it("stops where a small file unpacks to more than a page reads", { timeout: TIME_TO_UNPACK }, async () => {
    const bomb = createGzip();
    const packed = buffer(bomb);
    bomb.write('{"users":[{"localId":"a","email":"a@example.com","emailVerified":true}');
    for (let mebibyte = 0; mebibyte < 513; mebibyte++) {
      if (!bomb.write(Buffer.alloc(1 << 20, " "))) await once(bomb, "drain");
    }
    bomb.end("]}");
    await choose("#export-file", "bomb.json.gz", await packed);
    await untilText("#export-answer", /^The file is larger than a page reads/, TIME_TO_UNPACK);
  });

  const drop = async (name: string, content: Uint8Array) => {
    // As a text: the compiler of the tests knows nothing of a page.
    await page.evaluate(`{
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from([${content.join()}])], ${JSON.stringify(name)}));
      const dropped = new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true });
      document.querySelector("#export").dispatchEvent(dropped);
    }`);
  };

  it.each([
    ["a few", 10],
    ["more than DuplicateFinder keeps without temporary files", 80_000],
  ])("finds users who share a phone number among %s, as the command line does", async (_, users) => {
    const numbers = Array.from({ length: users }, (_, at) => 2_000_000 + Math.max(1, at));
    const lines = numbers.map((number, at) => ({ localId: `user-${at}`, phoneNumber: `+1415${number}` }));
    const content = Buffer.from(JSON.stringify({ users: lines }));
    const report = await checkExport(() => bytesOf(content), { from: "auto" });
    if (!report.ok) throw new Error(report.problems[0].message);
    expect(report.value).toMatchObject({ records: users, importable: users - 2 });
    expect(report.value.problems).toMatchObject([{ name: "user/duplicate-phone", records: 2 }]);
    await choose("#export-file", `twins-${users}.json`, content);
    await untilText("#export-answer", new RegExp(`^${users - 2} of ${users} records can be imported`));
    await untilText("#export-report", /user\/duplicate-phone2/);
  });

  it("reads the secret in a picture of a QR code", async () => {
    const uri = "otpauth://totp/Example:ann?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Example";
    await choose("#qr-file", "code.bmp", bitmapOf(encode(uri).data));
    await untilText("#qr-answer", /Read from the picture/);
    await untilText("#secret-answers", /otpauth URI[\s\S]*GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ/);
    await choose("#qr-file", "empty.bmp", bitmapOf([[false]]));
    await untilText("#qr-answer", /No QR code was found/);
    await choose("#qr-file", "not-a-picture.bmp", "text");
    await untilText("#qr-answer", /No QR code was found/);
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
    expect(asked.length).toBeLessThan(7);
  });
});
