# shellcheck shell=bash disable=SC2034
# The calls of GitHub's REST API. GITHUB_API_URL, GITHUB_REPOSITORY and GITHUB_SHA are set by the runner.

token=${GITHUB_TOKEN:?the job passes github.token}
repository=$GITHUB_API_URL/repos/$GITHUB_REPOSITORY
run_page=${GITHUB_SERVER_URL:-https://github.com}/$GITHUB_REPOSITORY/actions/runs/${GITHUB_RUN_ID:-}

# Whom the comments and issues must be of: anybody may write a comment with the same mark.
author=${BOT:-github-actions[bot]}

commit() { printf '%s' "${HEAD_SHA:-$GITHUB_SHA}"; }

find_comment() {
  pages "$repository/issues/$PULL_REQUEST/comments" |
    jq --arg author "$author" --arg mark "$1" 'map(select(.user.login == $author and (.body | contains($mark)))) | .[0].id // empty'
}

add_comment() { jq --raw-input --slurp '{body: .}' "$1" | api POST "$repository/issues/$PULL_REQUEST/comments"; }

change_comment() { jq --raw-input --slurp '{body: .}' "$2" | api PATCH "$repository/issues/comments/$1"; }

# find_issue leaves out pull requests, which GitHub lists as issues.
find_issue() {
  pages "$repository/issues" "state=open" |
    jq --arg author "$author" --arg mark "$1" \
      'map(select(.pull_request == null and .user.login == $author and (.body // "" | contains($mark)))) | .[0].number // empty'
}

open_issue() {
  jq --raw-input --slurp --arg title "$1" --arg tag "${label:?}" '{title: $title, body: ., labels: [$tag]}' "$2" | api POST "$repository/issues"
}

change_issue() { jq --raw-input --slurp --arg title "$2" '{title: $title, body: .}' "$3" | api PATCH "$repository/issues/$1"; }

close_issue() {
  jq --null-input --arg body "$2" '{body: $body}' | api POST "$repository/issues/$1/comments"
  jq --null-input '{state: "closed", state_reason: "completed"}' | api PATCH "$repository/issues/$1"
}

# fetch_plan only says which run keeps the plan: the workflow's next step downloads it.
fetch_plan() {
  local run
  if [ -n "${RUN_ID:-}" ]; then
    run=$(api GET "$repository/actions/runs/$RUN_ID" |
      jq --arg commit "$GITHUB_SHA" 'select(.event == "workflow_dispatch" and .head_sha == $commit and .conclusion == "success" and (.path | endswith("/idm-review.yml"))) | .id')
    [ -n "$run" ] || fail "run $RUN_ID is no successful run of idm-review, started by hand, for the commit $GITHUB_SHA. Start one on this branch, and pass its number."
  else
    run=$(reviewed_run)
  fi
  say "The plan is that of $GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/$run"
  printf 'run_id=%s\n' "$run" >>"$GITHUB_OUTPUT"
}

# reviewed_run is the newest review of the pull request whose merge made this commit. An older one that succeeded does not count.
reviewed_run() {
  local head run
  head=$(api GET "$repository/commits/$GITHUB_SHA/pulls" |
    jq --raw-output --arg commit "$GITHUB_SHA" 'map(select(.merged_at != null and .merge_commit_sha == $commit)) | .[0].head.sha // empty')
  [ -n "$head" ] || fail "no merged pull request made the commit $GITHUB_SHA, so that nobody has reviewed a plan of it. $again"
  run=$(api GET "$repository/actions/workflows/idm-review.yml/runs?event=pull_request&head_sha=$head&per_page=1" |
    jq '.workflow_runs[0] // {} | select(.conclusion == "success") | .id')
  [ -n "$run" ] || fail "the newest review of $head did not succeed, or there is none: nothing is applied. $again"
  printf '%s' "$run"
}

again="Start idm-review by hand on this branch, read the review in its summary, and start idm-apply with the number of that run."
