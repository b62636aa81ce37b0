#!/usr/bin/env bash
# Shows the provider at work: applies this folder to the simulator, changes an object by hand, repairs it, and writes two pages.
# It stops at the first unexpected result. `make demo` builds the programs and sets the variables:
#   CLI      terraform or tofu      IDMCTL  the companion, which contains the simulator
#   PLUGINS  a folder in the layout of a filesystem mirror, with the provider
#   WORK     the folder to work in; its content is replaced
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
for variable in $(compgen -e IDM_; compgen -e TF_); do unset "$variable"; done
rm -rf "$WORK" && mkdir -p "$WORK" && cp "$here"/*.tf "$WORK" && cd "$WORK"
simulator='' began=$SECONDS
trap '[ -z "$simulator" ] || kill "$simulator"' EXIT

chapter() { printf '\n%s\n%s\n%s\n' "$1" "$(printf %s "$1" | tr -c '' '=')" "$2"; }
failed() { printf '\nThe demo did not go as expected: %s\n' "$1" >&2; exit 1; }

# run CODE TEXT COMMAND… shows a command. It fails unless the command ends with the code and prints the text.
run() {
  local want=$1 text=$2 code=0; shift 2
  printf '\n$ %s\n\n' "$(basename "$1") ${*:2}"
  "$@" 2>&1 | tee output.txt || code=$?
  [ "$code" -eq "$want" ] || failed "exit code $code instead of $want"
  [ -z "$text" ] || sed 's/\x1b\[[0-9;]*m//g' output.txt | grep -cF -- "$text" >/dev/null || failed "the output does not contain \"$text\""
}

chapter "1. The service" 'idmctl, the companion command, simulates the identity management service with a small demo tenant: the client
"acme" with a head office, a few people, applications and roles. The demo uses it like the real service.'
printf '\n$ idmctl simulate --listen 127.0.0.1:0 --seed demo\n\n'
mkfifo listening
"$IDMCTL" simulate --listen 127.0.0.1:0 --seed demo >listening &
simulator=$!
read -r line <listening || failed "the simulator did not start"
rm listening
IDM_BASE_URL=${line#listening on } IDM_TOKEN=demo-admin-token TF_CLI_CONFIG_FILE=$WORK/cli.tfrc
export IDM_BASE_URL IDM_TOKEN TF_CLI_CONFIG_FILE CHECKPOINT_DISABLE=1
[ -t 1 ] || export TF_CLI_ARGS=-no-color
cat >cli.tfrc <<EOF
provider_installation {
  filesystem_mirror {
    path    = "$PLUGINS"
    include = ["registry.terraform.io/identity-iac/*", "registry.opentofu.org/identity-iac/*"]
  }
}
EOF
echo "$line

Two variables contain the address of the service and the token of the caller. A third one makes the CLI install the new build
of the provider from a folder, like from a company's own mirror:

$ export IDM_BASE_URL=$IDM_BASE_URL
$ export IDM_TOKEN=$IDM_TOKEN
$ export TF_CLI_CONFIG_FILE=$TF_CLI_CONFIG_FILE"

chapter "2. The tenant as code" 'The configuration declares a sales department with two regions, a new application with its roles, an enterprise role, and a
new colleague with her access. This is the part about her; the other files are in examples/demo.'
run 0 idm_authorization cat people.tf

chapter "3. Init" 'The CLI installs the provider that the configuration requires. Nothing is downloaded here. (The CLI warns about
every provider from a folder, because it knows only the checksums of this platform.)'
run 0 "successfully initialized" "$CLI" init

chapter "4. Plan" 'The plan lists the objects to create. It is saved, so that exactly the reviewed plan is applied.'
run 2 "idm_authorization.nora_helpdesk will be created" "$CLI" plan -detailed-exitcode -out=reviewed.tfplan

chapter "5. Apply" 'The saved plan is applied: units, the application and its roles, then Nora, her profile and her grants, each after the objects
that it refers to.'
run 0 "0 changed, 0 destroyed" "$CLI" apply reviewed.tfplan

chapter "6. Plan again" 'Right after an apply a plan must be empty. Exit code 0 of -detailed-exitcode shows that to a script.'
run 0 "No changes." "$CLI" plan -detailed-exitcode

chapter "7. A manual change" "Nora's grant for the help desk is limited. Now an administrator extends it to all clients, without a configuration or a
review:"
run 0 '"clientGlobal":true' curl -sS -X PATCH "$IDM_BASE_URL/core/v1/acme/profiles/p-nora-sales/authorizations/a-nora-helpdesk" \
  -H "Authorization: Bearer $IDM_TOKEN" -H 'Content-Type: application/json' -d '{"clientGlobal": true}'

chapter "8. The plan shows it" 'A scheduled plan finds the difference: exit code 2, and the line with the repair.'
run 2 "true -> false" "$CLI" plan -detailed-exitcode -out=repair.tfplan

chapter "9. The repair" 'The apply sends the one attribute that differs, and the version of the plan. If the authorization had changed again,
the apply would stop instead of overwriting the change.'
run 0 "1 changed, 0 destroyed" "$CLI" apply repair.tfplan

chapter "10. The result" 'The service has the reviewed value again, and the plan is empty.'
run 0 "No changes." "$CLI" plan -detailed-exitcode

chapter "11. The review" 'The effect of a plan on access is hard to see from its attributes. The companion command reports it: who gains or loses which
role, which grants are global, and what else changes. This is the report on the first plan, as a page for its approver:'
run 0 "" "$IDMCTL" review reviewed.tfplan --cli "$CLI" --output html --out review.html

chapter "12. Who has what" 'The plan is applied. Auditors and approvers now need to know who has which access, through which path and until when. The same
command answers on a page with a search by person, role, unit and application:'
run 0 "" "$IDMCTL" access all --client acme --output html --out access.html

[ -s review.html ] && [ -s access.html ] || failed "a page is missing"
echo "
All went as expected, in $((SECONDS - began)) seconds. The pages need no network; open them in a browser:
$WORK/review.html
$WORK/access.html
The simulator stops with the demo; the configuration and its state stay in $WORK."
