import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";

const VERIFY = pathToFileURL(resolve(import.meta.dirname, "../../dist/verify/index.js")).href;
/** Under this name since Node 22.13 and 23.5. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has("--permission")
  ? "--permission"
  : "--experimental-permission";
// Known answers: crypt_blowfish, the argon2 reference implementation's test suite and its command (version 16).
const PROGRAM = `
import { verifyPassword } from ${JSON.stringify(VERIFY)};
const bcrypt = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const argon2 = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
const argon2V16 = "$argon2id$v=16$m=64,t=2,p=1$c0s3OUpEOFFXVUcz$6oxJaaLDB3malCBxduUh185tBiD/FOBI";
// Bytes that are no text, under the countermeasure of crypt_blowfish: no portable engine computes them.
const bytes = Uint8Array.of(0xff, 0xa3, 0x33);
const answer = (result) => (result.ok ? result.value.matches : result.problems[0].code);
console.log(answer(await verifyPassword("U*U", bcrypt)), answer(await verifyPassword("password", argon2)));
console.log(answer(await verifyPassword("a", argon2V16)), answer(await verifyPassword(bytes, bcrypt)));
`;

it.each<[string, readonly string[], string]>([
  ["nothing: all runs in this thread", [], "true true true verify/engine-missing"],
  ["native code", ["--allow-addons"], "true true true false"],
  ["worker threads, for the portable engines", ["--allow-worker"], "true true true verify/engine-missing"],
])("under Node's permission model, which allows %s", (_, allowed, answers) => {
  const args = [PERMISSION, "--allow-fs-read=*", ...allowed, "--no-warnings", "--input-type=module", "-e", PROGRAM];
  expect(execFileSync(process.execPath, args, { encoding: "utf8" }).trim().replace("\n", " ")).toBe(answers);
});
