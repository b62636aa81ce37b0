#!/usr/bin/env bash
# Applies the reviewed plan: it, or nothing.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=settings.sh
. "$(dirname "$0")/settings.sh"

plan=$PWD/$OUT/tenant.plan
digest=${DIGEST:-$(cat -- "$OUT/digest")}
[[ $digest =~ ^[0-9a-f]{64}$ ]] || fail "it is not known which plan was reviewed."
[ -f "$plan" ] || fail "there is no reviewed plan in $OUT."
[ "$(digest_of "$plan")" = "$digest" ] || fail "the plan in $OUT is another one than the review was of. Nothing was applied."
# shellcheck disable=SC2119 # it takes options, and needs none here
initialize

log=$(mktemp)
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2317 # quietly calls it
apply() { "$CLI" -chdir="$TENANT" apply -input=false -no-color -lock-timeout="$LOCK_TIMEOUT" "$plan" 2>&1 | tee "$log"; }
quietly apply && exit

again="Plan this branch as it is now: start the review by hand, read it, and start the apply of that plan."
if grep -q 'Saved plan is stale' "$log"; then
  fail "the state has changed since this plan was reviewed, by another merge for instance. Nothing was applied. $again"
elif grep -q 'Error acquiring the state lock' "$log"; then
  fail "another run holds the lock of the state, and $LOCK_TIMEOUT was not enough to wait for. Nothing was applied: start this job again."
fi
fail "the apply did not get to its end. What it has done is in the state, so that the rest needs a new plan. $again"
