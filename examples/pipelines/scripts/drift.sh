#!/usr/bin/env bash
# Compares the tenant with its state and configuration. What differs is in one issue, which is closed when nothing differs any more.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=settings.sh
. "$(dirname "$0")/settings.sh"
use_vendor

label=${LABEL:-idm-drift}
title="Drift in $TENANT"

plan=$TENANT/drift.plan
rm -f -- "$plan"
"$scripts/plan.sh" drift.plan

drift() {
  idmctl drift "$plan" --unmanaged --expires-within 14d --cli "$CLI" --limit "$LONGEST" --output "$1" --out "$2"
}

result=0
drift markdown "$OUT/drift.md" || result=$?
[ "$result" -eq 0 ] || [ "$result" -eq 2 ] || exit "$result"
drift html "$OUT/drift.html" || [ $? -eq "$result" ]
summarize "$OUT/drift.md"

mark=$(mark_of "$OUT/drift.md")
issue=$(find_issue "$mark")
if [ "$result" -eq 0 ]; then
  if [ -n "$issue" ]; then
    close_issue "$issue" "Nothing differs any more, says [this run]($run_page)." >/dev/null
    say "Nothing differs. Issue $issue is closed."
  fi
  exit
fi

text=$(mktemp)
trap 'rm -f "$text"' EXIT
{
  printf '%s\n' "$mark"
  tail -n +2 "$OUT/drift.md"
  printf '\n\n[The run](%s) keeps this report as a page.\n' "$run_page"
} >"$text"
if [ -n "$issue" ]; then
  change_issue "$issue" "$title" "$text" >/dev/null
  say "There is drift. Issue $issue is up to date."
else
  open_issue "$title" "$text" >/dev/null
  say "There is drift. An issue is open."
fi
