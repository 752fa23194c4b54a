import { describe, expectTypeOf, it } from "vitest";
import {
  type CallName,
  type CallReplies,
  type CallRequests,
  checkRequest,
  createImportClient,
  type ImportClient,
  type ImportClientOptions,
} from "../../src/client/index.js";
import type { FirstFactor, ImportTotpDeviceRequest, PasswordlessCodeReply } from "../../src/client/internal.js";
import type { PlannedCall } from "../../src/import/index.js";
import type { PlannedRequest } from "../../src/import/internal.js";
import {
  type Argon2Hash,
  type BcryptHash,
  buildProviderScrypt,
  formatArgon2,
  formatBcrypt,
  type HashIdentity,
  identifyHash,
  type NormalizedHash,
  normalizeHash,
  type Problem,
  type ProblemCode,
  type ProviderScryptHash,
  parseArgon2,
  parseBcrypt,
  parseOtpauthMigrationUri,
  parseOtpauthUri,
  parseProviderScrypt,
  possibleSecretEncodings,
  type Result,
  type SecretEncoding,
  type ServiceProfileName,
  type SourceName,
  type TotpDevice,
  toBase32Secret,
} from "../../src/index.js";
import { createLoginFallback, type LoginOutcome } from "../../src/login/index.js";
import { readExport, type SourceRecord } from "../../src/source/index.js";
import {
  hashProviderScrypt,
  totpCode,
  type Verification,
  type VerifyLimits,
  verifyPassword,
  verifyProviderScrypt,
  verifyTotp,
} from "../../src/verify/index.js";

describe("a result", () => {
  it("has a value only where it is ok, and at least one problem where it is not", () => {
    const result = {} as Result<number>;
    // @ts-expect-error nobody reads a value before asking whether there is one
    void result.value;
    if (result.ok) {
      expectTypeOf(result.value).toEqualTypeOf<number>();
      expectTypeOf(result.warnings).toEqualTypeOf<readonly Problem[]>();
      // @ts-expect-error a value has no problems
      void result.problems;
    } else {
      expectTypeOf(result.problems[0]).toEqualTypeOf<Problem>();
      // @ts-expect-error there is no value
      void result.value;
    }
  });

  it("can't be changed", () => {
    const result = {} as Result<number>;
    // @ts-expect-error read-only
    result.ok = true;
    // @ts-expect-error read-only
    if (!result.ok) result.problems.push({} as Problem);
  });
});

describe("a problem's code", () => {
  it("is one of a closed table", () => {
    expectTypeOf<ProblemCode>().not.toEqualTypeOf<string>();
    expectTypeOf<"bcrypt/cost-out-of-range">().toExtend<ProblemCode>();
    expectTypeOf<"bcrypt/never-heard-of">().not.toExtend<ProblemCode>();
    expectTypeOf<Problem["code"]>().toEqualTypeOf<ProblemCode>();
  });
});

describe("hashes", () => {
  it("are identified, normalised, parsed and formatted by these types", () => {
    expectTypeOf(identifyHash).returns.toEqualTypeOf<HashIdentity>();
    expectTypeOf(normalizeHash).returns.toEqualTypeOf<Result<NormalizedHash>>();
    expectTypeOf(parseBcrypt).returns.toEqualTypeOf<Result<BcryptHash>>();
    expectTypeOf(parseArgon2).returns.toEqualTypeOf<Result<Argon2Hash>>();
    expectTypeOf(parseProviderScrypt).returns.toEqualTypeOf<Result<ProviderScryptHash>>();
    expectTypeOf(formatBcrypt).toBeCallableWith({} as BcryptHash);
    expectTypeOf(formatArgon2).toBeCallableWith({} as Argon2Hash);
    expectTypeOf(buildProviderScrypt).returns.toEqualTypeOf<Result<string>>();
  });

  it("take a source and a service by name, and no other name", () => {
    expectTypeOf<"devise">().toExtend<SourceName>();
    expectTypeOf<ServiceProfileName>().toEqualTypeOf<"default" | "supertokens">();
    // @ts-expect-error a misspelt system must not be taken for none
    normalizeHash("", { source: "devsie" });
    // @ts-expect-error a misspelt option must not be passed over
    normalizeHash("", { sorce: "devise" });
  });
});

describe("secrets and devices", () => {
  it("name their encoding", () => {
    expectTypeOf(toBase32Secret).parameter(1).toEqualTypeOf<SecretEncoding>();
    expectTypeOf(toBase32Secret).returns.toEqualTypeOf<Result<string>>();
    // @ts-expect-error an encoding is never guessed
    toBase32Secret("GEZDGNBV");
    expectTypeOf(possibleSecretEncodings).returns.toEqualTypeOf<readonly SecretEncoding[]>();
  });

  it("come from otpauth URIs as results", () => {
    expectTypeOf(parseOtpauthUri).returns.toEqualTypeOf<Result<TotpDevice>>();
    expectTypeOf(parseOtpauthMigrationUri).returns.toEqualTypeOf<Result<readonly TotpDevice[]>>();
  });
});

describe("verification", () => {
  it("answers with a result, and later where it computes", () => {
    expectTypeOf(verifyPassword).returns.resolves.toEqualTypeOf<Result<Verification>>();
    expectTypeOf(verifyProviderScrypt).returns.resolves.toEqualTypeOf<Result<Verification>>();
    expectTypeOf(hashProviderScrypt).returns.resolves.toEqualTypeOf<Result<string>>();
    expectTypeOf<Verification["matches"]>().toEqualTypeOf<boolean>();
    expectTypeOf(verifyPassword).toBeCallableWith(new Uint8Array(), "", {
      limits: {} as Partial<VerifyLimits>,
    });
  });

  it("takes the time from its caller", () => {
    // @ts-expect-error there is no clock inside
    totpCode("GEZDGNBV", {});
    expectTypeOf(totpCode).returns.toEqualTypeOf<string>();
    expectTypeOf(verifyTotp).parameter(2).toHaveProperty("unixSeconds");
  });
});

describe("the client, the readers and the login fallback", () => {
  it("are made from options of their own", () => {
    expectTypeOf(createImportClient).parameter(0).toEqualTypeOf<ImportClientOptions>();
    expectTypeOf(createImportClient).returns.toEqualTypeOf<ImportClient>();
    expectTypeOf<FirstFactor["kind"]>().toEqualTypeOf<"existing" | "password-hash" | "third-party" | "passwordless">();
    // @ts-expect-error an address without a key
    createImportClient({ baseUrl: "https://auth.example.com" });
  });

  it("have one method for each call, with the request and the reply of that call", () => {
    expectTypeOf<Exclude<keyof ImportClient, CallName>>().toEqualTypeOf<
      "service" | "migrateTotp" | "migratePasswordless"
    >();
    expectTypeOf<CallRequests["importTotpDevice"]>().toEqualTypeOf<ImportTotpDeviceRequest>();
    expectTypeOf<CallReplies["createPasswordlessCode"]>().toEqualTypeOf<PasswordlessCodeReply>();
    expectTypeOf<ImportClient["importTotpDevice"]>().parameter(0).toEqualTypeOf<ImportTotpDeviceRequest>();
    expectTypeOf<ImportClient["createPasswordlessCode"]>().returns.resolves.toEqualTypeOf<
      Result<PasswordlessCodeReply>
    >();
    // @ts-expect-error the request of another call
    checkRequest("makePrimaryUser", { userId: "u-1" });
  });

  it("plan calls with the requests that the client takes", () => {
    expectTypeOf<PlannedCall["call"]>().toEqualTypeOf<CallName>();
    expectTypeOf<Extract<PlannedCall, { call: "linkAccounts" }>["request"]>().toEqualTypeOf<
      PlannedRequest<CallRequests["linkAccounts"]>
    >();
  });

  it("read bytes into records", () => {
    expectTypeOf(readExport).returns.toExtend<AsyncIterable<SourceRecord>>();
    // @ts-expect-error the system that wrote the file must be said
    readExport((async function* () {})(), {});
  });

  it("give a login one outcome of a closed list, and keep the caller's type of user", () => {
    const fallback = createLoginFallback({
      findLegacyUser: async () => ({ id: "1", passwordHash: "", shoeSize: 38 }),
      importUser: async (user) => {
        expectTypeOf(user.shoeSize).toEqualTypeOf<number>();
      },
    });
    expectTypeOf(fallback.attempt).returns.resolves.toHaveProperty("loggedIn");
    expectTypeOf<LoginOutcome>().not.toBeAny();
  });
});
