/** A temporary folder with the programs that are installed in it; whatever runs there ends with it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

/** What a system needs is not to be had here: it is skipped, with this reason. */
export class NotHere extends Error {}

const INSTALL_MS = 900_000;
const START_MS = 300_000;
const CALL_MS = 10_000;
const ENDS_MS = 20_000;

export function openWorkshop(name) {
  const folder = mkdtempSync(join(tmpdir(), `credport-real-${name}-`));
  const running = new Set();
  const shop = {
    folder,
    /** Of every program that is started from here on. */
    env: { ...process.env, TMPDIR: folder },
    path: (...parts) => join(folder, ...parts),
    addToPath(...parts) {
      shop.env.PATH = join(folder, ...parts) + delimiter + shop.env.PATH;
    },
    /** Runs a program to its end and gives what it prints. */
    async run(program, args, options = {}) {
      const { status, out, err } = await shop.tried(program, args, options);
      if (status !== 0) throw new Error(`${program} ${args[0] ?? ""} ends with ${status}\n${out}${err}`);
      return out;
    },
    /** The same where another exit code than 0 is an answer. */
    async tried(program, args, { cwd = folder, env = {}, input = "", timeout } = {}) {
      const child = spawn(program, args, { cwd, env: { ...shop.env, ...env }, timeout, detached: true });
      running.add(child);
      child.stdin.on("error", () => {});
      child.stdin.end(input);
      try {
        const ended = once(child, "close");
        const [out, err, [status, signal]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
        return { status: status ?? signal, out, err };
      } finally {
        running.delete(child);
      }
    },
    /** Starts a program that runs until it is stopped. */
    service(program, args, { cwd = folder, env = {} } = {}) {
      const child = spawn(program, args, { cwd, env: { ...shop.env, ...env }, detached: true });
      const service = { said: "", hasEnded: false, stop: () => stop(child) };
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8");
        stream.on("data", (piece) => {
          service.said = (service.said + piece).slice(-20_000);
        });
      }
      child.once("error", (error) => {
        service.said += error.message;
        service.hasEnded = true;
      });
      child.once("exit", () => {
        service.hasEnded = true;
        running.delete(child);
      });
      running.add(child);
      return service;
    },
    /** Asks again until there is an answer that is not undefined. */
    async until(what, service, ask) {
      for (const end = Date.now() + START_MS; Date.now() < end; await wait(300)) {
        const answer = await ask();
        if (answer !== undefined) return answer;
        if (service.hasEnded) break;
      }
      throw new Error(`${what} did not come about\n${service.said}`);
    },
    async untilAnswers(url, service) {
      const ask = async () => {
        const reply = await fetch(url, { signal: AbortSignal.timeout(CALL_MS) }).catch(() => undefined);
        await reply?.body?.cancel();
        return reply?.ok ? true : undefined;
      };
      await shop.until(`an answer of ${url}`, service, ask);
    },
    async close() {
      await Promise.all([...running].map(stop));
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return shop;
}

/** With all that it has started: a service has a process group of its own. */
async function stop(child) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  const signal = (name) => {
    try {
      process.kill(-child.pid, name);
    } catch {
      child.kill(name);
    }
  };
  signal("SIGTERM");
  const late = setTimeout(() => signal("SIGKILL"), ENDS_MS);
  await ended;
  clearTimeout(late);
}

export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

async function install(shop, what, program, args, options) {
  const { status, out, err } = await shop
    .tried(program, args, { timeout: INSTALL_MS, ...options })
    .catch((error) => ({ status: 1, out: "", err: error.message }));
  if (status === 0) return out;
  const reason = (err.trim() || out.trim()).split("\n").at(-1);
  throw new NotHere(`${what} can't be installed: ${reason}`);
}

/** Packages of PyPI, with a Python of their own that comes first on the path. */
export async function pip(shop, ...packages) {
  await install(shop, "a Python environment", "python3", ["-m", "venv", "python"]);
  const args = ["install", "--quiet", "--disable-pip-version-check", ...packages];
  await install(shop, packages[0], shop.path("python/bin/pip"), args);
  shop.addToPath("python", "bin");
}

export async function npm(shop, ...packages) {
  const args = ["install", "--no-audit", "--no-fund", "--loglevel=error", ...packages];
  await install(shop, packages[0], "npm", ["init", "--yes"]);
  await install(shop, packages[0], "npm", args);
}

/** Debian's packages, unpacked and not installed: no service of theirs is started and nothing stays. */
export async function debian(shop, ...packages) {
  if (!existsSync("/usr/bin/apt-get")) throw new NotHere(`${packages[0]} can't be installed: apt-get is not there`);
  const archives = shop.path("debian");
  mkdirSync(join(archives, "partial"), { recursive: true });
  const args = ["install", "--yes", "--reinstall", "--no-install-recommends", "--download-only"];
  await install(shop, packages[0], "apt-get", [...args, "-o", `Dir::Cache::archives=${archives}`, ...packages]);
  for (const file of readdirSync(archives).filter((each) => each.endsWith(".deb"))) {
    await install(shop, file, "dpkg", ["-x", join(archives, file), shop.path("root")]);
  }
  for (const folder of ["usr/sbin", "usr/bin"]) shop.addToPath("root", folder);
  shop.env.LD_LIBRARY_PATH = ["usr/lib/x86_64-linux-gnu", "usr/lib/dovecot"]
    .map((each) => shop.path("root", each))
    .join(delimiter);
}

/** Of Debian's unstable suite the packages alone, none that they depend on: programs of any machine, such as PHP's. */
export async function debianNewest(shop, ...packages) {
  const own = shop.path("newest");
  mkdirSync(join(own, "lists/partial"), { recursive: true });
  const key = "/usr/share/keyrings/debian-archive-keyring.gpg";
  const archives = await install(shop, packages[0], "apt-get", ["indextargets", "--format", "$(REPO_URI)"]);
  const archive = archives.split("\n").find((each) => /\/debian\/?$/.test(each));
  if (archive === undefined) throw new NotHere(`${packages[0]} can't be installed: no archive of Debian is set up`);
  writeFileSync(join(own, "sources"), `deb [signed-by=${key}] ${archive} sid main\n`);
  const settings = {
    "Dir::Etc::sourcelist": join(own, "sources"),
    "Dir::Etc::sourceparts": "-",
    "Dir::State::lists": join(own, "lists"),
    "Dir::Cache": own,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
  await install(shop, packages[0], "apt-get", [...options, "update"]);
  await install(shop, packages[0], "apt-get", [...options, "download", ...packages], { cwd: own });
  for (const file of readdirSync(own).filter((each) => each.endsWith(".deb"))) {
    await install(shop, file, "dpkg", ["-x", join(own, file), shop.path("root")]);
  }
}

/**
 * The PHP of the machine, or of Debian's packages in the folder, with those of its extensions that the machine does not
 * have.
 */
export function phpIn(shop) {
  const bin = shop.path("root/usr/bin");
  const [own] = readdirSync(bin).filter((name) => /^php\d/.test(name));
  const folder = shop.path("root/usr/lib/php");
  const [release] = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d{8}$/.test(name)) : [];
  const files = release === undefined ? [] : readdirSync(join(folder, release));
  // Those that others build on come first.
  const order = ["mysqlnd.so", "pdo.so", "dom.so"];
  const extensions = [
    ...order.filter((name) => files.includes(name)),
    ...files.filter((name) => !order.includes(name)),
  ];
  mkdirSync(shop.path("php"));
  const lines = extensions.map((name) => `extension=${join(folder, release, name)}\n`);
  writeFileSync(shop.path("php/own.ini"), lines.join(""));
  shop.env.PHP_INI_SCAN_DIR = `:${shop.path("php")}`;
  return own ?? "php";
}

/** An archive of Maven Central, unpacked into the folder. */
export async function maven(shop, { group, name, version }) {
  const args = ["--quiet", "--batch-mode", "dependency:get", "-Dtransitive=false"];
  await install(shop, name, "mvn", [...args, `-Dartifact=${group}:${name}:${version}:tar.gz`]);
  const folder = join(homedir(), ".m2/repository", group.replaceAll(".", "/"), name, version);
  await install(shop, name, "tar", ["-xzf", join(folder, `${name}-${version}.tar.gz`), "-C", shop.folder]);
}
