import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type { Recipe, Step } from "../../../src/hash/catalogue/recipe.js";
import { legacyRecipe } from "../../../src/hash/read/legacy-recipe.js";
import { readHash } from "../../../src/hash/read/read-hash.js";
import type { DigestExpression, Result, SourceName } from "../../../src/index.js";
import { CATALOGUE_SAMPLES } from "../catalogue-samples.js";

/** What is computed of a password, or why nothing is: for a sample of each row and for texts at the edges of rows. */
const FILE = fileURLToPath(new URL("recipes.txt", import.meta.url));

const HEX = (bytes: number) => "5a".repeat(bytes);
const MD5 = "0cc175b9c0f1b6a831c399e269772661";
const BASE64 = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string, "latin1"))).toString("base64");
const BARE = (...parts: readonly (string | readonly number[])[]) => BASE64(...parts).replace(/=+$/, "");
const BCRYPT = "$2y$04$t1Me.JPJABhTU9jG7Oiy2.sFW22oI5phdA3f0an9RK5tAWa4giGV2";

const word = (value: number) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
const ASPNET_3 = (prf: number, rounds: number, saltBytes: number, keyBytes: number) =>
  BASE64([1], word(prf), word(rounds), word(saltBytes), "s".repeat(Math.max(saltBytes, 0)), "k".repeat(keyBytes));

const MAGENTO = ["0:1", "1", "2", "0:2", "1:2", "0:1:2", "0:1:2:3_32_4_33555456", "0:3_32_4_8191", "0:3_32_4_8192"]
  .concat(["3:2", "0x2", "0:", "", "x", "0:3", ":2", "01:2"])
  .map((layers) => `${HEX(32)}:abc:${layers}`);

const DIGESTS = [
  ...[`md5$$${MD5}`, `md5$ab$${MD5}`, `sha1$$${HEX(20)}`, `sha1$ab$${HEX(20)}`, `${HEX(16)}:abc:0`, `${HEX(16)}xabc:0`],
  ...[`:A:${MD5}`, `:B::${MD5}`, `:B:ab:${MD5}`, `{MD5}${BASE64("a".repeat(16))}`, `{MD5}${MD5}`, `{MD5}{}${MD5}`],
  ...[`{MD5}{ab}${MD5}`, `{SHA-256}${HEX(32)}`, `{SHA-256}{ab}${HEX(32)}`, `{SHA-256}${HEX(31)}`, `{MD4}${MD5}`],
  ...[`$hmac-sha256$${BASE64(HEX(32))}$${BASE64("k")}`, `$hmac-sha256$${BASE64(HEX(31))}$${BASE64("k")}`],
  ...[
    `$hmac-sha256$${BASE64(`x${HEX(32).slice(1)}`)}$${BASE64("k")}`,
    `$hmac-md5$${BASE64(`${MD5.slice(1)}x`)}$${BASE64("k")}`,
  ],
  ...[
    "{PASSWORD}",
    "{SALT}",
    "a{PASSWORD}b",
    "{SALT}{PASSWORD}{SALT}",
    "{PASSWORD}{PASSWORD}",
    "{SALT}{SALT}{PASSWORD}",
  ].map((format) => `$md5$pf=${BASE64(format)}$${BASE64("$&x")}$${BASE64("k".repeat(16))}`),
];

const DERIVED = [
  `pbkdf2_sha256$10000$s$${HEX(64)}`,
  `pbkdf2_sha256$10000$s$${HEX(64).toUpperCase()}`,
  `pbkdf2_sha256$10000$s$${HEX(63)}`,
  `pbkdf2_sha256$10001$s$${HEX(64)}`,
  `{pbkdf2}${HEX(40)}`,
  `{pbkdf2}${HEX(48)}`,
  `{pbkdf2@SpringSecurity_v5_8}${HEX(48)}`,
  `{pbkdf2@SpringSecurity_v5_8}${HEX(40)}`,
  ...["$p5k2$$s$", "$p5k2$190$s$", "$p5k2$191$s$", "$p5k2$0$s$"].map((head) => `${head}${BARE("k".repeat(24))}`),
  `{PBKDF2}10000:${BASE64("k".repeat(20), "s".repeat(8))}`,
  `{PBKDF2}10000:${BASE64("k".repeat(20), "s".repeat(7))}`,
  `{PBKDF2-HMAC-SHA256}10000:${BASE64("k".repeat(32), "s".repeat(16))}`,
  `{PBKDF2}$1$s$10$${HEX(20)}`,
  ...[0, 1, 2, 3].map((prf) => ASPNET_3(prf, 10, 16, 32)),
  ASPNET_3(1, 0, 16, 32),
  ASPNET_3(1, 10, 15, 32),
  ASPNET_3(1, 10, 16, 15),
  ASPNET_3(1, 10, 16, 16),
  ASPNET_3(1, 10, 32, 15),
  BASE64([0], "s".repeat(16), "k".repeat(32)),
  BASE64([0], "s".repeat(16), "k".repeat(31)),
  BASE64([15], "s".repeat(16), "k".repeat(32)),
  BASE64([16], "s".repeat(16), "k".repeat(32)),
  ":pbkdf2-legacyA:!sha256:10:16!s!c2FsdA==!a2tra2tra2tra2tra2traw==",
  ...["U$P$", "U$H$"].map((head) => `${head}Babcdefgh${"k".repeat(22)}`),
  `U$S$Babcdefgh${"k".repeat(43)}`,
  `U$P$Babcdefgh${"k".repeat(23)}`,
  ...["{SSHA}", "{SHA}"].map((head) => `${head}${BASE64("k".repeat(20))}`),
];

const SCRYPT = [
  ...["ln=0,r=1,p=1", "ln=1,r=1,p=1", "ln=15,r=1,p=1", "ln=16,r=1,p=1", "ln=31,r=8,p=1", "ln=32,r=8,p=1"],
  ...["ln=4,r=0,p=1", "ln=4,r=1,p=0", "ln=4,r=32768,p=32768", "ln=4,r=32768,p=32767"],
].map((costs) => `$scrypt$${costs}$${BARE("salt")}$${BARE("k".repeat(32))}`);

const SCRYPT_REST = [
  ...[31, 33, 48, 64].map((bytes) => `$scrypt$ln=4,r=1,p=1$${BARE("salt")}$${BARE("k".repeat(bytes))}`),
  `scrypt:16:1:1$salt$${HEX(64)}`,
  `scrypt:15:1:1$salt$${HEX(64)}`,
  `scrypt:18446744073709551616:8:1$salt$${HEX(64)}`,
  `${HEX(16)}:${HEX(64)}`,
  `${HEX(16)}x${HEX(64)}`,
  ...["40ff01", "3fff01", "ffff01", "e0001"].map(
    (costs) => `{scrypt}$${costs}$${BASE64("salt")}$${BASE64("k".repeat(32))}`,
  ),
  `{scrypt}$e0801$${BASE64("salt")}$${BASE64("k".repeat(32))}`,
];

const ARGON2 = "$argon2id$v=19$m=64,t=1,p=1$LmRyYkZaS1kvWGpCZzJxUQ$LyQj7zVcK9EUXwIdyNRTPbLUCShS21lIlidRwRcp5Cg";

const HELD = [
  ...[ARGON2, `${ARGON2}!`, ARGON2.replace("t=1", "t=x")].map((hash) => `vb5Argon2:${hash}`),
  ...[ARGON2, BASE64(ARGON2), "x", "$argon2x$"].flatMap((hash) => [`{argon2}${hash}`, `{ARGON2}${hash}`]),
  ...[BCRYPT, "x"].flatMap((hash) => [`userPassword: ${hash}`, `USERPASSWORD:: ${BASE64(hash)}`, `:: ${BASE64(hash)}`]),
  `x userPassword: ${BCRYPT}`,
  ...["5", "null", '{"base64":5}', '{"subType":"00"}', "{}", `"${BASE64(BCRYPT)}","$type":"00"`].map(
    (value) => `{"$binary":${value}}`,
  ),
  ...[`{"base64":"${BASE64(BCRYPT)}","subType":"00"}`, `{"base64":"${BASE64(BCRYPT)}"`].map(
    (value) => `{"$binary":${value}}`,
  ),
  `x{"$binary":"${BASE64(BCRYPT)}"}`,
  `{ "$binary":"${BASE64(BCRYPT)}"}`,
  ...["\\x", "0x", "x"].map((head) => `${head}${Buffer.from(BCRYPT).toString("hex")}`),
  `\\x${Buffer.from(BCRYPT).toString("hex").slice(1)}`,
  ...[BCRYPT, "{CRYPT}x", `{BCRYPT}${BCRYPT}`, "", "$3"].map((text) => BASE64(text)),
  ...["BLF-CRYPT", "CRYPT", "SHA512-CRYPT", "PBKDF2", "DES-CRYPT"].flatMap((name) => [
    `{${name}.b64}${BASE64(BCRYPT)}`,
    `{${name}.hex}${Buffer.from(BCRYPT).toString("hex")}`,
    `{${name}.hex}zz`,
  ]),
  `{PBKDF2.b64}${BASE64(`$1$s$10$${HEX(20)}`)}`,
  `{CRYPT.b64}${BASE64("abTS2RKf9RzLs")}`,
  `{BLF-CRYPT.b64}-_${BASE64(BCRYPT).slice(2)}+`,
  `!bcrypt!04!${BCRYPT.slice(7)}`,
  `!bcrypt!03!${BCRYPT.slice(7)}`,
  `!bcrypt!4!${BCRYPT.slice(7)}`,
  ...["!", "!!", "!*", "*LK*", "*LOCKED*", "*", "{CRYPT}!", "{CRYPT}*LK*"].map((lock) => `${lock}${BCRYPT}`),
  ...["!{CLEARTEXT}secret", "*LK*{PLAIN}x", "{CRYPT}!{CLEARTEXT}x", "!!{CRYPT}!", "*LOCKED*!", "!!{SASL}ann", "!*!"],
  ...["!", "*", "x", "*LK*", "*NP*", "{CRYPT}!!*", "{CRYPT}*0", "{CRYPT}", "!0cc175b9", `!${MD5}`],
  ...["abTS2RKf9RzL.", "abTS2RKf9RzL!", "abTS2RKf9RzLs", "{CRYPT}abTS2RKf9RzL."],
  ...[`${MD5}:`, `${MD5}:s`, `${MD5}:${"s".repeat(64)}`, `${MD5}:${"s".repeat(65)}`, `x${MD5}`, MD5, `${MD5}0`],
  `$firescrypt$ln=14,r=8,p=2$c2FsdA==$${BASE64("k".repeat(64))}$Bw==$${BASE64("g".repeat(64))}`,
  ...[15, 16].map(
    (bytes) => `$firescrypt$ln=14,r=8,p=1$c2FsdA==$${BASE64("k".repeat(bytes))}$Bw==$${BASE64("g".repeat(bytes))}`,
  ),
  `$firescrypt$ln=14,r=8,p=1$c2FsdA==$${BASE64("k".repeat(64))}$Bw==$${BASE64("g".repeat(64))}`,
];

const FROM: readonly (readonly [text: string, source: SourceName])[] = [
  ...(["django", "werkzeug", "laravel"] as const).map((source) => [`md5$ab$${MD5}`, source] as const),
  ...(["better-auth", "lucia"] as const).map((source) => [`${HEX(16)}:${HEX(64)}`, source] as const),
  ...(["owncloud", "joomla", "vbulletin", "mybb"] as const).map((source) => [HEX(20), source] as const),
  ...(["joomla", "moodle", "prestashop"] as const).map((source) => [MD5, source] as const),
  ...(["joomla", "django", "vbulletin"] as const).map((source) => [`${MD5}:salt`, source] as const),
  ...["!", `!${MD5}`, "!abc", "!abc-", `!${HEX(20)}`].map((text) => [text, "django"] as const),
  [`$md5$${BASE64("k".repeat(16))}`, "kratos"],
];

function printed(value: unknown): unknown {
  // An expression as it is written, and its columns.
  if (typeof value === "object" && value !== null && "ok" in value) {
    const expression = value as Result<DigestExpression>;
    return expression.ok && JSON.stringify(expression.value.text);
  }
  if (Object.getPrototypeOf(value) === Object.prototype) return JSON.stringify(value);
  if (!(value instanceof Uint8Array)) return value;
  const text = Buffer.from(value).toString("latin1");
  return /^[ -~]*$/.test(text) ? JSON.stringify(text) : Buffer.from(value).toString("hex");
}

/** `digest before="salt" digest=md5`: what is done, in one line. */
function stepLine({ kind, ...parts }: Step): string {
  const named = Object.entries(parts).sort(([one], [other]) => (one < other ? -1 : 1));
  return [kind, ...named.map(([name, value]) => `${name}=${printed(value)}`)].join(" ");
}

function recipeLines({ readings }: Recipe): readonly string[] {
  return readings.map(({ steps, key, of = [] }) =>
    [...steps.map(stepLine), `= ${printed(key)}`, ...of.map((name) => `of ${name}`)].join("; "),
  );
}

/** The text, and below it its row and what is computed of a password: a line for each reading. */
function told(text: string, source?: SourceName): string {
  const reading = readHash(text, { ...(source && { source }) });
  const { format, wrapping, disposition, canonical, problems } = reading;
  const recipe = legacyRecipe(reading);
  const [first] = problems;
  const why = first === undefined ? [] : [`${first.code} ${first.offset ?? ""}`.trimEnd()];
  const wrapped = wrapping === null || wrapping.name === format?.name ? [] : [`in ${wrapping.name}`];
  const head = [format?.name ?? "no row", ...wrapped, disposition, ...(canonical === null ? [] : [canonical.text])];
  const lines = [head.join(" "), ...why, ...(recipe === undefined ? [] : recipeLines(recipe))];
  return [source === undefined ? text : `${text} (${source})`, ...lines.map((one) => `    ${one}`)].join("\n");
}

it("is written down for a sample of each row, and at the edges of rows", async () => {
  const samples = Object.values(CATALOGUE_SAMPLES).map(({ text, source }) => told(text, source));
  const edges = [...MAGENTO, ...DIGESTS, ...DERIVED, ...SCRYPT, ...SCRYPT_REST, ...HELD].map((text) => told(text));
  const sourced = FROM.map(([text, source]) => told(text, source));
  await expect(`${[...samples, ...edges, ...sourced].join("\n")}\n`).toMatchFileSnapshot(FILE);
});
