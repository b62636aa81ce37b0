#!/usr/bin/env bash
# Finds the plan that was reviewed before this commit was merged. Without one nothing is applied.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=settings.sh
. "$(dirname "$0")/settings.sh"
use_vendor

empty "$OUT"
fetch_plan
