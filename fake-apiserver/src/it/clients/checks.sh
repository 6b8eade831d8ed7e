# Read by the client scripts: counts what holds and tells what does not.
# shellcheck shell=bash
held=0
failed=0

# says TEXT COMMAND...: the command succeeds and its output contains the text.
says() {
  local text=$1 output status=0
  shift
  output=$("$@" 2>&1) || status=$?
  if [[ $status -eq 0 && $output == *"$text"* ]]; then
    held=$((held + 1))
  else
    complain "exit 0 and \"$text\"" "$status" "$output" "$@"
  fi
}

# refuses TEXT COMMAND...: the command fails and its output contains the text.
refuses() {
  local text=$1 output status=0
  shift
  output=$("$@" 2>&1) || status=$?
  if [[ $status -ne 0 && $output == *"$text"* ]]; then
    held=$((held + 1))
  else
    complain "a failure with \"$text\"" "$status" "$output" "$@"
  fi
}

# prints TEXT COMMAND...: the command succeeds and prints exactly the text.
prints() {
  local text=$1 output status=0
  shift
  output=$("$@" 2>&1) || status=$?
  if [[ $status -eq 0 && $output == "$text" ]]; then
    held=$((held + 1))
  else
    complain "exactly \"$text\"" "$status" "$output" "$@"
  fi
}

complain() {
  local wanted=$1 status=$2 output=$3
  shift 3
  failed=$((failed + 1))
  printf 'FAILED: %s\n  wanted: %s\n  exit %s: %s\n' "$*" "$wanted" "$status" "${output//$'\n'/$'\n'    }" >&2
}

# summary NAME: one line, and the exit status of the script.
summary() {
  echo "$1: $held checks hold, $failed fail"
  [[ $failed -eq 0 ]]
}
