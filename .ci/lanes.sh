# Lanes for .ci/run: sequences of steps that share no resource with each other and run side by side.
#
# A lane is a function. Its output is held back and printed in one piece when it ends; a failure is reported at once, with the
# lane and the step. Steps are timed, and `table` prints their seconds, by the clock and of the processors. Sourced, not run;
# needs $report, a folder.

declare -A lane_of=()
failures=()
# The most seconds that a check may take, and that the lanes may take together, after which they are told as they are and ended:
# whoever runs this in turn may cut it off without a word.
most=900
most_of_all=4500

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

# Runs a check for so many seconds at most: one that stands still is ended, with all that it started, and fails with 124.
within() { # SECONDS COMMAND…
  local status=0
  # In the background, so that a lane that is ended needn't wait for it first; as a job, so that an interrupt reaches it.
  set -m
  timeout --kill-after=20 "$@" &
  set +m
  wait $! || status=$?
  if [ "$status" = 124 ] || [ "$status" = 137 ]; then
    echo "STOOD STILL: $step_name was ended after $1 seconds." >&2
    return 124
  fi
  return "$status"
}

# Runs a check whose outcome other programs have a part in, for 15 minutes at most. One that fails runs once more, and that is
# told at the end of it all: what fails twice fails. The status of a machine that lacks what a check needs stands: $missing, or 3.
steadied() { # COMMAND…
  local status=0
  within "$most" "$@" || status=$?
  if [ "$status" = 0 ] || [ "$status" = "${missing:-3}" ]; then return "$status"; fi
  echo "UNSTEADY: $step_name ended with $status, and runs once more." >&2
  echo "$step_name" >> "$report/unsteady"
  within "$most" "$@"
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

# Waits for all lanes and prints each as it ends. Returns 1 when one has failed, or when time is up.
await_lanes() {
  local ended status name clock
  sleep $((most_of_all > SECONDS ? most_of_all - SECONDS : 0)) &
  clock=$!
  while [ ${#lane_of[@]} -gt 0 ]; do
    status=0
    wait -n -p ended "$clock" "${!lane_of[@]}" || status=$?
    if [ "$ended" = "$clock" ]; then
      give_up_lanes
      return 1
    fi
    name=${lane_of[$ended]}
    unset "lane_of[$ended]"
    printf '\n==== lane %s (%d s since the start)\n' "$name" "$SECONDS"
    cat "$report/lane-$name"
    if [ "$status" != 0 ]; then
      failures+=("$name: $(cat "$report/last-$name")")
      printf '\nFAILED (%d): lane %s, step "%s"\n' "$status" "$name" "$(cat "$report/last-$name")" >&2
    fi
  done
  kill "$clock" 2>/dev/null || true
  [ ${#failures[@]} -eq 0 ]
}

# Ends the lanes that still run when time is up, and prints how far they came.
give_up_lanes() {
  local name
  stop_lanes
  for name in "${lane_of[@]}"; do
    printf '\n==== lane %s, ended after %d s\n' "$name" "$SECONDS"
    cat "$report/lane-$name"
    failures+=("$name: $(cat "$report/last-$name" 2>/dev/null), which time was up for")
  done
  lane_of=()
}

# Prints what the last step of a lane printed, without what is very long.
last_step() { # LANE
  awk '/^== / { kept = "" } { kept = kept $0 "\n" } END { printf "%s", kept }' "$report/lane-$1" | tail -n 60
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
