#!/usr/bin/env bash
# Sees to it that the steps find what they call. idmctl is built when it is not there.
set -euo pipefail

for tool in "${CLI:-terraform}" curl jq sha256sum; do
  command -v "$tool" >/dev/null || {
    echo "Error: $tool is not installed on this runner." >&2
    exit 1
  }
done

# A tag can be moved to another image.
if [ -n "${CI_JOB_IMAGE:-}" ] && [[ $CI_JOB_IMAGE != *@sha256:* ]]; then
  echo "Error: the image $CI_JOB_IMAGE is not pinned by its digest." >&2
  exit 1
fi

if ! command -v idmctl >/dev/null; then
  go install "github.com/identity-iac/terraform-provider-idm/internal/cmd/idmctl@v${IDMCTL_VERSION:?}"
  [ -z "${GITHUB_PATH:-}" ] || printf '%s/bin\n' "$(go env GOPATH)" >>"$GITHUB_PATH"
fi
