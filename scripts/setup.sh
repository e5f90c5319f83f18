#!/usr/bin/env bash
# Installs what is missing and says so; quick and silent when nothing is.
#
#     scripts/setup.sh run      to build and serve: a few libraries
#     scripts/setup.sh check    to test as well: browsers, PostgreSQL, the HTML checker, a Python environment in .venv
#
# Packages and their reasons: scripts/apt-packages.txt, Tests/e2e/requirements.txt. Needs root or sudo when something is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
want=${1:-run}

command -v swift > /dev/null || { echo "setup: Swift 6.2 or newer is missing; see swift.org/install, then try again" >&2; exit 1; }

missing=()
if command -v dpkg-query > /dev/null; then
  installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' | sed -n 's/ installed$//p')
  while read -r group name _; do
    case $group in run) ;; check) [ "$want" = check ] || continue ;; *) continue ;; esac
    found=
    for one in ${name//|/ }; do grep -qxF -- "$one" <<< "$installed" && found=$one; done
    [ -n "$found" ] || missing+=("${name%%|*}")
  done < scripts/apt-packages.txt
elif [ "$want" = run ]; then
  echo "setup: not a Debian system; install the equivalents of scripts/apt-packages.txt yourself" >&2
fi

if [ ${#missing[@]} -gt 0 ]; then
  as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo > /dev/null || { echo "setup: as root, run: apt-get install ${missing[*]}" >&2; exit 1; }
    as_root=(sudo)
  fi
  echo "setup: installing ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  install() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}" > /dev/null; }
  # the lists may be missing or old: one more try with fresh ones
  install 2> /dev/null || { "${as_root[@]}" apt-get update -qq && install; }
fi

if [ "$want" = check ]; then
  python=/usr/bin/python3
  [ -x "$python" ] || python=python3
  wanted=$( { "$python" --version; cat Tests/e2e/requirements.txt; } | sha256sum)
  if [ "$(cat .venv/requirements.sum 2> /dev/null)" != "$wanted" ]; then
    echo "setup: Python packages into .venv: $(grep -c '==' Tests/e2e/requirements.txt)"
    rm -rf .venv
    "$python" -m venv .venv
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 .venv/bin/pip install -q --disable-pip-version-check -r Tests/e2e/requirements.txt 2> .venv/pip.log \
      || { cat .venv/pip.log >&2; exit 1; }
    echo "$wanted" > .venv/requirements.sum
  fi
fi
