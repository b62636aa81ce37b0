#!/bin/sh
# The CLI of the tests. It starts the provider of a development override, or the installed one, once for a run: the CLI starts it up to four
# times, exchanges certificates with each, and computes the checksum of an installed one. The provider remains a process of its own with the
# environment of the CLI. The CLI starts it itself for a run with a log, statistics or two configurations of the provider, and if
# TF_REATTACH_PROVIDERS is set. Each saved plan is shown only once, because the tests review a plan many times.
# $cli is the program of the CLI, $host the registry of its providers (empty in a campaign, where the CLI starts each provider), and $shown a
# folder.

# found sets the path of the provider.
found() {
  [ -n "$host" ] && [ -z "${TF_REATTACH_PROVIDERS+set}$TF_LOG$TF_LOG_PROVIDER$IDM_STATS_FILE" ] && [ -f "$TF_CLI_CONFIG_FILE" ] || return
  case $1 in plan | apply | destroy | refresh | validate | import | show | test) ;; *) return 1 ;; esac
  if grep -rqsE 'alias"? *[=:]' --include='*.tf' --include='*.tf.json' . ||
    grep -rqsE '^ *provider +["a-z]|"provider" *:' --include='*.tf' --include='*.tf.json' ./*/; then
    return 1
  fi
  provider=
  while read -r key _ value; do
    [ "$key" != '"identity-iac/idm"' ] || provider=${value#\"}
  done <"$TF_CLI_CONFIG_FILE"
  if [ -n "$provider" ]; then
    provider=${provider%\"}/terraform-provider-idm
  else
    for provider in .terraform/providers/"$host"/identity-iac/idm/*/*/terraform-provider-idm*; do :; done
  fi
  [ -x "$provider" ]
}

# served runs the CLI with a provider whose first lines of output say how to reach it. The error output of this shell is closed, because it
# reports the end of the provider.
served() {
  exec 3<&0 4>&2 2>/dev/null
  TMPDIR=$shown "$provider" -debug | {
    pid=
    while [ -z "$pid" ] && read -r line; do
      case $line in TF_REATTACH_PROVIDERS=*)
        line=${line#*registry.terraform.io} pid=${line#*\"Pid\":} pid=${pid%%,*}
        export TF_REATTACH_PROVIDERS="{\"$host${line%\'}"
        ;;
      esac
    done
    "$cli" "$@" <&3 2>&4 3<&- 4>&-
    code=$?
    [ -z "$pid" ] || kill "$pid"
    exit $code
  }
}

for file; do :; done
if [ "$1 $2" = "show -json" ] && [ -f "$file" ]; then
  known="$shown/$(cksum <"$file" | tr ' ' -)"
  if [ ! -f "$known" ]; then
    if found "$@"; then served "$@"; else "$cli" "$@"; fi >"$known.$$" || exit
    mv "$known.$$" "$known"
  fi
  exec cat "$known"
fi
if found "$@"; then served "$@"; else exec "$cli" "$@"; fi
