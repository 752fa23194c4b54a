import { createHmac } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runCli } from "../../src/cli/run-cli.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import { parseFirebaseHashConfig } from "../../src/source/index.js";
import { fakeIo } from "../cli/fake-io.js";
import { talk } from "../rehearsal/talk.js";
import { useTemporaryFolder } from "../temporary-folder.js";

const temporary = useTemporaryFolder();
const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const SAMPLE = "systems/samples/";
const FIREBASE = "../../docs/examples/firebase/";
/** Of every user in the samples. */
const PASSWORD = "correct horse";
const BASE32 = Buffer.from("12345678901234567890");
/** U*U, from Solar Designer's test vectors of crypt_blowfish. */
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

interface Journey {
  readonly from: string;
  /** The file of the export, or its text. */
  readonly file: string | { readonly text: string };
  readonly options?: readonly string[];
  /** The map of a table. */
  readonly map?: object;
  /** Who can sign in afterwards. */
  readonly email: string;
  /** Default: that of every sample. */
  readonly password?: string;
  /** The key of the authenticator app, where they have one. */
  readonly totp?: Buffer;
}

const option = (name: string, file: string) => [name, pathOf(file)];
const firebaseConfig = option("--hash-config", `${FIREBASE}hash-config.txt`);
const knownOfFirebase = () => readFileSync(pathOf(`${FIREBASE}known-password.txt`), "utf8").trim();

/** One row for each source, or for each form of it that is read in another way. */
const JOURNEYS: Readonly<Record<string, Journey>> = {
  firebase: {
    from: "firebase",
    file: `${FIREBASE}users.json`,
    options: firebaseConfig,
    email: "ada@example.com",
    password: knownOfFirebase(),
  },
  "firebase CSV": {
    from: "firebase",
    file: { text: firebaseCsv() },
    options: firebaseConfig,
    email: "ada@example.com",
    password: knownOfFirebase(),
  },
  keycloak: {
    from: "keycloak",
    file: `${SAMPLE}keycloak.json`,
    email: "ada@example.com",
    totp: Buffer.from("stepupdemofixture123"),
  },
  "auth0 with its hashes": {
    from: "auth0",
    file: `${SAMPLE}auth0-profiles.ndjson`,
    options: option("--join", `${SAMPLE}auth0-hashes.ndjson`),
    email: "cyd@example.com",
    totp: BASE32,
  },
  kratos: { from: "kratos", file: `${SAMPLE}kratos.json`, email: "ada@example.com", totp: BASE32 },
  zitadel: { from: "zitadel", file: `${SAMPLE}zitadel.json`, email: "ada@example.com" },
  fusionauth: {
    from: "fusionauth",
    file: `${SAMPLE}fusionauth.json`,
    email: "ada@example.com",
    totp: BASE32,
  },
  ldap: {
    from: "ldap",
    file: {
      text: `dn: uid=ada,dc=example\nobjectClass: inetOrgPerson\nuid: ada\nmail: ada@example.com\nuserPassword: {CRYPT}${BCRYPT}\n`,
    },
    email: "ada@example.com",
    password: "U*U",
  },
  dovecot: {
    from: "dovecot",
    file: { text: `ada@example.com:{BLF-CRYPT}${BCRYPT}:1000:1000::/home/ada::\n` },
    email: "ada@example.com",
    password: "U*U",
  },
  htpasswd: {
    from: "htpasswd",
    file: { text: `ada@example.com:${BCRYPT}\n` },
    email: "ada@example.com",
    password: "U*U",
  },
  table: {
    from: "table",
    file: { text: `id;mail;hash\n1;ada@example.com;${BCRYPT}\n` },
    map: {
      user: { externalUserId: "id", email: "mail", passwordHash: "hash" },
      hash: { source: "laravel" },
    },
    email: "ada@example.com",
    password: "U*U",
  },
  credport: {
    from: "credport",
    file: {
      text: JSON.stringify({
        externalUserId: "a",
        email: "ada@example.com",
        passwordHash: BCRYPT,
        totp: [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 }],
      }),
    },
    options: ["--source", "laravel"],
    email: "ada@example.com",
    password: "U*U",
    totp: BASE32,
  },
};

/** The row of the known user as the tool writes it: 28 columns without a header. */
function firebaseCsv(): string {
  const { users } = JSON.parse(readFileSync(pathOf(`${FIREBASE}users.json`), "utf8")) as {
    users: { localId: string; email?: string; passwordHash: string; salt: string }[];
  };
  const ada = users.find(({ email }) => email === "ada@example.com");
  if (ada === undefined) throw new Error("the sample has no known user");
  const own = [ada.localId, ada.email, "true", ada.passwordHash, ada.salt, "", ""];
  return `${[...own, ...Array(16).fill(""), "1486324110000", "", "", "false", ""].join(",")},\n`;
}

/** The code that an authenticator app shows (RFC 6238), computed without any code of credport. */
function codeOf(key: Buffer, seconds: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / 30)));
  const mac = createHmac("sha1", key).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) as number) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

async function credport(...args: string[]) {
  const fake = fakeIo({ env: { CREDPORT_API_KEY: "test-key-0123456789abcdef" } });
  const code = await runCli(args, fake.io);
  return { code, told: fake.out() + fake.err() };
}

function exportOf({ file }: Journey): string {
  if (typeof file === "string") return pathOf(file);
  const path = join(temporary.path(), "export");
  writeFileSync(path, file.text);
  return path;
}

function mapOf({ map }: Journey): readonly string[] {
  if (map === undefined) return [];
  const path = join(temporary.path(), "map.json");
  writeFileSync(path, JSON.stringify(map));
  return ["--map", path];
}

function signerKey(): string {
  const config = parseFirebaseHashConfig(readFileSync(pathOf(`${FIREBASE}hash-config.txt`), "utf8"));
  return config.ok ? config.value.signerKey : "";
}

describe("from the old system's export to the first sign-in", () => {
  it.each(Object.entries(JOURNEYS))("%s", { timeout: 60_000 }, async (_, journey) => {
    const { from, options = [], email, password = PASSWORD, totp } = journey;
    const users = join(temporary.path(), "users.ndjson");
    const source = ["--from", from, ...options, ...mapOf(journey)];
    const checked = await credport("check", exportOf(journey), ...source, "--out", users);
    expect([checked.told, checked.code]).toEqual([
      expect.stringContaining("can be imported"),
      expect.any(Number),
    ]);
    expect(checked.code).toBeLessThan(2);

    const rehearsal = createRehearsalService({
      apiKeys: ["test-key-0123456789abcdef"],
      signerKey: signerKey(),
    });
    const listening = await rehearsal.listen();
    try {
      const journal = join(temporary.path(), "journal");
      const own = from === "credport" ? ["--source", "laravel"] : [];
      const to = ["--to", listening.url, "--journal", journal];
      const imported = await credport("import", users, "--from", "credport", ...own, ...to);
      expect([imported.code, imported.told]).toEqual([0, expect.stringContaining("imported")]);
    } finally {
      await listening.close();
    }

    const headers = { "api-key": "test-key-0123456789abcdef" };
    const signIn = (typed: string) =>
      talk(rehearsal, "POST", "/recipe/signin", { email, password: typed }, headers);
    expect((await signIn(`${password}x`)).json?.status).toBe("WRONG_CREDENTIALS_ERROR");
    const signedIn = (await signIn(password)).json;
    expect(signedIn?.status).toBe("OK");
    if (totp === undefined) return;
    const verify = async (code: string) => {
      const body = { userId: signedIn?.user.id, totp: code, allowUnverifiedDevices: false };
      return (await talk(rehearsal, "POST", "/recipe/totp/verify", body, headers)).json?.status;
    };
    const code = codeOf(totp, Date.now() / 1000);
    expect(await verify(code === "000000" ? "000001" : "000000")).toBe("INVALID_TOTP_ERROR");
    expect(await verify(code)).toBe("OK");
  });
});
