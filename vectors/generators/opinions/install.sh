#!/bin/sh
# Brings what systems.php and AskCore.java run: the classes of systems that no registry has, each at a commit that
# sources.txt names. Usage: install.sh <folder>. CREDPORT_GIT is where the repositories are, if not at GitHub.
set -eu

here=$(dirname "$(readlink -f "$0")")
tools=$(readlink -f "$1")

while read -r repository commit paths; do
  folder=$tools/systems/$repository
  mkdir -p "$folder"
  git -C "$folder" init --quiet
  git -C "$folder" remote add origin "${CREDPORT_GIT:-https://github.com}/$repository" 2>/dev/null || true
  git -C "$folder" fetch --quiet --depth 1 --filter=blob:none origin "$commit"
  # shellcheck disable=SC2086 # The paths are words.
  git -C "$folder" checkout --quiet FETCH_HEAD -- $paths
done <"$here/sources.txt"

# The core's own reading and computing of $f_scrypt$; of its server only what `core` has in its place.
core=$tools/systems/supertokens/supertokens-core/src/main/java/io/supertokens/emailpassword
javac -d "$tools/supertokens-core" -cp "$tools/jars/*" "$here/core/AppIdentifier.java" \
  "$here/core/Config.java" "$here/core/CoreConfig.java" "$here/core/Main.java" \
  "$here/core/TenantOrAppNotFoundException.java" "$core/ParsedFirebaseSCryptResponse.java" \
  "$core/PasswordHashingUtils.java" "$core/exceptions/UnsupportedPasswordHashingFormatException.java"
