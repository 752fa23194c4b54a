import { eachOnce, verifiedFirst } from "../fields/contacts.js";
import { eachObject, isFields } from "../fields/field.js";
import type { Contact, ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import { jsonLines } from "../readers/json-lines.js";
import { type Password, type Row, read } from "../system/row.js";
import type { About, SystemRules } from "../system/system.js";

/** What Meteor's packages write into a user. */
export const METEOR_USERS = {
  users: { readers: [/* @__PURE__ */ jsonLines({ firstKey: "_id" })] },
  user: {
    id: "_id",
    emails: /* @__PURE__ */ read("emails", readEmails),
    userName: "username",
    hash: /* @__PURE__ */ read("services", readHash),
  },
  logins: [/* @__PURE__ */ read("services", readLogins)],
  factors: [/* @__PURE__ */ read("services", readFactor)],
  joined: "createdAt",
  notCarried: "profile heartbeat roles status registered_emails",
} as const satisfies Partial<SystemRules>;

/** What is under `services` and not a login at another provider. */
const OWN_SERVICES: ReadonlySet<string> = new Set([
  ...["password", "resume", "email", "totp", "email2fa", "emailCode", "twoFactorAuthentication"],
  ...["passwordHistory", "passwordless", "passkey", "cloud", "iframe", "loginToken"],
]);

function servicesOf(user: Row): Row {
  return user.object("services") ?? user.of({});
}

function readEmails(user: Row): readonly Contact[] {
  const found = eachObject(user.list("emails"), "emails", user.findings, (entry) =>
    user.of(entry).emails("address", entry.verified === true),
  );
  return eachOnce(verifiedFirst(found));
}

function readHash(user: Row): Password | undefined {
  const services = servicesOf(user);
  const password = services.object("password");
  const hash = password?.text("bcrypt") ?? password?.text("argon2");
  for (const name of ["resume", "email", "passwordHistory"]) {
    if (services.has(name)) user.leaveOut(`services.${name}`);
  }
  return hash === undefined ? undefined : user.hash(hash);
}

function readLogins(user: Row, { emails }: About): readonly ThirdPartyLogin[] {
  return Object.entries(servicesOf(user).fields).flatMap(([provider, value]) => {
    if (OWN_SERVICES.has(provider) || !isFields(value)) return [];
    const service = user.of(value);
    if (!service.has("id") || provider === "ldap") {
      // A directory's or an identity provider's own names for the user.
      user.leaveOut(`services.${provider === "ldap" || provider === "saml" ? provider : "(another)"}`);
      return [];
    }
    const email = service.email("email");
    return user.login({ provider, userId: service.id("id"), email, field: "services" }, emails);
  });
}

/** accounts-2fa writes its type, and Rocket.Chat a flag, once the user gave a code. */
function readFactor(user: Row): readonly TotpEnrolment[] {
  const services = servicesOf(user);
  const own = services.object("twoFactorAuthentication");
  const chat = services.object("totp");
  if (chat?.has("hashedBackup")) user.leaveOut("recovery codes");
  return [
    ...readSecret(own, own?.own("type") === "otp", "services.twoFactorAuthentication"),
    ...readSecret(chat, chat?.own("enabled") === true, "services.totp"),
    ...(getsCodes(user, services) ? user.factorNotCarried("services.email2fa") : []),
  ];
}

/** Rocket.Chat's codes by e-mail, which go to verified addresses alone. */
function getsCodes(user: Row, services: Row): boolean {
  const isVerified = ({ fields }: Row) => fields.verified === true;
  return services.object("email2fa")?.own("enabled") === true && user.objects("emails").some(isVerified);
}

function readSecret(factor: Row | undefined, isConfirmed: boolean, field: string): readonly TotpEnrolment[] {
  const secret = factor?.text("secret") ?? factor?.text("tempSecret");
  return secret === undefined ? [] : (factor?.factor({ field, secret, encoding: "base32", isConfirmed }) ?? []);
}
