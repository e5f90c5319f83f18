#!/usr/bin/env bash
# SQLite for the browser: Debian's source package made into one file, compiled for WebAssembly.
#
#     scripts/sqlite.sh FOLDER CLANG    writes FOLDER/sqlite3.h and FOLDER/sqlite3.o
#
# The machine's own lists of packages are left alone: the source is asked for with a list of our own.
set -euo pipefail
out=$1 clang=$2
here=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$out"
out=$(cd "$out" && pwd)
vfs=$here/Browser/vfs.c
flags=(--target=wasm32-unknown-wasi -isystem /usr/include/wasm32-wasi -Os -DSQLITE_OS_OTHER=1 -DSQLITE_THREADSAFE=0
  -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_DEFAULT_MEMSTATUS=0 -DSQLITE_DQS=0 -DSQLITE_OMIT_DEPRECATED
  -DSQLITE_OMIT_SHARED_CACHE -DSQLITE_OMIT_WAL -DSQLITE_TEMP_STORE=3 -DSQLITE_OMIT_AUTHORIZATION -DSQLITE_OMIT_TRACE
  -DSQLITE_OMIT_UTF16 -DSQLITE_OMIT_COMPLETE -DSQLITE_OMIT_TCL_VARIABLE
  -DSQLITE_ENABLE_SESSION -DSQLITE_ENABLE_PREUPDATE_HOOK)
sum=$( { echo "${flags[*]}"; cat "$vfs"; } | sha256sum)
[ -e "$out/sqlite3.o" ] && [ "$(cat "$out/sum" 2> /dev/null)" = "$sum" ] && exit 0

if [ ! -e "$out/sqlite3.c" ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  # shellcheck disable=SC1091
  suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-stable}")
  mirror=$(sed -n 's|^URIs: *\([^ ]*/debian\)/* *$|\1|p; s|^deb [^h]*\(http[^ ]*/debian\)/* .*|\1|p' /etc/apt/sources.list \
    /etc/apt/sources.list.d/* 2> /dev/null | head -1) || true  # one of the two is not there
  echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${mirror:?no Debian mirror in the lists of packages} $suite main" > "$work/list"
  mkdir -p "$work/lists/partial"
  apt=(apt-get -qq -o "Dir::Etc::SourceList=$work/list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$work/lists"
    -o APT::Sandbox::User=root)
  "${apt[@]}" update
  (cd "$work" && "${apt[@]}" source --download-only sqlite3)
  tar -xf "$work"/sqlite3_*.orig.tar.* -C "$work"
  (cd "$work"/sqlite3-*/ && ./configure --disable-tcl > configure.log 2>&1 && make sqlite3.c > make.log 2>&1) \
    || { tail -20 "$work"/sqlite3-*/*.log >&2; exit 1; }
  cp "$work"/sqlite3-*/sqlite3.[ch] "$out/"
fi
"$clang" "${flags[@]}" -c -o "$out/sqlite3.o" "$out/sqlite3.c"
"$clang" "${flags[@]}" -I "$out" -c -o "$out/vfs.o" "$vfs"
echo "$sum" > "$out/sum"
