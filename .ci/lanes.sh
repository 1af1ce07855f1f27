# Lanes for .ci/run: sequences of steps that share no resource with each other and run side by side.
#
# A lane is a function. Its output is held back and printed in one piece when it ends; a failure is reported at once, with the
# lane and the step. Steps are timed, and `table` prints their seconds, by the clock and of the processors. Sourced, not run;
# needs $report, a folder.

declare -A lane_of=()
failures=()

# Names the next step and ends the timing of the one before.
step_name=
step() { # WORD…
  end_step
  step_name=$*
  step_began=$SECONDS
  count_spent
  step_spent=$spent
  printf '\n== %s\n' "$*"
}

end_step() {
  if [ -z "$step_name" ]; then return; fi
  local seconds=$((SECONDS - step_began))
  count_spent
  printf '(%d s, %d of processors)\n' "$seconds" $((spent - step_spent))
  printf '%s\t%d\t%d\t%s\n' "${lane:-alone}" "$seconds" $((spent - step_spent)) "$step_name" >> "$report/steps"
  step_name=
}

# Sets `spent` to the seconds of processors that the lane's commands took, of those that have ended.
count_spent() {
  local file=$report/times-${lane:-alone} user system time
  # In a subshell `times` would tell of that; it prints two lines of 1m2.345s 0m6.789s, the second of what was started.
  times > "$file"
  { read -r _; read -r user system; } < "$file"
  spent=0
  for time in "$user" "$system"; do
    spent=$((spent + 60 * ${time%m*}))
    time=${time#*m}
    spent=$((spent + ${time%[.,]*}))
  done
}

# Reports a check that this machine can't run, with its reason.
skip() { # WORD…
  echo "SKIPPED: $*." >&2
  echo "$*" >> "$report/skipped"
}

# Starts a lane.
start_lane() { # NAME FUNCTION
  local name=$1
  # A lane is a group of processes, so that all of it can be ended.
  set -m
  (
    set +m
    set -euo pipefail
    lane=$name
    trap 'status=$?; echo "$step_name" > "$report/last-$lane"; end_step; : > "$report/ended-$lane"; kill $(jobs -p) 2>/dev/null || true; exit $status' EXIT
    trap 'exit 143' TERM
    "$2"
  ) > "$report/lane-$name" 2>&1 < /dev/null &
  set +m
  lane_of[$!]=$name
}

# Waits for all lanes and prints each as it ends. Returns 1 when one has failed.
await_lanes() {
  local ended status name
  while [ ${#lane_of[@]} -gt 0 ]; do
    status=0
    wait -n -p ended "${!lane_of[@]}" || status=$?
    name=${lane_of[$ended]}
    unset "lane_of[$ended]"
    printf '\n==== lane %s (%d s since the start)\n' "$name" "$SECONDS"
    cat "$report/lane-$name"
    if [ "$status" != 0 ]; then
      failures+=("$name: $(cat "$report/last-$name")")
      printf '\nFAILED (%d): lane %s, step "%s"\n' "$status" "$name" "$(cat "$report/last-$name")" >&2
    fi
  done
  [ ${#failures[@]} -eq 0 ]
}

# Waits, within a lane, until other lanes have ended, however they did.
after_lanes() { # NAME…
  local name
  for name in "$@"; do
    until [ -e "$report/ended-$name" ]; do sleep 0.5; done
  done
}

# Ends what runs, and waits for it.
stop_lanes() {
  local lane
  for lane in "${!lane_of[@]}"; do kill -TERM -- "-$lane" 2>/dev/null || true; done
  for lane in "${!lane_of[@]}"; do wait "$lane" 2>/dev/null || true; done
}

# Prints the seconds of all steps, and the slowest.
table() {
  if [ ! -s "$report/steps" ]; then return; fi
  printf '\n%-10s %7s %9s  %s\n' lane seconds processor step
  while IFS=$'\t' read -r name seconds spent what; do
    printf '%-10s %7d %9d  %s\n' "$name" "$seconds" "$spent" "$what"
  done < "$report/steps"
  sort -t $'\t' -k2,2nr "$report/steps" | head -n 1 |
    while IFS=$'\t' read -r name seconds spent what; do
      printf '\nThe slowest step is "%s" in lane %s: %d s of %d.\n' "$what" "$name" "$seconds" "$SECONDS"
    done
}
