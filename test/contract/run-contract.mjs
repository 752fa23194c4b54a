import { createHmac } from "node:crypto";
import { contractSteps } from "./calls.mjs";
import { masked } from "./mask.mjs";

/**
 * Sends the calls of the contract to two services and says where their answers differ in status or
 * body, IDs and times masked.
 *
 * @param live `(path, init) => Promise<Response>` to the service at hand
 * @param known the same for the one that it is compared with
 */
export async function runContract({ live, known, apiKey, tenant, versions, run }) {
  const steps = contractSteps({ run, tenant, versions, totpCode, hasApiKey: apiKey !== undefined });
  const both = [speakTo(live, apiKey), speakTo(known, apiKey)];
  const differences = [];
  for (const step of steps) {
    const [here, there] = [await both[0].take(step), await both[1].take(step)];
    if (JSON.stringify(here) !== JSON.stringify(there)) differences.push({ name: step.name, live: here, known: there });
  }
  const left = await both[0].cleanUp();
  await both[1].cleanUp();
  return { calls: steps.length, differences, left };
}

/** Calls to a service that speaks these versions, has a tenant beside `public`, and asks for a key. */
export function countCalls(versions) {
  return contractSteps({ run: "x", tenant: "t1", versions, totpCode, hasApiKey: true }).length;
}

/** The result for a person. */
export function reportOf({ calls, differences, left }) {
  const shown = (body) => (typeof body === "string" ? body.trim() : JSON.stringify(body));
  const lines = differences.flatMap(({ name, live, known }) => [
    name,
    `  service    ${live.status} ${shown(live.body)}`,
    `  rehearsal  ${known.status} ${shown(known.body)}`,
  ]);
  const users = left.length === 0 ? "" : `Not removed: ${left.join(", ")}\n`;
  return `${lines.join("\n")}${lines.length > 0 ? "\n\n" : ""}${calls} calls, ${differences.length} answered differently\n${users}`;
}

function speakTo(send, apiKey) {
  const kept = {};
  const made = new Map();
  const request = async ({ method, path, headers = {}, body, text }) => {
    const content = text ?? (body === undefined ? undefined : JSON.stringify(settled(body, kept)));
    const response = await send(settled(path, kept), {
      method,
      headers: {
        "content-type": "application/json; charset=utf-8",
        ...(apiKey === undefined ? {} : { "api-key": apiKey }),
        ...headers,
      },
      ...(content === undefined || method === "GET" ? {} : { body: content }),
    });
    const answered = await response.text();
    return { status: response.status, type: response.headers.get("content-type"), text: answered };
  };
  return {
    async take(step) {
      const answer = await request(step);
      const json = jsonOf(answer);
      noteUsers(json, step, made);
      step.keep?.({
        json,
        keep: (name, value) => {
          kept[name] = value;
        },
      });
      return { status: answer.status, body: masked(json ?? answer.text) };
    },
    /** Removes the users of this run; gives those whose removal was refused. */
    async cleanUp() {
      const left = [];
      for (const [userId, prefix] of made) {
        const { status } = await request({ method: "POST", path: `${prefix}/user/remove`, body: { userId } });
        if (status !== 200) left.push(userId);
      }
      return left;
    },
  };
}

const settled = (value, kept) => (typeof value === "function" ? value(kept) : value);

function jsonOf({ type, text }) {
  if (!type?.startsWith("application/json")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every user that an answer to a POST shows was made by this run, or is one of its own. */
function noteUsers(json, { method, path }, made) {
  if (method !== "POST" || json?.status !== "OK" || typeof path !== "string") return;
  const { user, recipeUserId } = json;
  const [, app = ""] = /^(\/appid-[a-z0-9-]+)?/i.exec(path) ?? [];
  for (const id of [user?.id, recipeUserId]) if (typeof id === "string") made.set(id, app);
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const PERIOD_MS = 30_000;

/** RFC 6238 with SHA-1 and six digits, apart from credport's own. */
function totpCode(secret) {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / PERIOD_MS)));
  const digest = createHmac("sha1", key).update(step).digest();
  const code = digest.readUInt32BE(digest[19] & 15) & 0x7fffffff;
  return String(code % 1_000_000).padStart(6, "0");
}
