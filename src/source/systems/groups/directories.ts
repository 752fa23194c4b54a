/** Directories, and files of names and hashes. */

export { DOVECOT } from "../dovecot.js";
export { HTPASSWD } from "../htpasswd.js";
export { LDAP } from "../ldap.js";
