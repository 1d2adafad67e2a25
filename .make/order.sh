#!/bin/sh
# Writes .make/order: the sections of the functions that run until the first frame, for its pictures
# and for the usual keys, and .make/order-worker: of those that draw pictures. The linker puts them
# beside each other, so that a start reads a tenth as many pages of the program, and as many less are
# mapped. Called by `make order`; needs valgrind, tmux and a colour font.
#
#     order.sh PROGRAM     with its symbols, and trolley-worker beside it
#
# A name that is no longer in the program does no harm, and one that is missing costs a page.
set -eu

program=$1
folder=$(mktemp -d)
server="order-$$"
trap 'tmux -L "$server" kill-server 2>/dev/null || true; rm -rf "$folder"' EXIT

# valgrind does not read the debug information of this compiler.
objcopy --strip-debug "$program" "$folder/trolley"
objcopy --strip-debug "$(dirname "$program")/trolley-worker" "$folder/trolley-worker"
export HOME="$folder/home" XDG_DATA_HOME="$folder/data" XDG_STATE_HOME="$folder/state" \
  XDG_CONFIG_HOME="$folder/config" XDG_CACHE_HOME="$folder/cache" LC_ALL=C.UTF-8
mkdir "$HOME"
things='milk bread carrots butter rice apples tea honey'
for n in $(seq 100); do
  echo "$n kg $(echo $things | cut -d ' ' -f $((n % 8 + 1))) $n @2.50/kg #shelf$((n % 5)) !aldi *"
done >"$folder/items"
"$program" import "$folder/items" >/dev/null

valgrind='valgrind -q --tool=callgrind --demangle=no'

pane() { tmux -L "$server" "$@"; }
shows() { # shows TEXT: waits until the screen does
  for _ in $(seq 300); do
    if pane capture-pane -p | grep -q "$1"; then return; fi
    sleep 0.1
  done
  echo "trolley: the screen never showed: $1" >&2
  exit 1
}

use() { # use PROFILE COMMAND...: a session with the usual keys; its end is another process
  profile=$1
  shift
  pane -f /dev/null new-session -d -x 80 -y 24 \
    "$* $valgrind --callgrind-out-file=$profile.%p $folder/trolley"
  shows 'all keys'
  for _ in $(seq 300); do
    if ls "$XDG_CACHE_HOME"/trolley/pictures/* >/dev/null 2>&1; then break; fi
    sleep 0.1
  done
  pane send-keys Right Down Left Up PageDown PageDown PageUp Space Space + -
  pane send-keys 2
  shows 'Cart'
  pane send-keys 1 / m i l k
  shows '/milk'
  pane send-keys Escape
  pane resize-window -x 100 -y 30
  shows 'all keys'
  pane resize-window -x 80 -y 24
  shows 'all keys'
  pane send-keys q
  for _ in $(seq 300); do
    pane list-sessions >/dev/null 2>&1 || break
    sleep 0.1
  done
}
# With the names that most terminals have, and as tmux; then the first launch, and the one after it.
use "$folder/profile" env -u TMUX -u TMUX_PANE TERM=xterm-256color COLORTERM=truecolor
# What has changed since the last snapshot is read and played at a start.
for change in 'add sugar @1.20' 'add sugar @1.30' 'pick sugar' 'remove sugar' undo; do
  "$program" $change >/dev/null
done
use "$folder/profile-again" env
export XDG_DATA_HOME="$folder/first"
use "$folder/profile-first" env
use "$folder/profile-second" env

# Each picture twice: from the font, and from the copy on the disk.
rm -rf "$XDG_CACHE_HOME"
: >"$folder/answers"
{
  id=0
  for glyph in 🥛 🍞 🥕 🧈 🥛 🍞 🥕 🧈; do
    id=$((id + 1))
    printf '{"id":%s,"task":"loadPicture","width":64,"height":64,"glyph":"%s"}\n' $id "$glyph"
    until [ "$(wc -l <"$folder/answers")" = $id ]; do sleep 0.1; done
  done
} | $valgrind --callgrind-out-file="$folder/profile-worker" "$folder/trolley-worker" >"$folder/answers"

# Functions of C libraries have no sections of their own. Of several names of one function, one is that
# of its section.
sections() { # sections ORDER PROGRAM PROFILE...
  order=$1
  names=$2
  shift 2
  sed -n "s/^c\{0,1\}fn=([0-9]*) \([^']*\).*/\1/p" "$@" | sort -u >"$folder/called"
  nm "$names" | awk 'NR == FNR { called[$1]; next }
    { names[$1] = names[$1] " " $3 } $3 in called { hit[$1] }
    END { for (at in hit) { split(names[at], all, " "); for (n in all) print ".text." all[n] } }' \
    "$folder/called" - | grep -E '^\.text\.(\$s|_Z|_?_?swift)' | LC_ALL=C sort -u >"$folder/order"
  # Small ones that have no name: those that are called lie among them all.
  echo '.text..L__unnamed_*' >>"$folder/order"
  mv "$folder/order" "$order"
}
sections "$(dirname "$0")/order" "$folder/trolley" "$folder"/profile*.*
sections "$(dirname "$0")/order-worker" "$folder/trolley-worker" "$folder/profile-worker"
