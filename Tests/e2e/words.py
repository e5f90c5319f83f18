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


def say(language, key, *values):
    """The text of a key without plurals, with its values in their places."""
    text = catalogue()[key]["localizations"][language]["stringUnit"]["value"]
    if language in contract.RIGHT_TO_LEFT:  # names stand apart, so that they do not turn the sentence round
        values = [f"\u2068{value}\u2069" if isinstance(value, str) else value for value in values]
    rest = iter(values)
    return re.sub(r"%(?:(\d+)\$)?(?:@|lld)", lambda m: str(values[int(m[1]) - 1] if m[1] else next(rest)), text)
