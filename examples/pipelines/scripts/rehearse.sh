#!/usr/bin/env bash
# rehearse.sh applies the plan to a copy of the tenant, for people to read. Whatever the request changes runs here, as in plan.sh, with the login that may only
# read: its result is shown with the review, and decides nothing. So this never fails the request.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=settings.sh
. "$(dirname "$0")/settings.sh"

# GitLab lays the plan where the job before kept it.
if [ -f "$OUT/tenant.plan" ]; then
  empty "$IN"
  mv -- "$OUT/tenant.plan" "$IN/tenant.plan"
fi
plan=$PWD/$IN/tenant.plan
empty "$OUT"
# What the login of the apply may do: "idmctl permissions --out apply-permissions.json", made where that login is. Without the file all rights are assumed.
permissions=apply-permissions.json
if [ ! -f "$permissions" ]; then
  permissions=$OUT/permissions
  echo '*' >"$permissions"
fi

rehearse() {
  idmctl rehearse "$plan" --chdir "$TENANT" --cli "$CLI" --permissions "$permissions" --latency "${LATENCY:-0s}" --output json --out "$OUT/rehearsal.json"
}

result=0
{ initialize -backend=false && quietly rehearse; } || result=$?
if [ "$result" -ne 0 ] && [ "$result" -ne 2 ]; then
  rm -f -- "$OUT/rehearsal.json"
  say "There was no rehearsal. The review is made all the same."
fi
