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

set_status() {
  local state=success text="The review is in the comment."
  if [ "$1" -ne 0 ]; then
    state=failure text="The plan is not applied: see the comment."
  fi
  jq --null-input --arg state "$state" --arg text "$text" --arg page "$run_page" \
    '{context: "idm-review", state: $state, description: $text, target_url: $page}' | api POST "$repository/statuses/$(commit)" >/dev/null
}

# find_request takes the run of idm-plan that started this review, and says which request and commit it is of.
find_request() {
  local run event head number=""
  run=$(api GET "$repository/actions/runs/${PLAN_RUN_ID:?}" | jq --arg repository "$GITHUB_REPOSITORY" --arg branch "$BASE_BRANCH" \
    'select((.path | split("@")[0]) == ".github/workflows/idm-plan.yml" and .conclusion == "success" and .repository.full_name == $repository
       and .head_repository.full_name == $repository and (.event == "pull_request" or (.event == "workflow_dispatch" and .head_branch == $branch)))')
  [ -n "$run" ] || fail "run $PLAN_RUN_ID is no successful run of idm-plan in this repository."
  event=$(jq --raw-output .event <<<"$run")
  head=$(jq --raw-output .head_sha <<<"$run")
  if [ "$event" = pull_request ]; then
    number=$(api GET "$repository/commits/$head/pulls" | jq --arg head "$head" --arg repository "$GITHUB_REPOSITORY" --arg branch "$BASE_BRANCH" \
      '[.[] | select(.state == "open" and .head.sha == $head and .head.repo.full_name == $repository and .base.ref == $branch) | .number] | select(length == 1) | .[0]')
    [ -n "$number" ] || fail "the commit $head is not the last one of exactly one open pull request into $BASE_BRANCH."
  fi
  output number "$number"
  output head "$head"
}

# fetch_plan only says which run keeps the plan, and its digest: the workflow's next step downloads it.
fetch_plan() {
  local request number="" head=$GITHUB_SHA run artifact
  if [ -z "${RUN_ID:-}" ]; then
    request=$(api GET "$repository/commits/$GITHUB_SHA/pulls" | jq --arg commit "$GITHUB_SHA" --arg repository "$GITHUB_REPOSITORY" --arg branch "$BASE_BRANCH" \
      '[.[] | select(.merged_at != null and .merge_commit_sha == $commit and .base.ref == $branch and .head.repo.full_name == $repository)] | select(length == 1) | .[0]')
    [ -n "$request" ] || fail "no merged pull request made the commit $GITHUB_SHA, so that nobody has reviewed a plan of it. $again"
    number=$(jq .number <<<"$request")
    head=$(jq --raw-output .head.sha <<<"$request")
  fi
  run=$(newest_review "$head")
  [ -n "$run" ] || fail "the newest review of $head did not succeed, or there is none: nothing is applied. $again"
  if [ -n "${RUN_ID:-}" ] && [ "$(jq .id <<<"$run")" != "$RUN_ID" ]; then
    fail "run $RUN_ID is not the newest review of $GITHUB_SHA. $again"
  fi
  artifact=$(api GET "$repository/actions/runs/$(jq .id <<<"$run")/artifacts?per_page=100" |
    jq --raw-output '[.artifacts[] | select(.expired | not).name | select(test("^(plan|access)-[0-9a-f]{64}$"))] | select(length == 1) | .[0]')
  [ -n "$artifact" ] || fail "the review keeps no plan, or more than one. $again"
  if [ -n "$number" ] && [[ $artifact == access-* ]]; then
    approved "$number" "$head" "$(jq --raw-output .updated_at <<<"$run")"
  fi
  run=$(jq .id <<<"$run")
  say "The plan is that of $GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/$run"
  output run_id "$run"
  output artifact "$artifact"
  output digest "${artifact#*-}"
}

# newest_review COMMIT is the newest run of idm-review for a commit, if it succeeded. GitHub starts such a run from the workflow of the default branch, and its
# title is made there: neither is in the hands of who writes the request.
newest_review() {
  api GET "$repository/actions/workflows/idm-review.yml/runs?event=workflow_run&branch=$BASE_BRANCH&per_page=100" |
    jq --arg title "Review of $1" --arg repository "$GITHUB_REPOSITORY" --arg branch "$BASE_BRANCH" \
      '[.workflow_runs[] | select(.display_title == $title and .event == "workflow_run" and .head_branch == $branch and .repository.full_name == $repository
         and (.path | split("@")[0]) == ".github/workflows/idm-review.yml")] | max_by(.id) // {} | select(.conclusion == "success")'
}

# approved NUMBER COMMIT TIME wants approvals of the commit that are younger than its review: a plan that was made again has to be approved again.
approved() {
  local count
  count=$(pages "$repository/pulls/$1/reviews" | jq --arg head "$2" --arg time "$3" \
    '[group_by(.user.id)[] | map(select(.state != "COMMENTED")) | max_by(.submitted_at) // {} | select(.state == "APPROVED" and .commit_id == $head and .submitted_at > $time)] | length')
  [ "$count" -ge "$APPROVALS" ] || fail "$count of $APPROVALS approvals of #$1 are younger than the review of its plan. $again"
}

again="Start idm-plan by hand on this branch, read the review that follows in the summary of idm-review, and start idm-apply with the number of that run."
