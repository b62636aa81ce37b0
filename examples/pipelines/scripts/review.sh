#!/usr/bin/env bash
# Writes what a plan means for access, and posts it to the pull or merge request. It runs in a clean checkout of the branch that is applied: nothing that the
# request can change decides what the review says. Ends with the exit code of `idmctl review`, which is 2 when a rule fails that no group may approve, after
# the review is posted: who has to change something must see what.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=settings.sh
. "$(dirname "$0")/settings.sh"
use_vendor

POLICY=${POLICY:-policy.hcl}
FAIL_ON=${FAIL_ON:-global-grant,delete-unit,provider-address,provisioner,errored,not-understood}

empty "$OUT"
plan=$OUT/tenant.plan
if [ ! -f "$IN/tenant.plan" ] || [ -L "$IN/tenant.plan" ]; then
  fail "there is no plan in $IN."
fi
cp -- "$IN/tenant.plan" "$plan"
digest=$(digest_of "$plan")
# The addresses that the plan may call, separated by commas: a request that sends requests or logins elsewhere is refused.
SERVICES=${SERVICES:-$IDM_BASE_URL}
# Where the state is, as the review shows it, and the other providers that the plan may use, separated by commas.
BACKEND=${BACKEND:-pg schema_name=idm_acme}
allowed=(--allow-backend "$BACKEND")
if [ -n "${PROVIDERS:-}" ]; then
  allowed+=(--allow-provider "$PROVIDERS")
fi
# The providers of the branch read the plan. One that only the request names is not run here.
initialize -backend=false

review() {
  idmctl review "$plan" --cli "$CLI" --dir "$TENANT" --names --expect-digest "$digest" --service "$SERVICES" "${allowed[@]}" "$@"
}

# The rehearsal comes from a job that the request can change. Only its text is taken, and there has to be room for it.
rehearsal() {
  if [ -f "$IN/rehearsal.json" ] && [ ! -L "$IN/rehearsal.json" ]; then
    quietly idmctl rehearse "$plan" --result "$IN/rehearsal.json" --limit "$REHEARSED" --output markdown --out "$OUT/rehearsal.md" || [ $? -eq 2 ]
  fi
}
rehearsal || rm -f -- "$OUT/rehearsal.md"

result=0
review --fail-on "$FAIL_ON" --policy "$POLICY" --limit "$((LONGEST - REHEARSED))" --output markdown --out "$OUT/review.md" \
  --report html="$OUT/review.html" --report json="$OUT/review.json" || result=$?
# A plan that is shown to give no new access, and breaks no rule, needs no approval of its own.
reviewed=access-$digest
if [ "$result" -eq 0 ] && jq --exit-status '.summary.may_give == 0' "$OUT/review.json" >/dev/null; then
  reviewed=plan-$digest
elif [ "$result" -eq 3 ]; then
  jq --exit-status --arg form "$group_form" '.required_approvals | length > 0 and all(test($form))' "$OUT/review.json" >/dev/null ||
    fail "the policy names approvers that are no groups here: $(jq --compact-output .required_approvals "$OUT/review.json")."
  reviewed+=$(jq --raw-output '.required_approvals | map("+" + .) | add' "$OUT/review.json")
  result=0
fi
if [ "$result" -eq 0 ] || [ "$result" -eq 2 ]; then
  summarize "$OUT/review.md"
  if [ -n "$PULL_REQUEST" ]; then
    "$scripts/comment.sh" "$OUT/review.md" "$result" "$reviewed"
  elif [ "$result" -eq 0 ] && [[ $reviewed == access-* ]]; then
    how_to_approve "$reviewed" | tee "$OUT/approve.md" >&2
    summarize "$OUT/approve.md"
  fi
fi
set_status "$result"
# A plan that was refused is not kept.
if [ "$result" -ne 0 ]; then
  rm -f -- "$plan"
  exit "$result"
fi
printf '%s\n' "$reviewed" >"$OUT/reviewed"
output reviewed "$reviewed"
