"""WCAG 2.2 contrast of the design tokens, every pair in every theme, light and dark, before any page exists.

    python3 scripts/assets/contrast.py [-v]

Reads Public/css/tokens*.css. Exits 1 when a pair is too faint or a theme lacks a token; the last line counts.
"""
import pathlib, re, sys

css = pathlib.Path(__file__).resolve().parents[2] / "Public" / "css"
token = re.compile(r"--([\w-]+):\s*light-dark\((#[0-9a-fA-F]{3,8}),\s*(#[0-9a-fA-F]{3,8})\)")


def channel(value):
    value /= 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def luminance(colour):
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(d * 2 for d in digits)
    red, green, blue = (channel(int(digits[i:i + 2], 16)) for i in (0, 2, 4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(a, b):
    a, b = sorted((luminance(a), luminance(b)), reverse=True)
    return (a + 0.05) / (b + 0.05)


def pairs():
    """(foreground, background, least ratio): what is written on what in Public/css."""
    grounds = ("canvas", "surface", "surface-alt")
    for ground in grounds:
        yield "ink", ground, 7
        for text in ("quiet", "link", "accent-ink", "danger", "danger-ink", "success", "warning", "info"):
            yield text, ground, 4.5
        for mark in ("present", "absent", "late", "excused"):
            yield f"{mark}-ink", ground, 4.5
        for line in ("line-strong", "focus"):
            yield line, ground, 3
    yield "ink", "accent-tint", 7
    yield "on-muted", "muted", 4.5
    yield "on-accent", "accent", 4.5
    yield "on-accent", "accent-2", 4.5
    yield "on-danger", "danger", 4.5
    yield "accent-ink", "accent-tint", 4.5
    yield "surface", "accent-ink", 4.5
    for kind in ("success", "warning", "info"):
        yield kind, f"{kind}-tint", 4.5
    yield "danger-ink", "danger-tint", 4.5
    for mark in ("present", "absent", "late", "excused"):
        yield f"{mark}-ink", f"{mark}-tint", 4.5
    yield "focus", "accent-tint", 3
    for hue in range(8):
        yield f"hue-{hue}-ink", f"hue-{hue}-tint", 4.5


def main():
    shared = token.findall((css / "tokens.css").read_text())
    themes = sorted(p for p in css.glob("tokens-*.css") if p.name != "tokens-fallback.css")
    passed = failed = 0
    names = {}
    for path in themes:
        theme = path.stem.removeprefix("tokens-")
        own = token.findall(path.read_text())
        names[theme] = {name for name, _, _ in own}
        tokens = {name: (light, dark) for name, light, dark in shared + own}
        # paper lies on its ground: in the light it is the lighter of the two, or cards look like holes
        canvas, surface = (tokens[name][0] for name in ("canvas", "surface"))
        lies = luminance(surface) > luminance(canvas)
        passed, failed = passed + lies, failed + (not lies)
        if not lies:
            print(f"FAIL {theme} light: --surface is darker than --canvas")
        for fore, back, least in pairs():
            for index, mode in enumerate(("light", "dark")):
                if fore not in tokens or back not in tokens:
                    failed += 1
                    print(f"FAIL {theme} {mode}: --{fore} on --{back}: no such token")
                    continue
                found = ratio(tokens[fore][index], tokens[back][index])
                good = found >= least
                passed, failed = passed + good, failed + (not good)
                if not good or "-v" in sys.argv:
                    print(f"{'ok  ' if good else 'FAIL'} {theme:10} {mode:5} {fore} on {back}: {found:.2f}, needs {least}")
    # a theme with a token the others lack would fall through to another theme's colour
    every = set().union(*names.values())
    for theme, have in names.items():
        for missing in sorted(every - have):
            failed += 1
            print(f"FAIL {theme}: --{missing} is not set")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not themes else 0


if __name__ == "__main__":
    sys.exit(main())
