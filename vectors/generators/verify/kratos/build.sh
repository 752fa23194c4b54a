#!/bin/sh
# Builds Ory Kratos' own comparison of hashes into a program: build.sh <folder>. Needs Go 1.23 or later. Of its server,
# which brings hundreds of packages and compares nothing, only what is in `instead` takes part.
set -eu

version=v1.3.1
here=$(dirname "$(readlink -f "$0")")
mkdir -p "$1/kratos/hash" "$1/kratos/driver/config" "$1/program"
folder=$(readlink -f "$1")
cd "$folder"
module=$(go mod download -json "github.com/ory/kratos@$version" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
for file in hash_comparator hasher hasher_pbkdf2 hasher_scrypt; do
  cp "$module/hash/$file.go" kratos/hash/
done
cp "$here/instead/hash.go" kratos/hash/instead.go
cp "$here/instead/config.go" kratos/driver/config/config.go
cp "$here/main.go" program/main.go
chmod -R u+w kratos
# The versions that Kratos asks for itself.
{
  printf 'module github.com/ory/kratos\n\ngo 1.23\n\nrequire (\n'
  grep -E '^\s(github.com/(go-crypt/crypt|pkg/errors)|go.opentelemetry.io/otel(/trace)?|golang.org/x/crypto) v' "$module/go.mod"
  printf ')\n'
} >kratos/go.mod
{
  printf 'module credport.example/generators/kratos\n\ngo 1.23\n\n'
  printf 'require github.com/ory/kratos %s\n\nreplace github.com/ory/kratos => ../kratos\n' "$version"
} >program/go.mod
cd program
go mod tidy
go build -o "$folder/compare" .
printf '%s\n' "$version" >"$folder/version"
