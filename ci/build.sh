#!/bin/sh
# Builds a checkout for use, without the dependencies for development. One tool bundles it, and is fetched for that alone, in
# the version of the lock file but without a look at its checksum. No script of any package is run.
set -eu
cd "$(dirname "$0")/.."
npm ci --omit=dev --ignore-scripts --no-audit --no-fund
version="$(node -p 'require("./package-lock.json").packages["node_modules/rolldown"].version')"
npm exec --yes --ignore-scripts --package="rolldown@$version" -- npm run compile --silent
