/**
 * The calls of the contract: a list of steps that are sent to two services in the same order. A step is
 * `{ name, method, path, headers?, body?, keep? }`; `path` and `body` may be functions of what the
 * service answered before, and `keep` says what to remember of the answer.
 */

const DEVICE = "/recipe/totp/device/import";
const CODE = "/recipe/signinup/code";
const CONSUME = "/recipe/signinup/code/consume";
const USER = "/recipe/user";
const PRIMARY = "/recipe/accountlinking/user/primary";
const LINK = "/recipe/accountlinking/user/link";
const HASH = "/recipe/user/passwordhash/import";
const SOCIAL = "/recipe/signinup";
const SIGN_UP = "/recipe/signup";
const SIGN_IN = "/recipe/signin";
const VERIFY_TOTP = "/recipe/totp/verify";
const MAP = "/recipe/userid/map";
const EMAIL = "/recipe/user/email/verify";
const METADATA = "/recipe/user/metadata";

/** Published by OpenBSD's test suite for bcrypt, and by the argon2 reference implementation. */
const BCRYPT = { password: "U*U", hash: "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW" };
const ARGON2 = {
  password: "password",
  hash: "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub+b9dWRWJTmaasmV9gHUBm5HJwWM",
};
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const PASSWORDLESS = { rid: "passwordless" };

/**
 * @param options `run` makes addresses and IDs of this run its own; `tenant` exists beside `public`;
 *   `versions` are those that the service speaks; `totpCode` gives the code of a base32 secret now.
 */
export function contractSteps({ run, tenant, versions, totpCode, hasApiKey }) {
  const mail = (name) => `contract-${run}-${name}@example.com`;
  return [
    ...factSteps(hasApiKey),
    ...passwordSteps(mail),
    ...charsetSteps(mail),
    ...socialSteps(mail, run),
    ...codeSteps(mail),
    ...linkingSteps(mail, run),
    ...totpSteps(run, totpCode),
    ...mappingSteps(mail, run),
    ...verificationSteps(mail),
    ...metadataSteps(run),
    ...readingErrors(),
    ...fieldErrors(mail, run),
    ...bodyErrors(),
    ...methodErrors(),
    ...versionSteps(mail, versions),
    ...tenantSteps(mail, tenant),
  ];
}

const post = (name, path, body, more = {}) => ({ name, method: "POST", path, body, ...more });
const get = (name, path, more = {}) => ({ name, method: "GET", path, ...more });

const factSteps = (hasApiKey) => [
  get("versions", "/apiversion"),
  get("features", "/ee/featureflag"),
  get("hello", "/hello"),
  post("hello by POST", "/hello", {}),
  get("a path that there is not", "/recipe/contract/none"),
  get("the tenant public", "/recipe/multitenancy/tenant/v2"),
  get("the tenant public by name", "/public/recipe/multitenancy/tenant/v2"),
  get("the keys of access tokens", "/.well-known/jwks.json"),
  ...(hasApiKey
    ? ["", "wrong-key-0123456789"].flatMap((key) => [
        get(`versions with the key '${key}'`, "/apiversion", { headers: { "api-key": key } }),
        post(`4.2 with the key '${key}'`, CODE, { email: "a@example.com" }, { headers: { "api-key": key } }),
      ])
    : []),
];

/** A body without a charset is read as ISO-8859-1: what is not ASCII is another text then. */
const charsetSteps = (mail) =>
  [
    ["without a charset", "application/json"],
    ["as UTF-8", "application/json; charset=utf-8"],
    ["as quoted UTF-8", 'application/json;charset="UTF-8"'],
    ["as ISO-8859-1", "application/json; charset=iso-8859-1"],
  ].flatMap(([how, contentType], index) => {
    const headers = { "content-type": contentType };
    const email = mail(`grüße-${index}`);
    const password = "grüße 日本 1";
    return [
      post(`non-ASCII ${how}: sign up`, SIGN_UP, { email, password }, { headers }),
      post(`non-ASCII ${how}: sign in the same way`, SIGN_IN, { email, password }, { headers }),
      post(`non-ASCII ${how}: sign in as UTF-8`, SIGN_IN, { email, password }),
      post(
        `non-ASCII ${how}: 4.8`,
        SOCIAL,
        { thirdPartyId: "straße", thirdPartyUserId: email, email: { id: email, isVerified: true } },
        { headers },
      ),
      post(`non-ASCII ${how}: 4.8 with another address`, SOCIAL, {
        thirdPartyId: "straße",
        thirdPartyUserId: email,
        email: { id: mail(`ñ-${index}`), isVerified: false },
      }),
    ];
  });

const passwordSteps = (mail) => [
  post("sign up", SIGN_UP, { email: mail("up").toUpperCase(), password: "correct horse 1" }),
  post("sign up again", SIGN_UP, { email: mail("up"), password: "another 1" }),
  post("sign in", SIGN_IN, { email: ` ${mail("up")}`, password: "correct horse 1" }, { keep: keepUser("up") }),
  post("sign in with a wrong password", SIGN_IN, { email: mail("up"), password: "correct horse" }),
  post("sign in without a password", SIGN_IN, { email: mail("up"), password: "" }),
  post("sign in as nobody", SIGN_IN, { email: mail("nobody"), password: "x" }),
  post("sign up with an empty password", SIGN_UP, { email: mail("none"), password: "" }),
  {
    name: "change a password",
    method: "PUT",
    path: USER,
    body: (kept) => ({ recipeUserId: kept.up, password: "new horse 1" }),
  },
  post("sign in with the old one", SIGN_IN, { email: mail("up"), password: "correct horse 1" }),
  post("sign in with the new one", SIGN_IN, { email: mail("up"), password: "new horse 1" }),
  { name: "change nothing", method: "PUT", path: USER, body: (kept) => ({ recipeUserId: kept.up }) },
  { name: "change nobody", method: "PUT", path: USER, body: { recipeUserId: "nobody", email: mail("x") } },
  {
    name: "change an address to null",
    method: "PUT",
    path: USER,
    body: (kept) => ({ recipeUserId: kept.up, email: null }),
  },
  ...[BCRYPT, ARGON2].flatMap(({ password, hash }, index) => [
    post(`4.7 ${index}`, HASH, { email: mail(`hash-${index}`), passwordHash: hash }),
    post(`4.7 ${index}: sign in`, SIGN_IN, { email: mail(`hash-${index}`), password }),
    post(`4.7 ${index}: sign in wrongly`, SIGN_IN, {
      email: mail(`hash-${index}`),
      password: `${password}x`,
    }),
    post(`4.7 ${index} again`, HASH, { email: mail(`hash-${index}`), passwordHash: ` ${hash} ` }),
  ]),
  post("4.7 over a password that was set", HASH, { email: mail("up"), passwordHash: BCRYPT.hash }),
  post("4.7 over it: sign in", SIGN_IN, { email: mail("up"), password: BCRYPT.password }),
  ...[
    "$2a$",
    "$2b$05$short",
    "$2x$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
    "$argon2id",
    "$argon2iXYZ",
  ].flatMap((passwordHash, index) => [
    post(`4.7 by its beginning: ${passwordHash}`, HASH, { email: mail(`odd-${index}`), passwordHash }),
    post(`4.7 by its beginning: ${passwordHash}: sign in`, SIGN_IN, {
      email: mail(`odd-${index}`),
      password: "x",
    }),
  ]),
  ...["$2$05$x", "md5", "", " ", "$1$salt$x", "{bcrypt}$2a$05$x"].map((passwordHash) =>
    post(`4.7 refuses '${passwordHash}'`, HASH, { email: mail("refused"), passwordHash }),
  ),
  ...["bcrypt", "BCrypt ", "argon2", "md5", "", " "].map((hashingAlgorithm) =>
    post(`4.7 as '${hashingAlgorithm}'`, HASH, {
      email: mail("named"),
      passwordHash: BCRYPT.hash,
      hashingAlgorithm,
    }),
  ),
];

const socialSteps = (mail, run) => {
  const body = (id, more = {}) => ({
    thirdPartyId: "contract",
    thirdPartyUserId: `${run}-1`,
    email: { id: mail(id), isVerified: true },
    ...more,
  });
  return [
    post("4.8", SOCIAL, body("social"), { keep: keepUser("social") }),
    post("4.8 again", SOCIAL, body("social")),
    post("4.8 with another address", SOCIAL, body("social-2", { email: { id: mail("social-2"), isVerified: false } })),
    post("4.8 for another user", SOCIAL, body("social", { thirdPartyUserId: `${run}-2` })),
    get(
      "users by social login",
      `/users/by-accountinfo?doUnionOfAccountInfo=false&thirdPartyId=contract&thirdPartyUserId=${run}-1`,
    ),
    get(
      "users by address",
      `/users/by-accountinfo?doUnionOfAccountInfo=false&email=${encodeURIComponent(mail("social"))}`,
    ),
    get(
      "users by either",
      `/users/by-accountinfo?doUnionOfAccountInfo=true&email=${encodeURIComponent(mail("social-2"))}&phoneNumber=%2B15555550199`,
    ),
    get(
      "users by both",
      `/users/by-accountinfo?doUnionOfAccountInfo=false&email=${encodeURIComponent(mail("social-2"))}&phoneNumber=%2B15555550199`,
    ),
    get("a user", (kept) => `/user/id?userId=${kept.social}`),
  ];
};

const codeSteps = (mail) => [
  post("4.2", CODE, { email: mail("code") }, { keep: keepCode }),
  post("4.2 for the same device", CODE, (kept) => ({ deviceId: kept.deviceId })),
  post("4.3 by a wrong code", CONSUME, (kept) => ({ ...typed(kept), userInputCode: "wrong" })),
  post("4.3 in another session", CONSUME, (kept) => ({ linkCode: kept.linkCode, preAuthSessionId: "x" })),
  post("4.3 by link", CONSUME, linked, { keep: keepUser("code") }),
  post("4.3 by the same link", CONSUME, linked),
  post("4.2 to be typed", CODE, { email: mail("code"), userInputCode: "123456" }, { keep: keepCode }),
  post("4.2 with the same code", CODE, (kept) => ({ deviceId: kept.deviceId, userInputCode: "123456" })),
  post("4.3 by typing", CONSUME, (kept) => ({ ...typed(kept), userInputCode: "123456" })),
  post("4.2 by phone", CODE, { phoneNumber: "+1 (555) 555-0198" }, { keep: keepCode }),
  post("4.3 by phone", CONSUME, linked, { keep: keepUser("phone") }),
  ...[{}, { email: mail("a"), phoneNumber: "+15555550198" }, { email: mail("a"), deviceId: "eA==" }].map((body) =>
    post(`4.2 with ${Object.keys(body).join(" and ") || "nothing"}`, CODE, body),
  ),
  ...["%%%%", "b", "eA==", "x"].flatMap((text) => [
    post(`4.2 for the device '${text}'`, CODE, { deviceId: text }),
    post(`4.3 by the link '${text}'`, CONSUME, { preAuthSessionId: "x", linkCode: text }),
    post(`4.3 on the device '${text}'`, CONSUME, {
      preAuthSessionId: "x",
      deviceId: text,
      userInputCode: "1",
    }),
  ]),
  ...[{}, { linkCode: "eA", deviceId: "eA==" }, { deviceId: "eA==" }, { userInputCode: "1" }].map((body) =>
    post(`4.3 with ${Object.keys(body).join(" and ") || "nothing"}`, CONSUME, {
      preAuthSessionId: "x",
      ...body,
    }),
  ),
  ...[
    ["a phone number", (kept) => ({ recipeUserId: kept.code, phoneNumber: "+15555550197" })],
    ["the same again", (kept) => ({ recipeUserId: kept.code, phoneNumber: "+15555550197" })],
    ["one that is taken", (kept) => ({ recipeUserId: kept.code, phoneNumber: "+15555550198" })],
    ["no address", (kept) => ({ recipeUserId: kept.code, email: null })],
    ["neither", (kept) => ({ recipeUserId: kept.code, email: null, phoneNumber: null })],
    ["an address that is a number", (kept) => ({ recipeUserId: kept.code, email: 7 })],
    ["nobody", () => ({ recipeUserId: "nobody", email: "a@example.com" })],
    ["a user of another kind", (kept) => ({ recipeUserId: kept.up, email: "a@example.com" })],
  ].map(([name, body]) => ({ name: `4.4: ${name}`, method: "PUT", path: USER, headers: PASSWORDLESS, body })),
];

const linkingSteps = (mail, run) => [
  post("4.5", PRIMARY, (kept) => ({ recipeUserId: kept.social })),
  post("4.5 again", PRIMARY, (kept) => ({ recipeUserId: kept.social })),
  post("4.5 for nobody", PRIMARY, { recipeUserId: "nobody" }),
  post("4.6 to somebody who is not primary", LINK, (kept) => ({
    recipeUserId: kept.code,
    primaryUserId: kept.up,
  })),
  post("4.6", LINK, (kept) => ({ recipeUserId: kept.code, primaryUserId: kept.social })),
  post("4.6 again", LINK, (kept) => ({ recipeUserId: kept.code, primaryUserId: kept.social })),
  post("4.6 for nobody", LINK, (kept) => ({ recipeUserId: "nobody", primaryUserId: kept.social })),
  post("4.6 to nobody", LINK, (kept) => ({ recipeUserId: kept.code, primaryUserId: "nobody" })),
  post("4.5 for a linked user", PRIMARY, (kept) => ({ recipeUserId: kept.code })),
  post("4.5 for another", PRIMARY, (kept) => ({ recipeUserId: kept.up })),
  post("4.6 of one who is linked elsewhere", LINK, (kept) => ({
    recipeUserId: kept.code,
    primaryUserId: kept.up,
  })),
  post("4.6 of a primary user", LINK, (kept) => ({ recipeUserId: kept.social, primaryUserId: kept.up })),
  post(
    "4.8 for a twin of the primary user",
    SOCIAL,
    { thirdPartyId: "contract-2", thirdPartyUserId: run, email: { id: mail("social-2"), isVerified: true } },
    { keep: keepUser("twin") },
  ),
  post("4.5 for the twin", PRIMARY, (kept) => ({ recipeUserId: kept.twin })),
  get("the user with all logins", (kept) => `/user/id?userId=${kept.code}`),
];

const totpSteps = (run, totpCode) => {
  const userId = `contract-${run}`;
  const device = { userId, secretKey: SECRET, skew: 1, period: 30, deviceName: "phone" };
  const clean = (deviceName) =>
    post(`remove the device ${deviceName}`, "/recipe/totp/device/remove", { userId, deviceName });
  return [
    post("TOTP without a device", VERIFY_TOTP, { userId, totp: "000000" }),
    post("4.1", DEVICE, device),
    post("4.1 again", DEVICE, device),
    post("4.1 without a name", DEVICE, { ...device, deviceName: undefined }),
    post("4.1 with texts for numbers", DEVICE, { ...device, deviceName: "texts", skew: "1", period: "30" }),
    post("4.1 with a large skew", DEVICE, { ...device, deviceName: "large", skew: 3_000_000_000 }),
    post("4.1 with what is not base32", DEVICE, {
      ...device,
      deviceName: "Another",
      secretKey: "not base32!",
    }),
    get("devices", `/recipe/totp/device/list?userId=${userId}`),
    get("devices of nobody", `/recipe/totp/device/list?userId=${userId}-nobody`),
    post("a wrong code", VERIFY_TOTP, { userId, totp: "x" }),
    post("a long code", VERIFY_TOTP, { userId, totp: "1234567890" }),
    post("a right code", VERIFY_TOTP, () => ({ userId, totp: totpCode(SECRET) })),
    post("the same code", VERIFY_TOTP, () => ({ userId, totp: totpCode(SECRET) })),
    post("a code without a user", VERIFY_TOTP, { userId: "", totp: "1" }),
    ...["phone", "TOTP Device 1", "texts", "Another", "none"].map(clean),
    clean(""),
  ];
};

const mappingSteps = (mail, run) => {
  const external = `old-${run}`;
  const pair = (kept) => ({ superTokensUserId: kept.mapped, externalUserId: external });
  return [
    post(
      "sign up to be mapped",
      SIGN_UP,
      { email: mail("mapped"), password: "correct horse 1" },
      { keep: keepUser("mapped") },
    ),
    post("map", MAP, pair),
    post("map again", MAP, pair),
    post("map to another", MAP, (kept) => ({ ...pair(kept), externalUserId: `${external}-2` })),
    post("map nobody", MAP, { superTokensUserId: "nobody", externalUserId: `${external}-3` }),
    post("map nothing", MAP, { superTokensUserId: " ", externalUserId: "x" }),
    post("map to nothing", MAP, { superTokensUserId: "x", externalUserId: "" }),
    get("a mapping by either", `${MAP}?userId=${external}`),
    get("a mapping by the external ID", `${MAP}?userId=${external}&userIdType=EXTERNAL`),
    get("a mapping by the wrong kind", `${MAP}?userId=${external}&userIdType=SUPERTOKENS`),
    get("a mapping of another kind", `${MAP}?userId=${external}&userIdType=OTHER`),
    get("no mapping", `${MAP}?userId=nobody`),
    get("a mapped user", `/user/id?userId=${external}`),
    post("sign in mapped", SIGN_IN, { email: mail("mapped"), password: "correct horse 1" }),
    post("4.7 for a mapped user", HASH, { email: mail("mapped"), passwordHash: BCRYPT.hash }),
    post("4.5 by the external ID", PRIMARY, { recipeUserId: external }),
    post("take no mapping back", "/recipe/userid/map/remove", { userId: "nobody" }),
    post("take the mapping back", "/recipe/userid/map/remove", { userId: external, userIdType: "EXTERNAL" }),
    get("a mapping that was taken back", `${MAP}?userId=${external}`),
  ];
};

const verificationSteps = (mail) => {
  const who = (kept) => ({ userId: kept.up, email: mail("up") });
  const isVerified = (kept) => `${EMAIL}?userId=${kept.up}&email=${encodeURIComponent(mail("up"))}`;
  return [
    get("an address before", isVerified),
    post("a token", `${EMAIL}/token`, who, { keep: ({ json, keep }) => keep("token", json?.token) }),
    post("an unknown token", EMAIL, { method: "token", token: "none" }),
    post("another method", EMAIL, { method: "code", token: "none" }),
    post("the token", EMAIL, (kept) => ({ method: "token", token: kept.token })),
    post("the same token", EMAIL, (kept) => ({ method: "token", token: kept.token })),
    post("a token for a verified address", `${EMAIL}/token`, who),
    get("an address after", isVerified),
    get("the verified user", (kept) => `/user/id?userId=${kept.up}`),
    post("unverify", `${EMAIL}/remove`, who),
    get("an address in the end", isVerified),
    post("revoke tokens", `${EMAIL}/token/remove`, who),
  ];
};

const metadataSteps = (run) => {
  const userId = `contract-${run}`;
  return [
    get("no metadata", `${METADATA}?userId=${userId}`),
    {
      name: "metadata",
      method: "PUT",
      path: METADATA,
      body: { userId, metadataUpdate: { a: 1, b: { c: [2] } } },
    },
    { name: "less metadata", method: "PUT", path: METADATA, body: { userId, metadataUpdate: { a: null } } },
    post("remove metadata", `${METADATA}/remove`, { userId }),
  ];
};

const readingErrors = () =>
  [
    "/user/id",
    "/users/by-accountinfo",
    "/users/by-accountinfo?doUnionOfAccountInfo=yes",
    "/users/by-accountinfo?doUnionOfAccountInfo=true&thirdPartyId=x",
    "/users/by-accountinfo?doUnionOfAccountInfo=true",
    "/users?limit=0",
    "/users?limit=1001",
    "/users?limit=x",
    "/users?timeJoinedOrder=asc",
    "/users?paginationToken=x",
    "/users?includeRecipeIds=x",
    "/users/count?includeRecipeIds=x",
    "/users/count",
    "/users/count?includeAllTenants=true",
    "/recipe/totp/device/list",
    "/recipe/totp/device/list?userId=",
    MAP,
    `${MAP}?userId=`,
    EMAIL,
    METADATA,
    "/recipe/session",
  ].map((path) => get(`GET ${path}`, path));

/** Each field of a good body once left out, null, a number, a truth value and an object. */
const fieldErrors = (mail, run) => {
  const good = [
    [
      "4.1",
      "POST",
      DEVICE,
      { userId: `contract-${run}`, secretKey: SECRET, skew: 1, period: 30, deviceName: "x" },
      ["deviceName"],
    ],
    ["4.2", "POST", CODE, { email: mail("field") }, []],
    ["4.3", "POST", CONSUME, { preAuthSessionId: "x", linkCode: "eA" }, []],
    ["4.4", "PUT", USER, { recipeUserId: "nobody" }, []],
    ["4.5", "POST", PRIMARY, { recipeUserId: "nobody" }, []],
    ["4.6", "POST", LINK, { recipeUserId: "nobody", primaryUserId: "nobody" }, []],
    ["4.7", "POST", HASH, { email: mail("field"), passwordHash: "x", hashingAlgorithm: "md5" }, ["hashingAlgorithm"]],
    ["4.8", "POST", SOCIAL, { thirdPartyId: "x", thirdPartyUserId: "x", email: {} }, []],
    ["sign-up", "POST", SIGN_UP, { email: mail("field"), password: "" }, []],
    ["sign-in", "POST", SIGN_IN, { email: mail("field"), password: "x" }, []],
    ["TOTP", "POST", VERIFY_TOTP, { userId: "nobody", totp: "1" }, []],
    ["removal", "POST", "/user/remove", { userId: "nobody" }, []],
  ];
  const wrong = [undefined, null, 7, true, {}];
  return good.flatMap(([name, method, path, body, optional]) =>
    Object.keys(body).flatMap((field) =>
      wrong
        .filter((value) => !(value === undefined && optional.includes(field)))
        .filter((value) => !(typeof value === "number" && ["skew", "period"].includes(field)))
        .filter((value) => !(field === "email" && name === "4.8" && typeof value === "object" && value !== null))
        .map((value) => ({
          name: `${name}: ${field} is ${JSON.stringify(value) ?? "absent"}`,
          method,
          path,
          headers: name === "4.4" ? PASSWORDLESS : {},
          body: { ...body, [field]: value },
        })),
    ),
  );
};

const bodyErrors = () =>
  [DEVICE, CODE, CONSUME, PRIMARY, LINK, HASH, SOCIAL, SIGN_IN].flatMap((path) =>
    ["[]", "null", '"x"', "{"].map((text) => ({ name: `${path} with ${text}`, method: "POST", path, text })),
  );

const methodErrors = () =>
  [DEVICE, CODE, CONSUME, PRIMARY, LINK, HASH, SOCIAL, SIGN_UP].flatMap((path) => [
    { name: `GET ${path}`, method: "GET", path },
    { name: `DELETE ${path}`, method: "DELETE", path },
  ]);

const versionSteps = (mail, versions) =>
  ["abc", "99.0", "2.6", ...versions].flatMap((version) => {
    const headers = { "cdi-version": version };
    return [
      post(`sign-in, version ${version}`, SIGN_IN, { email: mail("up"), password: BCRYPT.password }, { headers }),
      post(`4.7, version ${version}`, HASH, { email: mail("hash-0"), passwordHash: BCRYPT.hash }, { headers }),
      post(
        `4.8, version ${version}`,
        SOCIAL,
        {
          thirdPartyId: "contract-v",
          thirdPartyUserId: version,
          email: { id: mail("version"), isVerified: true },
        },
        { headers },
      ),
    ];
  });

const tenantSteps = (mail, tenant) => {
  const prefixes = [
    "/contract-no-such-tenant",
    "/appid-contract-no-such-app",
    "/public",
    "/appid-public",
    ...(tenant === undefined ? [] : [`/${tenant}`, `/${tenant.toUpperCase()}`]),
  ];
  const hash = { email: mail("tenant"), passwordHash: BCRYPT.hash };
  return [
    ...prefixes.flatMap((prefix) => [
      post(`4.7 at ${prefix}`, `${prefix}${HASH}`, hash),
      post(`sign-in at ${prefix}`, `${prefix}${SIGN_IN}`, {
        email: mail("tenant"),
        password: BCRYPT.password,
      }),
      post(`4.2 at ${prefix}`, `${prefix}${CODE}`, { email: mail("tenant") }),
      post(`4.5 at ${prefix}`, `${prefix}${PRIMARY}`, { recipeUserId: "nobody" }),
      get(`the tenant at ${prefix}`, `${prefix}/recipe/multitenancy/tenant/v2`),
    ]),
    post("4.7 in upper case", HASH.toUpperCase(), hash),
    post("4.7 with a slash at its end", `${HASH}/`, hash),
  ];
};

const linked = (kept) => ({ preAuthSessionId: kept.preAuthSessionId, linkCode: kept.linkCode });
const typed = (kept) => ({ preAuthSessionId: kept.preAuthSessionId, deviceId: kept.deviceId });

function keepUser(name) {
  return ({ json, keep }) => keep(name, json?.recipeUserId ?? json?.user?.id);
}

function keepCode({ json, keep }) {
  for (const name of ["deviceId", "preAuthSessionId", "linkCode"]) keep(name, json?.[name]);
}
