#!/usr/bin/env python3
"""What make browser proves about the linked module: what it asks of the browser, that it starts, and its size.

    python3 scripts/browser-check.py homeroom.wasm WASMKIT [--quick]

The module is started by the runtime that comes with the Swift toolchain; Tests/e2e starts it in Chromium.
"""
import pathlib, subprocess, sys

# Bytes by brotli, as a browser gets the module once for each release (design.md §8).
BUDGET = 1_600_000
# What wasi-libc may ask for; the service worker answers these with a few lines (the clock and files are not among them).
ALLOWED = {"fd_write", "fd_close", "fd_seek", "fd_fdstat_get", "proc_exit", "random_get"}


def unsigned(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def imports(data):
    """Module and name of each import, in the module's order."""
    assert data[:8] == b"\0asm\x01\0\0\0", "not a WebAssembly module"
    at = 8
    while at < len(data):
        kind = data[at]
        size, at = unsigned(data, at + 1)
        if kind == 2:
            yield from import_section(data, at)
        at += size


def import_section(data, at):
    count, at = unsigned(data, at)
    for _ in range(count):
        parts = []
        for _ in range(2):
            length, at = unsigned(data, at)
            parts.append(data[at:at + length].decode())
            at += length
        kind, at = data[at], at + 1
        if kind == 0:
            _, at = unsigned(data, at)
        else:
            raise SystemExit(f"browser: {parts} is not a function; the module must bring its own memory")
        yield tuple(parts)


def main():
    path, runtime = pathlib.Path(sys.argv[1]), sys.argv[2]
    data = path.read_bytes()
    asked = list(imports(data))
    strange = [f"{module}.{name}" for module, name in asked if module != "wasi_snapshot_preview1" or name not in ALLOWED]
    if strange:
        print(f"{path}: asks for {', '.join(strange)}, which no browser has", file=sys.stderr)
        return 1
    started = subprocess.run([runtime, "run", str(path)], capture_output=True, text=True, timeout=120)
    if started.returncode != 0:
        print(f"{path}: does not start: {started.stderr.strip()}", file=sys.stderr)
        return 1
    size = f"{len(data) / 1000:.0f} kB"
    if "--quick" not in sys.argv:
        packed = len(subprocess.run(["brotli", "--stdout", "--quality=11", str(path)], capture_output=True, check=True).stdout)
        size += f", {packed / 1000:.0f} kB by brotli of {BUDGET / 1000:.0f}"
        if packed > BUDGET:
            print(f"{path}: {size}; it is too large", file=sys.stderr)
            return 1
    print(f"browser: {path} starts; {size}; asks for {', '.join(n for _, n in asked) or 'nothing'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
