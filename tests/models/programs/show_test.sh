#!/bin/bash
# What //models/programs:show prints, and how it ends.
# Usage: show_test.sh SHOW
set -u
show=$1
failures=0

# expect NAME ACTUAL EXPECTED
expect() {
  [[ $2 == "$3" ]] && return
  echo "FAILED: $1"
  diff <(echo "$3") <(echo "$2")
  failures=$((failures + 1))
}

expect "a rule by its name" "$("$show" induction 'the cat saw the cat')" \
  'all(id[-1] = query.id)

0:the ->  0:the 1.000
1:cat ->  0:the 1.000
2:saw ->  0:the 1.000
3:the ->  1:cat 1.000
4:cat ->  2:saw 1.000'

expect "a program, the largest weight first and what all others get last" \
  "$("$show" 'mix(0.2*all, 0.3*first, 0.5*previous)' 'One, two')" \
  'mix(0.5*previous, 0.3*first, 0.2*all)

0:One ->  0:One 1.000
1:,   ->  0:One 0.900  the rest 0.100 each
2:two ->  1:, 0.567  0:One 0.367  the rest 0.067 each'

expect "the first line without arguments" "$("$show" | head -n 1)" "usage: show PROGRAM SENTENCE"

message=$("$show" 'all(nonsense)' 'a' 2>&1 >/dev/null)
expect "the status of a bad program" "$?" 2
[[ $message == 'line 1, column 5: found "nonsense"; valid here: '* ]] ||
  expect "the message of a bad program" "$message" 'line 1, column 5: ...'

"$show" first >/dev/null
expect "the status without a sentence" "$?" 2

exit $((failures > 0))
