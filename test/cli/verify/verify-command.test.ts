import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { type FakeIoOptions, fakeIo } from "../fake-io.js";
import { runBuiltCli } from "../run-built-cli.js";

/** From Solar Designer's test vectors of crypt_blowfish. */
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const PASSWORD = "U*U";
/** verify/openssl-247 of the vectors: computed by OpenSSL. */
const PROVIDER_SCRYPT =
  "$f_scrypt$tf3kM7Qn/Z301I+4XtyIUYAhXx/tim/c5HHpRazydyMFKrSKKtwy+57APd+OiW2+WMcs8qm+skYqPdfraMRwwQ==$Sf4UJmS9OXs77A==$m=4$r=8$s=Bw==";
const SIGNER_KEY = "rQU8fxTu6xAYQvtf8gIMd7Vffr1QALa+KWlsX3RlF8uvqPgyzYJOTP40euoBniQMNz1cUU+1Sc9jns9iBET/LQ==";
/** By PHP's crypt() over trim(addslashes("it's \"weird\"")), bare and as WordPress 6.8 wraps it. */
const WORDPRESS_BARE = "$2y$04$abcdefghijklmnopqrstuuhCPaPIJoB29/Rhtx3C0otwWgdk5/BWy";
const WORDPRESS = "$wp$2y$04$abcdefghijklmnopqrstuuHrya3xDUzpmUlz8ipHW6r9XmTL13jlS";
const WEIRD = `it's "weird"`;
/** One GiB, as Dovecot writes it; never computed here. */
const LARGE_ARGON2 = "$argon2id$v=19$m=1048576,t=1,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "credport-verify-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function file(text: string | Uint8Array): string {
  const path = join(folder, `${files++}.txt`);
  writeFileSync(path, text);
  return path;
}

async function verify(args: readonly string[], options: FakeIoOptions = {}) {
  const fake = fakeIo(options);
  const code = await runCli(["verify", ...args], fake.io);
  return { code, out: fake.out(), err: fake.err() };
}

const given = (hash: string, password: string, ...args: string[]) => verify(args, { stdin: `${hash}\n${password}\n` });

async function givenJson(hash: string, password: string, ...args: string[]) {
  const { code, out, err } = await given(hash, password, "--json", ...args);
  expect(err).toBe("");
  return { code, answer: JSON.parse(out) };
}

describe("a match", () => {
  it("says so with scheme, wrapping, cost, time, strength and what to do", async () => {
    const { code, out, err } = await given(`{bcrypt}${BCRYPT}`, PASSWORD);
    expect([code, err]).toEqual([0, ""]);
    expect(out.replace(/\d+ ms/, "… ms").split("\n")).toEqual([
      "The password matches.",
      "  hash     bcrypt, spring-bcrypt (Spring Security {bcrypt}; OpenDJ {BCRYPT}): strip",
      "  status   importable (stripped)",
      "  cost     version 2a, cost 5",
      "  time     … ms",
      "  rehash   needed: weaker than OWASP's minimum",
      "What to do next:",
      "  - Import it (credport import, or importPasswordHash): the service verifies this very password.",
      "  - After that, have the service hash the password again at the next login.",
      "",
    ]);
  });

  it("gives the same as JSON", async () => {
    const { code, answer } = await givenJson(BCRYPT, PASSWORD);
    expect(code).toBe(0);
    expect(answer).toMatchObject({
      matches: true,
      scheme: "bcrypt",
      wrapping: null,
      disposition: "importable",
      parameters: { version: "2a", cost: 5 },
      needsRehash: true,
      changes: [],
      problems: [],
      warnings: [],
    });
    expect(answer.milliseconds).toBeGreaterThanOrEqual(0);
    expect(answer.memoryBytes).toBeGreaterThanOrEqual(0);
  });

  it("sends a hash that only credport verifies to the fallback, with the reason", async () => {
    const { code, answer } = await givenJson(WORDPRESS, WEIRD);
    expect(code).toBe(0);
    expect(answer).toMatchObject({ matches: true, disposition: "verifiable" });
    expect(answer.wrapping).toMatchObject({ name: "wordpress-bcrypt", treatment: "keep" });
    expect(answer.next[0]).toContain("Don't import it, wrapping/prehashed");
    expect(answer.next[1]).toContain("credport/login");
  });

  it("does not let a hash be imported that the service would verify for other passwords only", async () => {
    const { code, answer } = await givenJson(WORDPRESS_BARE, WEIRD, "--source", "wordpress");
    expect(code).toBe(0);
    expect(answer).toMatchObject({ matches: true, disposition: "importable" });
    expect(answer.next[0]).toContain("not with this very password");
    expect(answer.warnings.map(({ code: warning }: { code: string }) => warning)).toEqual([
      "wrapping/password-altered",
    ]);
  });

  it("needs provider-scrypt's signer key, from a file", async () => {
    const password = "correct horse battery staple";
    const without = await given(PROVIDER_SCRYPT, password);
    expect([without.code, without.out]).toEqual([1, expect.stringContaining("can't be verified")]);
    expect(without.err).toContain("--signer-key-file");
    const key = file(`${SIGNER_KEY}\n`);
    const { code, answer } = await givenJson(PROVIDER_SCRYPT, password, "--signer-key-file", key);
    expect([code, answer.matches, answer.scheme]).toEqual([0, true, "provider-scrypt"]);
  });
});

describe("a pepper", () => {
  const DEVISE = ["--source", "devise"];

  it("comes from the third line of standard input", async () => {
    const { code, out } = await verify([...DEVISE, "--peppered"], { stdin: `${BCRYPT}\nU*\nU\n` });
    expect(code).toBe(0);
    expect(out).toContain("Don't import it, wrapping/peppered");
  });

  it("or from a file, of which one line end and nothing else is taken off", async () => {
    expect((await given(BCRYPT, "U*", ...DEVISE, "--pepper-file", file("\ufeffU\r\n"))).code).toBe(0);
    expect((await given(BCRYPT, "U*", ...DEVISE, "--pepper-file", file("U "))).code).toBe(1);
  });

  it("is asked for where the system has one, in the words of the command", async () => {
    const { code, err } = await given(BCRYPT, PASSWORD, "--source", "nextcloud");
    expect(code).toBe(1);
    expect(err).toContain("verify/pepper-missing");
    expect(err).toContain("--no-peppered");
    expect((await given(BCRYPT, PASSWORD, "--source", "nextcloud", "--no-peppered")).code).toBe(0);
  });
});

describe("a mismatch", () => {
  const causes = async (password: string, ...args: string[]): Promise<string> => {
    const { code, answer } = await givenJson(BCRYPT, password, ...args);
    expect([code, answer.matches]).toEqual([1, false]);
    return answer.next.join("\n");
  };

  it("ends with exit code 1 and the causes that there can be", async () => {
    const { code, out, err } = await given(BCRYPT, "wrong");
    expect([code, err]).toEqual([1, ""]);
    expect(out).toMatch(/^The password does not match\.\n/);
    for (const cause of ["the system:", "a pepper:", "the application:", "the password: it was mistyped"]) {
      expect(out).toContain(cause);
    }
    expect(out).not.toContain("white space");
    expect(out).not.toContain("encoding");
    expect(out).not.toContain("signer key");
  });

  it("names white space around the password, which counts", async () => {
    expect(await causes(`${PASSWORD} `)).toContain("white space:");
    expect(await causes(`\t${PASSWORD}`)).toContain("white space:");
  });

  it("names the encoding of a password outside ASCII, the pepper that was given, the system that was named", async () => {
    expect(await causes("Größe")).toContain("the encoding:");
    const peppered = await causes("U*", "--source", "devise", "--pepper-file", file("V"));
    expect(peppered).toContain("the pepper:");
    expect(peppered).toContain("look at --source again");
    expect(peppered).not.toContain("a pepper:");
  });

  it("names the signer key for provider-scrypt", async () => {
    const key = file(SIGNER_KEY);
    const { answer } = await givenJson(PROVIDER_SCRYPT, "wrong", "--signer-key-file", key);
    expect(answer.next.join("\n")).toContain("the signer key");
  });
});

describe("limits", () => {
  it("refuse a costly hash before any work, and tell how to raise them", async () => {
    const { code, out, err } = await given(LARGE_ARGON2, "x");
    expect([code, out.split("\n")[0]]).toEqual([1, "The hash can't be verified."]);
    expect(err).toContain("verify/cost-over-limit");
    expect(err).toContain("--limit memoryBytes=");
  });

  it("can be set by name, more than once", async () => {
    const tight = await given(BCRYPT, PASSWORD, "--limit", "bcryptCost=4", "--limit", "passwordBytes=10");
    expect([tight.code, tight.err.includes("verify/cost-over-limit")]).toEqual([1, true]);
    const loose = await given(BCRYPT, PASSWORD, "--limit", "bcryptCost=5", "--limit", "passwordBytes=2");
    expect([loose.code, loose.err.includes("verify/password-too-long")]).toEqual([1, true]);
    expect((await given(BCRYPT, PASSWORD, "--limit", "bcryptCost=5")).code).toBe(0);
  });

  it.each(["bcryptCost", "bcryptCost=", "bcryptCost=-1", "bcryptCost=1e3", "other=5", "concurrency=5", "__proto__=5"])(
    "can't run with --limit %s",
    async (limit) => {
      const { code, out, err } = await given(BCRYPT, PASSWORD, "--limit", limit);
      expect([code, out]).toEqual([2, ""]);
      expect(err).toContain("memoryBytes");
    },
  );
});

describe("input", () => {
  it("takes the hash from the first line of a file and the password from standard input", async () => {
    for (const text of [BCRYPT, `${BCRYPT}\r\nsomething else\n`, `\ufeff${BCRYPT}\n`]) {
      expect((await verify(["--hash-file", file(text)], { stdin: PASSWORD })).code).toBe(0);
    }
  });

  it("asks for both on a terminal and shows neither", async () => {
    const fake = fakeIo({ stdinIsTerminal: true, stderrIsTerminal: true, env: { NO_COLOR: "1" } });
    const run = runCli(["verify"], fake.io);
    fake.type(`${BCRYPT}\r`);
    while (!fake.err().includes("Password")) await new Promise(setImmediate);
    fake.type(`${PASSWORD}\r`);
    expect(await run).toBe(0);
    expect(fake.err()).toBe("Hash (not shown): \nPassword (not shown): \n");
    expect(fake.out()).not.toContain(PASSWORD);
    expect(fake.rawModes).toEqual([true, false, true, false]);
  });

  it.each([
    ["in one piece", [`${BCRYPT}\r${PASSWORD}\r`]],
    ["with line ends of Windows", [`${BCRYPT}\r\n${PASSWORD}\r\n`]],
    ["with such a line end in two pieces", [`${BCRYPT}\r`, `\n${PASSWORD}\r`]],
    ["in the middle of the password", [`${BCRYPT}\r${PASSWORD.slice(0, 3)}`, `${PASSWORD.slice(3)}\r`]],
  ])("keeps what is typed ahead or pasted for the next question: %s", async (_, pieces) => {
    const fake = fakeIo({ stdinIsTerminal: true });
    const run = runCli(["verify"], fake.io);
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) while (!fake.err().includes("Password")) await new Promise(setImmediate);
      fake.type(piece);
    }
    expect(await run).toBe(0);
    expect(fake.rawModes).toEqual([true, false, true, false]);
  });

  it("asks for the password alone where the hash is in a file", async () => {
    const fake = fakeIo({ stdinIsTerminal: true });
    const run = runCli(["verify", "--hash-file", file(BCRYPT)], fake.io);
    while (!fake.err().includes("Password")) await new Promise(setImmediate);
    fake.type(`${PASSWORD}\r`);
    expect(await run).toBe(0);
  });

  it.each<[string, string[], string | Uint8Array]>([
    ["nothing at all", [], ""],
    ["no password", [], `${BCRYPT}\n`],
    ["an empty hash", [], `\n${PASSWORD}\n`],
    ["an unknown source", ["--source", "other"], `${BCRYPT}\n${PASSWORD}\n`],
    ["an unknown service", ["--service", "other"], `${BCRYPT}\n${PASSWORD}\n`],
    ["a file that is not there", ["--hash-file", "/nonexistent/hash.txt"], PASSWORD],
    ["the password as an argument", [PASSWORD], `${BCRYPT}\n`],
    ["a password that is not UTF-8", [], Buffer.from(`${BCRYPT}\n\xe9\n`, "latin1")],
    ["a password without end", [], `${BCRYPT}\n${"a".repeat(5000)}\n`],
    ["no pepper", ["--peppered"], `${BCRYPT}\n${PASSWORD}\n`],
  ])("can't run with %s", async (_, args, stdin) => {
    const { code, out, err } = await verify(args, { stdin });
    expect([code, out]).toEqual([2, ""]);
    expect(err.length).toBeGreaterThan(20);
    expect(err).not.toContain(BCRYPT.slice(10));
  });

  it("can't run with an empty file, or one whose pepper is not UTF-8", async () => {
    expect((await verify(["--hash-file", file("")], { stdin: PASSWORD })).code).toBe(2);
    const pepper = file(Buffer.from([0x70, 0xe9]));
    const { code, err } = await given(BCRYPT, PASSWORD, "--pepper-file", pepper);
    expect([code, err.includes("UTF-8")]).toEqual([2, true]);
  });

  it("is interrupted by Ctrl-C while it waits or computes", async () => {
    const fake = fakeIo({ stdin: `${BCRYPT.replace("$05$", "$12$")}\n${PASSWORD}\n` });
    const run = runCli(["verify"], fake.io);
    while (fake.interruptListeners() === 0) await new Promise(setImmediate);
    fake.interrupt();
    expect(await run).toBe(2);
    expect([fake.out(), fake.err().includes("interrupted")]).toEqual(["", true]);
    expect(fake.interruptListeners()).toBe(0);
  });
});

describe("secrecy", () => {
  it("never prints hash or password, whatever they are", async () => {
    const visible = fc.string({ unit: fc.constantFrom(..."aB3$./+=x"), minLength: 14, maxLength: 60 });
    const hash = fc.oneof(
      visible,
      fc
        .constantFrom("$2b$", "$argon2id$v=19$", "$P$B", "{SSHA}", "pbkdf2_sha256$1$")
        .chain((mark) => visible.map((rest) => mark + rest)),
    );
    await fc.assert(
      fc.asyncProperty(hash, visible, fc.boolean(), async (text, password, json) => {
        const { code, out, err } = await given(text, password, ...(json ? ["--json"] : []));
        expect([0, 1]).toContain(code);
        expect(out + err).not.toContain(text.slice(-12));
        expect(out + err).not.toContain(password);
      }),
      { numRuns: 150 },
    );
  });
});

describe("program", () => {
  it("verifies in a process of its own", async () => {
    const fine = await runBuiltCli(["verify", "--json"], { stdin: `${BCRYPT}\n${PASSWORD}\n` });
    expect([fine.code, fine.err, JSON.parse(fine.out).matches]).toEqual([0, "", true]);
    expect((await runBuiltCli(["verify"], { stdin: `${BCRYPT}\nwrong\n` })).code).toBe(1);
    expect((await runBuiltCli(["verify"], {})).code).toBe(2);
  });

  it("prints what docs/verify.md shows", async () => {
    const page = readFileSync(new URL("../../../docs/verify.md", import.meta.url), "utf8");
    const shown = /\$ npx credport verify --hash-file hash\.txt --source wordpress\n([\s\S]*?)\n```/.exec(page)?.[1];
    const hashFile = file(WORDPRESS);
    const { out } = await verify(["--hash-file", hashFile, "--source", "wordpress"], { stdin: WEIRD });
    expect(`Password (not shown):\n${out.trimEnd().replace(/\d+ ms/, "… ms")}`).toBe(shown);
  });
});

describe("the expression of a known password", () => {
  const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");
  const HASH = sha1(`x9${sha1(PASSWORD)}`);
  const find = (lines: readonly string[], ...args: string[]) =>
    verify(["--known", "--column", "salt", ...args], { stdin: lines.map((line) => `${line}\n`).join("") });

  it("is said with what to do with it, and without hash, password or salt", async () => {
    const { code, out, err } = await find([HASH, PASSWORD, "x9"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("The hash is made by\n  sha1(salt . sha1(password))\n");
    expect(out).toContain("Write it into the map of the table");
    expect(out).not.toMatch(/x9|U\*U/);
    expect(out).not.toContain(HASH);
  });

  it("takes the pepper last, and prints JSON", async () => {
    const { code, out } = await find([sha1(`key${PASSWORD}x9`), PASSWORD, "x9", "key"], "--peppered", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      expressions: ["sha1(pepper . password . salt)"],
      tried: expect.any(Number),
    });
  });

  it("is not chosen where several fit, or made up where none does", async () => {
    const two = ["--column", "other"];
    const several = await find([sha1(`x9${PASSWORD}`), PASSWORD, "x9", "x9"], ...two);
    expect(several.code).toBe(1);
    expect(several.out).toContain("2 expressions fit:\n  sha1(salt . password)\n  sha1(other . password)\n");
    const none = await find([HASH, "another", "x9"]);
    expect(none.code).toBe(1);
    expect(none.out).toMatch(/^None of \d+ expressions fits\.\nPossible causes:/);
    const plain = await find(["not a digest", PASSWORD, "x9"]);
    expect(plain.code).toBe(1);
    expect(plain.out).toBe("Nothing could be tried.\n");
    expect(plain.err).toContain("wrapping/undecodable");
  });

  it("is looked for in one account, not in a list", async () => {
    const { code, out, err } = await find([HASH, PASSWORD, "x9", HASH, "another", "x9"]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("more lines on standard input than one account has");
    expect(err).toContain("A list is not tried.");
    expect((await verify(["--column", "salt"], { stdin: `${HASH}\n${PASSWORD}\nx9\n` })).err).toContain(
      "--column is for --known alone",
    );
  });
});
