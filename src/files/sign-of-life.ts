import { type FileHandle, open, readFile, stat } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";

/**
 * A socket in a folder that the system takes calls for as long as its process lives, however that process
 * ends. Every process of the same machine can call it, from any container that has the folder.
 */
interface SignOfLife {
  close(): Promise<void>;
}

export function socketName(token: string): string {
  return `.credport-${token}`;
}

/** Undefined where the system or the file system has no such sockets. */
export async function giveSignOfLife(folder: string, token: string): Promise<SignOfLife | undefined> {
  const handle = await open(folder, "r").catch(() => undefined);
  if (handle === undefined) return undefined;
  const server = createServer((caller) => caller.destroy());
  const isListening = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(socketPath(handle, token), () => resolve(true));
  });
  if (!isListening) {
    await handle.close();
    return undefined;
  }
  server.unref();
  return { close: () => closeBoth(server, handle) };
}

async function closeBoth(server: Server, folder: FileHandle): Promise<void> {
  // The folder last: closing the server removes the socket's name by way of it.
  await new Promise((resolve) => server.close(resolve));
  await folder.close();
}

/** Whether the socket's process lives; undefined where the system can't tell. */
export async function answersCalls(folder: string, token: string): Promise<boolean | undefined> {
  const handle = await open(folder, "r").catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    return await new Promise<boolean | undefined>((resolve) => {
      const call = connect(socketPath(handle, token));
      call.once("connect", () => {
        call.destroy();
        resolve(true);
      });
      call.once("error", ({ code }: NodeJS.ErrnoException) => {
        resolve(code === "ECONNREFUSED" ? false : undefined);
      });
    });
  } finally {
    await handle.close();
  }
}

/** By way of the open folder, because the path of a socket may have 107 bytes only. */
function socketPath({ fd }: FileHandle, token: string): string {
  return `/proc/self/fd/${fd}/${socketName(token)}`;
}

/**
 * Names a folder on a running machine: the system's start, and the folder's place in its table of files.
 * Two processes that see the same name share one kernel and one mount, so a socket there tells the truth.
 * Empty where the system has no such names.
 */
export async function placeOf(folder: string): Promise<string> {
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  const stats = await stat(folder, { bigint: true }).catch(() => undefined);
  return boot === "" || stats === undefined ? "" : `${boot.trim()} ${stats.dev}:${stats.ino}`;
}
