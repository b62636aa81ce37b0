# shellcheck shell=bash
# What every step shares. The variables of the pipeline override these values.

shopt -s inherit_errexit

# A pipeline cannot answer a question, and its log needs no colours.
export TF_IN_AUTOMATION=1 TF_INPUT=0

CLI=${CLI:-terraform}                # terraform or tofu
TENANT=${TENANT:-tenant}             # the folder of the configuration
BASE_BRANCH=${BASE_BRANCH:-main}      # the branch that is applied
APPROVALS=${APPROVALS:-1}            # how many people must have approved the request after its review, for a plan that may give access
IN=in                                # the plan that another job made
OUT=out                              # what the pipeline keeps: plan and reports
LOCK_TIMEOUT=${LOCK_TIMEOUT:-10m}    # how long a step waits for another run that holds the state's lock
LONGEST=${LONGEST:-64000}            # of a report in a comment or an issue: GitHub takes 65,536 characters, of which some are the scripts' own
REHEARSED=${REHEARSED:-12000}        # of that, for the rehearsal of the plan

# The number of the pull or merge request, if the pipeline runs for one.
export PULL_REQUEST=${PULL_REQUEST:-${CI_MERGE_REQUEST_IID:-}}

scripts=$(dirname "${BASH_SOURCE[0]}")

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "Error: $*"
  exit 1
}

# empty makes a folder with nothing in it. A plan in the repository is never used.
empty() {
  rm -rf -- "$1"
  mkdir -m 700 -- "$1"
}

digest_of() { sha256sum -- "$1" | cut -d ' ' -f 1; }

# digest_in and groups_in REVIEWED take the SHA-256 and the groups that have to approve, each after a +, out of the name of a reviewed plan.
digest_in() {
  local name=${1%%+*}
  printf '%s' "${name#*-}"
}

groups_in() { printf '%s' "${1#"${1%%+*}"}"; }

# output NAME VALUE hands a value to the next steps of the job, where the vendor has such.
output() {
  if [ -n "${GITHUB_OUTPUT:-}" ]; then
    printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"
  fi
}

# quietly COMMAND… prints text from outside: GitHub's runner obeys no command in it.
quietly() {
  local status=0 word
  if [ -z "${GITHUB_ACTIONS:-}" ]; then
    "$@"
    return
  fi
  word=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  printf '::stop-commands::%s\n' "$word"
  "$@" || status=$?
  printf '::%s::\n' "$word"
  return "$status"
}

# initialize [OPTION…] never chooses other providers than a lock file in the repository names.
initialize() {
  local options=(-input=false -no-color "$@")
  if [ -f "$TENANT/.terraform.lock.hcl" ]; then
    options+=(-lockfile=readonly)
  fi
  quietly "$CLI" -chdir="$TENANT" init "${options[@]}"
}

# summarize REPORT shows a report in the summary of the run, where the vendor has one.
summarize() {
  if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    cat "$1" >>"$GITHUB_STEP_SUMMARY"
  fi
}

# how_to_approve REVIEWED prints what an approval of a plan has to contain.
how_to_approve() {
  local groups
  groups=$(groups_in "$1")
  if [ -n "$groups" ]; then
    printf '\nThe plan breaks rules that groups may approve. It needs %s approvals, and one by a member of each of these:%s.\n' "$APPROVALS" "${groups//+/ }"
  else
    printf '\nThe plan gives access, or may give some. It needs %s approvals.\n' "$APPROVALS"
  fi
  if [ -z "$PULL_REQUEST" ]; then
    echo "To approve it, comment on the commit $(commit) with this line:"
  elif [ -n "${GITLAB_CI:-}" ]; then
    echo "To approve it, press Approve and write a comment with this line:"
  else
    echo "To approve it, submit a review that approves, with this line:"
  fi
  printf '\n    approve %s\n' "$(digest_in "$1")"
}

# use_vendor loads the calls of the service that the pipeline runs on.
use_vendor() {
  # shellcheck source-path=SCRIPTDIR source=api.sh
  . "$scripts/api.sh"
  if [ -n "${GITLAB_CI:-}" ]; then
    # shellcheck source-path=SCRIPTDIR source=gitlab.sh
    . "$scripts/gitlab.sh"
  else
    # shellcheck source-path=SCRIPTDIR source=github.sh
    . "$scripts/github.sh"
  fi
}
