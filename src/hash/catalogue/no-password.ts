import { LDAP, woltlab } from "./references.js";
import { type FormatRow, lock, recognised } from "./row.js";

const SHADOW = "https://man7.org/linux/man-pages/man5/shadow.5.html";
/** The mark of a locked account; Request Tracker's hashes begin with an exclamation mark too. */
const LOCK = /^(?:!(?!bcrypt!|sha512!)!?\*?|\*LK\*|\*LOCKED\*|\*(?=[$_{]))/;
const LOCKED_CRYPT = /^\{crypt\}(?:!{1,2}\*?|\*LK\*|\*LOCKED\*|\*(?=[$_{]))/i;

/** Marks of users who have no password here, or whose account is locked. */
export const NO_PASSWORD_FORMATS: readonly FormatRow[] = [
  recognised("no-password", "no-password", {
    system: "Django, shadow(5), Request Tracker and others: a mark for a user without a usable password",
    layout: "!, !!, !<40 letters and digits>, *, *0, *1, *LK*, x, *NO-PASSWORD*, not cached, NULL",
    treatment: null,
    problem: "scheme/no-password",
    begins: "!*xnN\\",
    // Each is a whole mark: after any other ! or * there may be a hash. Forty hex digits are a SHA-1.
    pattern:
      /^(?:!{1,2}\*?|!(?![0-9a-f]{40}$|[0-9A-F]{40}$)[0-9A-Za-z]{40}|\*[01]?|\*{13}|\*LK\*|\*NP\*|\*LOCKED\*\*?|\*NO-PASSWORD\*|x|not cached|NULL|null|\\N)$/,
    reason: "There is no hash here; nothing is lost.",
    reference: "https://docs.djangoproject.com/en/stable/ref/contrib/auth/",
  }),
  recognised("django-unusable", "no-password", {
    system: "Django's set_unusable_password(), of any release; by source only",
    layout: "!<letters and digits>",
    treatment: null,
    problem: "scheme/no-password",
    sources: ["django"],
    // Thirty-two and forty hexadecimal digits could be a locked digest.
    pattern: /^!(?!(?:[0-9a-f]{32}|[0-9a-f]{40})$)[0-9A-Za-z]{0,128}$/i,
    reason: "There is no hash here; nothing is lost.",
    reference: "https://docs.djangoproject.com/en/stable/ref/contrib/auth/",
  }),
  lock("locked-account", {
    system: "shadow(5): usermod -L, passwd -l; Solaris *LK*, FreeBSD *LOCKED*, LDAP",
    layout: "!$6$…, !!$6$…, *LK*$5$…, *LOCKED*$2b$…, !{SSHA}…",
    begins: "!*",
    applies: (text) => LOCK.test(text),
    skip: (text) => text.length - text.replace(LOCK, "").length,
    reason: "The account is locked: its hash is kept after a mark, so that no password verifies.",
    reference: SHADOW,
  }),
  recognised("ldap-crypt-locked", "no-password", {
    system: "LDAP servers that took over shadow(5)",
    layout: "{CRYPT}!, {CRYPT}!!, {CRYPT}*, {CRYPT}x",
    problem: "scheme/no-password",
    markers: ["{crypt}"],
    pattern: /^\{[Cc][Rr][Yy][Pp][Tt]\}(?:!{1,2}\*?|\*[01]?|\*{13}|\*LK\*|\*NP\*|\*LOCKED\*\*?|x)$/,
    reason: "The account is locked: no password verifies.",
    reference: SHADOW,
  }),
  lock("ldap-crypt-locked-hash", {
    system: "LDAP servers that took over shadow(5)",
    layout: "{CRYPT}!$6$…, {CRYPT}*LK*$5$…",
    markers: ["{crypt}"],
    applies: (text) => LOCKED_CRYPT.test(text),
    skip: (text) => text.length - text.replace(LOCKED_CRYPT, "").length,
    reason: "The account is locked: its hash is kept after a mark, so that no password verifies.",
    reference: SHADOW,
  }),
  recognised("brace-no-password", "no-password", {
    system: "OpenLDAP {SASL}; MIT Kerberos {KERBEROS}",
    layout: "{SASL}user@REALM",
    problem: "scheme/no-password",
    markers: ["{sasl}", "{kerberos}"],
    // A principal begins with neither: what does is a hash under a wrong name.
    pattern: /^\{(?:SASL|KERBEROS)\}(?![${])[^\n\0]{0,512}$/i,
    reason: "Another system checks the password; there is no hash here.",
    reference: LDAP,
  }),
  recognised("woltlab-invalid", "no-password", {
    system: "WoltLab Suite",
    layout: "Invalid:",
    problem: "scheme/no-password",
    markers: ["Invalid:", "invalid:"],
    pattern: /^[Ii]nvalid:-?$/,
    reason: "The user has no password here; nothing is lost.",
    reference: woltlab("Invalid.class.php"),
  }),
  recognised("clerk-cognito", "no-password", {
    system: "Clerk (users imported from AWS Cognito)",
    layout: "awscognito#<user pool>#<client>#<identifier>",
    problem: "scheme/no-password",
    begins: "a",
    pattern: /^awscognito#[^#\n\0]{1,128}#[^#\n\0]{1,128}#[^\n\0]{1,256}$/,
    reason: "AWS Cognito checks the password at login; there is no hash here.",
    reference: "https://clerk.com/docs/guides/development/migrating/cognito",
  }),
];
