#!/usr/bin/env bash
# What action.yml runs: credport conform, and what its report says. CREDPORT_COMMAND names another command line than npm's.
set -uo pipefail

# The lines of a text without what surrounds them, into the array `lines`.
read_lines() {
  lines=()
  while IFS= read -r line; do
    line="${line#"${line%%[![:space:]]*}"}"
    line="${line%"${line##*[![:space:]]}"}"
    if [[ -n "$line" ]]; then lines+=("$line"); fi
  done <<<"$1"
}

version="${CREDPORT_VERSION:-latest}"
command=(npx --yes --package "credport@$version" --package credport-vectors -- credport)
if [[ -n "${CREDPORT_COMMAND:-}" ]]; then command=("$CREDPORT_COMMAND"); fi
read_lines "${CREDPORT_OPTIONS:-}"
options=(${lines[@]+"${lines[@]}"})
# The verdict is read from the JSON report: another form would leave none.
for option in ${options[@]+"${options[@]}"}; do
  case "$option" in
    --report | --report=* | --json | --list | --copy | --copy=* | --serve)
      echo "::error title=credport::the action takes no ${option%%=*} in options: its report is JSON, in its output \"report\""
      printf 'report=\nexit-code=2\n' >>"$GITHUB_OUTPUT"
      exit 2
      ;;
  esac
done
read_lines "${CREDPORT_ADAPTER:-}"
report="$(mktemp -d "${RUNNER_TEMP:-/tmp}/credport-XXXXXX")/report.json"

"${command[@]}" conform --report json ${options[@]+"${options[@]}"} -- ${lines[@]+"${lines[@]}"} >"$report" </dev/null
code=$?
# npm ends with 1, too, where it could not fetch a package: the verdict counts only with a report that has the same.
outcome="$(node -p 'JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).outcome' "$report" 2>/dev/null)"
case "$code $outcome" in
  "0 pass" | "1 fail") ;;
  *)
    code=2
    echo "::error title=credport::credport conform could not run: its words are above"
    ;;
esac
summary=""
if [[ -n "$outcome" ]]; then
  here="$(dirname "${BASH_SOURCE[0]}")"
  node "$here/failures.mjs" "$report"
  summary="$(node "$here/failures.mjs" "$report" ids | head -n 200)"
fi
printf 'report=%s\nexit-code=%s\n' "$report" "$code" >>"$GITHUB_OUTPUT"
printf '### credport conform\n\n%s\n\n%s\n' "${outcome:-not run}" "$summary" >>"$GITHUB_STEP_SUMMARY"
exit "$code"
