/** Attributes that LDIF entries begin with or hold beside a password (RFC 2849, RFC 4519). */
const LDIF = /^(?:dn|changetype|objectclass|version|uid|cn|sn|mail):/i;
/** Eight colons, of which the hash is before the second. */
const SHADOW = /^[^:\s]{1,64}:[^:\s]{1,512}:(?:[0-9-]{0,12}:){6}[0-9]{0,12}$/;
/** A name, a colon, and a hash with a mark of its own. */
const HTPASSWD = /^[^:\s$]{1,256}:(?:\$(?:apr1|2[abxy]|1|5|6)\$|\{SHA\})[^:\s]{1,512}$/;

/** What sort of line a text is, where it is a whole line of a password file and no hash alone. */
export function wholeLine(text: string): string | null {
  if (SHADOW.test(text)) return "a line of shadow(5), whose second field is the hash";
  if (HTPASSWD.test(text)) return "a line of htpasswd, whose second field is the hash";
  return LDIF.test(text) ? "a line of LDIF, in which only userPassword holds a hash" : null;
}
