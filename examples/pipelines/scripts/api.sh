# shellcheck shell=bash disable=SC2154
# Calls of the vendor's API for github.sh and gitlab.sh, which set $token, $run_page and $again, and define may_write and member_of.

# api METHOD URL [OPTION…] prints the answer. The body, if any, comes by standard input. The token comes by a file descriptor, because other processes
# can read a command line. A POST is not repeated: its first attempt may have done its work.
api() {
  local method=$1 url=$2 options=(--silent --show-error --fail-with-body --globoff --location --max-time 60)
  shift 2
  case $method in
    GET) options+=(--retry 3) ;;
    PUT | PATCH) options+=(--retry 3 --header 'Content-Type: application/json' --data-binary @-) ;;
    POST) options+=(--header 'Content-Type: application/json' --data-binary @-) ;;
  esac
  curl "${options[@]}" --request "$method" --config <(printf 'header = "Authorization: Bearer %s"\n' "${token:?}") "$@" "$url"
}

# pages URL [QUERY] prints all pages of a list as one list.
pages() {
  local page=1 answer
  while answer=$(api GET "$1?per_page=100&page=$page${2:+&$2}") || return 1; do
    printf '%s\n' "$answer"
    [ "$(jq length <<<"$answer")" -eq 100 ] || break
    page=$((page + 1))
  done | jq --slurp add
}

# mark_of REPORT is the hidden first line of a report, with the tenant's folder added: by it a comment or an issue is found again.
mark_of() {
  local line
  line=$(head -n 1 "$1")
  [[ $line == '<!-- '*' -->' ]] || fail "$1 does not begin with a hidden mark."
  printf '%s of %s -->' "${line% -->}" "$TENANT"
}

# approved WHAT DIGEST TIME AUTHOR GROUPS reads a list of approvals, [{id, login, text, time}], and requires $APPROVALS people: each approved this plan after its
# review, may write to the repository, is not a bot, and is not AUTHOR, who made the request or started the run. An approval names its plan in a line of its
# own, "approve DIGEST", because a plan may be made again while somebody reads the review of the one before. Each of GROUPS, which is empty or "+group+group",
# needs one of these people.
approved() {
  local people id login count group counted=""
  people=$(jq --raw-output --arg line "approve $2" --arg time "$3" --argjson author "$4" \
    '[.[] | select(.id != $author and .time > $time and (.text // "" | split("\n") | any(gsub("^\\s+|\\s+$"; "") == $line)))]
     | unique_by(.id)[] | "\(.id)\t\(.login)"')
  while IFS=$'\t' read -r id login; do
    if [ -n "$id" ] && may_write "$id" "$login"; then
      counted+=$id$'\t'$login$'\n'
    fi
  done <<<"$people"
  count=$(grep -c . <<<"$counted" || true)
  [ "$count" -ge "$APPROVALS" ] || fail "$count of $APPROVALS approvals of $1 are of this plan, younger than its review, and by people who may write. $again"
  for group in ${5//+/ }; do
    approved_by "$group" <<<"$counted" || fail "none of these approvals of $1 is by a member of the group $group, which a broken rule needs. $again"
  done
}

# approved_by GROUP reads people, and reports whether one of them is a member of the group. Whatever cannot be read is no membership.
approved_by() {
  local id login
  while IFS=$'\t' read -r id login; do
    if [ -n "$id" ] && member_of "$1" "$id" "$login"; then
      return
    fi
  done
  return 1
}

# ask_groups URL is api GET with the token that may read the members of groups, which the job's own may not everywhere.
ask_groups() { token=${GROUPS_TOKEN:-$token} api GET "$1"; }
