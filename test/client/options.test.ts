import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createImportClient, type ImportClientOptions } from "../../src/client/index.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import { SECRET } from "./samples.js";

const make = (options: Partial<ImportClientOptions>) =>
  createImportClient({ baseUrl: "https://auth.example.com", apiKey: "a-secret-key", ...options });

describe("createImportClient", () => {
  it.each([
    ["http://localhost:3567"],
    ["http://127.0.0.1:3567"],
    ["http://127.9.9.9"],
    ["http://[::1]:3567/base/"],
    ["https://auth.example.com"],
  ])("takes %s", (baseUrl) => {
    expect(() => make({ baseUrl })).not.toThrow();
  });

  it.each([
    ["http://auth.example.com", /plain http/],
    ["http://127.0.0.1.example.com", /plain http/],
    ["http://localhost.example.com", /plain http/],
    ["http://10.0.0.1", /plain http/],
    ["ftp://localhost", /https:/],
    ["auth.example.com", /absolute URL/],
    ["https://user:pass@auth.example.com", /user name/],
    ["https://auth.example.com/?a=1", /query/],
  ])("refuses %s", (baseUrl, reason) => {
    expect(() => make({ baseUrl })).toThrow(reason);
  });

  it("sends plain http to another machine only if that is allowed by name", () => {
    expect(() => make({ baseUrl: "http://auth.example.com", allowPlainHttp: true })).not.toThrow();
  });

  it.each(["a/b", "appid-a/b/c", "../etc", "a b", "", "appid-a//b"])("refuses the tenant path %j", (tenantPath) => {
    expect(() => make({ tenantPath })).toThrow(TypeError);
  });

  it.each(["", "key\n", " key", "kéy"])(
    "refuses an API key that cannot be a header, without showing it: %j",
    (apiKey) => {
      expect(() => make({ apiKey })).toThrow(/apiKey must be printable ASCII/);
    },
  );

  it("takes undefined for everything that may be left out, in requests too", async () => {
    const rehearsal = createRehearsalService({
      service: undefined,
      apiKeys: undefined,
      signerKey: undefined,
    });
    const client = make({
      service: undefined,
      tenantPath: undefined,
      timeoutMs: undefined,
      maxReplyBytes: undefined,
      retry: { attempts: undefined, baseDelayMs: undefined },
      extractUserId: undefined,
      allowPlainHttp: undefined,
      onAttempt: undefined,
      fetch: rehearsal.fetch,
    });
    const options = { signal: undefined, onAttempt: undefined, beforeAttempt: undefined };
    const created = await client.createPasswordlessCode({ email: "a@b.c", phoneNumber: undefined }, options);
    const migrated = await client.migrateTotp(
      {
        firstFactor: { kind: "passwordless", email: undefined, phoneNumber: "+15555550100" },
        externalUserId: undefined,
        devices: [{ secretKey: SECRET, skew: 1, period: 30, deviceName: undefined }],
      },
      { ...options, progress: undefined, onProgress: undefined },
    );
    expect([created.ok, migrated.ok]).toEqual([true, true]);
  });

  it("refuses a service profile that does not exist", () => {
    expect(() => make({ service: "other" as "default" })).toThrow(/default, supertokens/);
  });

  it.each([
    { timeoutMs: 0 },
    { maxReplyBytes: 0 },
    { retry: { attempts: 0 } },
    { retry: { attempts: 1.5 } },
    { retry: { maxDelayMs: Number.NaN } },
  ])("refuses the limit %j", (options) => {
    expect(() => make(options)).toThrow(TypeError);
  });

  it("shows the size of the API key when it is printed, never the key", () => {
    const client = make({});
    expect(inspect(client, { depth: 9, showHidden: true })).not.toContain("a-secret-key");
    expect(inspect(client)).toContain("<12 characters>");
    expect(JSON.stringify(client)).not.toContain("a-secret-key");
  });
});
