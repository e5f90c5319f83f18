"""Writes Public/css/tokens-fallback.css: the light colours, plain, for browsers without light-dark() (Safari 17.0 to 17.4).

    python3 scripts/assets/fallback.py [--check]
"""
import pathlib, re, sys

css = pathlib.Path(__file__).resolve().parents[2] / "Public" / "css"
token = re.compile(r"--([\w-]+):\s*([^;]*light-dark\((#[0-9a-fA-F]+),\s*#[0-9a-fA-F]+\))")


def rules():
    for path in [css / "tokens.css", *sorted(css.glob("tokens-*.css"), key=lambda p: (p.stem != "tokens-wolfwhale", p.stem))]:
        if path.name == "tokens-fallback.css":
            continue
        theme = path.stem.removeprefix("tokens").removeprefix("-")
        selector = ":root" if theme == "" else f'[data-theme="{theme}"]'
        if theme == "wolfwhale":
            selector = ":root, " + selector
        plain = [f"--{name}: {re.sub(r'light-dark.*', light, value)};" for name, value, light in token.findall(path.read_text())]
        yield f"{selector} {{ {' '.join(plain)} }}"


text = "/* Written by scripts/assets/fallback.py: light only, for browsers without light-dark(). */\n@layer base {\n@supports not (color: light-dark(#000, #fff)) {\n" + "\n".join(rules()) + "\nhtml { color-scheme: light !important; }\n}\n}\n"
target = css / "tokens-fallback.css"
if "--check" in sys.argv:
    sys.exit(0 if target.exists() and target.read_text() == text else "tokens-fallback.css is stale: python3 scripts/assets/fallback.py")
target.write_text(text)
