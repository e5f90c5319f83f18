#!/usr/bin/env python3
"""Every dependency has its line in docs/dependencies.md: what for, and what we would do without it.

    python3 scripts/check-dependencies.py
"""
import re
from swiftsource import ROOT, Findings


def main():
    found, said = Findings("dependencies"), (ROOT / "docs/dependencies.md").read_text()
    lists = [
        ("Package.swift", r"\.package\(url: \"[^\"]*/([\w.-]+)\""),
        ("scripts/apt-packages.txt", r"^(?:run|check)\s+([^\s|]+)"),
    ]
    for name, pattern in lists:
        text = (ROOT / name).read_text()
        for match in re.finditer(pattern, text, re.M):
            found.checked += 1
            package = match.group(1).removesuffix(".git")
            if not re.search(rf"(?<![\w-]){re.escape(package)}(?![\w-])", said):
                found.fail(name, text.count("\n", 0, match.start(1)) + 1, f"{package} has no line in docs/dependencies.md")
    # the Python packages we chose stand before the line that says what follows from them
    chosen = (ROOT / "Tests/e2e/requirements.txt").read_text().split("# and what those need")[0]
    for match in re.finditer(r"^([\w-]+)==", chosen, re.M):
        found.checked += 1
        if match.group(1) not in said:
            found.fail("Tests/e2e/requirements.txt", chosen.count("\n", 0, match.start()) + 1, f"{match.group(1)} has no line in docs/dependencies.md")
    found.finish()


if __name__ == "__main__":
    main()
