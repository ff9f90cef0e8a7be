#!/usr/bin/env bash
# Installs the packed Drover into a folder of the job. What is wanted comes as variables (action.yml).
set -euo pipefail

package="$INPUT_PACKAGE"
if [[ -z "$package" ]]; then
  # The file of the action's own repository: nobody else can put one there.
  # shellcheck disable=SC2016
  file="$(node -p 'const { name, version } = require(process.argv[1]); `v${version}/${name.replace("@", "").replace("/", "-")}-${version}.tgz`' \
    "$GITHUB_ACTION_PATH/../../../package.json")"
  package="$GITHUB_SERVER_URL/$ACTION_REPOSITORY/releases/download/$file"
elif [[ -f "$package" ]]; then
  package="$(realpath "$package")"
fi
npm install --prefix "$RUNNER_TEMP/drover" --no-audit --no-fund -- "$package" || {
  echo "::error::npm cannot install $package. 'npm pack' in a clone makes the file: attach it to that release, or name it by the input 'package'."
  exit 10
}
