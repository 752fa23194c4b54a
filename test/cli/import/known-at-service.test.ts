import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { createRehearsalService } from "../../../src/rehearsal/index.js";
import { totpCode } from "../../../src/verify/index.js";
import { startDouble } from "../../import/administration-double.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { type FakeIoOptions, fakeIo } from "../fake-io.js";

/** The published known answer of Firebase's own scrypt (firebase/scrypt, README): user1password. */
const SIGNER_KEY = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==";
const CONFIG = JSON.stringify({
  algorithm: "SCRYPT",
  base64_signer_key: SIGNER_KEY,
  base64_salt_separator: "Bw==",
  rounds: 8,
  mem_cost: 14,
});
const HASH = "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==";
const SALT = "42xEC+ixf3L2lw==";
const env = { CREDPORT_API_KEY: "test-key-0123456789abcdef" };

const temporary = useTemporaryFolder();
const place = (name: string) => join(temporary.path(), name);

async function credport(args: readonly string[], options: FakeIoOptions = { env }) {
  const fake = fakeIo(options);
  const exitCode = await runCli(args, fake.io);
  return { exitCode, out: fake.out(), err: fake.err() };
}

beforeEach(async () => {
  const users = Array.from({ length: 60 }, (_, index) => ({
    localId: `u${index}`,
    email: `user-${index}@example.com`,
    passwordHash: HASH,
    salt: SALT,
  }));
  await writeFile(place("users.json"), JSON.stringify({ users }));
  await writeFile(place("config.json"), CONFIG);
  await writeFile(place("known.csv"), 'identifier,password\nuser-41@example.com,"user1password"\n', {
    mode: 0o600,
  });
});

function importTo(url: string, ...more: string[]) {
  const source = ["--from", "firebase", "--hash-config", place("config.json"), "--service", "supertokens"];
  return credport(["import", place("users.json"), ...source, "--to", url, "--json", ...more]);
}

const rehearsalWith = (signerKey: string) => createRehearsalService({ service: "supertokens", signerKey });

describe("credport import --to --known", () => {
  test.each([";", "\t"])("takes the list as a spreadsheet saves it, with %j between the cells", async (sign) => {
    const list = `identifier${sign}password\nuser-41@example.com${sign}user1password\n`;
    await writeFile(place("known.csv"), list, { mode: 0o600 });
    const double = await startDouble(rehearsalWith(SIGNER_KEY));
    const { out } = await importTo(double.url, "--known", place("known.csv"));
    expect(JSON.parse(out)).toMatchObject({ known: { tried: 1, signedIn: 1 } });
  });

  test("imports the known users first, signs them in, and then the others", async () => {
    const rehearsal = rehearsalWith(SIGNER_KEY);
    const double = await startDouble(rehearsal);
    const { exitCode, out } = await importTo(double.url, "--known", place("known.csv"));
    expect(JSON.parse(out)).toMatchObject({
      known: { tried: 1, signedIn: 1, failed: [] },
      records: 60,
      imported: 60,
      fromEarlierRuns: 0,
      calls: { importPasswordHash: 60 },
      stopped: null,
    });
    expect(exitCode).toBe(0);
    const imports = double.requests.filter((request) => request.includes("/passwordhash/import"));
    const before = double.requests.slice(0, double.requests.indexOf("POST /recipe/signin"));
    // One of the preflight, and one user.
    expect(before.filter((request) => request.includes("/passwordhash/import"))).toHaveLength(2);
    expect(imports).toHaveLength(61);
  });

  test("sends nobody else where the service has another signer key, and resumes once it is put right", async () => {
    const wrong = rehearsalWith(Buffer.alloc(64, 7).toString("base64"));
    const right = rehearsalWith(SIGNER_KEY);
    let rehearsal = wrong;
    const double = await startDouble({
      ...wrong,
      fetch: async (...request: Parameters<typeof fetch>) => {
        const response = await rehearsal.fetch(...request);
        const isKept = String(request[0]).includes("/user/id") && (await response.clone().text()).includes("UNKNOWN");
        return isKept ? wrong.fetch(...request) : response;
      },
    } as typeof wrong);
    const first = await importTo(double.url, "--known", place("known.csv"));
    expect(first.exitCode).toBe(2);
    expect(JSON.parse(first.out)).toMatchObject({
      stopped: { code: "import/known-not-signed-in" },
      known: { tried: 1, signedIn: 0, failed: ["user-41@example.com"] },
      imported: 1,
    });
    expect(wrong.state().counts.users).toBe(1);
    // The service keeps its users when its key is put right.
    rehearsal = right;
    const line = { email: "user-41@example.com", passwordHash: `$f_scrypt$${HASH}$${SALT}$m=14$r=8$s=Bw==` };
    await right.fetch("http://localhost/recipe/user/passwordhash/import", {
      method: "POST",
      body: JSON.stringify({ ...line, hashingAlgorithm: "firebase_scrypt" }),
    });
    const second = await importTo(double.url, "--known", place("known.csv"));
    expect(JSON.parse(second.out)).toMatchObject({
      known: { signedIn: 1 },
      imported: 60,
      fromEarlierRuns: 1,
    });
    expect([second.exitCode, right.state().counts.users]).toEqual([0, 60]);
  });

  test.each<[string, (path: string) => Response | undefined, RegExp]>([
    ["a web page", () => new Response("<html>Sign in</html>"), /client\/reply-not-json/],
    ["an error", () => new Response("oops", { status: 403 }), /client\/forbidden/],
    ["a lie about the status", () => Response.json({ status: "FINE" }), /client\/service-refused/],
  ])("is not taken in by a sign-in that answers with %s", async (_, answer, reason) => {
    const rehearsal = rehearsalWith(SIGNER_KEY);
    const double = await startDouble(rehearsal, (path) => (path === "/recipe/signin" ? answer(path) : undefined));
    const { exitCode, out } = await importTo(double.url, "--known", place("known.csv"));
    const { known, stopped } = JSON.parse(out);
    expect([exitCode, stopped.code]).toEqual([2, "import/known-not-signed-in"]);
    expect(known.notVerified[0].reason).toMatch(reason);
    expect(rehearsal.state().counts.users).toBe(1);
    expect(out).not.toContain("user1password");
  });

  test("sends nobody where no known user is in the export", async () => {
    const rehearsal = rehearsalWith(SIGNER_KEY);
    const double = await startDouble(rehearsal);
    await writeFile(place("known.csv"), "identifier,password\nnobody@example.com,x\n");
    const { exitCode, out } = await importTo(double.url, "--known", place("known.csv"));
    expect([exitCode, JSON.parse(out).stopped.code]).toEqual([2, "import/known-not-signed-in"]);
    expect(rehearsal.state().counts.users).toBe(0);
  });

  test("is refused before anything is sent where the profile has no sign-in", async () => {
    const rehearsal = createRehearsalService({ signerKey: SIGNER_KEY });
    const { url, requests } = await startDouble(rehearsal);
    const to = ["--service", "default", "--existing", "overwrite", "--to", url];
    const source = ["--from", "firebase", "--hash-config", place("config.json"), ...to];
    const { exitCode, err } = await credport(["import", place("users.json"), ...source, "--known", place("known.csv")]);
    expect([exitCode, err]).toEqual([2, expect.stringContaining("without a call to sign in")]);
    expect(requests).toEqual([]);
  });
});

describe("credport prove", () => {
  const prove = (url: string, known: string, options?: FakeIoOptions) =>
    credport(["prove", "--to", url, "--known", known, "--json"], options);

  async function serviceWithUser() {
    const rehearsal = rehearsalWith(SIGNER_KEY);
    const { url } = await startDouble(rehearsal);
    await importTo(url, "--known", place("known.csv"));
    const secretKey = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    const userId = rehearsal.state().users.find(({ loginMethods }) => loginMethods[0]?.email === "user-41@example.com")
      ?.id as string;
    await rehearsal.fetch("http://localhost/recipe/totp/device/import", {
      method: "POST",
      body: JSON.stringify({ userId, secretKey, skew: 1, period: 30, deviceName: "phone" }),
    });
    const unixSeconds = Math.floor(Date.now() / 1000);
    // A code works once; the skew lets the next one in as well.
    const [code, next] = [unixSeconds, unixSeconds + 30].map((at) => totpCode(secretKey, { unixSeconds: at }));
    return { url, code, next };
  }

  test("signs a sample in, with TOTP codes, from JSON lines, CSV, standard input and a prompt", async () => {
    const { url, code, next } = await serviceWithUser();
    const user = { identifier: "User-41@example.com", password: "user1password", totp: code };
    await writeFile(place("known.ndjson"), `${JSON.stringify(user)}\n\n`);
    await chmod(place("known.ndjson"), 0o644);
    const { exitCode, out, err } = await prove(url, place("known.ndjson"));
    expect([exitCode, JSON.parse(out)]).toMatchObject([0, { proven: true, known: { tried: 1, signedIn: 1 } }]);
    expect(err).toContain("known.ndjson holds passwords, and other users of this machine may read it");
    const table = `password,totp,identifier\r\n"user1password",${next},user-41@example.com\r\n"a,""b",,user-3@example.com\r\n`;
    const csv = await prove(url, "-", { env, stdin: table });
    expect([csv.exitCode, JSON.parse(csv.out)]).toMatchObject([
      1,
      { proven: false, known: { tried: 2, signedIn: 1, failed: ["user-3@example.com"] } },
    ]);
    const asked = await prove(url, "user-5@example.com", { env, stdin: "user1password\n" });
    expect(asked.exitCode).toBe(0);
  });

  test("tells a wrong code from a wrong password", async () => {
    const { url } = await serviceWithUser();
    const table = "identifier,password,totp\nuser-41@example.com,user1password,000000\n";
    const { exitCode, out } = await prove(url, "-", { env, stdin: table });
    expect([exitCode, JSON.parse(out).known.failed]).toEqual([1, ["user-41@example.com: the TOTP code"]]);
  });

  test("names what fits the cause: a code that was used, a user who is not there, a service that fails", async () => {
    const { url, code } = await serviceWithUser();
    const said = async (to: string, rows: string) => {
      const args = ["prove", "--to", to, "--known", "-"];
      return (await credport(args, { env, stdin: `identifier,password,totp\n${rows}\n` })).out.replace(/\s+/g, " ");
    };
    const row = `user-41@example.com,user1password,${code}`;
    expect(await said(url, row)).toContain("1 of 1 known password signs in");
    const used = await said(url, row);
    expect(used).toContain("takes a code once");
    const absent = await said(url, "nobody@example.com,user1password,");
    expect(absent).toContain("nobody@example.com: the service has no user with this address");
    const failing = await startDouble(rehearsalWith(SIGNER_KEY), () => new Response("oops", { status: 403 }));
    const failed = await said(failing.url, row);
    for (const text of [absent, failed]) expect(text).toContain("Resolve what is said beside the address");
    for (const text of [used, absent, failed]) expect(text).not.toContain("hash parameters");
    expect(await said(url, "user-41@example.com,wrong,")).toContain("hash parameters");
    const stdin = "identifier,password,totp\nuser-41@example.com,wrong,\n";
    const quiet = await credport(["prove", "--to", url, "--known", "-", "--quiet"], { env, stdin });
    expect([quiet.out, quiet.err]).toEqual(["", expect.stringContaining("0 of 1 known password signs in")]);
  });

  test.each([
    "identifier\nx",
    "identifier,password\nx",
    '{"identifier":"a@example.com"}',
    'identifier,password\n"a"b,c',
    "identifier,password,otp\na@example.com,secret-word,123456",
    "identifier,email,password\na@example.com,b@example.com,secret-word",
    '{"identifier":"a@example.com","password":"secret-word","totpp":"123456"}',
    "identifier,password,totp\na@example.com,secret-word,12345",
    "no table",
  ])("refuses a list that is not of its form, without showing it: %j", async (stdin) => {
    const { exitCode, out } = await prove("http://127.0.0.1:9", "-", { env, stdin });
    expect([exitCode, JSON.parse(out).error.code]).toEqual([2, "cli/file-malformed"]);
    expect(out).not.toContain("secret-word");
  });

  test("needs a profile with a sign-in, and an address", async () => {
    const args = ["prove", "--known", "a@example.com", "--json"];
    expect(JSON.parse((await credport(args)).out).error.code).toBe("cli/wrong-usage");
    const other = await credport([...args, "--to", "http://127.0.0.1:9", "--service", "default"]);
    expect(JSON.parse(other.out).error.code).toBe("cli/wrong-usage");
  });
});
