#!/bin/sh
# Writes .make/order: the functions that run until the first frame, for its pictures and for the usual
# keys, and the data they touch; and .make/order-worker: the functions that draw pictures. The linker puts
# them beside each other, so that a start reads a tenth as many pages of the program, and as many less are
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
things='milk bread carrots butter rice apples tea honey Kräuterseitlinge'
for n in $(seq 100); do
  echo "$n kg $(echo $things | cut -d ' ' -f $((n % 9 + 1))) number $n @2.50/kg #shelf$((n % 5)) !aldi *"
done >"$folder/items"
"$program" import "$folder/items" >/dev/null

callgrind='valgrind -q --tool=callgrind --demangle=no'

pane() { tmux -L "$server" "$@"; }
shows() { # shows TEXT: waits until the screen does
  for _ in $(seq 300); do
    if pane capture-pane -p | grep -q "$1"; then return; fi
    sleep 0.1
  done
  echo "trolley: the screen never showed: $1" >&2
  exit 1
}

begin() { # begin COMMAND...: the program under valgrind, until its first page is there
  pane -f /dev/null new-session -d -x 80 -y 24 "$*"
  shows 'all keys'
  for _ in $(seq 300); do
    if ls "$XDG_CACHE_HOME"/trolley/pictures/* >/dev/null 2>&1; then break; fi
    sleep 0.1
  done
}
end() { # its end is another process
  pane send-keys q
  for _ in $(seq 300); do
    pane list-sessions >/dev/null 2>&1 || break
    sleep 0.1
  done
}
use() { # use PROFILE COMMAND...: a session with the usual keys
  profile=$1
  shift
  begin "$* $callgrind --callgrind-out-file=$profile.%p $folder/trolley"
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
  end
}
# What a start touches, each 16 bytes once, by addresses without their last digit.
mkfifo "$folder/trace"
start() { # start TOUCHED COMMAND...
  awk '{ at = substr($2, 1, index($2, ",") - 2) } !(at in seen) { seen[at]; print at }' \
    <"$folder/trace" >"$1" &
  shift
  begin "$* valgrind -q --tool=lackey --trace-mem=yes --log-file=$folder/trace $folder/trolley"
  end
  wait $!
}
start "$folder/touched" env
start "$folder/touched-without-font" unshare -rm \
  sh -c "'mount -t tmpfs none /usr/share/fonts; exec \"\$@\"'" sh

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
} | $callgrind --callgrind-out-file="$folder/worker-profile" "$folder/trolley-worker" >"$folder/answers"

# The names of functions that were called; before them, of all that starts touched.
called() { sed -n "s/^c\{0,1\}fn=([0-9]*) \([^']*\).*/\1/p" "$@" | sort -u; }
order=$(dirname "$0")/order
nm -n -S "$folder/trolley" >"$folder/symbols"
sort -u "$folder"/touched* | awk '
  function number(hex,  at, sum) {
    for (at = 1; at <= length(hex); at++) sum = sum * 16 + index(digits, substr(hex, at, 1)) - 1
    return sum
  }
  BEGIN { digits = "0123456789abcdef" }
  NR == FNR { if (length($1) < 10) touched[number($1)]; next }
  {
    start = number($1)
    end = start + (NF > 3 ? number($2) : 1)
    for (at = int(start / 16); at * 16 < end; at++) if (at in touched) { print $NF; next }
  }' - "$folder/symbols" >"$order"
{ called "$folder"/profile*; cat "$folder/symbols"; } |
  awk 'NR == FNR { listed[$1]; next } NF == 1 { called[$1]; next }
    $NF in called && !($NF in listed) { print $NF }' "$order" - >"$folder/keys"
cat "$folder/keys" >>"$order"
{ called "$folder/worker-profile"; nm -n "$folder/trolley-worker"; } |
  awk 'NF == 1 { called[$1] } NF > 2 && $NF in called { print $NF }' >"$order-worker"
