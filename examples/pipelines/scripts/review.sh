#!/usr/bin/env bash
# Writes what the plan means for access, and posts it to the pull or merge request. Ends with the exit code of `idmctl review`, which is 2 when a rule
# fails, after the review is posted: who has to change something must see what.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=settings.sh
. "$(dirname "$0")/settings.sh"

POLICY=${POLICY:-policy.hcl}
FAIL_ON=${FAIL_ON:-global-grant,delete-unit}

review() {
  idmctl review "$OUT/tenant.plan" --cli "$CLI" --dir "$TENANT" --names --fail-on "$FAIL_ON" --policy "$POLICY" --limit "$LONGEST" --output "$1" --out "$2"
}

result=0
review markdown "$OUT/review.md" || result=$?
[ "$result" -eq 0 ] || [ "$result" -eq 2 ] || exit "$result"
review html "$OUT/review.html" || [ $? -eq "$result" ]

summarize "$OUT/review.md"
if [ -n "$PULL_REQUEST" ]; then
  "$scripts/comment.sh" "$OUT/review.md" "$result"
fi
exit "$result"
