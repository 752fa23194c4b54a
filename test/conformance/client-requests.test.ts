import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { createImportClient } from "../../src/client/index.js";
import { loadSuite } from "../../src/conformance/index.js";
import { requestsCover } from "../../src/conformance/judge/compare-requests.js";
import type { ConformanceCase } from "../../src/conformance/suite/conformance-case.js";
import { selectCases } from "../../src/conformance/suite/select-cases.js";
import { planImport } from "../../src/import/index.js";
import { SERVICE_PROFILES, type ServiceProfileName } from "../../src/index.js";
import type { NormalizedUser } from "../../src/source/index.js";

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The vectors against the two other descriptions of the interface in this repository. */
const document = JSON.parse(readFileSync(new URL("../../docs/openapi.json", import.meta.url), "utf8"));
const ajv = new Ajv2020({ strict: false });
ajv.addSchema(document, "openapi");

const suite = await loadSuite();
const vectors = suite.ok ? selectCases(suite.value.cases, ["client-requests"]) : [];

function sequences({ outputs }: ConformanceCase): readonly (readonly Request[])[] {
  return outputs.map((output) => output.requests as readonly Request[]);
}

const requests = vectors.flatMap((vector) =>
  sequences(vector).flatMap((sequence) => sequence.map((request) => ({ vector, request }))),
);

describe("the vectors of client-requests", () => {
  it("are at least 60, in both profiles, and hold each of the eight calls", () => {
    expect(vectors.length).toBeGreaterThanOrEqual(60);
    expect(new Set(vectors.map(({ input }) => input.service))).toEqual(new Set(["default", "supertokens"]));
    const paths = new Set(requests.map(({ request }) => request.path));
    for (const path of Object.keys(document.paths)) expect(paths).toContain(path);
  });

  it("send what the OpenAPI document describes, with the headers that it asks for", () => {
    for (const { vector, request } of requests) {
      const { tenantPath = "" } = vector.input as { tenantPath?: string };
      const path = Object.keys(document.paths).find((known) => request.path.endsWith(known)) ?? "";
      const prefix = request.path.slice(0, request.path.length - path.length);
      expect(["", `/${tenantPath}`, `/${tenantPath.split("/")[0]}`]).toContain(prefix);
      const operation = document.paths[path][request.method.toLowerCase()];
      expect([vector.id, operation]).not.toEqual([vector.id, undefined]);
      const { $ref } = operation.requestBody.content["application/json; charset=utf-8"].schema;
      const fits = ajv.validate(`openapi${$ref}`, request.body);
      expect([vector.id, ajv.errorsText(), fits]).toEqual([vector.id, "No errors", true]);
      const asksForRecipe = operation.parameters.some((one: { $ref: string }) => one.$ref.endsWith("/Recipe"));
      expect([vector.id, request.headers.rid]).toEqual([vector.id, asksForRecipe ? "passwordless" : undefined]);
    }
  });

  it("link only what was made primary before, and name only users that a reply has named", () => {
    for (const vector of vectors) {
      const { user } = vector.input as { user: object };
      const replies = JSON.stringify([user, vector.input.replies]);
      for (const sequence of sequences(vector)) {
        const link = sequence.findIndex(({ path }) => path.endsWith("/user/link"));
        if (link >= 0) {
          expect(sequence[link - 1]?.path).toMatch(/\/user\/primary$/);
          expect(sequence[link - 1]?.body.recipeUserId).toBe(sequence[link]?.body.primaryUserId);
        }
        for (const { body } of sequence) {
          for (const id of [body.userId, body.recipeUserId, body.primaryUserId]) {
            if (id !== undefined) expect(replies).toContain(JSON.stringify(id));
          }
        }
      }
    }
  });
});

type Reply = Readonly<Record<string, unknown>>;

interface Input {
  readonly service: ServiceProfileName;
  readonly apiKey: string;
  readonly user: {
    readonly firstFactor: Readonly<Record<string, string>> & { readonly email?: unknown };
    readonly externalUserId?: string;
    readonly totp?: NormalizedUser["totp"];
    readonly oneTimeCode?: {
      readonly email?: string;
      readonly phoneNumber?: string;
      readonly externalUserId?: string;
    };
  };
  readonly replies: readonly Reply[];
}

/** The user as an export gives it; undefined for what no export says: mapped IDs, users who are there, codes by e-mail. */
function exportedUser({ user }: Input): NormalizedUser | undefined {
  const { firstFactor, externalUserId, totp = [], oneTimeCode } = user;
  const { kind, email, passwordHash, thirdPartyId = "", thirdPartyUserId = "" } = firstFactor;
  const phoneNumber = firstFactor.phoneNumber ?? oneTimeCode?.phoneNumber;
  if (kind === "existing" || externalUserId !== undefined || oneTimeCode?.externalUserId !== undefined) return;
  if (oneTimeCode !== undefined && oneTimeCode.phoneNumber === undefined) return;
  // Two one-time codes are one user with two contacts in an export.
  if (kind === "passwordless" && oneTimeCode !== undefined) return;
  const base = { externalUserId: "x", emailVerified: false, totp };
  const phone = phoneNumber === undefined ? {} : { phoneNumber };
  if (kind === "third-party") {
    const { id, isVerified } = email as { id: string; isVerified: boolean };
    const thirdParty = [{ thirdPartyId, thirdPartyUserId, email: id, isVerified }];
    return { ...base, ...phone, ...(oneTimeCode === undefined ? {} : { email: id }), thirdParty };
  }
  return {
    ...base,
    ...phone,
    ...(email === undefined ? {} : { email: email as string }),
    ...(passwordHash === undefined ? {} : { passwordHash }),
    thirdParty: [],
  };
}

/** What the plan of `credport import` sends for a user, against the prepared replies. */
async function plannedRequests(user: NormalizedUser, { service, apiKey, replies }: Input) {
  const sent: Request[] = [];
  const answers = new Map<string, Reply>();
  const client = createImportClient({
    baseUrl: "http://localhost",
    apiKey,
    service,
    retry: { attempts: 1 },
    fetch: async (url, { method, headers, body = "" }) => {
      sent.push({ method, path: new URL(url).pathname, headers, body: JSON.parse(body) });
      return Response.json(replyTo(new URL(url).pathname, replies));
    },
  });
  for (const { step, call, request } of planImport(user, SERVICE_PROFILES[service])) {
    const resolved = Object.fromEntries(
      Object.entries(request).map(([name, value]) => [
        name,
        typeof value === "object" && value !== null && "from" in value
          ? referenced(answers.get(value.from as string), value.value as string)
          : value,
      ]),
    );
    const reply = await client[call](resolved as never);
    if (!reply.ok) break;
    answers.set(step, reply.value.body);
  }
  return sent;
}

/** By what it answers, because a plan may send an update that the prepared sequence does without. */
function replyTo(path: string, replies: readonly Reply[]): Reply {
  const wanted = path.endsWith("/code") ? "linkCode" : path.endsWith("/consume") ? "recipeUserId" : "user";
  if (path.endsWith("/signinup/code/consume")) {
    return replies.find((reply) => JSON.stringify(reply).includes('"passwordless"')) ?? { status: "OK" };
  }
  if (/\/(?:link|primary|import|user)$/.test(path) && !path.endsWith("/passwordhash/import")) return { status: "OK" };
  return (
    replies.find((reply) => wanted in reply && !JSON.stringify(reply).includes('"passwordless"')) ?? {
      status: "OK",
    }
  );
}

function referenced(reply: Reply | undefined, name: string): unknown {
  if (name !== "userId") return reply?.[name];
  return reply?.recipeUserId ?? (reply?.user as { id: string } | undefined)?.id;
}

describe("the plan of an import", () => {
  const planned = vectors.flatMap((vector) => {
    const input = vector.input as unknown as Input & { tenantPath?: string };
    const completes = vector.outputs[0]?.completed === true;
    const user = completes && input.tenantPath === undefined ? exportedUser(input) : undefined;
    return user === undefined ? [] : [{ vector, input, user }];
  });

  it("sends one of the permitted sequences for every user that an export can hold", async () => {
    expect(planned.length).toBeGreaterThan(30);
    for (const { vector, input, user } of planned) {
      const sent = await plannedRequests(user, input);
      const isPermitted = sequences(vector).some((sequence) => requestsCover(sequence, sent));
      expect([vector.id, vector.comment, isPermitted ? "permitted" : sent]).toEqual([
        vector.id,
        vector.comment,
        "permitted",
      ]);
    }
  });
});
