#!/usr/bin/env bash
# Applies the reviewed plan: it, or nothing.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=settings.sh
. "$(dirname "$0")/settings.sh"

plan=$PWD/$OUT/tenant.plan
[ -f "$plan" ] || fail "there is no reviewed plan in $OUT."
initialize

log=$(mktemp)
trap 'rm -f "$log"' EXIT
"$CLI" -chdir="$TENANT" apply -input=false -no-color -lock-timeout="$LOCK_TIMEOUT" "$plan" 2>&1 | tee "$log" && exit

again="Plan this branch as it is now: start the review by hand, read it, and start the apply of that plan."
if grep -q 'Saved plan is stale' "$log"; then
  fail "the state has changed since this plan was reviewed, by another merge for instance. Nothing was applied. $again"
elif grep -q 'Error acquiring the state lock' "$log"; then
  fail "another run holds the lock of the state, and $LOCK_TIMEOUT was not enough to wait for. Nothing was applied: start this job again."
fi
fail "the apply did not get to its end. What it has done is in the state, so that the rest needs a new plan. $again"
