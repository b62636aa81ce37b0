#!/usr/bin/env bash
# Finds out which request the plan is of, and whether it is one that is reviewed: of this repository, for the branch that is applied, and at its last commit.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=settings.sh
. "$(dirname "$0")/settings.sh"
use_vendor

empty "$IN"
find_request
