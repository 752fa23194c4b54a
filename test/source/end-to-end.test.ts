import { createHmac } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runCli } from "../../src/cli/run-cli.js";
import { createLoginFallback, openFallbackStore } from "../../src/login/index.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import { parseFirebaseHashConfig } from "../../src/source/index.js";
import { fakeIo } from "../cli/fake-io.js";
import { talk } from "../rehearsal/talk.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { secretOf } from "./systems/samples.js";

const temporary = useTemporaryFolder();
const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const SAMPLE = "systems/samples/";
const FIREBASE = "../../docs/examples/firebase/";
/** Of every user in the samples. */
const PASSWORD = "correct horse";
/** Of every user in the samples of make-hashes.py. */
const LONG_PASSWORD = "correct horse battery";
const BASE32 = Buffer.from("12345678901234567890");
/** JBSWY3DPEHPK3PXP, decoded by coreutils' base32. */
const HELLO = Buffer.from("48656c6c6f21deadbeef", "hex");
/** U*U, from Solar Designer's test vectors of crypt_blowfish. */
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

interface Journey {
  readonly from: string;
  /** The file of the export, or its text. */
  readonly file: string | { readonly text: string };
  readonly options?: readonly string[];
  /** The map of a table. */
  readonly map?: object;
  /** The old system's keys, for second factors that it keeps encrypted. */
  readonly keys?: string;
  /** Who can sign in afterwards, with a password. */
  readonly email?: string;
  /** Who can sign in afterwards, with a code that is sent to their phone. */
  readonly phoneNumber?: string;
  /** Default: that of every sample. */
  readonly password?: string;
  /** The key of the authenticator app, where they have one. */
  readonly totp?: Buffer;
  /** Who can sign in through the fallback alone, by what they type. */
  readonly loginOnly?: { readonly identifier: string; readonly email: string; readonly password: string };
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
  "supabase's dump": {
    from: "supabase",
    file: `${SAMPLE}supabase.sql`,
    keys: "2024-01:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
    email: "ada@example.com",
    totp: BASE32,
  },
  "django with django-otp": {
    from: "django",
    file: `${SAMPLE}django.json`,
    email: "ada@example.com",
    password: LONG_PASSWORD,
    totp: BASE32,
    loginOnly: { identifier: "cem@example.com", email: "cem@example.com", password: LONG_PASSWORD },
  },
  "laravel with Fortify's encrypted second factors": {
    from: "laravel",
    file: `${SAMPLE}laravel.sql`,
    keys: secretOf("laravel aes-256-cbc, serialised").keys,
    email: "ada@example.com",
    password: LONG_PASSWORD,
    totp: HELLO,
  },
  "wordpress, with phpass through the fallback": {
    from: "wordpress",
    file: `${SAMPLE}wordpress.sql`,
    email: "ada@example.com",
    totp: Buffer.concat([HELLO, HELLO]),
    loginOnly: { identifier: "old", email: "old@example.com", password: PASSWORD },
  },
  "devise with Rails' encryption": {
    from: "devise",
    file: `${SAMPLE}devise.csv`,
    keys: secretOf("rails sha256").keys,
    email: "ada@example.com",
    password: LONG_PASSWORD,
    totp: HELLO,
  },
  nextcloud: {
    from: "nextcloud",
    file: `${SAMPLE}nextcloud.sql`,
    keys: secretOf("nextcloud version 3").keys,
    email: "ada@example.com",
    password: LONG_PASSWORD,
    totp: HELLO,
  },
  "better-auth, with its scrypt through the fallback": {
    from: "better-auth",
    file: `${SAMPLE}better-auth.json`,
    keys: "BETTER_AUTH_SECRET=better-auth-secret-1234567890",
    email: "dan@example.com",
    loginOnly: { identifier: "ADA@example.com", email: "ada@example.com", password: PASSWORD },
  },
  "cognito, which exports no hashes, by phone": {
    from: "cognito",
    file: `${SAMPLE}cognito.csv`,
    phoneNumber: "+15555550100",
  },
  ldap: {
    from: "ldap",
    file: {
      text: `dn: uid=ada,dc=example\nobjectClass: inetOrgPerson\nuid: ada\nmail: ada@example.com\nuserPassword: {CRYPT}${BCRYPT}\n\n`,
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

function keysOf({ keys }: Journey): readonly string[] {
  if (keys === undefined) return [];
  const path = join(temporary.path(), "keys.txt");
  writeFileSync(path, `${keys}\n`, { mode: 0o600 });
  return ["--decrypt-key-file", path];
}

type Rehearsal = ReturnType<typeof createRehearsalService>;

const HEADERS = { "api-key": "test-key-0123456789abcdef" };

async function signIn(rehearsal: Rehearsal, email: string, password: string) {
  return (await talk(rehearsal, "POST", "/recipe/signin", { email, password }, HEADERS)).json;
}

/** The user of that phone is known, so that no new one is made. */
async function signInByCode(rehearsal: Rehearsal, phoneNumber: string) {
  const call = async (path: string, body: object) => (await talk(rehearsal, "POST", path, body, HEADERS)).json;
  const { userInputCode, deviceId, preAuthSessionId } = (await call("/recipe/signinup/code", {
    phoneNumber,
  })) as Record<string, string>;
  const body = { userInputCode, deviceId, preAuthSessionId };
  expect(await call("/recipe/signinup/code/consume", body)).toMatchObject({
    status: "OK",
    createdNewUser: false,
    user: { phoneNumbers: [phoneNumber] },
  });
}

/** Logs a user in through the fallback, and then at the service. */
async function throughFallback(file: string, rehearsal: Rehearsal, who: NonNullable<Journey["loginOnly"]>) {
  const { identifier, email, password } = who;
  const opened = await openFallbackStore(file);
  if (!opened.ok) throw new Error(opened.problems[0].code);
  const store = opened.value;
  const fallback = createLoginFallback({
    findLegacyUser: store.findLegacyUser,
    importUser: async () => {
      throw new Error("the service does not verify this hash");
    },
    signUp: async (legacy, typed) => {
      await talk(rehearsal, "POST", "/recipe/signup", { email: legacy.email, password: typed }, HEADERS);
      await store.forgetUser(legacy);
    },
  });
  try {
    expect((await signIn(rehearsal, email, password))?.status).toBe("WRONG_CREDENTIALS_ERROR");
    expect((await fallback.attempt(identifier, `${password}x`)).kind).toBe("wrong-password");
    expect(await fallback.attempt(identifier, password)).toMatchObject({ kind: "migrated", by: "password" });
    expect((await signIn(rehearsal, email, password))?.status).toBe("OK");
    expect((await fallback.attempt(identifier, password)).kind).toBe("unknown-user");
  } finally {
    await store.close();
  }
}

function signerKey(): string {
  const config = parseFirebaseHashConfig(readFileSync(pathOf(`${FIREBASE}hash-config.txt`), "utf8"));
  return config.ok ? config.value.signerKey : "";
}

describe("from the old system's export to the first sign-in", () => {
  it.each(Object.entries(JOURNEYS))("%s", async (_, journey) => {
    const { from, options = [], email, password = PASSWORD, phoneNumber, totp, loginOnly } = journey;
    const users = join(temporary.path(), "users.ndjson");
    const left = join(temporary.path(), "fallback.ndjson");
    const source = ["--from", from, "--service", "default", ...options, ...mapOf(journey), ...keysOf(journey)];
    const files = ["--out", users, "--fallback", left];
    const checked = await credport("check", exportOf(journey), ...source, ...files);
    expect([checked.told, checked.code]).toEqual([expect.stringContaining("can be imported"), expect.any(Number)]);
    expect(checked.code).toBeLessThan(2);

    const rehearsal = createRehearsalService({
      apiKeys: ["test-key-0123456789abcdef"],
      signerKey: signerKey(),
    });
    const listening = await rehearsal.listen();
    try {
      const journal = join(temporary.path(), "journal");
      const own = ["--service", "default", ...(from === "credport" ? ["--source", "laravel"] : [])];
      const to = ["--to", listening.url, "--journal", journal, "--existing", "overwrite"];
      const imported = await credport("import", users, "--from", "credport", ...own, ...to);
      expect([imported.code, imported.told]).toEqual([0, expect.stringContaining("imported")]);
    } finally {
      await listening.close();
    }

    if (phoneNumber !== undefined) await signInByCode(rehearsal, phoneNumber);
    if (email === undefined) return;
    expect((await signIn(rehearsal, email, `${password}x`))?.status).toBe("WRONG_CREDENTIALS_ERROR");
    const signedIn = await signIn(rehearsal, email, password);
    expect(signedIn?.status).toBe("OK");
    if (loginOnly !== undefined) await throughFallback(left, rehearsal, loginOnly);
    if (totp === undefined) return;
    const verify = async (code: string) => {
      const body = { userId: signedIn?.user.id, totp: code, allowUnverifiedDevices: false };
      return (await talk(rehearsal, "POST", "/recipe/totp/verify", body, HEADERS)).json?.status;
    };
    const code = codeOf(totp, Date.now() / 1000);
    expect(await verify(code === "000000" ? "000001" : "000000")).toBe("INVALID_TOTP_ERROR");
    expect(await verify(code)).toBe("OK");
  });
});
