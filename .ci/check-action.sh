#!/usr/bin/env bash
# What action.yml runs: credport check, its report as an output of the step and as its summary. CREDPORT_COMMAND names
# another command line than npm's.
set -uo pipefail

if ! node -e 'const [major, minor] = process.versions.node.split(".").map(Number); process.exit(major * 100 + minor < 2019 ? 1 : 0)' 2>/dev/null; then
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

{
  echo "report=$report"
  echo "exit-code=$code"
} >>"$GITHUB_OUTPUT"

if ((code > 1)); then
  node - "$report" "$said" <<'JS'
const { readFileSync } = require("node:fs");
const [report, said] = process.argv.slice(2).map((file) => readFileSync(file, "utf8"));
// What a command of the runner would read in it is written so that it is not read as one.
const escaped = (text) => text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
const { message, remedy } = report.startsWith("{") ? JSON.parse(report).error : { message: said.trim() };
process.stdout.write(`::error title=credport::${escaped([message, remedy].join(". "))}\n`);
JS
  exit "$code"
fi

node - "$report" >>"$GITHUB_STEP_SUMMARY" <<'JS'
const { readFileSync } = require("node:fs");
const report = JSON.parse(readFileSync(process.argv[2], "utf8"));
const lines = (numbers) => numbers.slice(0, 5).join(", ");
const rows = report.problems.map((one) => `| \`${one.name}\` | ${one.records} | ${lines(one.firstLines)} |`);
const table = rows.length === 0 ? [] : ["", "| Problem | Records | First lines |", "|---|---|---|", ...rows];
const sentence = `${report.importable} of ${report.records} records can be imported.`;
process.stdout.write(`${["### credport check", "", sentence, ...table].join("\n")}\n`);
JS

if ((code == 1)) && [[ "${CREDPORT_FAIL_ON_PROBLEMS:-true}" != "true" ]]; then exit 0; fi
exit "$code"
