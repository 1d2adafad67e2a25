#!/bin/sh
# Checks for the prerequisites of a build. Called by `make`; tested by
# Tests/TrolleyEndToEndTests/BootstrapTests.
#
#     bootstrap.sh lint    a Swift toolchain that starts
#     bootstrap.sh build   and git, a linker, the development files of the C and C++ libraries, of
#                          ncurses, libsodium, libcurl, OpenSSL, libqrencode and libpq,
#                          gdk-pixbuf for pictures, and a colour font for emoji
#     bootstrap.sh test    and the programs that tests start
#     bootstrap.sh deps    the same, and prints the names of all packages
#     bootstrap.sh deb     as for build, and Debian's packaging tools
#     bootstrap.sh release prints the command that makes a release build here
#
# On Debian and its derivatives it installs missing packages if it may: as root, or by sudo without
# a password. Elsewhere it prints the command. When nothing is missing it takes half a second.
# Tested on Debian only; the names for other systems come from their package lists.
set -eu

purpose=${1:-build}
if [ "$purpose" = deps ]; then purpose=test lists=yes; else lists=; fi
# The manifest's tools version is the oldest Swift that builds it.
oldest=$(sed -n 's,^// swift-tools-version: *,,p' "$(dirname "$0")/../Package.swift")
# Tests replace / by another root.
root=${BOOTSTRAP_ROOT:-}

die() {
  for line in "$@"; do echo "trolley: $line" >&2; done
  exit 1
}

[ "$(uname -s)" = Linux ] || die "Trolley runs on Linux."

has() { command -v "$1" >/dev/null 2>&1; }

compiler() {
  for c in clang++ c++ g++; do if has $c; then echo $c; return; fi; done
  return 1
}

# Whether functions can be put in order: by lld, which comes with Swift.
orders() {
  [ "$(uname -m)" = x86_64 ] || return 1
  has ld.lld || [ -x "$(dirname "$(readlink -f "$(command -v swiftc)")")/ld.lld" ]
}

# --- How a release build is linked ----------------------------------------------------------

# Fully static if all libraries are available as archives: it starts faster and runs anywhere. Every
# function has a section of its own, so that the linker can order them, and leave out what nobody
# calls; also those of packages, whose copies of the standard library's functions come first. Types
# such as a dictionary's storage are made by a call with what they need, not by their name: for that,
# the runtime would compare all of some 5,000 conformances for each kind of key, a fifth of the start.
if [ "$purpose" = release ]; then
  command="swift build -c release --static-swift-stdlib"
  for flag in -function-sections -disable-concrete-type-metadata-mangled-name-accessors; do
    command="$command -Xswiftc -Xfrontend -Xswiftc $flag"
  done
  cc=$(compiler) || cc=false
  for archive in libncursesw.a libtinfo.a libsodium.a libstdc++.a libc.a; do
    case $($cc -print-file-name=$archive 2>/dev/null) in
    */*) ;;
    *) echo "$command"; exit 0 ;;
    esac
  done
  ! orders || command="TROLLEY_ORDERED=1 $command"
  echo "env TROLLEY_STATIC=1 $command"
  exit 0
fi

# --- What is missing ------------------------------------------------------------------------

has swift || die "Swift $oldest or newer is needed: https://www.swift.org/install" \
  "If it is installed, put its usr/bin on the PATH."

swift_starts() { swift build --version >/dev/null 2>&1; }

linker() { case $(uname -m) in x86_64) has ld.gold ;; *) has ld || has ld.lld ;; esac; }

certificates() {
  for f in etc/ssl/certs/ca-certificates.crt etc/pki/tls/certs/ca-bundle.crt \
    etc/ssl/ca-bundle.pem etc/ssl/cert.pem; do
    [ ! -e "$root/$f" ] || return 0
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
  elif [ "$1" = -lpq ]; then text='#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif
int main() { return PQpipelineSync(0); }'
  else text='#define NCURSES_WIDECHAR 1
#include <curses.h>
int main() { cchar_t c; return setcchar(&c, L"a", 0, 0, 0); }'; fi
  cc=$(compiler) || return 1
  echo "$text" | $cc -x c++ - "$@" -o "${TMPDIR:-/tmp}/trolley-probe.$$" 2>/dev/null
  found=$?
  rm -f "${TMPDIR:-/tmp}/trolley-probe.$$"
  return $found
}

# Optional: the worker loads gdk-pixbuf at run time, with the first picture.
has_pixbuf() {
  for f in "$root"/usr/lib/libgdk_pixbuf-2.0.so.0 "$root"/usr/lib64/libgdk_pixbuf-2.0.so.0 \
    "$root"/usr/lib/*/libgdk_pixbuf-2.0.so.0; do
    [ ! -e "$f" ] || return 0
  done
  return 1
}

has_webp() {
  for f in "$root"/usr/lib/gdk-pixbuf-2.0/*/loaders/*webp.so \
    "$root"/usr/lib64/gdk-pixbuf-2.0/*/loaders/*webp.so \
    "$root"/usr/lib/*/gdk-pixbuf-2.0/*/loaders/*webp.so; do
    [ ! -e "$f" ] || return 0
  done
  return 1
}

# Optional: emoji for names, drawn by FreeType from a colour font.
has_emoji() {
  for f in "$root"/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf \
    "$root"/usr/share/fonts/*/*/NotoColorEmoji.ttf "$root"/usr/share/fonts/*/NotoColorEmoji.ttf; do
    [ ! -e "$f" ] || return 0
  done
  return 1
}

# The terminal descriptions with direct colour, without which ncurses uses the nearest of 256.
has_exact_colours() {
  for f in usr/share/terminfo lib/terminfo etc/terminfo usr/lib/terminfo; do
    [ ! -e "$root/$f"/x/xterm-direct ] || return 0
  done
  return 1
}

# Tests start a server of their own. Debian keeps its programs off the PATH.
has_postgres() {
  has initdb && return 0
  for f in "$root"/usr/lib/postgresql/*/bin/initdb; do [ ! -e "$f" ] || return 0; done
  return 1
}

installs_unasked() {
  has apt-get && { [ "$(id -u)" = 0 ] || { has sudo && sudo -n true 2>/dev/null; }; }
}

tests_name() { grep -rqw --include='*.swift' -e "$1" Tests 2>/dev/null; }

# One word per missing thing, by which packages are looked up. `wanted` ones are optional and never
# stop a build.
look() {
  missing=
  wanted=
  swift_starts || missing="$missing toolchain"
  [ "$purpose" != lint ] || return 0
  has git || missing="$missing git"
  certificates || missing="$missing certificates"
  linker || missing="$missing linker"
  links || missing="$missing libraries"
  links -lncursesw -ltinfo || links -lncursesw || missing="$missing ncurses"
  links -lsodium || missing="$missing sodium"
  links -lcurl || missing="$missing curl"
  links -lcrypto || missing="$missing openssl"
  links -lqrencode || missing="$missing qrencode"
  links -lpq || missing="$missing libpq"
  [ "$purpose" != deb ] || has dpkg-shlibdeps || missing="$missing dpkg-dev"
  has_pixbuf || wanted="$wanted pixbuf"
  has_webp || wanted="$wanted webp"
  # Tests need pictures, but no exact colours and no font.
  if [ "$purpose" = test ]; then missing="$missing$wanted" wanted=; fi
  has_emoji || wanted="$wanted emoji"
  has_exact_colours || wanted="$wanted exact-colours"
  if [ "$purpose" = test ]; then
    # A program is required if a test names it.
    for program in tmux jq sqlite3 zbarimg openssl; do
      has $program || ! tests_name $program || missing="$missing $program-program"
    done
    has_postgres || ! tests_name initdb || missing="$missing postgresql-server"
    # The system's Python, with the modules that tests name.
    for module in email json aiosmtpd; do
      ! tests_name $module || PATH=/usr/bin:/bin python3 -c "import $module" 2>/dev/null ||
        case $module in
        aiosmtpd) missing="$missing aiosmtpd" ;;
        *) missing="$missing python3-program" ;;
        esac
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
    # The C++ library's package has the version of the system's compiler in its name.
    v=$(apt-cache depends g++ 2>/dev/null | sed -n 's/.*Depends: g++-\([0-9]*\).*/\1/p' | head -n 1)
    if [ -n "$v" ]; then echo "libc6-dev libstdc++-$v-dev"; else echo g++; fi
    ;;
  ncurses) echo libncurses-dev ;;
  sodium) echo libsodium-dev ;;
  curl) echo libcurl4-openssl-dev ;;
  openssl) echo libssl-dev ;;
  qrencode) echo libqrencode-dev ;;
  libpq) echo libpq-dev ;;
  postgresql-server) echo postgresql ;;
  python3-program) echo python3 ;;
  aiosmtpd) echo python3-aiosmtpd ;;
  zbarimg-program) echo zbar-tools ;;
  pixbuf) echo libgdk-pixbuf-2.0-0 ;;
  webp) echo webp-pixbuf-loader ;;
  exact-colours) echo ncurses-term ;;
  emoji) echo fonts-noto-color-emoji libfreetype6 ;;
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
  libpq) echo libpq-devel ;;
  sqlite3-program) echo sqlite ;;
  aiosmtpd) echo python3-aiosmtpd ;;
  zbarimg-program) echo zbar ;;
  pixbuf) echo gdk-pixbuf2 ;;
  webp) echo webp-pixbuf-loader ;;
  exact-colours) echo ncurses-term ;;
  emoji) echo google-noto-color-emoji-fonts freetype ;;
  *) echo "${1%-program}" ;;
  esac
}

arch() {
  case $1 in
  toolchain) echo curl libxml2-legacy sqlite ncurses zlib ;;
  certificates) echo ca-certificates ;;
  linker | libraries) echo base-devel ;;
  sodium) echo libsodium ;;
  libpq) echo postgresql-libs ;;
  postgresql-server) echo postgresql ;;
  sqlite3-program) echo sqlite ;;
  python3-program) echo python ;;
  aiosmtpd) echo python-aiosmtpd ;;
  zbarimg-program) echo zbar ;;
  pixbuf) echo gdk-pixbuf2 ;;
  webp) echo webp-pixbuf-loader ;;
  exact-colours) echo ncurses ;;
  emoji) echo noto-fonts-emoji freetype2 ;;
  *) echo "${1%-program}" ;;
  esac
}

unknown() { debian "$1"; }

packages() { # packages DISTRIBUTION: the packages for all that is missing, in one line
  for thing in $missing; do "$1" "$thing"; done | tr -s ' ' '\n' | sort -u | tr '\n' ' ' |
    sed 's/ $//'
}

# --- Installing -----------------------------------------------------------------------------

# Tried once, without a prompt, where that is possible.
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

# Everything that is ever installed on this system.
everything="toolchain git certificates linker libraries ncurses sodium curl openssl qrencode libpq \
pixbuf webp exact-colours emoji postgresql-server tmux-program jq-program sqlite3-program python3-program aiosmtpd zbarimg-program openssl-program"

distribution() {
  if has apt-get; then echo debian
  elif has dnf; then echo fedora
  elif has pacman; then echo arch
  else echo unknown; fi
}

look
if [ -n "$lists" ]; then
  echo "To build and to test: $(missing=$everything packages "$(distribution)")"
  missing="$missing$wanted" wanted=
  echo "Missing now: $(if [ -n "$missing" ]; then packages "$(distribution)"; else echo nothing; fi)"
fi
[ -n "$missing" ] || take_along
[ -n "$missing" ] || {
  version=$(swift build --version 2>/dev/null | sed -n 's/.*Swift \([0-9][0-9.]*\).*/\1/p')
  [ "$(printf '%s\n' "$oldest" "$version" | sort -t . -k 1,1n -k 2,2n | head -n 1)" = "$oldest" ] ||
    die "Swift $version is too old; $oldest or newer is needed: https://www.swift.org/install"
  exit 0
}

names=$(packages "$(distribution)")
case $(distribution) in
fedora) die "Missing:$missing" "Install it with: sudo dnf install $names" ;;
arch) die "Missing:$missing" "Install it with: sudo pacman -S --needed $names" ;;
unknown) die "Missing:$missing" "Install your system's packages for: $names" ;;
debian)
  if [ "$(id -u)" = 0 ]; then as=
  elif has sudo && sudo -n true 2>/dev/null; then as="sudo -n"
  elif has sudo && [ -t 0 ] && [ -t 2 ]; then as=sudo
  else
    die "Missing:$missing" \
      "As root, type: apt-get update; apt-get install --no-install-recommends $names"
  fi
  apt() { $as env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 "$@"; }
  get() {
    # Some names are only known once the package lists are loaded.
    names=$(packages debian)
    echo "trolley: installing $names" >&2
    # shellcheck disable=SC2086
    apt install -y --no-install-recommends $names >"$log" 2>&1
  }
  # A fresh system has no package lists; on an old one they name packages that no longer exist.
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  if [ -z "$(find "$root/var/lib/apt/lists" -name '*_Packages*' 2>/dev/null | head -n 1)" ]; then
    apt update >"$log" 2>&1 || { cat "$log" >&2; die "apt-get update failed."; }
  fi
  get || { apt update >"$log" 2>&1 && get; } || {
    cat "$log" >&2
    die "apt-get install failed (see above)."
  }
  ;;
esac

was=$missing
look
[ -z "$missing" ] || die "Still missing:$missing (was:$was)"
rm -f "${log:-}"
exec sh "$0" "$purpose"
