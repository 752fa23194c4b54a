import { LDAP, woltlab } from "./references.js";
import { type FormatRow, lock, type Notes, recognised, type Writers } from "./row.js";

const SHADOW = "https://man7.org/linux/man-pages/man5/shadow.5.html";
/** The mark of a locked account; Request Tracker's hashes begin with an exclamation mark too. */
const LOCK = /^(?:!(?!bcrypt!|sha512!)!?\*?|\*LK\*|\*LOCKED\*|\*(?=[$_{]))/;
const LOCKED_CRYPT = /^\{crypt\}(?:!{1,2}\*?|\*LK\*|\*LOCKED\*|\*(?=[$_{]))/i;

/** Marks of users who have no password here, or whose account is locked. */
export const NO_PASSWORD_FORMATS = [
  recognised({
    name: "no-password",
    scheme: "no-password",
    treatment: null,
    problem: "scheme/no-password",
    markers: [],
    begins: "!*xnN\\",
    // Each is a whole mark: after any other ! or * there may be a hash. Forty hex digits are a SHA-1.
    pattern:
      /^(?:!{1,2}\*?|!(?![0-9a-f]{40}$|[0-9A-F]{40}$)[0-9A-Za-z]{40}|\*[01]?|\*{13}|\*LK\*|\*NP\*|\*LOCKED\*\*?|\*NO-PASSWORD\*|x|not cached|NULL|null|\\N)$/,
    reason: "There is no hash here; nothing is lost.",
  }),
  recognised({
    name: "django-unusable",
    scheme: "no-password",
    treatment: null,
    problem: "scheme/no-password",
    sources: ["django"],
    markers: [],
    // Thirty-two and forty hexadecimal digits could be a locked digest.
    pattern: /^!(?!(?:[0-9a-f]{32}|[0-9a-f]{40})$)[0-9A-Za-z]{0,128}$/i,
    reason: "There is no hash here; nothing is lost.",
  }),
  lock({
    name: "locked-account",
    markers: [],
    begins: "!*",
    applies: (text) => LOCK.test(text),
    skip: (text) => text.length - text.replace(LOCK, "").length,
    reason: "The account is locked: its hash is kept after a mark, so that no password verifies.",
  }),
  recognised({
    name: "ldap-crypt-locked",
    scheme: "no-password",
    treatment: "keep",
    problem: "scheme/no-password",
    markers: ["{crypt}"],
    pattern: /^\{[Cc][Rr][Yy][Pp][Tt]\}(?:!{1,2}\*?|\*[01]?|\*{13}|\*LK\*|\*NP\*|\*LOCKED\*\*?|x)$/,
    reason: "The account is locked: no password verifies.",
  }),
  lock({
    name: "ldap-crypt-locked-hash",
    markers: ["{crypt}"],
    applies: (text) => LOCKED_CRYPT.test(text),
    skip: (text) => text.length - text.replace(LOCKED_CRYPT, "").length,
    reason: "The account is locked: its hash is kept after a mark, so that no password verifies.",
  }),
  recognised({
    name: "brace-no-password",
    scheme: "no-password",
    treatment: "keep",
    problem: "scheme/no-password",
    markers: ["{sasl}", "{kerberos}"],
    // A principal begins with neither: what does is a hash under a wrong name.
    pattern: /^\{(?:SASL|KERBEROS)\}(?![${])[^\n\0]{0,512}$/i,
    reason: "Another system checks the password; there is no hash here.",
  }),
  recognised({
    name: "woltlab-invalid",
    scheme: "no-password",
    treatment: "keep",
    problem: "scheme/no-password",
    markers: ["Invalid:", "invalid:"],
    pattern: /^[Ii]nvalid:-?$/,
    reason: "The user has no password here; nothing is lost.",
  }),
  recognised({
    name: "clerk-cognito",
    scheme: "no-password",
    treatment: "keep",
    problem: "scheme/no-password",
    markers: [],
    begins: "a",
    pattern: /^awscognito#[^#\n\0]{1,128}#[^#\n\0]{1,128}#[^\n\0]{1,256}$/,
    reason: "AWS Cognito checks the password at login; there is no hash here.",
  }),
] satisfies readonly FormatRow[];

/** Who writes each: only who identifies a hash needs it. */
export const NO_PASSWORD_WRITERS: Writers<typeof NO_PASSWORD_FORMATS> = {
  "no-password": "Django, shadow(5), Request Tracker and others: a mark for a user without a usable password",
  "django-unusable": "Django's set_unusable_password(), of any release; by source only",
  "locked-account": "shadow(5): usermod -L, passwd -l; Solaris *LK*, FreeBSD *LOCKED*, LDAP",
  "ldap-crypt-locked": "LDAP servers that took over shadow(5)",
  "ldap-crypt-locked-hash": "LDAP servers that took over shadow(5)",
  "brace-no-password": "OpenLDAP {SASL}; MIT Kerberos {KERBEROS}",
  "woltlab-invalid": "WoltLab Suite",
  "clerk-cognito": "Clerk (users imported from AWS Cognito)",
};

/** What documentation says of each: a bundle that only reads hashes leaves it out. */
export const NO_PASSWORD_NOTES: Notes<typeof NO_PASSWORD_FORMATS> = {
  "no-password": {
    layout: "!, !!, !<40 letters and digits>, *, *0, *1, *LK*, x, *NO-PASSWORD*, not cached, NULL",
    reference: "https://docs.djangoproject.com/en/stable/ref/contrib/auth/",
  },
  "django-unusable": {
    layout: "!<letters and digits>",
    reference: "https://docs.djangoproject.com/en/stable/ref/contrib/auth/",
  },
  "locked-account": { layout: "!$6$…, !!$6$…, *LK*$5$…, *LOCKED*$2b$…, !{SSHA}…", reference: SHADOW },
  "ldap-crypt-locked": { layout: "{CRYPT}!, {CRYPT}!!, {CRYPT}*, {CRYPT}x", reference: SHADOW },
  "ldap-crypt-locked-hash": { layout: "{CRYPT}!$6$…, {CRYPT}*LK*$5$…", reference: SHADOW },
  "brace-no-password": { layout: "{SASL}user@REALM", reference: LDAP },
  "woltlab-invalid": { layout: "Invalid:", reference: /* @__PURE__ */ woltlab("Invalid.class.php") },
  "clerk-cognito": {
    layout: "awscognito#<user pool>#<client>#<identifier>",
    reference: "https://clerk.com/docs/guides/development/migrating/cognito",
  },
};
