import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** What a bundle can't hold, native code, and what is not installed unless asked for. */
const EXTERNAL = [/^@node-rs\//, "argon2", "hash-wasm"];
const VERIFY = resolve(import.meta.dirname, "../../dist/verify/index.js");
const LOGIN = resolve(import.meta.dirname, "../../dist/login/index.js");
// Known answers: crypt_blowfish, RFC 7914 in passlib's spelling.
const PROGRAM = `
import { createLoginFallback } from ${JSON.stringify(LOGIN)};
import { verifyPassword } from ${JSON.stringify(VERIFY)};
const bcrypt = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const scrypt = "$scrypt$ln=4,r=8,p=1$TmFDbA$" + process.argv[2];
const options = { findLegacyUser: async () => ({ id: "1", passwordHash: bcrypt }), importUser: async () => undefined };
(async () => {
  const verified = [
    await verifyPassword("U*U", bcrypt),
    await verifyPassword("U*V", bcrypt),
    await verifyPassword("password", scrypt),
  ].map((result) => (result.ok ? result.value.matches : result.problems[0].code));
  const { kind } = await createLoginFallback(options).attempt("ann", "U*U");
  process.stdout.write(JSON.stringify([...verified, kind]));
})();
`;

describe.each(["cjs", "es"] as const)("a bundle in the format %s", (format) => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "credport-bundle-"));
    const input = join(folder, "program.mjs");
    writeFileSync(input, PROGRAM);
    const bundle = await rolldown({ input, platform: "node", external: EXTERNAL, logLevel: "silent" });
    const file = join(folder, format === "cjs" ? "bundle.cjs" : "bundle.mjs");
    await bundle.write({ format, file, codeSplitting: false });
    await bundle.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(["", "portable"])(
    "verifies bcrypt and scrypt where no package is installed, engines «%s»",
    async (engines) => {
      const { scryptSync } = await import("node:crypto");
      const key = scryptSync("password", "NaCl", 32, { N: 16, r: 8, p: 1 })
        .toString("base64")
        .replace(/=+$/, "");
      const file = join(folder, format === "cjs" ? "bundle.cjs" : "bundle.mjs");
      const printed = execFileSync(process.execPath, [file, key], {
        cwd: folder,
        encoding: "utf8",
        env: { ...process.env, CREDPORT_ENGINES: engines },
      });
      expect(JSON.parse(printed)).toEqual([true, false, true, "migrated"]);
    },
  );
});
