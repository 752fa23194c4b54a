import { spawn } from "node:child_process";
import fc from "fast-check";
import jsQRModule from "jsqr";
import { describe, expect, it } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { SECRET_ENCODINGS } from "../../../src/secret/index.js";
import { liveBytes } from "../../live-bytes.js";
import { readVectors } from "../../secret/vectors.js";
import { type FakeIoOptions, fakeIo, slowOutput } from "../fake-io.js";
import { PROGRAM, runBuiltCli } from "../run-built-cli.js";

/** The key of RFC 6238, appendix B, in each encoding; 287082 are the last 6 digits of its code at 59 s. */
const RFC_KEY = "12345678901234567890";
const RFC_BASE32 = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const RFC_KEY_AS = {
  hex: "3132333435363738393031323334353637383930",
  base32: RFC_BASE32,
  base64: "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=",
  base64url: "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA",
  utf8: RFC_KEY,
} as const;
const URI = `otpauth://totp/Example:ada%40example.com?secret=${RFC_BASE32}&issuer=Example`;
const MIGRATION_URI =
  "otpauth-migration://offline?data=CjQKFDEyMzQ1Njc4OTAxMjM0NTY3ODkwEg1hQGV4YW1wbGUuY29tGgdFeGFtcGxlIAEoATACEAEYASAAKAA%3D";

async function secret(args: readonly string[], options: FakeIoOptions = {}) {
  const fake = fakeIo(options);
  const code = await runCli(["secret", ...args], fake.io);
  return { code, out: fake.out(), err: fake.err() };
}

const given = (stdin: string, ...args: string[]) => secret(args, { stdin: `${stdin}\n` });

async function givenJson(stdin: string, ...args: string[]) {
  const { code, out, err } = await given(stdin, "--json", ...args);
  expect(err).toBe("");
  return { code, answer: JSON.parse(out) };
}

describe("conversion", () => {
  it.each(SECRET_ENCODINGS)("prints the base32 of a %s secret and nothing else", async (encoding) => {
    const { code, out } = await given(RFC_KEY_AS[encoding], "--encoding", encoding);
    expect(code).toBe(0);
    expect(out).toBe(`${RFC_BASE32}\n`);
  });

  it("refuses a second line, which would go unused, and names --lines", async () => {
    const two = `${RFC_KEY_AS.base32}\n${RFC_KEY_AS.base32}\n`;
    for (const args of [
      ["--encoding", "base32"],
      ["--prove", "287082"],
      ["--encoding", "base32", "--qr"],
    ]) {
      const { code, out, err } = await secret(args, { stdin: two });
      expect([code, out]).toEqual([2, ""]);
      expect(err).toContain("Add --lines");
    }
    const blank = await secret(["--encoding", "base32"], { stdin: `${RFC_KEY_AS.base32}\r\n\n \n` });
    expect(blank).toEqual({ code: 0, out: `${RFC_BASE32}\n`, err: "" });
  });

  it("takes what a migration URI leaves out as usual where it is told so, and says how", async () => {
    // One account: a secret and a name, and nothing of algorithm, digits and type.
    const entry = Buffer.from([0x0a, 0x14, ...Buffer.from("12345678901234567890"), 0x12, 0x01, 0x61]);
    const data = Buffer.from([0x0a, entry.length, ...entry]).toString("base64");
    const uri = `otpauth-migration://offline?data=${encodeURIComponent(data)}`;
    const refused = await given(uri);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain("--unspecified usual");
    expect(refused.err).not.toContain("unspecified:");
    expect((await given(uri, "--unspecified", "usual")).out).toBe(`${RFC_BASE32}\ta\n`);
    expect((await given(uri, "--unspecified", "unusual")).code).toBe(2);
  });

  it("prints the base32 of an otpauth URI without being told an encoding", async () => {
    expect(await given(URI)).toEqual({ code: 0, out: `${RFC_BASE32}\n`, err: "" });
  });

  it("prints a secret and a name for each device of a migration URI", async () => {
    const { code, out } = await given(MIGRATION_URI);
    expect([code, out]).toEqual([0, `${RFC_BASE32}\tExample:a@example.com\n`]);
  });

  it("puts the secret into a field of the JSON answer", async () => {
    const { code, answer } = await givenJson(RFC_KEY_AS.hex, "--encoding", "hex");
    expect(code).toBe(0);
    expect(answer).toEqual({ encoding: "hex", period: 30, secret: RFC_BASE32, problems: [], warnings: [] });
  });

  it("lists the devices of a migration URI in the JSON answer, each with its own problems", async () => {
    const { answer } = await givenJson(MIGRATION_URI);
    const device = { deviceName: "Example:a@example.com", period: 30, secret: RFC_BASE32 };
    expect(answer).toEqual({
      devices: [{ ...device, problems: [], warnings: [] }],
      problems: [],
      warnings: [],
    });
  });

  it("never guesses: lists what the text could be, tells what to do and prints no secret", async () => {
    const { code, out, err } = await given(RFC_BASE32);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain("base32, base64, base64url, utf8");
    expect(err).toContain("--encoding");
    expect(err).toContain("--prove");
    expect(err).not.toContain(RFC_BASE32);
    const { code: jsonCode, answer } = await givenJson(RFC_BASE32);
    expect(jsonCode).toBe(1);
    expect(answer.possibleEncodings).toEqual(["base32", "base64", "base64url", "utf8"]);
    expect(answer.problems[0].code).toBe("cli/encoding-not-named");
    expect(JSON.stringify(answer)).not.toContain(RFC_BASE32);
  });

  it("warns on standard error of a short key and of what looks like another encoding", async () => {
    const short = await given("JBSWY3DPEHPK3PXP", "--encoding", "base32");
    expect([short.code, short.out]).toEqual([0, "JBSWY3DPEHPK3PXP\n"]);
    expect(short.err).toContain("secret/short-key");
    const other = await given(RFC_BASE32, "--encoding", "base64");
    expect(other.code).toBe(0);
    expect(other.err).toContain("secret/may-be-other-encoding");
  });

  it.each([
    ["base32 with a digit that it has not", "GEZDGNBVGY3TQOJ0", "base32", "secret/illegal-character"],
    ["a cut-off text", "GEZDGNBVG", "base32", "secret/malformed"],
    ["a URI named an encoding", URI, "base32", "secret/otpauth-uri"],
    ["ciphertext", `eyJpdiI6${"A".repeat(80)}`, "base64", "secret/encrypted"],
  ])("refuses %s with exit code 1, the place and a remedy, and an empty output", async (...row) => {
    const [, text, encoding, problem] = row;
    const { code, out, err } = await given(text, "--encoding", encoding);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(problem);
    expect(err).not.toContain(text);
    expect(err.split("\n")[1]).toMatch(/^ {2}[A-Z].*\.$/);
  });

  it("names the reason for a text that is not a secret in any encoding", async () => {
    const { code, err } = await given(`eyJpdiI6${"A".repeat(80)}`);
    expect(code).toBe(1);
    expect(err).toContain("secret/encrypted");
  });

  it("refuses a device that the service can't verify", async () => {
    const { code, out, err } = await given(`${URI}&algorithm=SHA256`);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain("otpauth/unsupported");
  });

  it("keeps to the limits of the service that is named", async () => {
    const long = "A".repeat(120);
    expect((await given(long, "--encoding", "hex")).code).toBe(0);
    const refused = await given("AA".repeat(512), "--encoding", "hex", "--service", "supertokens");
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/secret\/(over-service-limit|encrypted)/);
  });
});

describe("proof", () => {
  it.each(SECRET_ENCODINGS)("tells by a code that a secret is %s", async (encoding) => {
    const { code, out } = await given(RFC_KEY_AS[encoding], "--prove", "287082", "--at", "59");
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^${encoding} +matches$`, "m"));
    expect(out).not.toContain(RFC_BASE32);
  });

  it("says that base64 and base64url give one key, where they do", async () => {
    const { out } = await given(RFC_KEY_AS.base64, "--prove", "287082", "--at", "59");
    expect(out).toContain("The secret is base64 (base64url: the same key): give --encoding base64.");
  });

  it.each([
    [29, "later"],
    [89, "earlier"],
  ])("takes the code of the step before and after, as the service does: at %i s, one step %s", async (at) => {
    expect((await given(RFC_BASE32, "--prove", "287 082", "--at", String(at))).code).toBe(0);
  });

  it("tells a wrong clock from a wrong secret, and takes neither for proof", async () => {
    const late = await given(RFC_BASE32, "--prove", "287082", "--at", "300");
    expect(late.code).toBe(1);
    expect(late.err).toContain("about 270 seconds ago");
    const wrong = await given(RFC_BASE32, "--prove", "287083", "--at", "59");
    expect(wrong.code).toBe(1);
    expect(wrong.err).toContain("matches no reading");
    expect(wrong.out).not.toMatch(/ matches$/m);
  });

  it("proves nothing when two keys have the same code at that time", async () => {
    // Found by trying: the base64 and base32 readings of this text agree at this time.
    const { code, err, out } = await given(RFC_BASE32, "--prove", "922692", "--at", "58217250");
    expect(code).toBe(1);
    expect(out.match(/ matches$/gm)?.length).toBeGreaterThan(1);
    expect(err).toContain("cli/code-proves-nothing");
  });

  it("proves the named encoding only, where one is named", async () => {
    const { code, answer } = await givenJson(RFC_KEY, "--encoding", "hex", "--prove", "287082", "--at", "59");
    expect(code).toBe(1);
    expect(answer).toMatchObject({ encoding: "hex", matches: false });
  });

  it("proves the device of a URI, and names it", async () => {
    const { code, out } = await given(URI, "--prove", "287082", "--at", "59");
    expect([code, out]).toEqual([0, "Example:ada@example.com  matches\n"]);
    expect((await given(MIGRATION_URI, "--prove", "287082", "--at", "59")).code).toBe(0);
  });

  it("agrees with oathtool's codes of 30 and 60 seconds", async () => {
    const vectors = readVectors("totp-code").filter(
      ({ input: { algorithm, digits, secret: key }, result }) =>
        result === "valid" && algorithm === "SHA1" && digits === 6 && String(key).length < 600,
    );
    expect(vectors.length).toBeGreaterThan(20);
    for (const { input, output } of vectors) {
      const args = ["--encoding", "base32", "--period", String(input.period), "--at", String(input.unixSeconds)];
      const { code } = await given(String(input.secret), ...args, "--prove", String(output?.code));
      expect(code).toBe(0);
    }
  });

  it.each(["28708", "2870822", "abcdef", ""])("can't run with the code «%s»", async (typed) => {
    const { code, err } = await given(RFC_BASE32, "--prove", typed);
    expect(code).toBe(2);
    expect(err).toContain("6 decimal digits");
  });
});

describe("codes", () => {
  it.each([
    [59, "287082  1 s left\n"],
    [30, "287082  30 s left\n"],
  ])("shows the code at %i s with the seconds that it still holds", async (at, expected) => {
    const { code, out } = await given(RFC_BASE32, "--encoding", "base32", "--code", "--at", String(at));
    expect([code, out]).toEqual([0, expected]);
  });

  it("shows one code for each possible encoding, so that a phone can decide", async () => {
    const { code, out, err } = await given(RFC_BASE32, "--code", "--at", "59");
    expect(code).toBe(0);
    expect(out.split("\n").map((row) => row.split(" ")[0])).toEqual(["base32", "base64", "base64url", "utf8", ""]);
    expect(out).toContain("base32     287082  1 s left");
    expect(out + err).not.toContain(RFC_BASE32);
  });

  it("takes the time of this machine when none is given", async () => {
    const before = Math.floor(Date.now() / 30_000);
    const { answer } = await givenJson(RFC_BASE32, "--encoding", "base32", "--code");
    const after = Math.floor(Date.now() / 30_000);
    const codes: string[] = [];
    for (const step of [before, after]) {
      const args = ["--encoding", "base32", "--code", "--at", String(step * 30)];
      codes.push((await givenJson(RFC_BASE32, ...args)).answer.code);
    }
    expect(codes).toContain(answer.code);
    expect(answer.secondsLeft).toBeGreaterThanOrEqual(1);
    expect(answer.secondsLeft).toBeLessThanOrEqual(30);
  });
});

// The package is CommonJS: its default export is a property of the one that Node gives.
const jsQR = (jsQRModule as unknown as { default?: typeof jsQRModule.default }).default ?? jsQRModule.default;
const MODULE_PIXELS = 4;

/** The drawing's modules, true for dark, on a terminal whose own background is dark. */
function modules(drawing: string): boolean[][] {
  return drawing
    .split("\n")
    .filter((line) => line !== "")
    .flatMap((line) => {
      const isColoured = line.startsWith("\u001b[38;5;16;48;5;231m");
      const blocks = [...line.replaceAll(/\u001b\[[0-9;]*m/g, "")];
      // Drawn in black on white, or in the light colour of the text on a dark background.
      return ["█▀", "█▄"].map((drawn) => blocks.map((block) => drawn.includes(block) === isColoured));
    });
}

/** What a camera sees. */
function photograph(drawing: string): { pixels: Uint8ClampedArray; size: number } {
  const rows = modules(drawing);
  const size = rows.length * MODULE_PIXELS;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const isDark = rows[Math.floor(y / MODULE_PIXELS)]?.[Math.floor(x / MODULE_PIXELS)] ?? false;
      pixels.fill(isDark ? 0 : 255, (y * size + x) * 4, (y * size + x) * 4 + 3);
    }
  }
  return { pixels, size };
}

function scan(drawing: string): string | undefined {
  const { pixels, size } = photograph(drawing);
  return jsQR(pixels, size, size, { inversionAttempts: "dontInvert" })?.data;
}

describe("QR code", () => {
  const drawn = (stdin: string, args: readonly string[], options: FakeIoOptions = {}) =>
    secret(["--qr", ...args], { stdin: `${stdin}\n`, stdoutIsTerminal: true, columns: 120, ...options });

  it.each([
    ["in colours", {}],
    ["without colours, on a dark terminal", { env: { NO_COLOR: "1" } }],
  ])("is read by an independent decoder, %s", async (_, options) => {
    const { code, out, err } = await drawn(RFC_KEY_AS.hex, ["--encoding", "hex"], options);
    expect(code).toBe(0);
    expect(scan(out)).toBe(`otpauth://totp/credport?secret=${RFC_BASE32}&algorithm=SHA1&digits=6&period=30`);
    expect(out.includes("\u001b[")).toBe(!("env" in options));
    expect(err).toContain("holds the secret");
  });

  it("has four light modules around it, as ISO/IEC 18004 asks", async () => {
    const rows = modules((await drawn(URI, [])).out);
    const darkRows = rows.flatMap((row, y) => (row.includes(true) ? y : []));
    const darkColumns = rows.flatMap((row) => row.flatMap((isDark, x) => (isDark ? x : [])));
    const width = (rows[0] as boolean[]).length;
    expect([Math.min(...darkRows), Math.min(...darkColumns)]).toEqual([4, 4]);
    expect([Math.max(...darkRows), Math.max(...darkColumns)]).toEqual([width - 5, width - 5]);
  });

  it("carries label and issuer, and the URI's own names where none are given", async () => {
    const args = ["--encoding", "base32", "--label", "zoë@example.com", "--issuer", "Ex & Co"];
    expect(scan((await drawn(RFC_BASE32, args)).out)).toBe(
      `otpauth://totp/Ex%20%26%20Co:zo%C3%AB%40example.com?secret=${RFC_BASE32}&issuer=Ex%20%26%20Co&algorithm=SHA1&digits=6&period=30`,
    );
    expect(scan((await drawn(URI, [])).out)).toBe(`${URI}&algorithm=SHA1&digits=6&period=30`);
  });

  it("gives the URI in the JSON answer", async () => {
    const { code, answer } = await givenJson(URI, "--qr");
    expect([code, answer.uri]).toEqual([0, `${URI}&algorithm=SHA1&digits=6&period=30`]);
  });

  it("is not drawn where its lines would break, nor beyond what a code holds", async () => {
    const narrow = await drawn(URI, [], { columns: 40 });
    expect([narrow.code, narrow.out]).toEqual([1, ""]);
    expect(narrow.err).toContain("cli/qr-code-too-large");
    const long = await secret(["--qr", "--label", "x".repeat(3000)], { stdin: URI });
    expect([long.code, long.out]).toEqual([1, ""]);
    expect(long.err).toContain("cli/qr-code-too-large");
  });

  it("is not drawn of a text that nobody has named the encoding of", async () => {
    const { code, out, err } = await drawn(RFC_BASE32, []);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain("cli/encoding-not-named");
  });
});

describe("lines", () => {
  it("keeps columns together: one line out for each line in, empty where there is a problem", async () => {
    const { code, out, err } = await given(
      `${RFC_KEY_AS.hex}\nnot hexadecimal\r\n\n${RFC_KEY_AS.hex}`,
      "--lines",
      "--encoding",
      "hex",
    );
    expect(code).toBe(1);
    expect(out).toBe(`${RFC_BASE32}\n\n\n${RFC_BASE32}\n`);
    expect(err).toMatch(/^line 2: .*\[secret\/illegal-character\]$/m);
    expect(err).toMatch(/^line 3: .*\[secret\/empty\]$/m);
    expect(err).not.toContain("not hexadecimal");
  });

  it("gives one JSON object a line, with its number, problems and warnings", async () => {
    const { code, out } = await given(`${URI}\n${MIGRATION_URI}\nGEZDGNBVGY3TQOJQ`, "--lines", "--json");
    const rows = out
      .trimEnd()
      .split("\n")
      .map((row) => JSON.parse(row));
    expect(code).toBe(1);
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 3]);
    expect(rows[0].secret).toBe(RFC_BASE32);
    expect(rows[1].devices[0].secret).toBe(RFC_BASE32);
    expect(rows[2].problems[0].code).toBe("cli/encoding-not-named");
  });

  it("refuses a list of none: the command before it may have failed", async () => {
    const { code, out, err } = await secret(["--encoding", "hex", "--lines"]);
    expect([code, out, err]).toEqual([2, "", expect.stringContaining("there is no secret on standard input")]);
  });

  it("sends a URI of several devices to --json, where there is room for them", async () => {
    const { code, out, err } = await given(MIGRATION_URI, "--lines");
    expect([code, out]).toEqual([1, "\n"]);
    expect(err).toContain("--json");
  });

  it("ends with 0 when every line is good", async () => {
    expect((await given(`${URI}\n${URI}`, "--lines")).code).toBe(0);
  });

  it("agrees with the vectors of every encoding", async () => {
    const vectors = readVectors("secret-to-base32").filter(
      ({ result, input: { secret: text } }) => result === "valid" && typeof text === "string" && !/[\r\n]/.test(text),
    );
    expect(vectors.length).toBeGreaterThan(70);
    for (const encoding of SECRET_ENCODINGS) {
      const own = vectors.filter(({ input }) => input.encoding === encoding);
      const { out } = await given(own.map(({ input }) => input.secret).join("\n"), "--lines", "--encoding", encoding);
      expect(out.trimEnd().split("\n")).toEqual(own.map(({ output }) => output?.base32));
    }
  });

  it("passes over a line without end and continues, in bounded memory", async () => {
    const piece = "A".repeat(1 << 16);
    const most = { bytes: 0 };
    const before = liveBytes();
    function* input() {
      yield `${RFC_BASE32}\n`;
      for (let count = 0; count < 400; count++) {
        yield piece;
        if (count % 50 === 0) most.bytes = Math.max(most.bytes, liveBytes() - before);
      }
      yield `\n${RFC_BASE32}\n`;
    }
    const { code, out, err } = await secret(["--lines", "--encoding", "base32"], { stdin: input() });
    expect(code).toBe(1);
    expect(out).toBe(`${RFC_BASE32}\n\n${RFC_BASE32}\n`);
    expect(err).toContain("secret/too-long");
    expect(most.bytes).toBeLessThan(4 << 20);
  });

  it("names a line that is not UTF-8, and reads the others", async () => {
    const stdin = [Buffer.from(`\ufeff${URI}\n`), Buffer.from([0xe9, 0x0a]), Buffer.from(URI)];
    const { code, out, err } = await secret(["--lines"], { stdin });
    expect([code, out]).toEqual([1, `${RFC_BASE32}\n\n${RFC_BASE32}\n`]);
    expect(err).toMatch(/^line 2: .*\[cli\/secret-unusable\]$/m);
  });

  it("waits for a slow reader of its output", async () => {
    const fake = fakeIo({ stdin: `${URI}\n${URI}\n${URI}\n` });
    const slow = slowOutput(fake.io.stdout);
    expect(await runCli(["secret", "--lines"], { ...fake.io, stdout: slow.stdout })).toBe(0);
    expect([slow.waits(), fake.out()]).toEqual([3, `${RFC_BASE32}\n`.repeat(3)]);
  });

  it("does not wait for lines at a keyboard", async () => {
    const { code, err } = await secret(["--lines"], { stdinIsTerminal: true });
    expect(code).toBe(2);
    expect(err).toContain("terminal");
  });
});

describe("input", () => {
  it("asks at a prompt that shows nothing", async () => {
    const fake = fakeIo({ stdinIsTerminal: true, stderrIsTerminal: true });
    const run = runCli(["secret", "--encoding", "utf8"], fake.io);
    fake.type(`${RFC_KEY}\r`);
    expect(await run).toBe(0);
    expect(fake.out()).toBe(`${RFC_BASE32}\n`);
    expect(fake.err()).not.toContain(RFC_KEY);
    expect(fake.rawModes).toEqual([true, false]);
  });

  it("takes a migration URI of many accounts whole, from a file and from a prompt", async () => {
    const long = `${MIGRATION_URI}&note=${"x".repeat(20_000)}`;
    expect((await given(long)).out).toContain(RFC_BASE32);
    const fake = fakeIo({ stdinIsTerminal: true });
    const run = runCli(["secret"], fake.io);
    fake.type(`${long}\r`);
    expect(await run).toBe(0);
    expect(fake.out()).toContain(RFC_BASE32);
  });

  it("refuses what is too long or not UTF-8, and never cuts it off", async () => {
    expect((await given("A".repeat(70_000), "--encoding", "base32")).err).toContain("65536 characters");
    const { code, err } = await secret(["--encoding", "utf8"], { stdin: [Buffer.from([0x70, 0xe9])] });
    expect(code).toBe(2);
    expect(err).toContain("UTF-8");
  });

  it.each([
    ["no input", [], ""],
    ["a secret as an argument", [RFC_BASE32], ""],
    ["an unknown encoding", ["--encoding", "base16"], RFC_BASE32],
    ["an unknown service", ["--service", "other"], RFC_BASE32],
    ["a period of nothing", ["--period", "0"], RFC_BASE32],
    ["a period of more than a day", ["--period", "86401"], RFC_BASE32],
    ["a time that is none", ["--at", "yesterday"], RFC_BASE32],
    ["two tasks at once", ["--code", "--qr"], RFC_BASE32],
    ["a proof of many lines", ["--prove", "123456", "--lines"], RFC_BASE32],
  ])("can't run with %s", async (_, args, stdin) => {
    const { code, out, err } = await secret(args, { stdin });
    expect([code, out]).toEqual([2, ""]);
    expect(err.length).toBeGreaterThan(20);
    expect(err).not.toContain(RFC_BASE32);
  });

  it("says in its help that the output is a secret", async () => {
    const { code, out } = await secret(["--help"]);
    expect(code).toBe(0);
    expect(out).toContain("ARE the secret");
  });
});

describe("secrecy", () => {
  const TASKS = [[], ["--prove", "123456"], ["--code"], ["--lines"], ["--lines", "--json"], ["--json"]];

  it("shows nothing of any input in messages, whatever the task", async () => {
    const text = fc.oneof(
      fc.string({ minLength: 12, maxLength: 80, unit: "grapheme" }),
      fc.base64String({ minLength: 16, maxLength: 200 }),
      fc.string({ minLength: 12, maxLength: 40 }).map((label) => `otpauth://totp/${label}?secret=${label}`),
    );
    const args = fc.constantFrom(...TASKS, ...SECRET_ENCODINGS.map((encoding) => ["--encoding", encoding, "--code"]));
    await fc.assert(
      fc.asyncProperty(text, args, async (stdin, task) => {
        const { code, out, err } = await secret(task, { stdin });
        expect([0, 1, 2]).toContain(code);
        const secretPart = stdin.split("\n")[0]?.trim().slice(-10) ?? "";
        if (secretPart.length < 10 || /^[ -/]*$/.test(secretPart)) return;
        expect(err).not.toContain(secretPart);
        const isConverted = task.length === 0 || task.includes("--lines") || task.includes("--json");
        if (!isConverted) expect(out.replaceAll(/^.*(matches|does not match|s left)$/gm, "")).not.toContain(secretPart);
      }),
      { numRuns: 200 },
    );
  });

  it("takes from a device's name what a terminal would obey", async () => {
    const { out } = await given(
      `otpauth://totp/%1B%5B2J%07ada?secret=${RFC_BASE32}`,
      "--prove",
      "287082",
      "--at",
      "59",
    );
    expect(out).toBe("?[2J?ada  matches\n");
  });
});

describe("program", () => {
  it("converts in a process of its own, with nothing but the secret on standard output", async () => {
    const run = await runBuiltCli(["secret", "--encoding", "hex"], { stdin: `${RFC_KEY_AS.hex}\n` });
    expect(run).toEqual({ code: 0, out: `${RFC_BASE32}\n`, err: "" });
    expect((await runBuiltCli(["secret"], { stdin: RFC_BASE32 })).code).toBe(1);
    expect((await runBuiltCli(["secret"], {})).code).toBe(2);
  });

  it("ends without a word when the reader of its output goes away", async () => {
    const child = spawn(process.execPath, [PROGRAM, "secret", "--lines"], { env: {} });
    child.stdin.on("error", () => undefined);
    let err = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      err += text;
    });
    child.stdout.once("data", () => child.stdout.destroy());
    const ended = new Promise((resolve) => child.on("close", resolve));
    const feed = () => {
      while (!child.stdin.destroyed && child.stdin.write(`${URI}\n`.repeat(200)));
    };
    child.stdin.on("drain", feed);
    feed();
    expect(await ended).toBe(2);
    expect(err).toBe("");
  });
});
