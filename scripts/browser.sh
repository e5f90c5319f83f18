#!/usr/bin/env bash
# The browser gate: the clean modules and every feature's Model, Data, Handlers and Pages as Embedded Swift for WebAssembly,
# linked with SQLite into one module that starts. It says early when something slips in that a browser cannot run
# (docs/decisions, design.md §1, §3).
#
#     scripts/browser.sh            writes .build/browser/homeroom.wasm and prints its size, which has a budget
#     scripts/browser.sh --quick    the same without optimizing, in half the time, into .build/browser-quick
#
# Needs apt: wasi-libc, libclang-rt-14-dev-wasm32, tcl, binaryen, brotli. Everything else is in the Swift toolchain.
set -euo pipefail
cd "$(dirname "$0")/.."
out=.build/browser optimize=-Osize
if [ "${1:-}" = --quick ]; then out=.build/browser-quick optimize=-Onone; fi
mkdir -p "$out"
toolchain=$(dirname "$(readlink -f "$(command -v swiftc)")")
unicode=$toolchain/../lib/swift/embedded/wasm32-unknown-none-wasm/libswiftUnicodeDataTables.a
libc=/usr/lib/wasm32-wasi/libc.a
builtins=$(ls /usr/lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a 2>/dev/null | tail -1)
for need in "$unicode" "$libc" "${builtins:-libclang_rt.builtins-wasm32.a}"; do
  [ -e "$need" ] || { echo "browser: $need is missing; run make setup-check" >&2; exit 1; }
done

if [ "$optimize" = -Osize ]; then
  for need in wasm-opt brotli; do command -v "$need" > /dev/null || { echo "browser: $need is missing; run make setup" >&2; exit 1; }; done
fi

sqlite=.build/sqlite
scripts/sqlite.sh "$sqlite" "$toolchain/clang"

flags=(-target wasm32-unknown-none-wasm -enable-experimental-feature Embedded -wmo -parse-as-library -swift-version 6 "$optimize"
  -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature ExistentialAny
  -enable-upcoming-feature MemberImportVisibility
  -Xcc -fdeclspec -Xfrontend -disable-stack-protector -package-name homeroom -I "$out" -I Sources/C/CSQLite
  -Xcc -isystem -Xcc /usr/include/wasm32-wasi -Xcc -I"$sqlite")

# compile NAME FILE…: one module. In Embedded Swift whoever uses a module makes its code anew, so only the last one needs an
# object: the others are checked and kept as modules, which takes a third of the time.
compile() {
  local name=$1; shift
  local stamp=$out/$name.sum
  if [ $# -eq 0 ]; then echo "browser: $name has no sources yet"; return; fi
  local product=(-emit-module -emit-module-path "$out/$name.swiftmodule")
  if [ "$name" = Core ]; then product+=(-c -o "$out/Core.o"); fi
  local sum; sum=$( { echo "${flags[*]}"; swiftc --version 2>/dev/null | head -1; sha256sum "$@" "${deps[@]}" 2>/dev/null; } | sha256sum)
  if [ -e "$out/$name.swiftmodule" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$sum" ]; then deps+=("$out/$name.swiftmodule"); return; fi
  rm -f "$stamp"
  local started=$SECONDS
  swiftc "${flags[@]}" -module-name "$name" "${product[@]}" "$@"
  echo "$sum" > "$stamp"
  deps+=("$out/$name.swiftmodule")
  echo "browser: $name, $# files, $((SECONDS - started)) s"
}
deps=()
sources() { find "$@" -name '*.swift' 2>/dev/null | LC_ALL=C sort; }
areas=(People Classroom Learning Study Training Talk Office)
of_area() { sources Features/"$1"/*/Data Features/"$1"/*/Handlers Features/"$1"/*/Pages; }
for module in Base HTML Kit Exact Archive Delimited ICalendar XML Database Router Sync; do
  mapfile -t files < <(sources "Sources/$module")
  compile "$module" "${files[@]}"
done
mapfile -t models < <(sources Features/*/*/Model)
compile School "${models[@]}"
for area in "${areas[@]}"; do
  mapfile -t files < <(of_area "$area")
  compile "$area" "${files[@]}"
done
# With the calls of the service worker in the same module: a module that uses Core makes all of it anew, in two minutes.
mapfile -t core < <(sources Sources/Core Browser)
compile Core "${core[@]}"
# What none of the calls reaches is left out.
keep=()
for name in allocate open begin renew words answer take tell file result; do keep+=("--export=homeroom_$name"); done

# `_start` runs what must run before the first call, once; it returns, and the module stays
"$toolchain/clang" --target=wasm32-unknown-unknown -Oz -c -o "$out/start.o" -x c - <<'C'
// Debian's 128-bit division was compiled with a guard of its stack; here the guard is a number and its alarm the end.
unsigned long __stack_chk_guard = 0x595e9fbd;
void __stack_chk_fail(void) { __builtin_trap(); }
void __wasm_call_ctors(void);
__attribute__((visibility("default"))) void _start(void) { __wasm_call_ctors(); }
C
"$toolchain/wasm-ld" --entry=_start --gc-sections --strip-all "${keep[@]}" -z stack-size=262144 \
  "$out/start.o" "$out/Core.o" "$sqlite/sqlite3.o" "$sqlite/vfs.o" "$unicode" "$libc" "$builtins" -o "$out/homeroom.wasm"
rm -f "$out/homeroom.wasm.br"
if [ "$optimize" = -Osize ]; then
  # A minute, for a quarter of the bytes that a phone compiles and holds; packed it is as large as before.
  wasm-opt -Oz --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int --enable-mutable-globals \
    --strip-debug --strip-producers "$out/homeroom.wasm" -o "$out/smaller.wasm"
  mv "$out/smaller.wasm" "$out/homeroom.wasm"
  brotli --quality=11 --keep --force "$out/homeroom.wasm"
fi
python3 scripts/browser-check.py "$out/homeroom.wasm" "$toolchain/wasmkit" "$@"
