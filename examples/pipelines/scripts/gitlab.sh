# shellcheck shell=bash disable=SC2034
# The calls of GitLab's REST API. CI_API_V4_URL, CI_PROJECT_ID and CI_COMMIT_SHA are set by the runner.

token=${GITLAB_TOKEN:?a project access token: the job token may not write comments or issues}
project=$CI_API_V4_URL/projects/$CI_PROJECT_ID
run_page=${CI_JOB_URL:-}

commit() { printf '%s' "$CI_COMMIT_SHA"; }

# own is the filter for notes and issues of the token's own user: anybody may write one with the same mark.
own() { api GET "$CI_API_V4_URL/user" | jq .id; }

find_comment() {
  local user
  user=$(own)
  pages "$project/merge_requests/$PULL_REQUEST/notes" "sort=asc" |
    jq --argjson user "$user" --arg mark "$1" 'map(select(.author.id == $user and (.body | contains($mark)))) | .[0].id // empty'
}

add_comment() { jq --raw-input --slurp '{body: .}' "$1" | api POST "$project/merge_requests/$PULL_REQUEST/notes"; }

change_comment() { jq --raw-input --slurp '{body: .}' "$2" | api PUT "$project/merge_requests/$PULL_REQUEST/notes/$1"; }

find_issue() {
  local user
  user=$(own)
  pages "$project/issues" "state=opened&author_id=$user" |
    jq --arg mark "$1" 'map(select(.description // "" | contains($mark))) | .[0].iid // empty'
}

open_issue() {
  jq --raw-input --slurp --arg title "$1" --arg tag "${label:?}" '{title: $title, description: ., labels: $tag}' "$2" | api POST "$project/issues"
}

change_issue() { jq --raw-input --slurp --arg title "$2" '{title: $title, description: .}' "$3" | api PUT "$project/issues/$1"; }

close_issue() {
  jq --null-input --arg body "$2" '{body: $body}' | api POST "$project/issues/$1/notes"
  jq --null-input '{state_event: "close"}' | api PUT "$project/issues/$1"
}

# fetch_plan takes the plan of the merge request whose merge made this commit, unless the same pipeline has just made and shown one.
fetch_plan() {
  local request number head pipeline job
  if [ -f "$OUT/tenant.plan" ]; then
    say "The plan is that of this pipeline."
    return
  fi
  request=$(api GET "$project/repository/commits/$CI_COMMIT_SHA/merge_requests" |
    jq --arg commit "$CI_COMMIT_SHA" 'map(select(.state == "merged" and $commit == (.merge_commit_sha // .squash_commit_sha // .sha))) | .[0] // empty')
  [ -n "$request" ] || fail "no merged merge request made the commit $CI_COMMIT_SHA, so that nobody has reviewed a plan of it. $again"
  number=$(jq .iid <<<"$request")
  head=$(jq --raw-output .sha <<<"$request")
  # An older pipeline that succeeded does not count.
  pipeline=$(api GET "$project/merge_requests/$number/pipelines?per_page=100" |
    jq --arg head "$head" 'map(select(.source == "merge_request_event" and .sha == $head)) | max_by(.id).id // empty')
  [ -n "$pipeline" ] || fail "no pipeline has reviewed $head, the commit that was merged. $again"
  job=$(api GET "$project/pipelines/$pipeline/jobs?per_page=100" | jq 'map(select(.name == "review" and .status == "success")) | .[0].id // empty')
  [ -n "$job" ] || fail "the newest review of $head did not succeed: nothing is applied. $again"
  say "The plan is that of the job $job in the pipeline $pipeline of !$number"
  api GET "$project/jobs/$job/artifacts/out/tenant.plan" --output "$OUT/tenant.plan"
}

again="Run a pipeline by hand on this branch: its job review makes a new plan and shows it, and its job apply, started by hand, applies that plan."
