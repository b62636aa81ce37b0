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
    number=$(request_of "$head" "$(jq --raw-output .created_at <<<"$run")")
  fi
  output number "$number"
  output head "$head"
}

# request_of COMMIT TIME prints the number of the pull request whose last commit a run of that time planned. A run does not say which base it merged the commit
# with, so that no other request with this commit may ever have had another base, and this one must have kept its own since.
request_of() {
  local requests number
  requests=$(requests_since "$2" | jq --slurp --arg head "$1" '[add[] | select(.head.sha == $head)]')
  number=$(jq --arg repository "$GITHUB_REPOSITORY" --arg branch "$BASE_BRANCH" \
    '[.[] | select(.state == "open" and .head.repo.full_name == $repository and .base.ref == $branch) | .number] | select(length == 1) | .[0]' <<<"$requests")
  [ -n "$number" ] || fail "the commit $1 is not the last one of exactly one open pull request into $BASE_BRANCH."
  jq --exit-status --arg branch "$BASE_BRANCH" 'all(.[]; .base.ref == $branch)' <<<"$requests" >/dev/null ||
    fail "another pull request with the commit $1 has another base: it is not known which of them was planned."
  pages "$repository/issues/$number/events" | jq --exit-status --arg time "$2" 'all(.[]; .event != "base_ref_changed" or .created_at < $time)' >/dev/null ||
    fail "the base of #$number was changed after the plan. Push a commit, so that the request is planned again."
  printf '%s' "$number"
}

# requests_since TIME prints the pages of all pull requests, open or closed, that changed since then: a request changes when its run starts.
requests_since() {
  local page=1 answer
  while answer=$(api GET "$repository/pulls?state=all&sort=updated&direction=desc&per_page=100&page=$page") || return 1; do
    printf '%s\n' "$answer"
    jq --exit-status --arg time "$1" 'length == 100 and .[-1].updated_at >= $time' <<<"$answer" >/dev/null || break
    page=$((page + 1))
  done
}

# fetch_plan only says which run keeps the plan, and its digest: the workflow's next step downloads it.
fetch_plan() {
  local request number="" head=$GITHUB_SHA run artifact
  if [ -z "${RUN_ID:-}" ]; then
    request=$(api GET "$repository/commits/$GITHUB_SHA/pulls" | jq --arg commit "$GITHUB_SHA" --arg repository "$GITHUB_REPOSITORY" --arg branch "$BASE_BRANCH" \
      '[.[] | select(.merged_at != null and .merge_commit_sha == $commit and .base.ref == $branch and .head.repo.full_name == $repository)] | select(length == 1) | .[0]')
    [ -n "$request" ] || fail "no merged pull request made the commit $GITHUB_SHA, so that no plan of it was reviewed. $again"
    number=$(jq .number <<<"$request")
    head=$(jq --raw-output .head.sha <<<"$request")
  fi
  run=$(newest_review "$head")
  [ -n "$run" ] || fail "the newest review of $head did not succeed, or there is none: nothing is applied. $again"
  if [ -n "${RUN_ID:-}" ] && [ "$(jq .id <<<"$run")" != "$RUN_ID" ]; then
    fail "run $RUN_ID is not the newest review of $GITHUB_SHA. $again"
  fi
  artifact=$(api GET "$repository/actions/runs/$(jq .id <<<"$run")/artifacts?per_page=100" |
    jq --raw-output '[.artifacts[] | select(.expired | not).name | select(test("^(plan-[0-9a-f]{64}|access-[0-9a-f]{64}(\\+[a-z0-9_-]+)*)$"))] | select(length == 1) | .[0]')
  [ -n "$artifact" ] || fail "the review keeps no plan, or more than one. $again"
  if [[ $artifact == access-* ]]; then
    require_approval "$number" "$head" "$artifact" "$run"
  fi
  run=$(jq .id <<<"$run")
  say "The plan is that of $GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/$run"
  output run_id "$run"
  output artifact "$artifact"
  output digest "$(digest_in "$artifact")"
}

# newest_review COMMIT is the newest run of idm-review for a commit, if it succeeded. GitHub starts such a run from the workflow of the default branch, and its
# title is made there: neither is in the hands of who writes the request.
newest_review() {
  api GET "$repository/actions/workflows/idm-review.yml/runs?event=workflow_run&branch=$BASE_BRANCH&per_page=100" |
    jq --arg title "Review of $1" --arg repository "$GITHUB_REPOSITORY" --arg branch "$BASE_BRANCH" \
      '[.workflow_runs[] | select(.display_title == $title and .event == "workflow_run" and .head_branch == $branch and .repository.full_name == $repository
         and (.path | split("@")[0]) == ".github/workflows/idm-review.yml")] | max_by(.id) // {} | select(.conclusion == "success")'
}

# require_approval NUMBER COMMIT REVIEWED RUN takes the approvals of the pull request NUMBER, or of a plan that was made by hand, for which NUMBER is empty: the
# comments on its commit.
require_approval() {
  local time author digest groups
  digest=$(digest_in "$3")
  groups=$(groups_in "$3")
  time=$(jq --raw-output .updated_at <<<"$4")
  if [ -n "$1" ]; then
    author=$(api GET "$repository/pulls/$1" | jq --exit-status .user.id)
    pages "$repository/pulls/$1/reviews" | jq --arg head "$2" \
      '[group_by(.user.id)[] | map(select(.state != "COMMENTED")) | max_by(.submitted_at) // {} | select(.state == "APPROVED" and .commit_id == $head)
        | {id: .user.id, login: .user.login, text: .body, time: .submitted_at}]' | approved "#$1" "$digest" "$time" "$author" "$groups"
  else
    author=$(jq --exit-status .actor.id <<<"$4")
    pages "$repository/commits/$2/comments" |
      jq '[.[] | {id: .user.id, login: .user.login, text: .body, time: .created_at}]' | approved "the plan of $2" "$digest" "$time" "$author" "$groups"
  fi
}

# may_write ID LOGIN reports whether this is a person who may push to the repository.
may_write() {
  [[ $2 =~ ^[A-Za-z0-9-]+$ ]] || return 1
  api GET "$repository/collaborators/$2/permission" |
    jq --exit-status --argjson id "$1" '.user.id == $id and .user.type == "User" and (.permission == "write" or .permission == "admin")' >/dev/null
}

# A group is the slug of a team of the organization that owns the repository.
group_form='^[a-z0-9_-]+$'

# member_of TEAM ID LOGIN reports whether a person is a member of the team itself. GitHub also counts the members of its child teams, which others may
# manage: a team that has some approves nothing.
member_of() {
  local team=$GITHUB_API_URL/orgs/${GITHUB_REPOSITORY%%/*}/teams/$1
  ask_groups "$team/teams?per_page=1" | jq --exit-status '. == []' >/dev/null &&
    ask_groups "$team/memberships/$3" | jq --exit-status '.state == "active"' >/dev/null
}

again="Start idm-plan by hand on this branch, read the review that follows in the summary of idm-review, approve it as it says if it gives access, and start idm-apply with the number of that run."
