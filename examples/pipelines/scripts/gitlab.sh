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

# set_status has nothing to do: the job's own end is the status of the request.
set_status() { :; }

# find_request checks that the pipeline is of the last commit of a request of this project into the branch, or of the branch itself, and takes its plan.
find_request() {
  local request job
  if [ -n "$PULL_REQUEST" ]; then
    request=$(api GET "$project/merge_requests/$PULL_REQUEST" | jq --arg head "$CI_COMMIT_SHA" --arg branch "$BASE_BRANCH" --argjson project "$CI_PROJECT_ID" \
      'select(.state == "opened" and .sha == $head and .target_branch == $branch and .source_project_id == $project and .project_id == $project)')
    [ -n "$request" ] || fail "$CI_COMMIT_SHA is not the last commit of !$PULL_REQUEST, or that is not a request of this project into $BASE_BRANCH."
  elif [ "${CI_COMMIT_BRANCH:-}" != "$BASE_BRANCH" ]; then
    fail "this pipeline is of no request, and not of $BASE_BRANCH."
  fi
  job=$(newest_job "$CI_PIPELINE_ID" plan)
  download "$job" out/tenant.plan "$IN/tenant.plan"
  fetch_rehearsal
}

# fetch_rehearsal takes the rehearsal, if there is one. It decides nothing, so that nothing depends on it.
fetch_rehearsal() {
  local job
  job=$(api GET "$project/pipelines/$CI_PIPELINE_ID/jobs?per_page=100" |
    jq 'map(select(.name == "rehearse" and .status == "success")) | max_by(.id) // empty') || return 0
  [ -n "$job" ] || return 0
  download "$job" out/rehearsal.json "$IN/rehearsal.json" 2>/dev/null || rm -f -- "$IN/rehearsal.json"
}

# fetch_plan takes the plan of the merge request whose merge made this commit, or that of a pipeline that was started by hand on the branch.
fetch_plan() {
  local request number head pipeline=$CI_PIPELINE_ID job reviewed
  if [ "$CI_PIPELINE_SOURCE" = web ]; then
    job=$(newest_job "$pipeline" review)
    download "$job" base/out/reviewed "$OUT/reviewed"
    reviewed=$(cat "$OUT/reviewed")
  else
    request=$(api GET "$project/repository/commits/$CI_COMMIT_SHA/merge_requests" | jq --arg commit "$CI_COMMIT_SHA" --arg branch "$BASE_BRANCH" --argjson project "$CI_PROJECT_ID" \
      '[.[] | select(.state == "merged" and $commit == (.merge_commit_sha // .squash_commit_sha // .sha) and .target_branch == $branch and .source_project_id == $project)]
       | select(length == 1) | .[0]')
    [ -n "$request" ] || fail "no merged merge request made the commit $CI_COMMIT_SHA, so that nobody has reviewed a plan of it. $again"
    number=$(jq .iid <<<"$request")
    head=$(jq --raw-output .sha <<<"$request")
    # An older pipeline that succeeded does not count.
    pipeline=$(api GET "$project/merge_requests/$number/pipelines?per_page=100" |
      jq --arg head "$head" 'map(select(.source == "merge_request_event" and .sha == $head)) | max_by(.id).id // empty')
    [ -n "$pipeline" ] || fail "no pipeline has reviewed $head, the commit that was merged. $again"
    job=$(newest_job "$pipeline" review)
    reviewed=$(posted "$number")
    if [[ $reviewed == access-* ]]; then
      approved "$number" "$(jq --raw-output .finished_at <<<"$job")"
    fi
  fi
  say "The plan is that of the job $(jq .id <<<"$job") in the pipeline $pipeline"
  download "$job" base/out/tenant.plan "$OUT/tenant.plan"
  printf '%s\n' "${reviewed#*-}" >"$OUT/digest"
}

# newest_job PIPELINE NAME is the newest job of a name, which must have succeeded.
newest_job() {
  local job
  job=$(api GET "$project/pipelines/$1/jobs?per_page=100&include_retried=true" |
    jq --arg name "$2" 'map(select(.name == $name)) | max_by(.id) // {} | select(.status == "success")')
  [ -n "$job" ] || fail "the newest job $2 of the pipeline $1 did not succeed: nothing is applied. $again"
  printf '%s' "$job"
}

download() { api GET "$project/jobs/$(jq .id <<<"$1")/artifacts/$2" --output "$3"; }

# posted NUMBER is which plan the token's own comment on a request is of. Who writes the request cannot change that one.
posted() {
  local user reviewed
  user=$(own)
  reviewed=$(pages "$project/merge_requests/$1/notes" "sort=asc" | jq --raw-output --argjson user "$user" --arg tail " of $TENANT -->" \
    '[.[] | select(.author.id == $user) | .body | split("\n") | select(.[0] | startswith("<!-- ") and endswith($tail)) | .[1] // ""
      | capture("^<!-- (?<reviewed>(plan|access)-[0-9a-f]{64}) -->$").reviewed] | last // empty')
  [ -n "$reviewed" ] || fail "no comment on !$1 says which plan was reviewed. $again"
  printf '%s' "$reviewed"
}

# approved NUMBER TIME wants approvals that are younger than the review: a plan that was made again has to be approved again.
approved() {
  local count
  count=$(pages "$project/merge_requests/$1/notes" "sort=asc" | jq --arg time "$2" \
    '[map(select(.system and (.body | test("^(un)?approved this merge request")))) | group_by(.author.id)[] | max_by(.id) | select((.body | startswith("approved")) and .created_at > $time)] | length')
  [ "$count" -ge "$APPROVALS" ] || fail "$count of $APPROVALS approvals of !$1 are younger than the review of its plan. $again"
}

again="Run a pipeline by hand on this branch: its job review shows a new plan, and its job apply, started by hand, applies that plan."
