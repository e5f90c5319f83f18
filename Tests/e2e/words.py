"""What the pages say, from the catalogues they say it from."""
import functools, json, re

import contract
from school import ROOT


@functools.cache
def catalogue():
    found = {}
    for path in (ROOT / "Words").glob("*.xcstrings"):
        found |= json.loads(path.read_text())["strings"]
    return found


def say(language, key, *values, plural=None):
    """The text of a key with its values in their places; `plural` is the form of one that has several, as `one`."""
    found = catalogue()[key]["localizations"][language]
    text = (found["variations"]["plural"][plural] if plural else found)["stringUnit"]["value"]
    values = [isolated(language, value) if isinstance(value, str) else value for value in values]
    rest = iter(values)
    return re.sub(r"%(?:(\d+)\$)?(?:@|lld)", lambda m: str(values[int(m[1]) - 1] if m[1] else next(rest)), text)


def isolated(language, text):
    """Names stand apart where directions can meet, so that they do not turn the sentence round."""
    foreign = language in contract.RIGHT_TO_LEFT or re.search("[\u0590-\u08ff]", text)
    return f"\u2068{text}\u2069" if foreign else text
