export const LDAP = "https://www.openldap.org/faq/data/cache/347.html";
export const DOVECOT = "https://doc.dovecot.org/2.3/configuration_manual/authentication/password_schemes/";
export const SPRING =
  "https://docs.spring.io/spring-security/reference/features/authentication/password-storage.html#authentication-password-storage-dpe";
