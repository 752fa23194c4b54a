#!/bin/sh
# Installs what the generators need on Debian 12, as root: packages of Debian, and in a folder of their own what
# Debian does not have or has too old. Usage: install.sh [folder]; the generators find it by CREDPORT_TOOLS.
set -eu

here=$(dirname "$(readlink -f "$0")")
tools=${1:-${CREDPORT_TOOLS:-$HOME/.cache/credport-generators}}

apt-get install -y --no-install-recommends \
  389-ds-base apache2-utils argon2 dovecot-core git maven mosquitto nodejs npm oathtool openjdk-17-jdk-headless openssl \
  perl php-cli php-symfony-password-hasher python3-argon2 python3-bcrypt python3-cryptography python3-django \
  python3-passlib python3-pip whois

mkdir -p "$tools"
# Debian's Python has passlib, Django, bcrypt and argon2; these are the few others.
/usr/bin/python3 -m pip install --upgrade --target "$tools/python" -r "$here/requirements.txt"
/usr/bin/python3 -m pip install --upgrade --target "$tools/flask" flask-security-too==5.9.2
# The last release that reads its HMAC form, without what it depends on.
/usr/bin/python3 -m pip install --upgrade --no-deps --target "$tools/werkzeug2" werkzeug==2.2.3
npm install --prefix "$tools" otpauth@9.5.2 @otplib/uri@13.5.0 @scure/base@2.4.0 lucia@2.7.7 \
  @better-auth/utils@0.5.1 @adonisjs/hash@10.1.1 bcrypt@6.0.0 argon2@0.43.1

# The second opinion about yescrypt and PBKDF2; the peers have its adapter.
if command -v cargo >/dev/null; then
  (cd "$here/../../test/peers/rust" && cargo build --release --quiet --locked --target-dir node_modules/target)
fi

# Java: each with what it depends on.
for jar in \
  org.springframework.security:spring-security-crypto:6.3.4 org.springframework:spring-core:6.1.14 \
  org.springframework:spring-jcl:6.1.14 org.apache.jackrabbit:oak-security-spi:1.62.0 \
  org.apache.jackrabbit:oak-commons:1.62.0 org.apache.jackrabbit:oak-api:1.62.0 \
  org.apache.jackrabbit:oak-shaded-guava:1.62.0 org.apache.jackrabbit:jackrabbit-jcr-commons:2.20.11 \
  org.apache.shiro:shiro-core:1.13.0 org.apache.shiro:shiro-crypto-hash:1.13.0 \
  org.apache.shiro:shiro-crypto-core:1.13.0 org.apache.shiro:shiro-lang:1.13.0 javax.jcr:jcr:2.0 \
  org.slf4j:slf4j-api:1.7.36 org.slf4j:slf4j-nop:1.7.36 org.bouncycastle:bcprov-jdk18on:1.78.1 \
  com.lambdaworks:scrypt:1.4.0 commons-codec:commons-codec:1.15 com.google.code.findbugs:jsr305:3.0.2; do
  mvn --quiet dependency:copy -Dartifact="$jar" -DoutputDirectory="$tools/jars"
done

# Ory Kratos' comparison of hashes. Debian 12 has no Go that is new enough: https://go.dev/dl/ has it.
if command -v go >/dev/null; then
  "$here/verify/kratos/build.sh" "$tools/kratos"
else
  echo "verify/kratos is left out, for want of Go 1.23 or later"
fi

# John the Ripper's jumbo, which is in no package of Debian.
if [ ! -d "$tools/john" ]; then
  git clone --quiet https://github.com/openwall/john "$tools/john"
  (cd "$tools/john/src" && git checkout --quiet 3c2e19c0d && ./configure --disable-openmp && make -s)
fi

# MediaWiki's classes without its server, and settings for pwdhash.
if [ ! -d "$tools/mediawiki" ]; then
  unpacked=$(mktemp -d)
  (cd "$unpacked" && apt-get download mediawiki && dpkg -x mediawiki_*.deb .)
  mv "$unpacked/usr/share/mediawiki" "$tools/mediawiki"
  rm -r "$unpacked"
fi
"$here/opinions/install.sh" "$tools"
mkdir -p "$tools/389ds"
cp /usr/share/dirsrv/data/template-dse.ldif "$tools/389ds/dse.ldif"

echo "CREDPORT_TOOLS=$tools /usr/bin/python3 $here/make.py"
