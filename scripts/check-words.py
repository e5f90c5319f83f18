#!/usr/bin/env python3
"""Words complete: every key in every language, the same gaps, the right plural forms; no key unknown, none unused.

    python3 scripts/check-words.py
    python3 scripts/check-words.py --format     writes the catalogues in the one way they are written (make format)

Reads Words/*.xcstrings (String Catalogs) and every Swift file. A key that code puts together counts as used when the
literal has its beginning, as words("role.\\(role.rawValue)"). Where not even that is written, a remark says so:

    // words: status.* settings.language.ar

and the comment of a key in the catalogue that begins with “same” lets its text be the same in every language (CSV).
A literal that is not for people has the remark `// not words` on its line.
"""
import json, re, sys
from swiftsource import HOLE, ROOT, Findings, Source, swift_files

LANGUAGES = {
    "en": {"one", "other"}, "fr": {"one", "many", "other"}, "he": {"one", "two", "other"},
    "ar": {"zero", "one", "two", "few", "many", "other"},
}
SCRIPT = {"ar": re.compile(r"[\u0600-\u06ff]"), "he": re.compile(r"[\u0590-\u05ff]")}
PLACEHOLDER = re.compile(r"%(?:(\d+)\$)?(@|lld|%|.)", re.S)
MAY_OMIT = {"zero", "one", "two"}  # “one student” need not say 1
KEY = re.compile(r"^[a-z][\w-]*(\.[\w-]+)+(@\w+)?$")


def unique(pairs):
    """A JSON object whose keys are all different."""
    found = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"“{key}” stands twice")
        found[key] = value
    return found


def written(catalogue):
    """A catalogue as Xcode writes it, by key, so that a change is seen as what it is."""
    whole = {**catalogue, "strings": dict(sorted(catalogue["strings"].items()))}
    return json.dumps(dict(sorted(whole.items())), ensure_ascii=False, indent=2, separators=(",", " : ")) + "\n"


class Entry:
    def __init__(self, path, line, comment):
        self.path, self.line, self.comment = path, line, comment or ""
        self.forms = {}  # language → {category or None: text}


def catalogues(found):
    """Every key of every catalogue."""
    entries = {}
    paths = sorted((ROOT / "Words").glob("*.xcstrings")) if (ROOT / "Words").is_dir() else []
    if not paths:
        found.checked += 1
        found.fail("Words", 1, "there is no catalogue yet")
    for path in paths:
        name, text = str(path.relative_to(ROOT)), path.read_text()
        try:
            catalogue = json.loads(text, object_pairs_hook=unique)
            strings = catalogue["strings"]
        except (ValueError, KeyError) as error:
            found.checked += 1
            found.fail(name, 1, f"cannot be read: {error}")
            continue
        if text != written(catalogue):
            found.fail(name, 1, "is not written as the others are: make format")
        lines = {m.group(1): text.count("\n", 0, m.start()) + 1 for m in re.finditer(r'^\s*"((?:[^"\\]|\\.)+)"\s*:', text, re.M)}
        for key, value in strings.items():
            entry = Entry(name, lines.get(key, 1), value.get("comment"))
            if key in entries:
                found.fail(name, entry.line, f"{key} stands in {entries[key].path}, too")
            entries[key] = entry
            read(found, key, entry, value)
    return entries


def read(found, key, entry, value):
    if value.get("extractionState") == "stale":
        found.fail(entry.path, entry.line, f"{key} is marked stale")
    for language, said in value.get("localizations", {}).items():
        units = {None: said["stringUnit"]} if "stringUnit" in said else {}
        for category, node in said.get("variations", {}).get("plural", {}).items():
            units[category] = node.get("stringUnit", {})
        for category, unit in units.items():
            if unit.get("state") != "translated":
                found.fail(entry.path, entry.line, f"{key} {language}: its state is “{unit.get('state')}”, not “translated”")
        entry.forms[language] = {category: unit.get("value", "") for category, unit in units.items()}
        if "substitutions" in said:
            found.fail(entry.path, entry.line, f"{key} {language}: substitutions are not read; one count per sentence")


def gaps(text):
    """The gaps of a text in order: (place, kind), places counted from 1."""
    out, next_place = [], 1
    for number, kind in PLACEHOLDER.findall(text):
        if kind == "%":
            continue
        out.append((int(number) if number else next_place, kind))
        next_place += 0 if number else 1
    return out


def complete(found, key, entry):
    found.checked += 1
    wrong = lambda why: found.fail(entry.path, entry.line, f"{key}: {why}")
    for extra in set(entry.forms) - set(LANGUAGES):
        wrong(f"{extra} is not a language of ours")
    missing = [language for language in LANGUAGES if not entry.forms.get(language)]
    if missing:
        return wrong(f"not said in {', '.join(missing)}")
    plural = any(category is not None for category in entry.forms["en"])
    for language, categories in LANGUAGES.items():
        forms = entry.forms[language]
        have = {category for category in forms if category is not None}
        if plural and have != categories:
            wrong(f"{language} has the forms {', '.join(sorted(have)) or 'none'}; it needs {', '.join(sorted(categories))}")
        if not plural and have:
            wrong(f"{language} counts and English does not")
        for category, text in forms.items():
            spoken(wrong, language, category, text, entry)
    english = entry.forms["en"]
    model = gaps(english.get("other", english.get(None, "")))
    for language, forms in entry.forms.items():
        for category, text in forms.items():
            same_gaps(wrong, language, category, gaps(text), model, bool(re.search(r"%\d+\$", text)))


def spoken(wrong, language, category, text, entry):
    where = language + (f" ({category})" if category else "")
    letters = re.sub(r"%(?:\d+\$)?(?:@|lld)|[{]\w+[}]", "", text)  # what is filled in is no word
    if not text:
        wrong(f"{where} is empty")
    # commas and the space between thousands are what they are
    if text != text.strip() and LETTERS.search(letters):
        wrong(f"{where} has space at an end; sentences are joined by code that knows the language")
    for _, kind in PLACEHOLDER.findall(text):
        if kind not in ("@", "lld", "%"):
            wrong(f"{where}: %{kind} is not read; write %@, %lld or %%")
    script = SCRIPT.get(language)
    if script and re.search(r"[A-Za-z]{2}", letters) and not script.search(letters) and not entry.comment.lower().startswith("same"):
        wrong(f"{where} is not translated: {text[:40]}")


def same_gaps(wrong, language, category, have, model, numbered):
    where = language + (f" ({category})" if category else "")
    if not numbered and have != model and sorted(k for _, k in have) == sorted(k for _, k in model):
        return wrong(f"{where} changes the order of its gaps without numbers; write %1$@, %2$lld")
    if set(have) - set(model):
        return wrong(f"{where} has gaps that English lacks: {have} against {model}")
    left_out = set(model) - set(have)
    if left_out and not (category in MAY_OMIT and all(kind == "lld" for _, kind in left_out)):
        return wrong(f"{where} leaves out {sorted(left_out)}")


CALL = re.compile(r"(?:\b(?:[wW]ords|Phrase|phrase)|\.key)\s*\(")


def first_argument(source, at):
    """What the first argument of a call says: texts with HOLE for what code puts in; `at` is behind the parenthesis."""
    depth, i, code = 0, at, source.code
    while i < len(code):
        if code[i] in "([{":
            depth += 1
        elif code[i] in ")]}":
            if depth == 0:
                break
            depth -= 1
        elif code[i] == "," and depth == 0:
            break
        i += 1
    # literals of the argument itself; not those inside a call, a subscript or an interpolation within it
    out, level, place = [], 0, at
    while place < i:
        if code[place] in "([":
            level += 1
        elif code[place] in ")]":
            level -= 1
        elif level == 0 and (here := [s for s in source.strings if s.start == place]):
            out += here
            place = here[0].end
            continue
        place += 1
    return joined(source, at, i, out)


def joined(source, start, end, literals):
    """"a." + b + ".c" is one text with a hole; the two arms of a condition are two texts."""
    plain = [(s.start, s.text) for s in literals]
    between = source.code[start:end]
    for s in literals:
        between = between[:s.start - start] + " " * (s.end - s.start) + between[s.end - start:]
    if not literals or not re.search(r"(?<![+])\+(?![+=])", between):
        return plain
    head = HOLE if source.code[start:literals[0].start].strip() else ""
    tail = HOLE if source.code[literals[-1].end:end].strip() else ""
    return [(literals[0].start, head + HOLE.join(s.text for s in literals) + tail)]


def used(found, entries):
    """Keys that code says, as exact texts and as patterns; unknown ones are findings."""
    exact, patterns = set(), []
    for path in swift_files("Sources", "Features", "Browser"):
        source = Source(path)
        tests = "/Tests/" in source.name
        exact |= {s.text for s in source.strings if HOLE not in s.text and not tests}
        for _, text in source.comments:
            if match := re.match(r"//+\s*words:\s*(.+)", text):
                for word in match.group(1).split():
                    if KEY.match(word.rstrip("*").rstrip(".") + ".x") or KEY.match(word):
                        exact.add(word)
                        patterns.append(re.compile(re.escape(word).replace(r"\*", ".+") + "$"))
        if not tests:
            for match in CALL.finditer(source.code):
                for place, text in first_argument(source, match.end()):
                    one(found, source, place, text, entries, patterns)
    return exact, patterns


def one(found, source, place, text, entries, patterns):
    line = source.line(place)
    if HOLE not in text:
        if text and text not in entries and "// not words" not in source.line_text(line):
            found.fail(source.name, line, f"“{text}” is in no catalogue")
        return
    if not text.strip(HOLE):
        return
    pattern = re.compile(".+".join(re.escape(part) for part in text.split(HOLE)) + "$")
    patterns.append(pattern)
    if not any(pattern.match(key) for key in entries):
        found.fail(source.name, line, f"no key is like “{text.replace(HOLE, '…')}”")


SILENT = {"script", "style", "code", "kbd", "svg", "template-data", "title-id"}
SAID_ATTRIBUTE = re.compile(r'\b(aria-label|placeholder|title|alt|aria-description|label)="([^"<>]*)"')
LETTERS = re.compile(r"[^\W\d_]{2,}")


def literals(found):
    """Sentences written into pages instead of the catalogues."""
    for path in [*swift_files("Features"), *swift_files("Sources/Kit"), *swift_files("Sources/Web")]:
        source = Source(path)
        if "/Tests/" in source.name or not ("/Pages/" in source.name or source.name.startswith("Sources/")):
            continue
        found.checked += 1
        for literal in source.strings:
            if not re.search(r"</?[a-zA-Z][\w-]*[\s>/\0]|</?[a-z]+$", literal.text):
                continue
            for place, text in spoken_parts(literal.text):
                line = source.line(literal.place(place))
                if "// not words" not in source.line_text(line):
                    found.fail(source.name, line, f"“{' '.join(text.split())[:50]}” is a text for people; it belongs in Words")


def spoken_parts(markup):
    """Runs of text outside tags, and values of attributes that are read out."""
    first = re.search("[<>]", markup)
    at, silent = 0, None
    if first and first.group() == ">":
        at = first.end()
    while at < len(markup):
        opening = markup.find("<", at)
        end = len(markup) if opening < 0 else opening
        text = re.sub(r"&#?\w+;", " ", markup[at:end])
        if not silent and LETTERS.search(text):
            yield at + LETTERS.search(text).start() if "&" not in markup[at:end] else at, text.replace(HOLE, "…")
        if opening < 0:
            return
        closing = markup.find(">", opening)
        closing = len(markup) if closing < 0 else closing
        tag = markup[opening:closing]
        name = re.match(r"</?([\w-]*)", tag).group(1)
        if name in SILENT:
            silent = None if tag.startswith("</") or tag.endswith("/") else name
        for match in SAID_ATTRIBUTE.finditer(tag):
            if LETTERS.search(match.group(2).replace(HOLE, " ")):
                yield opening + match.start(), match.group(2).replace(HOLE, "…")
        at = closing + 1


def format_all():
    for path in (ROOT / "Words").glob("*.xcstrings"):
        path.write_text(written(json.loads(path.read_text(), object_pairs_hook=unique)))


def main():
    if "--format" in sys.argv:
        return format_all()
    found = Findings("words")
    entries = catalogues(found)
    for key, entry in entries.items():
        complete(found, key, entry)
    exact, patterns = used(found, entries)
    for key, entry in entries.items():
        plain = key.split("@")[0]
        if plain not in entries:
            found.fail(entry.path, entry.line, f"{key} is a variant of {plain}, which does not exist")
        if plain not in exact and not any(p.match(plain) for p in patterns):
            found.fail(entry.path, entry.line, f"{key} is used nowhere")
    literals(found)
    found.finish()


if __name__ == "__main__":
    main()
