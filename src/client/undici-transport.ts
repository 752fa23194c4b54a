import type { Agent, Dispatcher } from "undici";
import type { Answer, Ending, Exchange, Transport } from "./transport.js";

/**
 * Sends with undici over connections that are kept open: several times as fast as
 * the global `fetch` of Node 20 for requests as small as these. Follows no redirect
 * and asks for no compression. Idle connections don't keep the process running.
 */
export function undiciTransport(): Transport {
  let opened: Promise<Agent> | undefined;
  let agent: Agent | undefined;
  const targetOf = targetCache();
  return async (exchange, ending) => {
    opened ??= openAgent();
    agent ??= await opened;
    return dispatch(agent, targetOf(exchange.url), exchange, ending);
  };
}

/** Loaded with the first request: a rehearsal in the same process needs none of it. */
async function openAgent(): Promise<Agent> {
  const { Agent } = await import("undici");
  return new Agent({ pipelining: 1 });
}

type Target = Pick<Dispatcher.DispatchOptions, "origin" | "path">;

/** A client has eight addresses, so each is taken apart once. */
const MOST_TARGETS = 64;

function targetCache(): (url: string) => Target {
  const known = new Map<string, Target>();
  return (url) => {
    const found = known.get(url);
    if (found !== undefined) return found;
    const { origin, pathname, search } = new URL(url);
    const target = { origin, path: pathname + search };
    if (known.size < MOST_TARGETS) known.set(url, target);
    return target;
  };
}

/** One level below `request`: an answer as small as these is worth no stream of its own. */
function dispatch(
  agent: Agent,
  target: Target,
  { method, headers, body, maxReplyBytes }: Exchange,
  ending: Ending,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let httpStatus = 0;
    let retryAfter: string | null = null;
    let controller: Dispatcher.DispatchController | undefined;
    const end = (): void => {
      controller?.abort(new Error("the call was ended"));
    };
    ending.onEnd(end);
    agent.dispatch(
      { ...target, method: method as "POST", headers, body },
      {
        onRequestStart(started) {
          controller = started;
          if (ending.hasEnded) end();
        },
        onResponseStart(_controller, statusCode, replyHeaders) {
          // Interim answers come here too; the last one counts.
          httpStatus = statusCode;
          retryAfter = single(replyHeaders["retry-after"]);
        },
        onResponseData(started, chunk) {
          length += chunk.length;
          if (length <= maxReplyBytes) chunks.push(chunk);
          else {
            // Answered first: what is left is not read.
            resolve({ httpStatus, retryAfter, bytes: undefined });
            started.abort(new Error("the answer is too long"));
          }
        },
        onResponseEnd() {
          const [only] = chunks;
          resolve({ httpStatus, retryAfter, bytes: chunks.length === 1 ? only : Buffer.concat(chunks) });
        },
        onResponseError(_controller, error) {
          reject(error);
        },
      },
    );
  });
}

function single(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}
