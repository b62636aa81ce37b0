#!/usr/bin/env bash
# plan.sh [FILE] plans the tenant. The plan that is reviewed is kept in a file, so that it is also the one that is applied.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=settings.sh
. "$(dirname "$0")/settings.sh"

initialize
"$CLI" -chdir="$TENANT" plan -input=false -no-color -lock-timeout="$LOCK_TIMEOUT" -out="${1:-$PWD/$OUT/tenant.plan}"
