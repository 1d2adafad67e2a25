#!/bin/sh
# Writes .make/order: the sections of the functions that run until the first frame and for the usual
# keys. The linker puts them beside each other, so that a start reads a tenth as many pages of the
# program. Called by `make order`; needs valgrind and tmux.
#
#     order.sh PROGRAM     with its symbols
#
# A name that is no longer in the program does no harm, and one that is missing costs a page.
set -eu

program=$1
folder=$(mktemp -d)
server="order-$$"
trap 'tmux -L "$server" kill-server 2>/dev/null || true; rm -rf "$folder"' EXIT

# valgrind does not read the debug information of this compiler.
objcopy --strip-debug "$program" "$folder/trolley"
export HOME="$folder/home" XDG_DATA_HOME="$folder/data" XDG_STATE_HOME="$folder/state" \
  XDG_CONFIG_HOME="$folder/config" XDG_CACHE_HOME="$folder/cache" LC_ALL=C.UTF-8
mkdir "$HOME"
for n in $(seq 100); do echo "${n}x item number $n 2.50"; done >"$folder/items"
"$program" import "$folder/items" >/dev/null

pane() { tmux -L "$server" "$@"; }
shows() { # shows TEXT: waits until the screen does
  for _ in $(seq 300); do
    if pane capture-pane -p | grep -q "$1"; then return; fi
    sleep 0.1
  done
  echo "trolley: the screen never showed: $1" >&2
  exit 1
}

pane -f /dev/null new-session -d -x 80 -y 24 \
  "valgrind -q --tool=callgrind --demangle=no --callgrind-out-file=$folder/profile $folder/trolley"
shows 'all keys'
pane send-keys Right Down Left Up PageDown PageDown PageUp Space Space + -
pane send-keys 2
shows 'Cart'
pane send-keys 1 / i t e m
shows '/item'
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

# Functions of C libraries have no sections of their own.
sed -n "s/^c\{0,1\}fn=([0-9]*) \([^']*\).*/.text.\1/p" "$folder/profile" |
  grep -E '^\.text\.(\$s|_Z|_?_?swift)' | LC_ALL=C sort -u >"$folder/order"
mv "$folder/order" "$(dirname "$0")/order"
