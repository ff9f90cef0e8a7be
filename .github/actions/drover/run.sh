#!/usr/bin/env bash
# Runs a tasks file and leaves its report, its outputs and its exit code. Inputs come as variables (action.yml).
set -euo pipefail

# Another command can be named, to try this script without a farm.
drover="${DROVER_COMMAND:-$RUNNER_TEMP/drover/node_modules/.bin/drover}"
work="$(mktemp -d)"
farm=""

# The farm is this script's own: it ends with it.
tidy() {
  if [[ -n "$farm" ]]; then
    kill "$farm" 2>/dev/null || true
    wait "$farm" 2>/dev/null || true
  fi
  rm -rf "$work"
}
trap tidy EXIT

where=()
if [[ -n "$INPUT_API_URL" ]]; then
  export DROVER_API_URL="$INPUT_API_URL" DROVER_TOKEN="$INPUT_TOKEN"
else
  "$drover" up --dir "$work/farm" --phones "$INPUT_PHONES" --json >"$work/farm.json" &
  farm=$!
  for ((second = 0; second < 120; second++)); do
    [[ -s "$work/farm.json" ]] && break
    kill -0 "$farm" 2>/dev/null || { echo "::error::The farm did not start."; exit 10; }
    sleep 1
  done
  where=(--dir "$work/farm")
fi

arguments=()
while IFS= read -r line; do
  if [[ -n "$line" ]]; then arguments+=("$line"); fi
done <<<"$INPUT_ARGUMENTS"

batch="$("$drover" batch run "$INPUT_TASKS" ${arguments[@]+"${arguments[@]}"} --detach ${where[@]+"${where[@]}"})"
echo "batch=$batch" >>"$GITHUB_OUTPUT"

rule=()
if [[ -n "$INPUT_MIN_SUCCESS" ]]; then rule=(--min-success "$INPUT_MIN_SUCCESS"); fi
code=0
"$drover" batch watch "$batch" ${rule[@]+"${rule[@]}"} ${where[@]+"${where[@]}"} || code=$?

# Reports of a run that failed are what one wants to read.
"$drover" batch results "$batch" --format junit --out "$INPUT_RESULTS" ${where[@]+"${where[@]}"} || true
if [[ -n "$INPUT_EXPORT" ]]; then
  "$drover" export "$batch" --format zip --out "$INPUT_EXPORT" ${where[@]+"${where[@]}"} ||
    echo "::warning::The jobs were not exported."
fi
exit "$code"
