import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coversJson, sameJson } from "../../src/conformance/judge/compare-json.js";
import { requestsCover } from "../../src/conformance/judge/compare-requests.js";
import { judgeAnswer } from "../../src/conformance/judge/judge-answer.js";
import type { Answer } from "../../src/conformance/protocol/messages.js";
import type { ConformanceCase } from "../../src/conformance/suite/conformance-case.js";

const base: ConformanceCase = {
  id: "verify/x-001",
  operation: "verify",
  topic: "x",
  comment: "",
  flags: [],
  input: {},
  result: "valid",
  outputs: [{ matches: true, scheme: "bcrypt" }],
  cost: "cheap",
  provenance: { source: "x", isPublished: false, checkedBy: [], recomputedBy: [] },
};

const judge = (vector: Partial<ConformanceCase>, answer: Answer) => {
  const { status, otherReason } = judgeAnswer({ ...base, ...vector }, answer);
  return otherReason === undefined ? status : `${status}, ${otherReason}`;
};

describe("a valid case", () => {
  it.each<[string, Answer, string]>([
    ["the right output", { ok: { matches: true, scheme: "bcrypt" } }, "pass"],
    ["further fields", { ok: { matches: true, scheme: "bcrypt", cost: 4 } }, "pass"],
    ["another name of the scheme", { ok: { matches: true, scheme: "2y" } }, "pass, another scheme"],
    ["no name of the scheme", { ok: { matches: true } }, "pass"],
    ["null for a name of the scheme", { ok: { matches: true, scheme: null } }, "pass"],
    ["the wrong verdict", { ok: { matches: false, scheme: "bcrypt" } }, "fail"],
    ["a verdict of another type", { ok: { matches: "true", scheme: "bcrypt" } }, "fail"],
    ["no verdict", { ok: {} }, "fail"],
    ["a refusal", { error: { code: "hash/empty" } }, "fail"],
    ["skipped", { skipped: { reason: "other scheme" } }, "skipped"],
    ["errored", { errored: { context: "" } }, "errored"],
  ])("%s", (_, answer, status) => expect(judge({}, answer)).toBe(status));

  it("takes no field from a prototype", () => {
    const outputs = [{ constructor: null, toString: null }];
    expect(judge({ outputs, operation: "otpauth" }, { ok: {} })).toBe("pass");
    expect(judge({ outputs: [{ toString: "x" }], operation: "otpauth" }, { ok: {} })).toBe("fail");
  });
});

describe("an invalid case", () => {
  const invalid = { result: "invalid", outputs: [], problem: "bcrypt/truncated", offset: 7 } as const;
  it.each<[string, Answer, string]>([
    ["the right code", { error: { code: "bcrypt/truncated" } }, "pass"],
    ["the right place as well", { error: { code: "bcrypt/truncated", offset: 7 } }, "pass"],
    ["another place", { error: { code: "bcrypt/truncated", offset: 8 } }, "pass, placed the fault at 8 instead of 7"],
    ["another code", { error: { code: "hash/empty" } }, "pass, refused with hash/empty instead of bcrypt/truncated"],
    ["no code", { error: {} }, "pass"],
    ["an output", { ok: { matches: false } }, "fail"],
  ])("%s", (_, answer, status) => expect(judge(invalid, answer)).toBe(status));
});

describe("an acceptable case", () => {
  const outputs = [
    { matches: true, scheme: "bcrypt" },
    { matches: false, scheme: "bcrypt" },
  ];
  it("takes each permitted output, and no other", () => {
    const vector = { result: "acceptable", outputs } as const;
    for (const ok of outputs) expect(judge(vector, { ok })).toBe("accepted-variant");
    expect(judge(vector, { ok: { matches: null } })).toBe("fail");
    expect(judge(vector, { error: {} })).toBe("fail");
  });

  it("takes a refusal where it names one", () => {
    const vector = { result: "acceptable", outputs, problem: "a/b" } as const;
    expect(judge(vector, { error: { code: "a/b" } })).toBe("accepted-variant");
    expect(judge(vector, { error: { code: "a/c" } })).toBe("accepted-variant, refused with a/c instead of a/b");
  });
});

describe("a refusal of a known answer", () => {
  it("is permitted where the vector says why", () => {
    const vector = { result: "acceptable", mayRefuse: "RFC 4226 demands 128 bits" } as const;
    expect(judge(vector, { error: { code: "too-short" } })).toBe("accepted-variant");
    expect(judge(vector, { ok: { matches: true, scheme: "bcrypt" } })).toBe("accepted-variant");
    expect(judge(vector, { ok: { matches: false, scheme: "bcrypt" } })).toBe("fail");
  });

  it("of a wrong password is neither right nor a failure; of other operations it is one", () => {
    const outputs = [{ matches: false, scheme: "bcrypt" }];
    expect(judge({ outputs }, { error: {} })).toBe("refused");
    expect(judge({ outputs, operation: "otpauth" }, { error: {} })).toBe("fail");
  });
});

describe("operations with rules of their own", () => {
  it("identify: the problem is a field, and only explains", () => {
    const outputs = [{ scheme: "bcrypt", disposition: "malformed", wrapping: null }];
    const vector = { operation: "identify", outputs, problem: "bcrypt/truncated" };
    const ok = { scheme: "bcrypt", disposition: "malformed", wrapping: null };
    expect(judge(vector, { ok: { ...ok, problem: "bcrypt/truncated" } })).toBe("pass");
    expect(judge(vector, { ok })).toBe("pass");
    expect(judge(vector, { ok: { ...ok, wrapping: "x", problem: "bcrypt/truncated" } })).toBe("pass, another wrapping");
    expect(judge(vector, { ok: { ...ok, disposition: "importable" } })).toBe("fail");
    expect(judge(vector, { error: { code: "bcrypt/truncated" } })).toBe("fail");
  });

  it("normalize: an algorithm where there must be none is a wrong answer; the list of changes explains", () => {
    const vector = {
      operation: "normalize",
      outputs: [{ scheme: "bcrypt", passwordHash: "$2b$", changes: ["a", "b"] }],
    };
    const ok = { scheme: "bcrypt", passwordHash: "$2b$" };
    expect(judge(vector, { ok })).toBe("pass");
    expect(judge(vector, { ok: { ...ok, changes: ["a"] } })).toBe("pass, another changes");
    expect(judge(vector, { ok: { ...ok, changes: ["b", "a"], hashingAlgorithm: null } })).toBe("pass");
    expect(judge(vector, { ok: { ...ok, changes: ["a", "b"], hashingAlgorithm: "bcrypt" } })).toBe("fail");
  });

  it("client-requests: order, method, path and body count exactly; headers by name in any case", () => {
    const request = {
      method: "PUT",
      path: "/recipe/user",
      headers: { "api-key": "k", "content-type": "application/json; charset=utf-8" },
      body: { userId: "u", email: "a@example.com" },
    };
    const same = {
      ...request,
      headers: { "Api-Key": "k", "CONTENT-TYPE": "application/json;charset=UTF-8", host: "x" },
    };
    expect(requestsCover([request], [same])).toBe(true);
    for (const other of [
      { ...request, method: "POST" },
      { ...request, path: "/recipe/user/" },
      { ...request, headers: { ...request.headers, "api-key": "K" } },
      { ...request, headers: { "api-key": "k" } },
      { ...request, body: { ...request.body, phoneNumber: null } },
      { ...request, body: { userId: "u" } },
      null,
    ]) {
      expect(requestsCover([request], [other])).toBe(false);
    }
    expect(requestsCover([request], [request, request])).toBe(false);
    expect(requestsCover([request], {})).toBe(false);
  });
});

describe("comparison of JSON", () => {
  it("finds every value the same as itself, however its keys are ordered", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy: unknown = JSON.parse(JSON.stringify(value), (_, part) =>
          typeof part === "object" && part !== null && !Array.isArray(part)
            ? Object.fromEntries(Object.entries(part).reverse())
            : part,
        );
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(sameJson(plain, copy)).toBe(true);
        expect(coversJson(plain, copy)).toBe(true);
      }),
    );
  });

  it("covers what has more fields, at any depth, but is not the same", () => {
    expect(coversJson({ a: [{ b: 1 }] }, { a: [{ b: 1, c: 2 }], d: 3 })).toBe(true);
    expect(sameJson({ a: [{ b: 1 }] }, { a: [{ b: 1, c: 2 }] })).toBe(false);
    expect(coversJson([1], [1, 2])).toBe(false);
    expect(coversJson([], {})).toBe(false);
    expect(coversJson({}, [])).toBe(false);
    expect(coversJson({ a: null }, {})).toBe(true);
  });
});
