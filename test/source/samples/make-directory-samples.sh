#!/bin/sh
# Makes openldap*.ldif, users.htpasswd and dovecot.passwd beside it, with the programs of each system:
#   sh make-directory-samples.sh [FOLDER]
# Needs slappasswd, slapadd, slapcat, slapd and ldapsearch (LDAP_ROOT is where their package is unpacked, if not at /),
# htpasswd of Apache, and doveadm of Dovecot. Each password is the user's name and "-pass"; salts and times differ
# from run to run.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here}
root=${LDAP_ROOT:-}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

modules="$root/usr/lib/ldap"
slap_hash() { "$root/usr/sbin/slappasswd" -o module-path="$modules" -o module-load=argon2.so -n "$@"; }

people() {
  cat <<LDIF
dn: dc=example,dc=com
objectClass: dcObject
objectClass: organization
o: Example
dc: example

dn: ou=people,dc=example,dc=com
objectClass: organizationalUnit
ou: people

dn: uid=ada,ou=people,dc=example,dc=com
objectClass: inetOrgPerson
uid: ada
cn: Ada
sn: Ada
mail: ada@example.com
mobile: +15555550100
userPassword: $(slap_hash -h '{CRYPT}' -c '$2b$10$%.22s' -s ada-pass)

dn: uid=änna,ou=people,dc=example,dc=com
objectClass: inetOrgPerson
objectClass: posixAccount
uid: änna
cn: Änna
cn;lang-de: Anna mit einem Namen, der so lang ist, dass ihn jedes Programm, das sich an die Norm hält, umbrechen muss
sn: Änna
uidNumber: 1000
gidNumber: 1000
homeDirectory: /home/anna
loginShell: /bin/bash
mail: anna@example.com
mail: anna@example.org
userPassword: $(slap_hash -h '{ARGON2}' -s anna-pass)

dn: uid=bob,ou=people,dc=example,dc=com
objectClass: inetOrgPerson
uid: bob
cn: Bob
sn: Bob
mail: bob@example.com
userPassword: $(slap_hash -h '{SSHA}' -s bob-pass)

dn: uid=two,ou=people,dc=example,dc=com
objectClass: inetOrgPerson
uid: two
cn: Two
sn: Two
mail: two@example.com
userPassword: $(slap_hash -h '{SSHA}' -s two-pass)
userPassword: $(slap_hash -h '{CRYPT}' -c '$2b$10$%.22s' -s two-pass)

dn: uid=locked,ou=people,dc=example,dc=com
objectClass: inetOrgPerson
uid: locked
cn: Locked
sn: Locked
mail: locked@example.com
userPassword: $(slap_hash -h '{CRYPT}' -c '$2b$10$%.22s' -s locked-pass)
pwdAccountLockedTime: 000001010000Z

dn: uid=kerberos,ou=people,dc=example,dc=com
objectClass: inetOrgPerson
uid: kerberos
cn: Kerberos
sn: Kerberos
mail: kerberos@example.com
userPassword: {SASL}kerberos@EXAMPLE.COM

dn: cn=admins,dc=example,dc=com
objectClass: groupOfNames
cn: admins
member: uid=ada,ou=people,dc=example,dc=com
LDIF
}

make_ldap() {
  mkdir "$tmp/db"
  {
    for schema in core cosine inetorgperson nis; do echo "include $root/etc/ldap/schema/$schema.schema"; done
    printf 'modulepath %s\nmoduleload back_mdb\nmoduleload ppolicy\nmoduleload argon2\n' "$modules"
    printf 'database mdb\nsuffix "dc=example,dc=com"\ndirectory %s/db\noverlay ppolicy\n' "$tmp"
  } > "$tmp/slapd.conf"
  people > "$tmp/people.ldif"
  "$root/usr/sbin/slapadd" -f "$tmp/slapd.conf" -l "$tmp/people.ldif"
  "$root/usr/sbin/slapcat" -f "$tmp/slapd.conf" > "$out/openldap-slapcat.ldif"
  socket="ldapi://$(echo "$tmp/socket" | sed 's|/|%2F|g')"
  "$root/usr/sbin/slapd" -f "$tmp/slapd.conf" -h "$socket" -d 256 2>"$tmp/log" &
  server=$!
  for _ in $(seq 20); do [ -S "$tmp/socket" ] && break; sleep 0.2; done
  [ -S "$tmp/socket" ] || cat "$tmp/log"
  search() { "$root/usr/bin/ldapsearch" -x -H "$socket" -b dc=example,dc=com "$@" || true; }
  search '(objectClass=inetOrgPerson)' '*' pwdAccountLockedTime > "$out/openldap-search.ldif"
  search -z 2 '(objectClass=inetOrgPerson)' > "$out/openldap-limited.ldif"
  kill $server
  wait $server || true
}

make_htpasswd() {
  file="$out/users.htpasswd"
  htpasswd -cbB "$file" ada@example.com ada@example.com-pass
  htpasswd -bm "$file" bob bob-pass
  htpasswd -bs "$file" eve@example.com eve@example.com-pass
  htpasswd -bd "$file" kim@example.com kim-pass
  htpasswd -bBC 10 "$file" änna änna-pass
} 2>/dev/null

make_dovecot() {
  password() { doveadm pw -s "$1" -p "$2-pass"; }
  {
    echo "# users of the mail server"
    echo "ada@example.com:$(password BLF-CRYPT ada):1000:1000:Ada:/var/mail/ada::userdb_quota_rule=*:storage=1G allow_nets=10.0.0.0/8,fe80::/10"
    echo "anna@example.com:$(password ARGON2ID anna)::::::"
    echo "bob@example.com:$(password SHA512-CRYPT bob):1000:1000"
    echo "eve@example.com:$(password SSHA512 eve)::::::nologin"
    echo "kim:$(password BLF-CRYPT kim)::::::"
    echo "pam@example.com:$(password CRAM-MD5 pam)::::::"
    echo "open@example.com:{PLAIN}open-pass::::::"
    echo "none@example.com:::::::nopassword=y"
  } > "$out/dovecot.passwd"
}

make_ldap
make_htpasswd
make_dovecot
