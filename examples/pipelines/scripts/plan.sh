#!/usr/bin/env bash
# plan.sh [FILE] plans the tenant. Whatever the request changes runs here, its modules and providers too: nothing else is done in this job, and another one
# reviews the plan.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=settings.sh
. "$(dirname "$0")/settings.sh"

empty "$OUT"
# shellcheck disable=SC2119 # it takes options, and needs none here
initialize
quietly "$CLI" -chdir="$TENANT" plan -input=false -no-color -lock-timeout="$LOCK_TIMEOUT" -out="${1:-$PWD/$OUT/tenant.plan}"
