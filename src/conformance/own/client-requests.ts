import {
  createImportClient,
  type FetchLike,
  type ImportClient,
  type TotpMigrationRequest,
} from "../../client/index.js";
import type { FirstFactor } from "../../client/internal.js";
import type { Result, ServiceProfileName } from "../../index.js";
import { defined } from "../../lib/defined.js";
import type { Answer } from "../protocol/messages.js";
import type { JsonObject } from "../suite/conformance-case.js";

/** A user to import, as the vectors of `client-requests` give it. */
interface ClientRequestsInput {
  readonly service: ServiceProfileName;
  readonly apiKey: string;
  readonly tenantPath?: string;
  readonly user: {
    readonly firstFactor: FirstFactor;
    readonly externalUserId?: string;
    readonly totp?: TotpMigrationRequest["devices"];
    readonly oneTimeCode?: Partial<Record<"email" | "phoneNumber" | "externalUserId", string>>;
  };
  /** What the service answers, in this order; each with HTTP status 200. */
  readonly replies: readonly JsonObject[];
}

interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The requests that the client makes, against a service that gives prepared answers. */
export async function answerClientRequests(given: JsonObject): Promise<Answer> {
  const input = given as unknown as ClientRequestsInput;
  const requests: RecordedRequest[] = [];
  const client = createImportClient({
    baseUrl: "http://localhost",
    apiKey: input.apiKey,
    service: input.service,
    ...defined({ tenantPath: input.tenantPath }),
    fetch: recordingFetch(requests, input.replies),
    retry: { attempts: 1 },
  });
  const end = await migrateUser(client, input.user);
  const [first] = end.ok ? [] : end.problems;
  if (first !== undefined && requests.length === 0) return { error: { code: first.code } };
  return { ok: { requests, completed: end.ok } };
}

async function migrateUser(client: ImportClient, user: ClientRequestsInput["user"]): Promise<Result<unknown>> {
  const { firstFactor, externalUserId, totp, oneTimeCode } = user;
  const first = { firstFactor, ...defined({ externalUserId }) };
  if (totp !== undefined || oneTimeCode === undefined) return client.migrateTotp({ ...first, devices: totp ?? [] });
  const { externalUserId: passwordlessExternalUserId, ...contact } = oneTimeCode;
  return client.migratePasswordless({ ...first, ...contact, ...defined({ passwordlessExternalUserId }) });
}

function recordingFetch(requests: RecordedRequest[], replies: readonly JsonObject[]): FetchLike {
  return async (url, { method, headers, body = "" }) => {
    const reply = replies[requests.length] ?? { status: "NO_REPLY_PREPARED" };
    requests.push({ method, path: new URL(url).pathname, headers, body: JSON.parse(body) });
    return new Response(JSON.stringify(reply), { headers: { "content-type": "application/json" } });
  };
}
