# shellcheck shell=bash
# Calls of the vendor's API, as github.sh and gitlab.sh need them. They set $token and $run_page.

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
