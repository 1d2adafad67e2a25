#!/bin/sh
# Makes sure that what a build needs is there.
#
#     bootstrap.sh lint    a Swift toolchain that starts
#     bootstrap.sh build   and git, a linker, the development files of the C and C++ libraries, of
#                          ncurses, libsodium, libcurl, OpenSSL and libqrencode, and gdk-pixbuf
#                          for pictures
#     bootstrap.sh test    and the programs that tests start
#     bootstrap.sh release prints the command that makes a release build here
#
# On Debian and its relatives missing packages are installed when that is allowed: for root, or
# by sudo. Everywhere else it says what to type. When nothing is missing it takes half a second.
set -eu

purpose=${1:-build}
oldest=6.3
system=$(uname -s)

die() {
  for line in "$@"; do echo "trolley: $line" >&2; done
  exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

compiler() {
  for c in clang++ c++ g++; do if has $c; then echo $c; return; fi; done
  return 1
}

# --- How a release build is linked ----------------------------------------------------------

# Fully static where all the libraries are there as archives: it starts faster and runs anywhere.
if [ "$purpose" = release ]; then
  [ "$system" = Linux ] || { echo swift build -c release; exit 0; }
  cc=$(compiler) || cc=false
  for archive in libncursesw.a libtinfo.a libsodium.a libstdc++.a libc.a; do
    case $($cc -print-file-name=$archive 2>/dev/null) in
    */*) ;;
    *) echo swift build -c release --static-swift-stdlib; exit 0 ;;
    esac
  done
  echo env TROLLEY_STATIC=1 swift build -c release --static-swift-stdlib
  exit 0
fi

# --- What is missing ------------------------------------------------------------------------

has swift || die "Swift $oldest or newer is needed: https://www.swift.org/install" \
  "If it is installed, put its usr/bin on the PATH."

swift_starts() { swift build --version >/dev/null 2>&1; }

linker() { case $(uname -m) in x86_64) has ld.gold ;; *) has ld || has ld.lld ;; esac; }

certificates() {
  for f in /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt \
    /etc/ssl/ca-bundle.pem /etc/ssl/cert.pem; do
    [ ! -e "$f" ] || return 0
  done
  return 1
}

links() { # links LIBRARY...: whether a program with wide curses (or, with none, any) can be made
  if [ $# = 0 ]; then text='int main() { return 0; }'
  elif [ "$1" = -lsodium ]; then text='#include <sodium.h>
int main() { return sodium_init(); }'
  elif [ "$1" = -lcurl ]; then text='#include <curl/curl.h>
int main() { return curl_multi_poll(0, 0, 0, 0, 0) == CURLM_OK; }'
  elif [ "$1" = -lcrypto ]; then text='#include <openssl/param_build.h>
int main() { return OSSL_PARAM_BLD_new() == 0; }'
  elif [ "$1" = -lqrencode ]; then text='#include <qrencode.h>
int main() { return QRcode_encodeData(0, 0, 0, QR_ECLEVEL_L) != 0; }'
  else text='#define NCURSES_WIDECHAR 1
#include <curses.h>
int main() { cchar_t c; return setcchar(&c, L"a", 0, 0, 0); }'; fi
  cc=$(compiler) || return 1
  flags=
  if [ $# != 0 ] && [ "$system" = Darwin ]; then
    case $1 in -lncursesw) package=ncursesw ;; *) package=lib${1#-l} ;; esac
    brewed=$(brew --prefix 2>/dev/null)/opt
    flags=$(PKG_CONFIG_PATH="$brewed/ncurses/lib/pkgconfig:$brewed/openssl@3/lib/pkgconfig" \
      pkg-config --cflags --libs $package 2>/dev/null) || return 1
  fi
  # shellcheck disable=SC2086
  echo "$text" | $cc -x c++ - $flags "$@" -o "${TMPDIR:-/tmp}/trolley-probe.$$" 2>/dev/null
  found=$?
  rm -f "${TMPDIR:-/tmp}/trolley-probe.$$"
  return $found
}

# Pictures: loaded by name when the first one is shown, so a build does without.
has_pixbuf() {
  [ "$system" != Darwin ] || { [ -e "$(brew --prefix 2>/dev/null)/opt/gdk-pixbuf" ]; return; }
  for f in /usr/lib/libgdk_pixbuf-2.0.so.0 /usr/lib64/libgdk_pixbuf-2.0.so.0 \
    /usr/lib/*/libgdk_pixbuf-2.0.so.0; do
    [ ! -e "$f" ] || return 0
  done
  return 1
}

has_webp() {
  [ "$system" != Darwin ] || { [ -e "$(brew --prefix 2>/dev/null)/opt/webp-pixbuf-loader" ]; return; }
  for f in /usr/lib/gdk-pixbuf-2.0/*/loaders/*webp.so /usr/lib64/gdk-pixbuf-2.0/*/loaders/*webp.so \
    /usr/lib/*/gdk-pixbuf-2.0/*/loaders/*webp.so; do
    [ ! -e "$f" ] || return 0
  done
  return 1
}

# What makes ncurses write colours as they are instead of the nearest of 256.
has_exact_colours() {
  [ "$system" = Linux ] || return 0
  for f in /usr/share/terminfo /lib/terminfo /etc/terminfo /usr/lib/terminfo; do
    [ ! -e $f/x/xterm-direct ] || return 0
  done
  return 1
}

installs_unasked() {
  has apt-get && { [ "$(id -u)" = 0 ] || { has sudo && sudo -n true 2>/dev/null; }; }
}

tests_name() { grep -rqw --include='*.swift' -e "$1" Tests 2>/dev/null; }

# One word for each thing that is missing; packages are looked up by it. What is wanted makes programs
# look better and is never in the way.
look() {
  missing=
  wanted=
  swift_starts || missing="$missing toolchain"
  [ "$purpose" != lint ] || return 0
  has git || missing="$missing git"
  [ "$system" = Darwin ] || certificates || missing="$missing certificates"
  if [ "$system" = Linux ]; then
    linker || missing="$missing linker"
    links || missing="$missing libraries"
    links -lncursesw -ltinfo || links -lncursesw || missing="$missing ncurses"
  else
    links -lncursesw || missing="$missing ncurses"
  fi
  links -lsodium || missing="$missing sodium"
  links -lcurl || missing="$missing curl"
  links -lcrypto || missing="$missing openssl"
  links -lqrencode || missing="$missing qrencode"
  has_pixbuf || wanted="$wanted pixbuf"
  has_webp || wanted="$wanted webp"
  # Tests look at pictures, and at no exact colours.
  if [ "$purpose" = test ]; then missing="$missing$wanted" wanted=; fi
  has_exact_colours || wanted="$wanted exact-colours"
  if [ "$purpose" = test ]; then
    # A program is needed when a test names it.
    for program in tmux jq sqlite3 python3 zbarimg openssl; do
      has $program || ! tests_name $program || missing="$missing $program-program"
    done
  fi
}

# --- Packages -------------------------------------------------------------------------------

debian() {
  case $1 in
  toolchain) echo libcurl4 libxml2 libsqlite3-0 libncurses6 zlib1g ;;
  certificates) echo ca-certificates ;;
  linker)
    echo binutils
    if apt-cache show binutils-gold >/dev/null 2>&1; then echo binutils-gold; fi
    ;;
  libraries)
    # The C++ library's package carries the version of the system's own compiler.
    v=$(apt-cache depends g++ 2>/dev/null | sed -n 's/.*Depends: g++-\([0-9]*\).*/\1/p' | head -n 1)
    if [ -n "$v" ]; then echo "libc6-dev libstdc++-$v-dev"; else echo g++; fi
    ;;
  ncurses) echo libncurses-dev ;;
  sodium) echo libsodium-dev ;;
  curl) echo libcurl4-openssl-dev ;;
  openssl) echo libssl-dev ;;
  qrencode) echo libqrencode-dev ;;
  python3-program) echo python3-minimal ;;
  zbarimg-program) echo zbar-tools ;;
  pixbuf) echo libgdk-pixbuf-2.0-0 ;;
  webp) echo webp-pixbuf-loader ;;
  exact-colours) echo ncurses-term ;;
  *) echo "${1%-program}" ;;
  esac
}

fedora() {
  case $1 in
  toolchain) echo libcurl libxml2 sqlite-libs ncurses-libs zlib ;;
  certificates) echo ca-certificates ;;
  linker) echo binutils binutils-gold ;;
  libraries) echo gcc-c++ ;;
  ncurses) echo ncurses-devel ;;
  sodium) echo libsodium-devel libsodium-static ;;
  curl) echo libcurl-devel ;;
  openssl) echo openssl-devel ;;
  qrencode) echo qrencode-devel ;;
  sqlite3-program) echo sqlite ;;
  zbarimg-program) echo zbar ;;
  pixbuf) echo gdk-pixbuf2 ;;
  webp) echo webp-pixbuf-loader ;;
  exact-colours) echo ncurses-term ;;
  *) echo "${1%-program}" ;;
  esac
}

arch() {
  case $1 in
  toolchain) echo curl libxml2-legacy sqlite ncurses zlib ;;
  certificates) echo ca-certificates ;;
  linker | libraries) echo base-devel ;;
  sodium) echo libsodium ;;
  sqlite3-program) echo sqlite ;;
  python3-program) echo python ;;
  zbarimg-program) echo zbar ;;
  pixbuf) echo gdk-pixbuf2 ;;
  webp) echo webp-pixbuf-loader ;;
  exact-colours) echo ncurses ;;
  *) echo "${1%-program}" ;;
  esac
}

alpine() {
  case $1 in
  toolchain) echo libcurl libxml2 sqlite-libs ncurses-libs gcompat ;;
  certificates) echo ca-certificates ;;
  linker) echo binutils binutils-gold ;;
  libraries) echo g++ ;;
  ncurses) echo ncurses-dev ncurses-static ;;
  sodium) echo libsodium-dev libsodium-static ;;
  curl) echo curl-dev ;;
  openssl) echo openssl-dev ;;
  qrencode) echo libqrencode-dev ;;
  sqlite3-program) echo sqlite ;;
  zbarimg-program) echo zbar ;;
  pixbuf) echo gdk-pixbuf ;;
  webp) echo webp-pixbuf-loader ;;
  exact-colours) echo ncurses-terminfo ;;
  *) echo "${1%-program}" ;;
  esac
}

homebrew() {
  case $1 in
  ncurses) echo ncurses pkgconf ;;
  sodium) echo libsodium pkgconf ;;
  curl) echo curl pkgconf ;;
  openssl | openssl-program) echo openssl@3 pkgconf ;;
  qrencode) echo qrencode pkgconf ;;
  sqlite3-program) echo sqlite ;;
  zbarimg-program) echo zbar ;;
  pixbuf) echo gdk-pixbuf ;;
  webp) echo webp-pixbuf-loader ;;
  *) echo "${1%-program}" ;;
  esac
}

packages() { # packages DISTRIBUTION: what holds all that is missing, each once, in one line
  # shellcheck disable=SC2086
  for thing in $missing; do "$1" $thing; done | tr -s ' ' '\n' | sort -u | tr '\n' ' ' |
    sed 's/ $//'
}

# --- Installing -----------------------------------------------------------------------------

# Tried once and without a question, wherever that goes.
take_along() {
  asked=.build/taken-along
  [ -n "$wanted" ] && [ ! -e $asked ] && installs_unasked || return 0
  mkdir -p .build && : >$asked
  [ "$(id -u)" = 0 ] && as= || as="sudo -n"
  names=$(missing=$wanted packages debian)
  echo "trolley: installing $names (pictures and colours look best with it)" >&2
  again="$as env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120"
  # shellcheck disable=SC2086
  $again install -y --no-install-recommends $names >/dev/null 2>&1 ||
    { $again update && $again install -y --no-install-recommends $names; } >/dev/null 2>&1 ||
    echo "trolley: that did not work, and is not needed" >&2
}

look
[ -n "$missing" ] || take_along
[ -n "$missing" ] || {
  version=$(swift build --version 2>/dev/null | sed -n 's/.*Swift \([0-9][0-9.]*\).*/\1/p')
  [ "$(printf '%s\n' $oldest "$version" | sort -t . -k 1,1n -k 2,2n | head -n 1)" = $oldest ] ||
    die "Swift $version is too old; $oldest or newer is needed: https://www.swift.org/install"
  exit 0
}

if [ "$system" = Darwin ]; then
  has brew || die "Missing:$missing" \
    "Install Homebrew (https://brew.sh), then type: brew install $(packages homebrew)"
  # shellcheck disable=SC2046
  brew install $(packages homebrew)
elif ! has apt-get; then
  if has dnf; then how="sudo dnf install $(packages fedora)"
  elif has pacman; then how="sudo pacman -S --needed $(packages arch)"
  elif has apk; then how="sudo apk add $(packages alpine)"
  else how="your system's packages for: $(packages debian)"; fi
  die "Missing:$missing" "Install it with: $how"
else
  if [ "$(id -u)" = 0 ]; then as=
  elif has sudo && sudo -n true 2>/dev/null; then as="sudo -n"
  elif has sudo && [ -t 0 ] && [ -t 2 ]; then as=sudo
  else
    die "Missing:$missing" \
      "As root, type: apt-get update; apt-get install --no-install-recommends $(packages debian)"
  fi
  apt() { $as env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 "$@"; }
  get() {
    names=$(packages debian)
    echo "trolley: installing $names" >&2
    # shellcheck disable=SC2086
    apt install -y --no-install-recommends $names >"$log" 2>&1
  }
  # A fresh system has no package lists; an old one has lists of packages that are gone.
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  if [ -z "$(find /var/lib/apt/lists -name '*_Packages*' 2>/dev/null | head -n 1)" ]; then
    apt update >"$log" 2>&1 || { cat "$log" >&2; die "apt-get update failed."; }
  fi
  get || { apt update >"$log" 2>&1 && get; } || {
    cat "$log" >&2
    die "apt-get install failed (see above)."
  }
fi

was=$missing
look
[ -z "$missing" ] || die "Still missing:$missing (was:$was)"
rm -f "${log:-}"
exec sh "$0" "$purpose"
