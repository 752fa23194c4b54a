import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { createGzip, gunzipSync, gzipSync } from "node:zlib";
import type { Browser, Frame, Page } from "puppeteer-core";
import { encode } from "uqr";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkExport } from "../../src/check/index.js";
import { identifyHash } from "../../src/hash/index.js";
import { operatorRemedyOf } from "../../src/problems/index.js";
import { type FirebaseHashConfig, parseFirebaseHashConfig } from "../../src/source/index.js";
import { ALL_LOOKS, BROWSER, expectFitToRead, openBrowser } from "../browser.js";

// Published: crypt_blowfish's own tests, WordPress' form as its tests have it, the reference implementation of argon2.
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const PREHASHED = "$wp$2y$10$Q1xinFjrZeLWJBvxviIL6u834Fu.evIEFHAUVisQ5O.w9Dm0sMdES";
const ARGON2 = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
const DES = "CCNf8Sbh3HDfQ";
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

const SAMPLES = new URL("../source/systems/samples/", import.meta.url);
const sample = (name: string) => readFileSync(new URL(name, SAMPLES));
const page = (name: string) => import(new URL(`../../docs/try/${name}`, import.meta.url).href);

async function* bytesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function checked(content: Uint8Array) {
  const report = await checkExport(() => bytesOf(content), { from: "auto" });
  if (!report.ok) throw new Error(report.problems[0].message);
  return report.value;
}

function hashConfig(text: string): FirebaseHashConfig {
  const read = parseFirebaseHashConfig(text);
  if (!read.ok) throw new Error(read.problems[0].message);
  return read.value;
}

interface Anatomy {
  readonly drawn: string;
  readonly parts: readonly { readonly name: string; readonly from: number; readonly to: number }[];
}

it("finds the parts of every form that credport computes, each once and in the order of the text", async () => {
  const { anatomyOf } = (await page("anatomy.mjs")) as { anatomyOf(text: string, context: object): Anatomy };
  const samples = JSON.parse(readFileSync(new URL("../hash/catalogue-samples.json", import.meta.url), "utf8"));
  const texts = Object.values(samples as Record<string, { text: string }>).map(({ text }) => text);
  const withoutParts = texts.flatMap((text) => {
    const { drawn, parts } = anatomyOf(text, {});
    let end = 0;
    for (const { from, to } of parts) {
      expect(from).toBeGreaterThanOrEqual(end);
      expect(to).toBeGreaterThan(from);
      end = to;
    }
    expect(end).toBeLessThanOrEqual(drawn.length);
    const { disposition, format } = identifyHash(text);
    return disposition === "verifiable" && parts.length === 0 ? [`${format}: ${text.split(/(?<=\})/)[0]}`] : [];
  });
  // Their parts are inside an encoding.
  expect(withoutParts).toEqual([
    "ldap-des-crypt: {DES-CRYPT.HEX}",
    "dovecot-pbkdf2: {PBKDF2.HEX}",
    "apr1: {APR1}",
    "md5-crypt: {BSDMD5}",
    "brace-scram: {SCRAM-SHA-1.B64}",
  ]);
});

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
  let tab: Page;
  const asked: string[] = [];
  const said: string[] = [];

  beforeAll(async () => {
    const { buildPage, servePage } = (await page("build.mjs")) as TryPage;
    folder = mkdtempSync(join(tmpdir(), "credport-try-"));
    await buildPage(folder);
    served = await servePage(folder);
    browser = await openBrowser();
    tab = await browser.newPage();
    tab.on("request", (request) => asked.push(request.url()));
    tab.on("console", (message) => said.push(message.text()));
    tab.on("pageerror", (error) => said.push(String(error)));
    await tab.goto(served.url, { waitUntil: "networkidle0" });
    await tab.waitForSelector(".anatomy");
    // All that follows is done without a network.
    served.close();
    await tab.setOfflineMode(true);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const textOf = (selector: string) => tab.$eval(selector, (found) => found.textContent ?? "");
  const allTexts = (selector: string) => tab.$$eval(selector, (found) => found.map(({ textContent }) => textContent));
  const untilText = async (selector: string, pattern: RegExp, timeout = 60_000) => {
    await expect.poll(() => textOf(selector).catch(() => ""), { timeout }).toMatch(pattern);
  };
  const type = async (text: string, selector = "#text") => {
    if (selector === "#text") await tab.click("#clear");
    await tab.click(selector, { count: 3 });
    await tab.type(selector, text);
    await tab.waitForSelector("#answer[aria-busy=false]");
  };
  /** As a text: the compiler of the tests knows nothing of a page. */
  const give = (kind: "drop" | "paste", item: string) =>
    tab.evaluate(`{
      const transfer = new DataTransfer();
      ${item};
      const data = { dataTransfer: transfer, clipboardData: transfer, bubbles: true, cancelable: true };
      const event = "${kind}" === "drop" ? new DragEvent("drop", data) : new ClipboardEvent("paste", data);
      document.querySelector("#text").dispatchEvent(event);
    }`);
  const drop = (name: string, content: Uint8Array, kind: "drop" | "paste" = "drop", mime = "") =>
    give(
      kind,
      `transfer.items.add(new File([Uint8Array.from([${content.join()}])], ${JSON.stringify(name)}, { type: "${mime}" }))`,
    );
  const choose = async (name: string, content: string | Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    const input = (await tab.$("#file")) as unknown as { uploadFile(path: string): Promise<void> };
    await input.uploadFile(path);
  };
  const report = async (): Promise<Frame> => {
    const frame = await (await tab.waitForSelector("iframe"))?.contentFrame();
    await frame?.waitForSelector("h1");
    return frame as Frame;
  };

  it("says that nothing leaves it, and asked for its own files only", async () => {
    expect(await textOf(".promise")).toMatch(/nothing is sent, nothing is kept/);
    const own = ["", "page.css", "scheme.js", "page.js", "worker.js"].map((name) => `${served.url}${name}`);
    expect(asked.filter((url) => !own.includes(url) && url !== "data:,")).toEqual([]);
    expect(await tab.evaluate("navigator.serviceWorker?.controller ?? null")).toBeNull();
  });

  it("draws an example before anything is typed", async () => {
    expect(await tab.$eval("#text", (area) => (area as unknown as { value: string }).value)).toBe(PREHASHED);
    expect(await textOf("#verdict")).toBe("Do not import it. The user logs in through the fallback.");
    const drawn = await allTexts(".anatomy .label");
    expect(drawn).toEqual(["prefix 0–3", "version 4–5", "cost 7–8", "salt 10–31", "digest 32–62"]);
    expect((await allTexts(".anatomy code")).join("")).toBe(PREHASHED);
    expect(await allTexts(".chain b")).toEqual(["password", "trim", "HMAC-SHA-384", "base64", "bcrypt", "digest"]);
    expect(await textOf(".problems")).toContain(operatorRemedyOf("wrapping/prehashed"));
  });

  it("leads from each problem to its page, and on to a guide", async () => {
    const links = await tab.$$eval("#answer a", (found) => found.map((link) => link.getAttribute("href") ?? ""));
    const paths = links.map((link) => link.replace("https://example.org/credport/", ""));
    expect(paths).toEqual(
      expect.arrayContaining(["problems/wrapping/prehashed/", "guides/wordpress.html", "start.html"]),
    );
  });

  it("tells what is around a hash, and what is sent to the service", async () => {
    await type(`{bcrypt}${BCRYPT}`);
    await untilText("#verdict", /^It can be imported/);
    expect((await allTexts(".anatomy .label"))[0]).toBe("prefix 0–7");
    expect(await textOf(".copied code")).toBe(BCRYPT);
    expect(await textOf("#answer")).toContain("spring-bcrypt");
  });

  it("shows where a hash breaks off", async () => {
    const cut = BCRYPT.slice(0, 41);
    await type(cut);
    await untilText("#verdict", /not a whole hash/);
    const { offset } = identifyHash(cut).problems[0] ?? {};
    expect(offset).toBe(41);
    expect(await allTexts(".anatomy .label")).toEqual([`breaks here ${offset}`]);
  });

  it("reads a hash otherwise where its system is named", async () => {
    await type(DES);
    await untilText("#answer", /scheme\/ambiguous/);
    await tab.select("#source", "htpasswd");
    await untilText("#verdict", /through the fallback/);
    await tab.select("#source", "");
  });

  it.each([
    ["bcrypt", BCRYPT, "U*U"],
    ["argon2", ARGON2, "password"],
  ])("checks a password of %s in its worker", async (_, hash, password) => {
    await type(hash);
    await untilText("#verdict", /^It can be imported/);
    await type(password, "#password");
    await tab.keyboard.press("Enter");
    await untilText("#match", /The password matches/);
    await type(`${password}!`, "#password");
    await tab.keyboard.press("Enter");
    await untilText("#match", /The password does not match/);
  });

  it("draws the shares of a column that is pasted, however long it is", async () => {
    const users = 250_000;
    await give(
      "paste",
      `transfer.setData("text/plain", "${BCRYPT}\\n".repeat(${users}) + "${PREHASHED}\\n".repeat(${users}))`,
    );
    await untilText("#verdict", /^250,000 of 500,000 hashes can be imported\.$/, 300_000);
    expect(await tab.$eval(".shares", (bar) => bar.getAttribute("aria-label"))).toBe(
      "50.0% can be imported, 50.0% log in through the fallback",
    );
    expect(await allTexts(".kinds .number")).toEqual(["250,000 · 50.0%", "250,000 · 50.0%"]);
    expect(await tab.$eval("#text", (area) => (area as unknown as { value: string }).value)).toBe("");
  });

  it("says where the column was too narrow", async () => {
    await choose("narrow.txt", [BCRYPT, BCRYPT].map((hash) => hash.slice(0, 50)).join("\n"));
    await untilText("#answer", /2 hashes end at 50 characters/);
  });

  it("reads a secret in every possible way, each with its running code, and as a hash", async () => {
    await type(SECRET);
    await untilText("#verdict", /can be read in 3 ways/);
    expect(await allTexts(".cards h2")).toEqual(["read as base32", "read as base64 or base64url", "read as utf8"]);
    await tab.select("#encoding", "base32");
    await untilText("#verdict", /reads in one way/);
    expect(await textOf(".now")).toMatch(/^\d{3} \d{3}$/);
    await tab.click(".choices button");
    await untilText("#verdict", /not a known form of hash/);
    await tab.click("#answer section button");
    await untilText("#verdict", /can be read in 3 ways|one way/);
  });

  it.each(["drop", "paste"] as const)("reads the secret in a picture of a QR code: %s", async (kind) => {
    const uri = `otpauth://totp/Example:ann?secret=${SECRET}&issuer=Example`;
    await drop("code.bmp", bitmapOf(encode(uri).data), kind, "image/bmp");
    await untilText("#verdict", /^Read from the picture/);
    expect(await textOf(".cards")).toContain(SECRET);
    await drop("empty.bmp", bitmapOf([[false]]), kind, "image/bmp");
    await untilText("#verdict", /No QR code was found/);
  });

  const FIREBASE = new URL("../../docs/examples/firebase/", import.meta.url);
  const firebase = (name: string) => readFileSync(new URL(name, FIREBASE));

  it("shows the report on an export, as the command line writes it, and searches in it", async () => {
    await tab.click("[data-example=export]");
    await untilText("#verdict", /^178 of 200 records can be imported\.$/);
    const found = await checkExport(() => bytesOf(firebase("users.json")), {
      from: "firebase",
      hashConfig: hashConfig(firebase("hash-config.txt").toString()),
    });
    if (!found.ok) throw new Error(found.problems[0].message);
    const frame = await report();
    const text = await frame.$eval("main", ({ textContent }) => textContent ?? "");
    for (const { name, records } of found.value.problems) expect(text).toMatch(new RegExp(`${records}✗ ${name}`));
    expect(text).toContain("132 carried, 16 of users not imported");
    await frame.type("#search", "duplicate-email");
    await expect.poll(() => frame.$eval("#found", ({ textContent }) => textContent)).toBe("4 of 22 shown");
    const session = await tab.createCDPSession();
    await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
    await tab.click("a[download]");
    const saved = () => readFileSync(join(folder, "report.html"), "utf8");
    await expect.poll(() => (existsSync(join(folder, "report.html")) ? saved() : "")).toContain("22 of 22 shown");
  });

  it("says what a Firebase export needs, with the problem's page", async () => {
    await type("no parameters", "#hash-config");
    await untilText("#verdict", /The export can't be checked/);
    expect(await allTexts(".problems .code")).toEqual([expect.stringMatching(/^source\//)]);
    await tab.click("#clear");
  });

  it.each([
    ["cognito.csv", sample("cognito.csv")],
    ["fusionauth.json.gz", gzipSync(sample("fusionauth.json"))],
    ["wordpress.sql", sample("wordpress.sql")],
  ])("finds out what wrote %s, which is dropped", async (name, content) => {
    await drop(name, content);
    const { importable, records, problems } = await checked(name.endsWith(".gz") ? gunzipSync(content) : content);
    await untilText("#verdict", new RegExp(`^${importable} of ${records} records can be imported`));
    const text = await (await report()).$eval("main", ({ textContent }) => textContent ?? "");
    for (const problem of problems) expect(text).toContain(`${problem.records}✗ ${problem.name}`);
  });

  it("says why an export can't be checked", async () => {
    await drop("nothing.json", Buffer.from("[]"));
    await untilText("#verdict", /^The export can't be checked/);
  });

  const TIME_TO_UNPACK = 300_000;
  it("stops where a small file unpacks to more than a page reads", { timeout: TIME_TO_UNPACK }, async () => {
    const bomb = createGzip();
    const packed = buffer(bomb);
    bomb.write('{"users":[{"localId":"a","email":"a@example.com","emailVerified":true}');
    for (let mebibyte = 0; mebibyte < 513; mebibyte++) {
      if (!bomb.write(Buffer.alloc(1 << 20, " "))) await once(bomb, "drain");
    }
    bomb.end("]}");
    await choose("bomb.json.gz", await packed);
    await untilText("#verdict", /^The file is larger than a page reads/, TIME_TO_UNPACK);
  });

  it.each([
    ["a few", 10],
    ["more than DuplicateFinder keeps without temporary files", 80_000],
  ])("finds users who share a phone number among %s, as the command line does", async (_, users) => {
    const numbers = Array.from({ length: users }, (_, at) => 2_000_000 + Math.max(1, at));
    const lines = numbers.map((number, at) => ({ localId: `user-${at}`, phoneNumber: `+1415${number}` }));
    const content = Buffer.from(JSON.stringify({ users: lines }));
    expect(await checked(content)).toMatchObject({
      records: users,
      importable: users - 2,
      problems: [{ name: "user/duplicate-phone", records: 2 }],
    });
    await choose(`twins-${users}.json`, content);
    const shown = [users - 2, users].map((number) => number.toLocaleString("en")).join(" of ");
    await untilText("#verdict", new RegExp(`^${shown} records can be imported`));
    expect(await (await report()).$eval("main", ({ textContent }) => textContent)).toContain("user/duplicate-phone");
  });

  it("is used with the keyboard alone", async () => {
    await tab.click("#clear");
    const press = async (key: "Tab" | "Enter" | "Space", times = 1) => {
      for (let time = 0; time < times; time++) await tab.keyboard.press(key);
    };
    const focused = () => tab.evaluate("document.activeElement.id || document.activeElement.textContent.trim()");
    const order: unknown[] = [];
    for (let field = 0; field < 7; field++) {
      order.push(await focused());
      await press("Tab");
    }
    expect(order).toEqual(["text", "file", "source", "clear", "a hash", "a column", "an export"]);
    await tab.focus("[data-example=hash]");
    await press("Enter");
    await untilText("#verdict", /through the fallback/);
    while ((await focused()) !== "password") await press("Tab");
    await tab.keyboard.type("admin");
    await press("Tab");
    await press("Space");
    await untilText("#match", /The password matches/);
  });

  it("is light or dark as it was chosen, and keeps nothing else", async () => {
    const scheme = () => tab.evaluate("getComputedStyle(document.body).backgroundColor");
    await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
    const light = await scheme();
    await tab.click("#scheme");
    expect(await scheme()).not.toBe(light);
    await tab.click("#scheme");
    expect(await scheme()).toBe(light);
    expect(await tab.evaluate("Object.entries({ ...localStorage, ...sessionStorage })")).toEqual([
      ["vitepress-theme-appearance", "light"],
    ]);
    expect(await tab.evaluate("document.cookie")).toBe("");
    await tab.evaluate("document.documentElement.style.colorScheme = ''");
  });

  const LOOKED_AT = ["hash", "column", "export", "secret", "cut-off"];
  it.each(LOOKED_AT.flatMap((name) => ALL_LOOKS.map((look) => [name, look] as const)))(
    "has nothing that axe finds, and fits its window: %s, %s",
    async (name, look) => {
      await tab.click("#clear");
      await untilText("#verdict", /^$/);
      if (name === "secret") await type(SECRET);
      else if (name === "cut-off") await type(BCRYPT.slice(0, 41));
      else await tab.click(`[data-example=${name}]`);
      await untilText("#verdict", /./);
      if (name === "export") await report();
      await expectFitToRead(tab, look, { name: `try-${name}`, folder });
    },
  );

  it("kept its console clean and asked for nothing more", () => {
    expect(said).toEqual([]);
    expect(asked.filter((url) => url.startsWith("http")).length).toBeLessThan(8);
  });
});
