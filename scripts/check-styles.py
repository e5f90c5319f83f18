#!/usr/bin/env python3
"""Styles: what a theme or a reader changes comes from the tokens and stands nowhere else as a number.

    python3 scripts/check-styles.py

Colours, faces, sizes of type, radii and durations are always tokens (`Public/css/tokens*.css`); so is every space that a
token has. What remains is a component's own: how wide a column or an icon is, a line of a pixel or two, less than the
smallest step of space, where a layout breaks. And: logical properties only, each file in `_order.txt`.
"""
import re
from swiftsource import ROOT, Findings

SPACES = {0.25: 1, 0.5: 2, 0.75: 3, 1.0: 4, 1.5: 5, 2.0: 6, 3.0: 7, 4.0: 8}
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|hwb|oklch|oklab|lch|lab|light-dark)\(")
PHYSICAL = re.compile(r"^(?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right|top|bottom)\b|^(?:left|right|top|bottom|width|height|min-width|max-width|min-height|max-height)$")
SPACE = re.compile(r"^(?:margin|padding|gap|row-gap|column-gap|inset|scroll-margin|scroll-padding)(?:-|$)")
DECLARED = re.compile(r"(?<![\w-])(-{0,2}[a-z][\w-]*)\s*:\s*([^;{}]+)(?=[;}])")
LENGTH = r"\d(?:rem|px|em|pt|vi|vw)\b"


def problem(name, value):
    """What is wrong with one declaration, or nothing."""
    if COLOUR.search(value):
        return "a colour is a token of the theme"
    if PHYSICAL.search(name) or name in ("text-align", "float") and value in ("left", "right"):
        return "sides are logical: inline and block, start and end"
    if name == "font-family" and not re.fullmatch(r"var\(--font[\w-]*\)|inherit", value):
        return "a face is a token"
    # Never smaller than what the reader has chosen: browsers zoom into smaller fields. And code beside prose.
    if name in ("font-size", "font") and re.search(LENGTH, re.sub(r"max\(1rem, 100%\)|\b[01]\.\d+em\b", "", value)):
        return "a size of type is a token"
    if name.endswith("radius") and re.search(LENGTH, value) and "var(--radius" not in value:
        return "a radius is a token"
    if re.match(r"(transition|animation)(-duration|-delay)?$", name) and re.search(r"\dm?s\b", re.sub(r"\b(0s|0\.01ms)\b", "", value)):
        return "a duration is a token"
    if SPACE.match(name):
        for number in re.findall(r"(?<![\w.])(\d*\.?\d+)rem", value):
            if float(number) in SPACES:
                return f"{number}rem is var(--space-{SPACES[float(number)]})"
    return None


def declarations(text):
    """Line, name and value of each, without comments."""
    text = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)
    for match in DECLARED.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, match.group(1), match.group(2).strip()


def main():
    found = Findings("styles")
    folder = ROOT / "Public/css"
    order = (folder / "_order.txt").read_text().split()
    for missing in [name for name in order if not (folder / name).exists()]:
        found.fail("Public/css/_order.txt", 1, f"{missing} is named and not there")
    for path in sorted(folder.glob("*.css")) + sorted((ROOT / "Features").glob("*/*/*.css")):
        found.checked += 1
        name = str(path.relative_to(ROOT))
        if path.parent == folder and path.name not in order:
            found.fail(name, 1, "not in _order.txt")
        if path.name.startswith("tokens") or path.name == "fonts.css":
            continue
        for line, what, value in declarations(path.read_text()):
            if why := problem(what, value):
                found.fail(name, line, f"{what}: {value}: {why}")
    found.finish()


if __name__ == "__main__":
    main()
