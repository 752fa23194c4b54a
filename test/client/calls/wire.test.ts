import { afterEach, describe, expect, it } from "vitest";
import { createImportClient, type ImportClientOptions } from "../../../src/client/index.js";
import { type RecordedRequest, startRecordingServer } from "../recording-server.js";
import { CODE_REPLY, GOOD_CALLS, SECRET } from "../samples.js";

/** Paths, headers and bodies as sections 4 and 5 of the specification give them. */
const PATHS: Record<string, readonly [method: string, path: string]> = {
  importTotpDevice: ["POST", "/recipe/totp/device/import"],
  createPasswordlessCode: ["POST", "/recipe/signinup/code"],
  consumePasswordlessCode: ["POST", "/recipe/signinup/code/consume"],
  updatePasswordlessUser: ["PUT", "/recipe/user"],
  makePrimaryUser: ["POST", "/recipe/accountlinking/user/primary"],
  linkAccounts: ["POST", "/recipe/accountlinking/user/link"],
  importPasswordHash: ["POST", "/recipe/user/passwordhash/import"],
  importThirdPartyUser: ["POST", "/recipe/signinup"],
};

const PROVIDER_SCRYPT =
  "$f_scrypt$9Y8ynb3MPZkAlJ0lZzMBaHGjQxVVPcKzWtvhV6H8Vr7mRkF2RQcPXcXsCIcu0Kx0ZR0oNqIpEJ8XuRCu8FKIHA==$zKVTMvnWVw5BBOZNUdnsalx4c4c7y/w7IS5p6Ut2+CfEFFlz37J9huyQfov4iizN8dbjvEJlM5tQaJP84+hfTw==$m=14$r=8$s=Bw==";

let server: Awaited<ReturnType<typeof startRecordingServer>> | undefined;

afterEach(() => server?.close());

async function record(
  call: (client: ReturnType<typeof createImportClient>) => Promise<unknown>,
  options: Partial<ImportClientOptions> = {},
): Promise<RecordedRequest> {
  server = await startRecordingServer(() => ({
    body: JSON.stringify({ ...CODE_REPLY, user: { id: "u-1" } }),
  }));
  await call(createImportClient({ baseUrl: server.url, apiKey: "secret-key-1", ...options }));
  expect(server.requests).toHaveLength(1);
  return server.requests[0]!;
}

describe("what goes over the wire", () => {
  for (const { name, request, body } of GOOD_CALLS) {
    it(`sends ${name} byte for byte as the specification shows it`, async () => {
      const sent = await record((client) => (client[name] as (input: unknown) => Promise<unknown>)(request));
      expect([sent.method, sent.path]).toEqual(PATHS[name]);
      expect(sent.body).toBe(body);
      expect(sent.headers["api-key"]).toBe("secret-key-1");
      expect(sent.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(sent.headers.rid).toBe(name === "updatePasswordlessUser" ? "passwordless" : undefined);
      expect(sent.headers["cdi-version"]).toBeUndefined();
      expect(sent.headers["content-length"]).toBe(String(Buffer.byteLength(body)));
    });
  }

  it("leaves optional fields out instead of sending null", async () => {
    const device = { userId: "u-1", secretKey: SECRET, skew: 0, period: 60 };
    const sent = await record((client) => client.importTotpDevice(device));
    expect(sent.body).toBe(`{"userId":"u-1","secretKey":"${SECRET}","skew":0,"period":60}`);
  });

  it("sends the algorithm's name with provider-scrypt, and by the profile's word for it", async () => {
    const request = { email: "a@example.com", passwordHash: PROVIDER_SCRYPT };
    const plain = await record((client) => client.importPasswordHash(request));
    expect(JSON.parse(plain.body)).toEqual({ ...request, hashingAlgorithm: "provider_scrypt" });
    await server?.close();
    const wild = await record((client) => client.importPasswordHash(request), { service: "supertokens" });
    expect(JSON.parse(wild.body)).toEqual({ ...request, hashingAlgorithm: "firebase_scrypt" });
  });

  it("names the user recipeUserId and says the version in the supertokens profile", async () => {
    const update = { userId: "p-1", phoneNumber: "+15555550100" };
    const sent = await record((client) => client.updatePasswordlessUser(update), { service: "supertokens" });
    expect(sent.body).toBe('{"recipeUserId":"p-1","phoneNumber":"+15555550100"}');
    expect(sent.headers["cdi-version"]).toBe("5.1");
  });

  it("keeps characters outside ASCII as UTF-8", async () => {
    const sent = await record((client) => client.makePrimaryUser({ recipeUserId: "Ünïcode-😀" }));
    expect(sent.body).toBe('{"recipeUserId":"Ünïcode-😀"}');
  });
});

describe("the tenant prefix", () => {
  const TENANT_CALLS = [
    "createPasswordlessCode",
    "consumePasswordlessCode",
    "importPasswordHash",
    "importThirdPartyUser",
  ];

  for (const { name, request } of GOOD_CALLS) {
    it(`comes before ${name} only if the call belongs to a tenant`, async () => {
      const sent = await record((client) => (client[name] as (input: unknown) => Promise<unknown>)(request), {
        tenantPath: "appid-shop/t1",
      });
      const prefix = TENANT_CALLS.includes(name) ? "/appid-shop/t1" : "/appid-shop";
      expect(sent.path).toBe(prefix + PATHS[name]![1]);
    });
  }

  it("may be a tenant of the only application", async () => {
    const sent = await record((client) => client.createPasswordlessCode({ email: "a@example.com" }), {
      tenantPath: "/t1/",
    });
    expect(sent.path).toBe("/t1/recipe/signinup/code");
  });
});
