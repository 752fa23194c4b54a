import { isJsonObject, jsonObject } from "../../lib/json-text.js";
import type { TokenCheckOptions } from "../../serve/index.js";
import { type CouldNotRun, wrongUsage } from "../could-not-run.js";
import { readSmallFile } from "../input/input-file.js";

const MOST_KEY_BYTES = 1 << 20;
const MILLISECONDS = 5_000;
const FIELDS = ["issuer", "audience", "keys", "claims"];

/** What `--token-file` says: `issuer`, `audience`, `keys` (the address of the issuer's key set), and `claims`. */
export async function tokenSettings(path: string): Promise<TokenCheckOptions> {
  const { issuer, audience, keys, claims = {} } = await settingsIn(path);
  const texts = [issuer, audience, keys, ...Object.values(claims as object)];
  if (texts.some((text) => typeof text !== "string" || text === "")) {
    throw unusable(path, "issuer, audience, keys and each of claims have to be texts");
  }
  const address = URL.canParse(keys as string) ? new URL(keys as string) : undefined;
  if (address === undefined || !(address.protocol === "https:" || isOfThisMachine(address))) {
    throw unusable(path, "keys is not an address that begins with https");
  }
  return {
    issuer: issuer as string,
    audience: audience as string,
    claims: claims as Readonly<Record<string, string>>,
    keys: () => keySet(address),
  };
}

async function settingsIn(path: string): Promise<Readonly<Record<string, unknown>>> {
  const value = jsonObject(await readSmallFile(path));
  if (value === undefined) throw unusable(path, "it is not a JSON object");
  const other = Object.keys(value).find((name) => !FIELDS.includes(name));
  if (other !== undefined) throw unusable(path, `it has a field beside ${FIELDS.join(", ")}`);
  const { claims = {} } = value;
  if (!isJsonObject(claims)) throw unusable(path, "claims is not a JSON object");
  return value;
}

function unusable(path: string, message: string): CouldNotRun {
  return wrongUsage(`${path} can't be used: ${message}`, "Correct the file, as docs/serving.md shows it.");
}

const isOfThisMachine = ({ hostname }: URL): boolean => ["127.0.0.1", "[::1]", "localhost"].includes(hostname);

/** Keys are not followed elsewhere, and not read without end. */
async function keySet(address: URL): Promise<{ readonly keys: readonly unknown[] }> {
  const reply = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(MILLISECONDS) });
  if (!reply.ok || reply.body === null) throw new Error(`status ${reply.status}`);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of reply.body) {
    bytes += piece.length;
    if (bytes > MOST_KEY_BYTES) throw new Error("too large");
    pieces.push(piece);
  }
  const { keys } = JSON.parse(Buffer.concat(pieces).toString("utf8")) as { keys?: unknown };
  if (!Array.isArray(keys)) throw new Error("not a key set");
  return { keys };
}
