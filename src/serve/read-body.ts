import { joined, utf8Text } from "../lib/bytes.js";
import { type JsonObject, jsonObject } from "../lib/json-text.js";
import { counted } from "../lib/plural.js";
import { refuse } from "../problems/serve.js";
import { type Result, success } from "../result.js";

/** What is read of a body at most, and for how long. */
interface BodyLimits {
  readonly bodyBytes: number;
  readonly timeoutMs: number;
}

/** Reads the JSON object that a call's body is: no more bytes than allowed, and no longer. */
export async function readBody(request: Request, limits: BodyLimits): Promise<Result<JsonObject>> {
  if (!isJson(request.headers.get("content-type"))) {
    return refuse("serve/content-type", "the body is not application/json in UTF-8");
  }
  const bytes = await bytesOf(request, limits);
  if (!bytes.ok) return bytes;
  const body = jsonObject(utf8Text(bytes.value, false) ?? "");
  return body === undefined ? refuse("serve/body-malformed", "the body is not a JSON object in UTF-8") : success(body);
}

function isJson(contentType: string | null): boolean {
  const [type, ...parameters] = (contentType ?? "").toLowerCase().split(";");
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith("charset="));
  if (charset !== undefined && !/^charset="?utf-8"?$/.test(charset)) return false;
  // A media type may say what it is besides JSON: RFC 6839.
  return /^application\/(?:[a-z0-9.-]+\+)?json$/.test((type as string).trim());
}

async function bytesOf(request: Request, { bodyBytes, timeoutMs }: BodyLimits): Promise<Result<Uint8Array>> {
  const tooLarge = () => refuse("serve/body-too-large", `the body is over ${counted(bodyBytes, "byte")}`);
  if (Number(request.headers.get("content-length") ?? 0) > bodyBytes) return tooLarge();
  const reader = streamOf(request)?.getReader();
  if (reader === undefined) return success(new Uint8Array(0));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const read = await Promise.race([reader.read(), late]);
      if (read === undefined) return refuse("serve/body-incomplete", `the body took over ${timeoutMs} ms`);
      if (read.done) return success(joined(...pieces));
      length += read.value.length;
      if (length > bodyBytes) return tooLarge();
      pieces.push(read.value);
    }
  } catch {
    return refuse("serve/body-incomplete", "the connection broke while the body was read");
  } finally {
    clearTimeout(timer);
    // The rest is not needed; a stream that can't be ended does no harm.
    reader.cancel().catch(() => undefined);
  }
}

/** The bytes of a body as they come; in Firefox, whose requests have no stream of them, all at once. */
function streamOf(request: Request): ReadableStream<Uint8Array> | null {
  if (request.body !== undefined) return request.body;
  return new ReadableStream({
    async start(controller) {
      const bytes = new Uint8Array(await request.arrayBuffer());
      if (bytes.length > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}
