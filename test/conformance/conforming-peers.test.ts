import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { runConformance } from "../../src/conformance/index.js";
import { idlePatterns as idleAmong, parseSkipFile, selectCases } from "../../src/conformance/internal.js";
import { IS_FULL } from "../by-day.js";
import { needs } from "../needs.js";
import { listPeers } from "../peers/list-peers.mjs";

/**
 * Libraries that are known to be right end with exit code 0: their adapters say what they speak, and a skip file says
 * with reasons where they differ on purpose. A vector that is stricter than its source shows itself here.
 */

/** How many right answers each gives at least. `node test/peers/prepare-peers.mjs` brings those that are not of Debian. */
const CONFORMING: Readonly<Record<string, number>> = {
  "argon2-cffi": 300,
  "java/commons-codec": 350,
  "java/jbcrypt": 100,
  libxcrypt: 900,
  passlib: 2200,
  "perl/crypt-argon2": 300,
  "perl/crypt-eksblowfish": 120,
  "perl/crypt-passwdmd5": 150,
  "perl/crypt-unixcrypt": 15,
  "python-packages/libpass": 1700,
  "python-packages/werkzeug": 90,
  "ruby/bcrypt": 250,
  "rust/rust-argon2": 350,
  "rust/scrypt": 80,
  "rust/sha-crypt": 200,
  "rust/yescrypt": 54,
};

/** What a reader of URIs does that no entry is about: it takes damaged ones as far as they go, which hurts nobody by itself. */
const LENIENT = "reads a damaged URI";

/** How many right answers, and which patterns of vectors fail for which fault of test/peers/faults. */
const FAULTY: Readonly<Record<string, readonly [right: number, faults: Readonly<Record<string, string>>]>> = {
  "java/favre-bcrypt": [250, { "variant:2x": "favre-bcrypt-2x" }],
  "perl/authen-passphrase": [400, { "verify/bypass-649": "authen-passphrase-empty-crypt" }],
  "python-packages/pwdlib": [550, { "variant:2x": "pyca-bcrypt-2x" }],
  "python-packages/pyotp": [200, { "otpauth/uri-045": "pyotp-counter", "otpauth/uri-*": LENIENT }],
  "ruby/rotp": [130, { "totp-code/refused-00?": "rotp-cut" }],
  "rust/password-auth": [450, { "verify/passlib-published-*": "password-auth-version" }],
  "rust/totp-rs": [
    200,
    { "flag:SecretForm": "totp-rs-secret-forms", "otpauth/uri-*": LENIENT, "totp-code/refused-0*": LENIENT },
  ],
  symfony: [500, { "notation:argon2": "symfony-argon2-version-16" }],
};

const HELLO = '{"cmd":"hello","protocol":1}\n{"cmd":"bye"}\n';
const textOf = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "");

/** What a library needs on this machine beside itself: libxcrypt must not be another crypt(3), and passlib computes only a part alone. */
const NEEDED: Readonly<Record<string, readonly [string, ...string[]]>> = {
  libxcrypt: ["perl", "-e", "exit crypt('', '$y$j9T$$') !~ /^.y.j9T/"],
  passlib: ["/usr/bin/python3", "-c", "import argon2, bcrypt"],
};

/** Whether the program and its library are there: it says hello. */
function isThere(name: string, [program = "", ...args]: readonly string[]): boolean {
  const [needed, ...call] = NEEDED[name] ?? [];
  if (needed !== undefined && spawnSync(needed, call).status !== 0) return false;
  // A system's own program, whose packages are of Debian: not there where the path does not have it.
  const isOnPath = !program.startsWith("/usr/bin/") || spawnSync(basename(program), ["--version"]).error === undefined;
  return isOnPath && (spawnSync(program, args, { input: HELLO, encoding: "utf8" }).stdout ?? "").includes('"protocol"');
}

/** By day a library that is right is asked a third of the vectors, with their twins: another third each, by their last digit. */
const THIRDS = ["0369", "147", "258"].map((digits) => [...digits].map((digit) => `*/*-*${digit}`));
const thirdOf = (turn: number) => (IS_FULL ? [] : (THIRDS[turn % 3] ?? []));
/** What a library answers does not divide evenly. */
const leastOf = (right: number) => (IS_FULL ? right : right / 6);

async function judge(command: readonly string[], skips: string, only: readonly string[] = []) {
  const skip = parseSkipFile(textOf(skips));
  if (!skip.ok) throw new Error(skip.problems[0].message);
  const report = await runConformance({ command }, { skip: skip.value, timeoutMs: 60_000, only });
  if (!report.ok) throw new Error(report.problems[0].message);
  return report.value;
}

const peersOf = (table: object) => listPeers().filter(({ name }) => Object.hasOwn(table, name));

it.each([
  ["right", CONFORMING],
  ["faulty", FAULTY],
])("a library that is known to be %s has an adapter", (_, table) => {
  expect(peersOf(table).map(({ name }) => name)).toEqual(Object.keys(table).sort());
});

describe("a library that is known to be right", () => {
  const peers = peersOf(CONFORMING);

  for (const [turn, { name, command, skips }] of peers.entries()) {
    needs(`the peer ${name}`, isThere(name, command)).test(
      `${name} conforms, by its hello and its skip file`,
      async () => {
        const { outcome, tally, results, idlePatterns } = await judge(command, skips, thirdOf(turn));
        expect(results.filter(({ status }) => status === "fail").map(({ vector }) => vector.id)).toEqual([]);
        expect([outcome, tally.faults, idlePatterns]).toEqual(["pass", 0, []]);
        expect(tally.right).toBeGreaterThan(leastOf(CONFORMING[name] ?? 0));
      },
      180_000,
    );
  }
});

/** crypt(3) behind the hello that the page of the archives has as its example, and nothing that sorts out other schemes. */
const PLAIN_CRYPT = `
$| = 1; my $json = JSON::PP->new->ascii;
while (<STDIN>) {
  my $asked = $json->decode($_); last if $asked->{cmd} eq "bye";
  my $said = { protocol => 1, implementation => { name => "crypt", version => "1", language => "C" }, operations => ["verify"], notations => $json->decode($ARGV[0]), owners => [] };
  if ($asked->{cmd} eq "run") {
    my ($password, $hash) = @{$asked->{input}}{qw(password hash)};
    if (ref $password) { $password = pack "H*", $password->{hex} // $password->{textUtf16} } else { utf8::encode($password) }
    utf8::encode($hash); my $made = crypt $password, $hash;
    $said = { seq => $asked->{seq}, defined $made && $made !~ /^\\*/ ? (ok => { matches => $made eq $hash ? JSON::PP::true : JSON::PP::false }) : (error => {}) };
  }
  print $json->encode($said), "\n";
}`;

needs("libxcrypt", spawnSync(NEEDED.libxcrypt?.[0] ?? "", NEEDED.libxcrypt?.slice(1)).status === 0).test(
  "crypt(3) with the notations of the archives' example ends with exit code 0",
  async () => {
    const page = textOf(resolve(import.meta.dirname, "../../vectors/copies/static/README.md.in"));
    const [, notations = ""] = /"notations": (\[.*?\])/.exec(page) ?? [];
    const { outcome, tally } = await judge(["perl", "-MJSON::PP", "-e", PLAIN_CRYPT, notations], "", thirdOf(0));
    expect([outcome, tally.faults]).toEqual(["pass", 0]);
    expect(tally.right).toBeGreaterThan(leastOf(800));
  },
  180_000,
);

describe("a library with known faults", () => {
  const entries = JSON.parse(textOf(resolve(import.meta.dirname, "../peers/faults/faults.json"))) as { id: string }[];
  const known = [LENIENT, ...entries.map(({ id }) => id)];

  for (const { name, command, skips } of peersOf(FAULTY)) {
    const [right = 0, faults = {}] = FAULTY[name] ?? [];
    needs(`the peer ${name}`, isThere(name, command)).test(
      `${name} has these and no others, by its skip file`,
      async () => {
        const { tally, results, idlePatterns } = await judge(command, skips);
        const failed = results.filter(({ status }) => ["fail", "errored", "timeout"].includes(status));
        const vectors = failed.map(({ vector }) => vector);
        const wanted = Object.keys(faults);
        const expected = wanted.length === 0 ? [] : selectCases(vectors, wanted);
        expect(vectors.filter((vector) => !expected.includes(vector)).map(({ id }) => id)).toEqual([]);
        const idle = idleAmong(vectors, wanted);
        expect([idle, idlePatterns]).toEqual([[], []]);
        expect(Object.values(faults).filter((one) => !known.includes(one))).toEqual([]);
        expect(tally.right).toBeGreaterThan(right);
      },
      180_000,
    );
  }
});
