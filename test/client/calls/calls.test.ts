import { describe, expect, it } from "vitest";
import { CALL_NAMES, CALLS } from "../../../src/client/calls/calls.js";
import { checkRequest, createImportClient } from "../../../src/client/index.js";
import { makesLogin, mayBeRepeated } from "../../../src/client/internal.js";
import { GOOD_CALLS } from "../samples.js";

describe("the table of calls", () => {
  it("makes a method of the client and an endpoint of every call", () => {
    const client = createImportClient({ baseUrl: "http://localhost", apiKey: "key" });
    for (const name of CALL_NAMES) expect(client[name], name).toBeTypeOf("function");
    for (const name of CALL_NAMES) expect(CALLS[name].endpoint.path, name).toMatch(/^\//);
    expect(GOOD_CALLS.map(({ name }) => name).sort()).toEqual([...CALL_NAMES].sort());
  });

  it("has no two calls with the same method and path, and keeps the order of the specification", () => {
    const rows = CALL_NAMES.map((name) => CALLS[name].endpoint);
    expect(new Set(rows.map(({ method, path }) => `${method} ${path}`)).size).toBe(rows.length);
    expect(rows.map(({ section }) => section)).toEqual(rows.map(({ section }) => section).sort());
  });

  it("takes every field of a body for a secret, save those that a call names", () => {
    const secrets = GOOD_CALLS.map(({ name, body }) => {
      const fields = Object.keys(JSON.parse(body) as object);
      return [name, fields.filter((field) => !Object.hasOwn(CALLS[name].nonSecrets, field))];
    });
    expect(Object.fromEntries(secrets)).toEqual({
      importTotpDevice: ["secretKey", "skew", "period"],
      createPasswordlessCode: [],
      consumePasswordlessCode: ["preAuthSessionId", "linkCode"],
      updatePasswordlessUser: [],
      makePrimaryUser: [],
      linkAccounts: [],
      importPasswordHash: ["passwordHash"],
      importThirdPartyUser: [],
    });
  });
});

describe("checkRequest", () => {
  it.each(GOOD_CALLS.map(({ name, request }) => [name, request] as const))(
    "finds nothing wrong with a good request for %s",
    (name, request) => {
      expect(checkRequest(name, request as never)).toEqual([]);
    },
  );

  it("holds a request to the service that it is for", () => {
    const request = {
      thirdPartyId: "x".repeat(29),
      thirdPartyUserId: "1",
      email: { id: "", isVerified: true },
    };
    const codes = (service: "default" | "supertokens") =>
      checkRequest("importThirdPartyUser", request, service).map(({ code, field }) => [code, field]);
    expect(codes("default")).toEqual([["request/field-missing", "email.id"]]);
    expect(codes("supertokens")).toEqual([
      ["request/field-too-long", "thirdPartyId"],
      ["request/field-missing", "email.id"],
    ]);
  });
});

describe("what follows from a call", () => {
  it("names the calls that make a login", () => {
    expect(CALL_NAMES.filter(makesLogin)).toEqual([
      "consumePasswordlessCode",
      "importPasswordHash",
      "importThirdPartyUser",
    ]);
  });

  it("lets a device be repeated by its name only, and a consumption never", () => {
    const repeatable = (body: object) => CALL_NAMES.filter((name) => mayBeRepeated(name, { ...body }));
    expect(CALL_NAMES.filter((name) => !repeatable({}).includes(name))).toEqual([
      "importTotpDevice",
      "consumePasswordlessCode",
    ]);
    expect(repeatable({ deviceName: "phone" })).toContain("importTotpDevice");
  });
});
