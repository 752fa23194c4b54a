// Completes package-lock.json after an `npm install` against a registry that lacks
// other platforms' optional binaries: npm leaves them out, and `npm ci` then calls
// the lock file out of date. Run: node .ci/complete-lock.mjs
import { readFileSync, writeFileSync } from "node:fs";

const path = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(path, "utf8"));
const SYSTEMS = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const PROCESSORS = ["arm64", "arm", "ia32", "loong64", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

/** What a platform package's name says about where it runs. */
function platformOf(name) {
  const words = name.split("/").at(-1).split("-");
  const pick = (known) => known.filter((word) => words.includes(word)).slice(0, 1);
  const libc = words.includes("musl")
    ? ["musl"]
    : words.some((word) => word.startsWith("gnu"))
      ? ["glibc"]
      : [];
  return { cpu: pick(PROCESSORS), os: pick(SYSTEMS), libc };
}

let added = 0;
for (const parent of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    if (lock.packages[key] !== undefined || !/^\d/.test(version)) continue;
    const { cpu, os, libc } = platformOf(name);
    const limits = Object.fromEntries(
      Object.entries({ cpu, os, libc }).filter(([, words]) => words.length > 0),
    );
    lock.packages[key] = { version, ...limits, ...(parent.dev ? { dev: true } : {}), optional: true };
    added++;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} platform packages added`);
