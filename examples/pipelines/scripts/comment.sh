#!/usr/bin/env bash
# comment.sh REVIEW RESULT REVIEWED posts a review as a comment, or updates the comment that exists. A hidden mark identifies the comment.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=settings.sh
. "$(dirname "$0")/settings.sh"
use_vendor

mark=$(mark_of "$1")
comment=$(mktemp)
trap 'rm -f "$comment"' EXIT

{
  printf '%s\n<!-- %s -->\n' "$mark" "$3"
  tail -n +2 "$1"
  if [ -f "$OUT/rehearsal.md" ]; then
    printf '\n\n---\n\n'
    tail -n +2 "$OUT/rehearsal.md"
    printf '\n\nThe rehearsal was made by a job that the request can change: it helps to read the plan, and proves nothing.\n'
  else
    printf '\n\nThe plan was not rehearsed: the log of the job says why.\n'
  fi
  printf '\n\nThe plan is that of %s. [The run](%s) keeps this review as a page. ' "$(commit)" "$run_page"
  if [ "$2" -eq 0 ]; then
    echo "A merge that changes the folder $TENANT applies the plan with the SHA-256 \`$(digest_in "$3")\`, and no other."
    if [[ $3 == access-* ]]; then
      how_to_approve "$3"
    fi
  else
    echo "A rule failed, so that it is not applied."
  fi
} >"$comment"

id=$(find_comment "$mark")
if [ -n "$id" ]; then
  change_comment "$id" "$comment" >/dev/null
  say "The review is in comment $id again."
else
  add_comment "$comment" >/dev/null
  say "The review is in a new comment."
fi
