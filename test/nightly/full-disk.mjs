/**
 * Imports users while the disk with the journal fills up, and again once there is room:
 * `node test/nightly/full-disk.mjs <folder>`, where the folder is a small file system of its own. Needs `npm run build`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRehearsalService } from "../../dist/rehearsal/index.js";

const [folder] = process.argv.slice(2);
const USERS = 3000;
const HASH = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy";
const PROGRAM = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

for (const via of ["calls", "bulk"]) await importWith(via);

async function importWith(via) {
  const rehearsal = createRehearsalService({ service: "supertokens" });
  const { url, close } = await rehearsal.listen();
  const elsewhere = mkdtempSync(join(tmpdir(), "credport-full-"));
  const file = join(elsewhere, "users.ndjson");
  const users = Array.from({ length: USERS }, (_, at) => ({
    ...{ externalUserId: `u${at}`, email: `u${at}@example.com`, passwordHash: HASH },
  }));
  writeFileSync(file, users.map((user) => `${JSON.stringify(user)}\n`).join(""));
  const journal = join(folder, `journal-${via}`);
  const ballast = join(folder, "ballast");
  const args = ["import", file, "--from", "credport", "--service", "supertokens", "--to", url];
  const run = () => runProgram([...args, "--journal", journal, "--via", via]);
  try {
    fill(ballast);
    const full = await run();
    expect(full.code === 2, `${via}: a full disk ends with exit code ${full.code}\n${full.out}${full.err}`);
    expect(/import\/journal-|could not|ENOSPC/.test(full.out + full.err), `${via}: the disk is not named`);
    rmSync(ballast);
    const again = await run();
    expect(again.code === 0, `${via}: with room again it ends with exit code ${again.code}\n${again.out}${again.err}`);
    const { counts } = rehearsal.state();
    expect(counts.users === USERS, `${via}: ${counts.users} of ${USERS} users are on the service`);
    process.stdout.write(`full disk, --via ${via}: resumed, ${counts.users} users\n`);
  } finally {
    await close();
    rmSync(elsewhere, { recursive: true });
    rmSync(journal, { force: true });
  }
}

/** Leaves a few pages. */
function fill(path) {
  for (let size = 1 << 16, all = Buffer.alloc(0); size >= 4096; ) {
    try {
      all = Buffer.alloc(all.length + size);
      writeFileSync(path, all);
    } catch {
      all = all.subarray(0, all.length - size);
      size >>= 1;
    }
    if (size < 4096) writeFileSync(path, all.subarray(0, Math.max(0, all.length - (1 << 15))));
  }
}

async function runProgram(args) {
  const env = { ...process.env, CREDPORT_API_KEY: "nightly-key" };
  const child = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  const said = { out: "", err: "" };
  child.stdout.on("data", (text) => {
    said.out += text;
  });
  child.stderr.on("data", (text) => {
    said.err += text;
  });
  const [code] = await once(child, "close");
  return { code, ...said };
}

function expect(isSo, fault) {
  if (isSo) return;
  process.stdout.write(`${fault}\n`);
  process.exit(1);
}
