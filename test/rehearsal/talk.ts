import type { RehearsalService } from "../../src/rehearsal/index.js";

export interface Spoken {
  readonly status: number;
  readonly text: string;
  readonly type: string | null;
  /** Undefined where the answer is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it asserts
  readonly json: Record<string, any> | undefined;
}

/** Speaks to the service in its own words, without credport's client in between. */
export async function talk(
  service: Pick<RehearsalService, "fetch">,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Spoken> {
  const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
  const response = await service.fetch(`http://localhost${path}`, {
    method,
    headers,
    ...(text === undefined ? {} : { body: text }),
  });
  const answered = await response.text();
  const type = response.headers.get("content-type");
  return {
    status: response.status,
    text: answered,
    type,
    json: type?.startsWith("application/json") ? JSON.parse(answered) : undefined,
  };
}
