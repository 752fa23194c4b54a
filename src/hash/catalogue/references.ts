/** Where formats of systems with several rows are defined. */
export const LDAP = "https://www.openldap.org/faq/data/cache/347.html";
export const DOVECOT = "https://doc.dovecot.org/2.3/configuration_manual/authentication/password_schemes/";
export const SPRING =
  "https://docs.spring.io/spring-security/reference/features/authentication/password-storage.html#authentication-password-storage-dpe";
export const OPENDJ = "https://github.com/OpenIdentityPlatform/OpenDJ";
export const DJANGO = "https://docs.djangoproject.com/en/stable/topics/auth/passwords/";
export const WERKZEUG = "https://github.com/pallets/werkzeug src/werkzeug/security.py";
export const MEDIAWIKI = "https://www.mediawiki.org/wiki/Manual:Password_hashing";
export const NEXTCLOUD = "https://github.com/nextcloud/server lib/private/Security/Hasher.php";
/** One of WoltLab's hashers. Marked as pure where it is called: a bundle without the notes is without it. */
export function woltlab(file: string): string {
  return `https://github.com/WoltLab/WCF wcfsetup/install/files/lib/system/user/authentication/password/algorithm/${file}`;
}
export const MAGENTO = "https://github.com/magento/magento2 lib/internal/Magento/Framework/Encryption/Encryptor.php";
export const HASHCAT = "https://hashcat.net/wiki/doku.php?id=example_hashes";
export const JOHN = "https://github.com/openwall/john src";
export const JOOMLA = "https://github.com/joomla/joomla-cms libraries/src/User/UserHelper.php";
export const OAK = "https://jackrabbit.apache.org/oak/docs/security/user/default.html";
export const REQUEST_TRACKER = "https://github.com/bestpractical/rt lib/RT/User.pm";
export const SMF = "https://github.com/SimpleMachines/SMF Sources/Subs-Auth.php, Sources/LogInOut.php";
export const MOSQUITTO = "https://mosquitto.org/man/mosquitto_passwd-1.html";
export const KRATOS = "https://github.com/ory/kratos hash/hash_comparator.go";
export const AIX = "https://www.ibm.com/docs/en/aix/7.2?topic=system-loadable-password-algorithm";
