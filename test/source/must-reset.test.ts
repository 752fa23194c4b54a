import { describe, expect, it } from "vitest";
import type { ReadableSource, ReadExportOptions } from "../../src/source/index.js";
import { readUserOf } from "./systems/read-samples.js";

/** U*U, from Solar Designer's test vectors of crypt_blowfish. */
const HASH = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const EMAIL = "ada@example.com";
const NOW = Date.parse("2026-01-01T00:00:00Z");

const ARGON2 = {
  type: "password",
  secretData: JSON.stringify({
    value: "5d6ilhfLQ3rgOm6PDB660+pUY9qJye/GnXaWlNjK8PY=",
    salt: "c2l4dGVlbiBieXRlcyAhIQ==",
  }),
  credentialData: JSON.stringify({
    hashIterations: 2,
    algorithm: "argon2",
    additionalParameters: {
      ...{ hashLength: ["32"], memory: ["256"], type: ["id"], version: ["1.3"], parallelism: ["1"] },
    },
  }),
};

const keycloak = (more: object) => {
  const user = { id: "1", username: "ada", email: EMAIL, enabled: true, credentials: [ARGON2], ...more };
  return JSON.stringify({ realm: "r", users: [user] });
};

/** What each system says of a user who has to replace their password. */
const SAYING: readonly (readonly [ReadableSource, string])[] = [
  ["keycloak", keycloak({ requiredActions: ["UPDATE_PASSWORD"] })],
  ["keycloak", keycloak({ credentials: [{ ...ARGON2, temporary: true }] })],
  [
    "fusionauth",
    JSON.stringify({
      users: [
        {
          ...{ id: "1", email: EMAIL, active: true, encryptionScheme: "bcrypt", factor: 5 },
          ...{ salt: "CCCCCCCCCCCCCCCCCCCCC.", password: "E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW" },
          passwordChangeRequired: true,
        },
      ],
    }),
  ],
  [
    "zitadel",
    JSON.stringify({
      humanUsers: [
        {
          userId: "1",
          user: { email: { email: EMAIL }, hashedPassword: { value: HASH }, passwordChangeRequired: true },
        },
      ],
    }),
  ],
  [
    "rocket-chat",
    JSON.stringify({
      ...{ _id: "1", emails: [{ address: EMAIL }], active: true, type: "user", requirePasswordChange: true },
      services: { password: { bcrypt: HASH } },
    }),
  ],
  [
    "gitea",
    `INSERT INTO user (id,name,email,passwd,passwd_hash_algo,salt,must_change_password) VALUES (1,'ada','${EMAIL}','${HASH}','bcrypt','x',1);`,
  ],
  [
    "joomla",
    `INSERT INTO jos_users (id,username,email,password,block,requireReset) VALUES (1,'ada','${EMAIL}','${HASH}',0,1);`,
  ],
  [
    "casdoor",
    JSON.stringify([
      {
        ...{ owner: "o", name: "ada", id: "1", email: EMAIL },
        ...{ password: HASH, passwordType: "bcrypt", needUpdatePassword: true },
      },
    ]),
  ],
  [
    "logto",
    `INSERT INTO users (id,primary_email,password_encrypted,password_encryption_method,is_password_expired) VALUES ('1','${EMAIL}','${HASH}','Bcrypt',true);`,
  ],
  [
    "gitlab",
    `INSERT INTO users (id,email,encrypted_password,confirmed_at,state,password_expires_at) VALUES (1,'${EMAIL}','${HASH}','2024-01-01','active','2025-01-01 00:00:00');`,
  ],
  [
    "ldap",
    `dn: uid=1,dc=x\nobjectClass: inetOrgPerson\nuid: 1\nmail: ${EMAIL}\nuserPassword: {BCRYPT}${HASH}\npwdReset: TRUE\n\n`,
  ],
  [
    "ldap",
    `dn: uid=1,dc=x\nobjectClass: inetOrgPerson\nuid: 1\nmail: ${EMAIL}\nuserPassword: {BCRYPT}${HASH}\npasswordExpirationTime: 19700101000000Z\n\n`,
  ],
  [
    "moodle",
    [
      `INSERT INTO mdl_user (id,username,email,password,auth,confirmed) VALUES (1,'ada','${EMAIL}','${HASH}','manual',1);`,
      "INSERT INTO mdl_user_preferences (id,userid,name,value) VALUES (1,1,'auth_forcepasswordchange','1'),(2,1,'lang','1');",
    ].join("\n"),
  ],
  [
    "xenforo",
    [
      `INSERT INTO xf_user (user_id,username,email,user_state,security_lock) VALUES (1,'ada','${EMAIL}','valid','change');`,
      `INSERT INTO xf_user_authenticate (user_id,scheme_class,data) VALUES (1,'XF:Core12','a:1:{s:4:"hash";s:60:"${HASH}";}');`,
    ].join("\n"),
  ],
  [
    "ghost",
    `INSERT INTO users (id,slug,email,password,status,tour,last_seen) VALUES ('1','ada','${EMAIL}','${HASH}','locked',NULL,NULL);`,
  ],
  [
    "suitecrm",
    `id\tuser_name\tuser_hash\tstatus\tdeleted\temail_address\tsystem_generated_password\n1\tada\t${HASH}\tActive\t0\t${EMAIL}\t1\n`,
  ],
  [
    "discourse",
    [
      "INSERT INTO users (id,username,trust_level,active) VALUES (1,'ada',1,true);",
      `INSERT INTO user_emails (id,user_id,email,"primary") VALUES (1,1,'${EMAIL}',true);`,
      `INSERT INTO user_passwords (id,user_id,password_hash,password_salt,password_algorithm,password_expired_at) VALUES (1,1,'${"ab".repeat(32)}','${"cd".repeat(16)}','$pbkdf2-sha256$i=64000,l=32$','2025-01-01 00:00:00');`,
    ].join("\n"),
  ],
  [
    "myth-auth",
    `INSERT INTO users (id,email,username,password_hash,activate_hash,active,force_pass_reset) VALUES (1,'${EMAIL}','ada','${HASH}',NULL,1,1);`,
  ],
  [
    "nodebb",
    JSON.stringify({
      _key: "user:1",
      uid: 1,
      username: "ada",
      email: EMAIL,
      password: HASH,
      passwordExpiry: 1,
    }),
  ],
];

const read = async (from: ReadableSource, text: string, mustReset?: ReadExportOptions["mustReset"]) =>
  readUserOf(text, "1", {
    from,
    now: NOW,
    ...(mustReset === undefined ? {} : { mustReset }),
  });

describe.each(SAYING)("a user of %s who has to replace their password", (from, text) => {
  it("has a warning unless they are held back or left to the fallback with the mark", async () => {
    const imported = await read(from, text);
    // Of a user who is left to the fallback anyway, the mark is what says it.
    const says = imported.loginOnly?.mustReset === true ? ["user/must-reset"] : imported.codes;
    expect(says).toContain("user/must-reset");
    expect(imported.notCarried.join()).not.toMatch(/change|reset|expire|lock|requiredActions|update/i);
    expect(imported.user?.passwordHash ?? imported.loginOnly?.mustReset).toBeTruthy();

    const held = await read(from, text, "hold");
    expect(held.codes).toContain("user/must-reset");
    expect([held.user, held.loginOnly]).toEqual([undefined, undefined]);

    const left = await read(from, text, "at-login");
    expect(left.user).toBeUndefined();
    expect(left.loginOnly).toMatchObject({ mustReset: true, user: { email: EMAIL } });
    expect(left.loginOnly?.user.passwordHash).toBeUndefined();
  });
});

it("has nothing to say of a user without a password", async () => {
  const federatedIdentities = [{ identityProvider: "google", userId: "1081" }];
  const text = keycloak({ credentials: [], requiredActions: ["UPDATE_PASSWORD"], federatedIdentities });
  expect((await read("keycloak", text, "hold")).user).toMatchObject({ email: EMAIL });
});

it("warns of a second factor that the old system would have the user enrol, and lists other actions", async () => {
  const enrol = await read("keycloak", keycloak({ requiredActions: ["CONFIGURE_TOTP"] }));
  expect([enrol.codes, enrol.notCarried]).toEqual([
    ["user/second-factor-due"],
    expect.not.arrayContaining(["requiredActions"]),
  ]);
  const other = await read("keycloak", keycloak({ requiredActions: ["VERIFY_EMAIL"] }));
  expect([other.codes, other.notCarried]).toEqual([[], expect.arrayContaining(["requiredActions"])]);
});
