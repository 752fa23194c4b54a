#!/usr/bin/env bash
# What action.yml runs: credport check, and judge-check.mjs on what it left. CREDPORT_COMMAND names another command line
# than npm's.
set -uo pipefail

if ! node -e 'const [major, minor] = process.versions.node.split(".").map(Number); process.exit(major * 100 + minor < 2019 ? 1 : 0)' 2>/dev/null; then
  echo "exit-code=2" >>"$GITHUB_OUTPUT"
  echo "::error title=credport::credport needs Node 20.19 or later: use actions/setup-node in a step before this one"
  exit 2
fi

if [[ -n "${CREDPORT_COMMAND:-}" ]]; then
  command=("$CREDPORT_COMMAND")
else
  command=(npx --yes --package "credport@${CREDPORT_VERSION:-latest}" -- credport)
fi

options=()
while IFS= read -r line; do
  line="${line#"${line%%[![:space:]]*}"}"
  line="${line%"${line##*[![:space:]]}"}"
  if [[ -n "$line" ]]; then options+=("$line"); fi
done <<<"${CREDPORT_OPTIONS:-}"

folder="$(mktemp -d "${RUNNER_TEMP:-/tmp}/credport-XXXXXX")"
report="$folder/report.json"
said="$folder/said.txt"

"${command[@]}" check --from "$CREDPORT_FROM" --json ${options[@]+"${options[@]}"} -- "$CREDPORT_FILE" \
  >"$report" 2>"$said" </dev/null
code=$?
exec node "$(dirname "${BASH_SOURCE[0]}")/judge-check.mjs" "$report" "$said" "$code"
