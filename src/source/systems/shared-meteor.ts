import { contactsOf, eachOnce, loginOf } from "../fields/contacts.js";
import {
  emailField,
  type Fields,
  idField,
  isFields,
  listField,
  objectField,
  ownField,
  textField,
} from "../fields/field.js";
import type { Password } from "../fields/read-password.js";
import { secondFactor } from "../fields/second-factor.js";
import { noteWrongType, WANTED } from "../fields/wrong-type.js";
import type { Contact, ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import { jsonLines } from "../readers/json-lines.js";
import type { RecordContext } from "../source.js";
import { type About, from, type SystemRules } from "../system/system.js";

/** What Meteor's packages write into a user. */
export const METEOR_USERS = {
  users: { readers: [/* @__PURE__ */ jsonLines({ firstKey: "_id" })] },
  user: {
    id: "_id",
    emails: /* @__PURE__ */ from("emails", readEmails),
    userName: "username",
    hash: /* @__PURE__ */ from("services", readHash),
  },
  logins: [/* @__PURE__ */ from("services", readLogins)],
  factors: [/* @__PURE__ */ from("services", readFactor)],
  joined: "createdAt",
  notCarried: "createdAt profile heartbeat roles status registered_emails",
} as const satisfies Partial<SystemRules>;

/** What is under `services` and not a login with somebody else. */
const OWN_SERVICES: ReadonlySet<string> = new Set([
  ...["password", "resume", "email", "totp", "email2fa", "emailCode", "twoFactorAuthentication"],
  ...["passwordHistory", "passwordless", "passkey", "cloud", "iframe"],
]);

function servicesOf(record: Fields, { findings }: RecordContext): Fields {
  return objectField(record, "services", findings) ?? {};
}

function readEmails(record: Fields, { findings }: RecordContext): readonly Contact[] {
  const found = listField(record, "emails", findings).flatMap((entry) => {
    if (isFields(entry)) return contactsOf(emailField(entry, "address", findings), entry.verified === true);
    const wrong = { name: "an entry of emails", value: entry, wanted: WANTED.object, field: "emails" };
    noteWrongType(wrong, findings);
    return [];
  });
  return eachOnce(found);
}

function readHash(record: Fields, context: RecordContext): Password | undefined {
  const { findings } = context;
  const services = servicesOf(record, context);
  const password = objectField(services, "password", findings) ?? {};
  const hash = textField(password, "bcrypt", findings) ?? textField(password, "argon2", findings);
  for (const name of ["resume", "email", "passwordHistory"]) {
    if (Object.hasOwn(services, name)) findings.leaveOut(`services.${name}`);
  }
  return hash === undefined ? undefined : context.password(hash);
}

function readLogins(record: Fields, context: RecordContext, { emails }: About): readonly ThirdPartyLogin[] {
  const { findings } = context;
  const services = servicesOf(record, context);
  return Object.keys(services).flatMap((provider) => {
    const service = services[provider];
    if (OWN_SERVICES.has(provider) || !isFields(service)) return [];
    if (!Object.hasOwn(service, "id") || provider === "ldap") {
      // A directory's or an identity provider's own names for the user.
      findings.leaveOut(`services.${provider === "ldap" || provider === "saml" ? provider : "(another)"}`);
      return [];
    }
    const email = emailField(service, "email", findings);
    const userId = idField(service, "id", findings);
    return loginOf({ provider, userId, email, field: "services" }, emails, context);
  });
}

/** accounts-2fa writes its type, and Rocket.Chat a flag, once the user gave a code. */
function readFactor(record: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  const services = servicesOf(record, context);
  const own = objectField(services, "twoFactorAuthentication", findings) ?? {};
  const chat = objectField(services, "totp", findings) ?? {};
  if (Object.hasOwn(chat, "hashedBackup")) findings.leaveOut("recovery codes");
  return [
    ...readSecret(own, ownField(own, "type") === "otp", "services.twoFactorAuthentication", context),
    ...readSecret(chat, ownField(chat, "enabled") === true, "services.totp", context),
  ];
}

function readSecret(
  factor: Fields,
  isConfirmed: boolean,
  field: string,
  context: RecordContext,
): readonly TotpEnrolment[] {
  const secret =
    textField(factor, "secret", context.findings) ?? textField(factor, "tempSecret", context.findings);
  return secret === undefined
    ? []
    : secondFactor({ field, secret, encoding: "base32", isConfirmed }, context);
}
