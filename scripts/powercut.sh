#!/usr/bin/env bash
# Pulls the plug: a server writes to a file system on a loop device, which loses everything that was not synced, and must
# then find every acknowledged write (spec/security.md R2).
#
#     scripts/powercut.sh [TIMES]        needs root, loop devices, mkfs.ext4 and a kernel whose ext4 can be shut down
#
# The cut is EXT4_IOC_SHUTDOWN with "no log flush": nothing more reaches the disk, not even the file system's own journal.
set -euo pipefail
cd "$(dirname "$0")/.."
times=${1:-20}
refuse() { echo "powercut: $1; not run" >&2; exit 1; }
[ "$(id -u)" -eq 0 ] || refuse "needs root"
command -v mkfs.ext4 > /dev/null || refuse "mkfs.ext4 is missing"
image=$(mktemp /tmp/homeroom-disk-XXXX) place=$(mktemp -d /tmp/homeroom-disk-at-XXXX)
trap 'umount -l "$place" 2> /dev/null || true; rm -rf "$image" "$place"' EXIT
truncate -s 4G "$image"
mkfs.ext4 -q -F "$image"
mount -o loop "$image" "$place" 2> /dev/null || refuse "this machine has no loop devices"
.venv/bin/python scripts/powercut.py "$image" "$place" "$times"
