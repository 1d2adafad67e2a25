#!/bin/sh
# Packs the build into .build/trolley_VERSION-1_ARCHITECTURE.deb. Called by `make deb`.
#
#     deb.sh VERSION
#
# The package is reproducible: timestamps are those of the last commit.
set -eu

version=$1-1
architecture=$(dpkg --print-architecture)
work=$PWD/.build/deb
tree=$work/tree
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct 2>/dev/null || date +%s)}"
export SOURCE_DATE_EPOCH
# The maintainer, from the variables of Debian's tools, else the author of the last commit.
maintainer="${DEBFULLNAME:-$(git log -1 --format=%an)} <${DEBEMAIL:-$(git log -1 --format=%ae)}>"
umask 022

rm -rf "$work"
mkdir -p "$tree/DEBIAN" "$work/debian"
make --no-print-directory install DESTDIR="$tree" PREFIX=/usr \
  zsh_completions=/usr/share/zsh/vendor-completions >/dev/null
gzip -9n "$tree/usr/share/man/man1/trolley.1"
# Bash sources it, so it needs no shebang.
sed -i '1{/^#!/d}' "$tree/usr/share/bash-completion/completions/trolley"

documents=$tree/usr/share/doc/trolley
mkdir -p "$documents" "$tree/usr/share/lintian/overrides"
gzip -9nc docs/CHANGELOG.md >"$documents/changelog.gz"
gzip -9nc >"$documents/changelog.Debian.gz" <<END
trolley ($version) unstable; urgency=medium

  * Built from the sources of $1; what changed is in changelog.gz.

 -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
END
cat .make/debian/copyright >"$documents/copyright"
cat .make/debian/lintian-overrides >"$tree/usr/share/lintian/overrides/trolley"

# The libraries that the programs link with, at the versions that have the symbols. Those that
# trolley-worker loads when it needs them are the ones of a program that links with them.
echo 'int curl_multi_poll(), OSSL_PARAM_BLD_new();
  int main(void) { return curl_multi_poll() + OSSL_PARAM_BLD_new(); }' |
  $(command -v clang || command -v cc) -w -x c -o "$work/later" - -lcurl -lcrypto
printf 'Source: trolley\n\nPackage: trolley\nArchitecture: any\n' >"$work/debian/control"
(cd "$work" && dpkg-shlibdeps -O "$tree/usr/bin/trolley" "$tree"/usr/libexec/trolley/* later) \
  >"$work/substvars" 2>"$work/shlibdeps.log" || { cat "$work/shlibdeps.log" >&2; exit 1; }
depends=$(sed -n 's/^shlibs:Depends=//p' "$work/substvars")

sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@DEPENDS@/$depends/" \
  -e "s/@MAINTAINER@/$maintainer/" -e "s/@SIZE@/$(du -sk --apparent-size "$tree" | cut -f 1)/" \
  .make/debian/control >"$tree/DEBIAN/control"
(cd "$tree" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"

find "$tree" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
deb=.build/trolley_${version}_$architecture.deb
dpkg-deb --root-owner-group -Zxz --build "$tree" "$deb" >/dev/null
echo "$deb"
