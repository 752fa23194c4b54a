import { type HashFormat, legacy } from "./hash-format.js";

/**
 * Bare digests, which say nothing by themselves, of systems that are known to write
 * them: read so only where the caller names the system.
 */
export const SOURCE_FORMATS: readonly HashFormat[] = [
  legacy({
    name: "django-unusable",
    system: "Django's set_unusable_password(), of any release; by source only",
    scheme: "no-password",
    treatment: null,
    disposition: "unsupported",
    problem: "scheme/no-password",
    sources: ["django"],
    markers: [],
    layout: "!<letters and digits>",
    // Thirty-two and forty hexadecimal digits could be a digest that somebody locked.
    pattern: /^!(?!(?:[0-9a-f]{32}|[0-9a-f]{40})$)[0-9A-Za-z]{0,128}$/i,
    reason: "There is no hash here; nothing is lost.",
    reference: "https://docs.djangoproject.com/en/stable/ref/contrib/auth/",
  }),
  legacy({
    name: "source-md5",
    system: "WordPress before 2.5, Drupal 6, phpBB 2, Django's UnsaltedMD5PasswordHasher; by source only",
    scheme: "md5",
    treatment: "keep",
    disposition: "verifiable",
    sources: ["wordpress", "drupal", "phpbb", "django"],
    markers: [],
    layout: "<32 hex digits>",
    pattern: /^(?<digest>[0-9a-f]{32})$/,
    reason: "A fast digest without a salt; the service does not verify it.",
    reference: "https://developer.wordpress.org/reference/functions/wp_check_password/",
  }),
  legacy({
    name: "joomla-md5",
    system: "Joomla before 3.2; by source only",
    scheme: "md5",
    treatment: "keep",
    disposition: "verifiable",
    sources: ["joomla"],
    markers: [],
    layout: "<32 hex digits>[:<salt>]",
    pattern: /^(?<digest>[0-9a-f]{32})(?::(?<salt>[^\n\0]{1,64}))?$/,
    reason: "A fast digest of password and salt; the service does not verify it.",
    reference: "https://github.com/joomla/joomla-cms libraries/src/User/UserHelper.php",
  }),
  legacy({
    name: "vbulletin-md5",
    system: "vBulletin 3 and 4; by source only",
    scheme: "md5",
    treatment: "keep",
    disposition: "verifiable",
    sources: ["vbulletin"],
    markers: [],
    layout: "<32 hex digits>:<salt>",
    pattern: /^(?<digest>[0-9a-f]{32}):(?<salt>[^\n\0]{1,64})$/,
    reason: "Two fast digests, one over the other; the service does not verify it.",
    reference:
      "https://github.com/WoltLab/WCF wcfsetup/install/files/lib/system/user/authentication/password/algorithm/Vb3.class.php",
  }),
  legacy({
    name: "source-sha1",
    system: "ownCloud before 5 and Nextcloud instances that began there; by source only",
    scheme: "sha1",
    treatment: "keep",
    disposition: "verifiable",
    sources: ["nextcloud", "owncloud"],
    markers: [],
    layout: "<40 hex digits>",
    pattern: /^(?<digest>[0-9a-f]{40})$/,
    reason: "A fast digest without a salt; the service does not verify it.",
    reference: "https://github.com/nextcloud/server lib/private/Security/Hasher.php",
  }),
];
