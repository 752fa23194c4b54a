import { createHash } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * Tokens that were exchanged, a file each: the system makes a file of one name once, whichever process asks. With a
 * database this is `INSERT … ON CONFLICT DO NOTHING` in a table whose primary key is the token, with Redis
 * `SET … NX EXAT`.
 */
export function createSpentTokens(folder) {
  const pathOf = (tokenId) => join(folder, createHash("sha256").update(tokenId).digest("hex"));
  return {
    /** True for the one who is the first to ask with this token. */
    async spend(tokenId) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        const file = await open(pathOf(tokenId), "wx", 0o600);
        await file.sync();
        await file.close();
        return true;
      } catch (error) {
        if (error.code === "EEXIST") return false;
        throw error;
      }
    },
    /** Lets go of tokens that could not be exchanged any more. */
    async forgetOlderThan(milliseconds) {
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        if ((await stat(path)).mtimeMs < Date.now() - milliseconds) await rm(path);
      }
    },
  };
}
