/** What the fuzz calls with a damaged text: every function of every entry point, or the reason why not. */
import * as check from "../../dist/check/index.js";
import * as client from "../../dist/client/index.js";
import * as conformance from "../../dist/conformance/index.js";
import * as fleet from "../../dist/fleet/index.js";
import * as imports from "../../dist/import/index.js";
import * as pure from "../../dist/index.js";
import * as login from "../../dist/login/index.js";
import * as rehearsal from "../../dist/rehearsal/index.js";
import * as serve from "../../dist/serve/index.js";
import * as sources from "../../dist/source/index.js";
import * as verify from "../../dist/verify/index.js";
import { mismatchesOf } from "../functions-of.mjs";
import { someOf } from "./mutate.mjs";

const ENTRIES = {
  ...{
    credport: pure,
    "credport/check": check,
    "credport/client": client,
    "credport/conformance": conformance,
  },
  ...{ "credport/fleet": fleet, "credport/import": imports, "credport/login": login },
  ...{ "credport/rehearsal": rehearsal, "credport/serve": serve, "credport/source": sources },
  "credport/verify": verify,
};

/** Of what a round may cost, not of what is right: a damaged cost is refused instead of computed. */
export const LIMITS = {
  memoryBytes: 1 << 24,
  bcryptCost: 6,
  argon2Work: 1 << 15,
  scryptWork: 1 << 15,
  pbkdf2Iterations: 5000,
};

const numberIn = (random) =>
  someOf([0, 1, 6, 8, 14, 30, 60, -1, 0.5, 2 ** 31, 2 ** 53, Math.floor(random() * 1000)], random);
const totpOf = (secretKey, random) => ({
  ...{ secretKey, period: numberIn(random), digits: numberIn(random) },
  algorithm: someOf(["SHA1", "SHA256", "SHA512", "MD5"], random),
});

/** The columns and fields of which hashes are put together, by the names of all systems. */
const FIELDS_OF_HASHES = [
  ...["credentialData", "secretData", "algorithm", "hashIterations", "salt", "hashedSaltedValue"],
  ...["password_hash", "password_salt", "password_algorithm", "password", "member_name", "passwd"],
  ...["crypted_password", "hash", "encryptionScheme", "factor", "workFactor", "value"],
];
const COMPOSABLE = ["discourse", "fusionauth", "keycloak", "metabase", "okta", "smf", "sorcery", "stytch"];
const fieldsOf = (text, random) =>
  Object.fromEntries(FIELDS_OF_HASHES.map((name) => [name, someOf([text, text.slice(0, 22), "BCRYPT", "10"], random)]));

/** A user as a caller may give it, with the text anywhere. */
const bulkClient = client.createBulkClient({
  ...{ baseUrl: "https://service.test", apiKey: "key", service: "supertokens", retry: { attempts: 1 } },
  fetch: () => Promise.reject(new Error("no service")),
});

const bulkUserOf = (text, random) => ({
  externalUserId: text,
  userRoles: [{ role: text, tenantIds: ["public"] }],
  totpDevices: [totpOf(text, random)],
  loginMethods: [
    {
      tenantIds: [text],
      recipeId: "emailpassword",
      email: text,
      passwordHash: text,
      hashingAlgorithm: someOf(["bcrypt", "argon2", text], random),
    },
    {
      ...{ tenantIds: ["public", text] },
      recipeId: "thirdparty",
      email: text,
      thirdPartyId: text,
      thirdPartyUserId: text,
    },
    { tenantIds: [], recipeId: "passwordless", email: text, phoneNumber: text },
  ],
});

const isMatch = { matches: true, scheme: "bcrypt", needsRehash: true, coverage: "whole" };

const CALLED = {
  credport: {
    buildProviderScrypt: (text, random) =>
      pure.buildProviderScrypt({
        ...{ passwordHash: text, salt: someOf([text, "42xEC+ixf3L2lw=="], random), saltSeparator: "Bw==" },
        ...{ memCost: numberIn(random), rounds: numberIn(random) },
      }),
    composeHash: (text, random) => pure.composeHash(someOf(COMPOSABLE, random), fieldsOf(text, random)),
    declareHash: (text, random) => {
      const expression = pure.parseDigestExpression("sha1(salt . md5(password))");
      return pure.declareHash(expression.value, someOf([text, "0".repeat(40)], random), { salt: text });
    },
    identifyHash: (text, random) =>
      pure.identifyHash(text, random() < 0.5 ? {} : { source: someOf(pure.SOURCE_NAMES, random) }),
    normalizeHash: (text, random) =>
      pure.normalizeHash(
        text,
        random() < 0.5 ? {} : { source: someOf(pure.SOURCE_NAMES, random), service: "supertokens" },
      ),
    parseArgon2: pure.parseArgon2,
    parseBcrypt: pure.parseBcrypt,
    parseDigestExpression: pure.parseDigestExpression,
    parseOtpauthMigrationBatch: (text) => pure.parseOtpauthMigrationBatch(text),
    parseOtpauthMigrationUri: (text) => pure.parseOtpauthMigrationUri(text),
    parseOtpauthUri: (text) => pure.parseOtpauthUri(text),
    parseProviderScrypt: pure.parseProviderScrypt,
    possibleSecretEncodings: pure.possibleSecretEncodings,
    readSecretText: (text) => pure.readSecretText(text),
    toBase32Secret: (text, random) => pure.toBase32Secret(text, someOf(pure.SECRET_ENCODINGS, random)),
  },
  client: {
    createBulkClient: (text, random) => bulkClient.add([bulkUserOf(text, random)]),
  },
  login: {
    adviseOnHash: (text, random) =>
      login.adviseOnHash({ hash: text, password: text, source: someOf(pure.SOURCE_NAMES, random) }, isMatch),
    identifierKey: login.identifierKey,
    mismatchCauses: (text, random) =>
      login.mismatchCauses({
        hash: text,
        password: text,
        source: someOf([undefined, ...pure.SOURCE_NAMES], random),
      }),
    parseFallbackUser: login.parseFallbackUser,
  },
  check: {
    proveSecret: (text, random) => {
      const readings = pure.readSecretText(text);
      return readings.ok
        ? check.proveSecret(readings.value, someOf(["123456", text], random), 1_704_067_200)
        : readings;
    },
  },
  source: {
    parseDecryptionKeys: sources.parseDecryptionKeys,
    parseFirebaseHashConfig: sources.parseFirebaseHashConfig,
    parseTableMap: sources.parseTableMap,
    parseUser: sources.parseUser,
  },
  verify: {
    estimateVerification: (text) => verify.estimateVerification(text),
    identifyColumn: (text) => verify.identifyColumn([text, text.slice(0, 60)]),
    hashProviderScrypt: (text, random) =>
      verify.hashProviderScrypt("user1password", {
        ...{
          signerKey: someOf([text, "AA=="], random),
          salt: text,
          saltSeparator: "Bw==",
          memCost: 4,
          rounds: 1,
        },
      }),
    tryTotpCode: (text, random) => verify.tryTotpCode(text, { ...totpOf(text, random), unixSeconds: 1_704_067_200 }),
    verifyPassword: (text, random) =>
      verify.verifyPassword(text.slice(0, 20), text, {
        source: someOf(pure.SOURCE_NAMES, random),
        limits: LIMITS,
      }),
    verifyProviderScrypt: (text) => verify.verifyProviderScrypt("user1password", text, "AA==", { limits: LIMITS }),
    verifyTotp: (text, random) =>
      verify.verifyTotp(someOf([text, "123456"], random), totpOf(text, random), {
        unixSeconds: 1_704_067_200,
      }),
  },
};

/** Called elsewhere: in a round over exports, or one over the endpoint. */
const IN_OTHER_ROUNDS = [
  ...["detectSource", "readExport", "readUniqueUsers", "checkRecords", "formatUser", "formatFallbackUser"],
  ...["createVerifyHandler", "createTokenCheck", "isReadyToImport", "previewImport"],
  ...["colonLines", "csvTable", "jsonDocument", "jsonLines", "ldif", "sqlDump"],
];

/** What is given to them is made by a caller's program, or by credport: damage would be a caller's fault. */
const NOT_DATA = {
  "throws a TypeError on what is not its type":
    "createCatalogue defineFormat formatArgon2 formatBcrypt formatOtpauthUri argon2id bcrypt scrypt totpCode " +
    "checkRequest mayHaveHappened contentRows tableOptions InputChanged pinInput " +
    "fingerprintExport fingerprintReading mappingLines planImport " +
    "formatReport credportImplementation requireEngines enginesAvailable " +
    "createDummyVerification createPasswordHasher createLoginFallback createImportClient " +
    "createAdministrationClient createRehearsalService createImportService",
  "over many threads, a service or files: kill and fault tests":
    "checkExport importUsers preflightService previewUndo undoImport proveSignIns readMadeUsers " +
    "readOutcomes fallbackStatus fallbackUsersLeft openFallbackStore planFallback shredFallback " +
    "cancelFleet cleanFleet fleetReport fleetStatus pauseFleet planFleet resumeFleet workFleet " +
    "loadSuite runConformance serveAdapter",
};

export const CALLS = Object.values(CALLED).flatMap((calls) => Object.entries(calls));

const mismatches = mismatchesOf(ENTRIES, [
  ...CALLS.map(([name]) => name),
  ...IN_OTHER_ROUNDS,
  ...Object.values(NOT_DATA).flatMap((names) => names.split(" ")),
]);
if (mismatches.length > 0) throw new Error(mismatches.join("\n"));
