#!/usr/bin/env bash
# run.sh [SEED] runs the tests of the module against a simulator: with the demo tenant, or with the file of idmctl snapshot.
set -euo pipefail
cd "$(dirname "$0")"

seed=${1:-demo}
log=$(mktemp)
idmctl simulate --seed "$seed" >"$log" &
simulator=$!
trap 'kill "$simulator"; rm -f "$log"' EXIT

# The simulator prints its address as soon as it listens.
until address=$(sed -n 's/^listening on //p' "$log") && [ -n "$address" ]; do
  kill -0 "$simulator"
  sleep 0.1
done

export IDM_BASE_URL=$address IDM_CLIENT_EXT_ID=${IDM_CLIENT_EXT_ID:-acme} IDM_TOKEN=demo-admin-token
if [ "$seed" != demo ]; then
  export IDM_TOKEN=snapshot-admin-token
fi
"${CLI:-terraform}" test
