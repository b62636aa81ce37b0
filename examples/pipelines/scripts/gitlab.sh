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
    one_base
  elif [ "${CI_COMMIT_BRANCH:-}" != "$BASE_BRANCH" ]; then
    fail "this pipeline is of no request, and not of $BASE_BRANCH."
  fi
  job=$(newest_job "$CI_PIPELINE_ID" plan)
  download "$job" out/tenant.plan "$IN/tenant.plan"
  fetch_rehearsal
}

# one_base refuses a commit that another request, open or closed, has with another target, and a request whose target was changed after its pipeline began:
# it is not known which of them was planned.
one_base() {
  local began
  pages "$project/repository/commits/$CI_COMMIT_SHA/merge_requests" | jq --exit-status --arg head "$CI_COMMIT_SHA" --arg branch "$BASE_BRANCH" \
    'all(.[]; .sha != $head or .target_branch == $branch)' >/dev/null || fail "another merge request with the commit $CI_COMMIT_SHA has another target."
  began=$(api GET "$project/pipelines/$CI_PIPELINE_ID" | jq --raw-output .created_at)
  pages "$project/merge_requests/$PULL_REQUEST/notes" "sort=asc" | jq --exit-status --arg time "$began" \
    'all(.[]; ((.system and (.body | startswith("changed target branch"))) | not) or .created_at < $time)' >/dev/null ||
    fail "the target of !$PULL_REQUEST was changed after the plan. Push a commit, so that the request is planned again."
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
  local request number="" head pipeline=$CI_PIPELINE_ID job reviewed
  if [ "$CI_PIPELINE_SOURCE" != web ]; then
    request=$(api GET "$project/repository/commits/$CI_COMMIT_SHA/merge_requests" | jq --arg commit "$CI_COMMIT_SHA" --arg branch "$BASE_BRANCH" --argjson project "$CI_PROJECT_ID" \
      '[.[] | select(.state == "merged" and $commit == (.merge_commit_sha // .squash_commit_sha // .sha) and .target_branch == $branch and .source_project_id == $project)]
       | select(length == 1) | .[0]')
    [ -n "$request" ] || fail "no merged merge request made the commit $CI_COMMIT_SHA, so that no plan of it was reviewed. $again"
    number=$(jq .iid <<<"$request")
    head=$(jq --raw-output .sha <<<"$request")
    # An older pipeline that succeeded does not count.
    pipeline=$(api GET "$project/merge_requests/$number/pipelines?per_page=100" |
      jq --arg head "$head" 'map(select(.source == "merge_request_event" and .sha == $head)) | max_by(.id).id // empty')
    [ -n "$pipeline" ] || fail "no pipeline has reviewed $head, the commit that was merged. $again"
  fi
  job=$(newest_job "$pipeline" review)
  download "$job" base/out/reviewed "$OUT/reviewed"
  reviewed=$(cat "$OUT/reviewed")
  [[ $reviewed =~ ^(plan-[0-9a-f]{64}|access-[0-9a-f]{64}(\+[A-Za-z0-9_./-]+)*)$ ]] || fail "the review does not name its plan. $again"
  if [[ $reviewed == access-* ]]; then
    require_approval "$number" "$pipeline" "$reviewed" "$(jq --raw-output .finished_at <<<"$job")"
  fi
  say "The plan is that of the job $(jq .id <<<"$job") in the pipeline $pipeline"
  download "$job" base/out/tenant.plan "$OUT/tenant.plan"
  printf '%s\n' "$(digest_in "$reviewed")" >"$OUT/digest"
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

# require_approval NUMBER PIPELINE REVIEWED TIME takes the approvals of the merge request NUMBER, or of a plan that was made by hand, for which NUMBER is empty:
# the comments on its commit. An approval of a merge request is its button, and a comment that names the plan.
require_approval() {
  local notes author digest groups
  digest=$(digest_in "$3")
  groups=$(groups_in "$3")
  if [ -n "$1" ]; then
    author=$(api GET "$project/merge_requests/$1" | jq --exit-status .author.id)
    notes=$(pages "$project/merge_requests/$1/notes" "sort=asc")
    jq --arg time "$4" \
      '[map(select(.system and (.body | test("^(un)?approved this merge request")))) | group_by(.author.id)[] | max_by(.id)
        | select((.body | startswith("approved")) and .created_at > $time) | .author.id] as $pressed
       | [.[] | select(.system | not) | select(.author.id | IN($pressed[])) | {id: .author.id, login: "", text: .body, time: .created_at}]' <<<"$notes" |
      approved "!$1" "$digest" "$4" "$author" "$groups"
  else
    author=$(api GET "$project/pipelines/$2" | jq --exit-status .user.id)
    pages "$project/repository/commits/$CI_COMMIT_SHA/comments" |
      jq '[.[] | {id: .author.id, login: "", text: .note, time: .created_at}]' | approved "the plan of $CI_COMMIT_SHA" "$digest" "$4" "$author" "$groups"
  fi
}

# may_write ID reports whether this is a person who may push to the project: a developer, a maintainer or an owner.
may_write() {
  api GET "$project/members/all/$1" | jq --exit-status '.access_level >= 30 and .state == "active"' >/dev/null &&
    api GET "$CI_API_V4_URL/users/$1" | jq --exit-status '.bot == false' >/dev/null
}

# A group is its full path.
group_form='^[A-Za-z0-9_][A-Za-z0-9_.-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$'

# member_of GROUP ID LOGIN reports whether a person is a member of the group itself: members of the groups above it do not count.
member_of() {
  ask_groups "$CI_API_V4_URL/groups/${1//\//%2F}/members/$2" |
    jq --exit-status --argjson id "$2" '.id == $id and .state == "active"' >/dev/null
}

again="Run a pipeline by hand on this branch: its job review shows a new plan, which is approved as it says if it gives access, and its job apply, started by hand, applies that plan."
