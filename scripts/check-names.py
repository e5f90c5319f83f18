#!/usr/bin/env python3
"""Names and sizes: each feature is a folder with a README and its roles; each file is named for its part.

    python3 scripts/check-names.py

Reasons: spec/style.md rules 1–3, 16 and 17. A file or function that is only a list of data says so with the comment
`// a table of data` and may be as long as the data.
"""
import re
from swiftsource import ROOT, Findings, Source, swift_files

ROLES = {"Model", "Data", "Handlers", "Pages", "Server", "Tests"}
PARTS = {
    "Model": {"", "Commands", "Rules", "Words"}, "Pages": {"Pages"},
    "Data": {"Tables", "Store", "Buckets"}, "Handlers": {"Service", "Routes"},
    "Server": {"Server", "Store", "Service", "Routes", "Followers", "Jobs"}, "Tests": set(),
}
HEADINGS = ["Words", "Rules", "Flow", "Tables", "Paths", "After"]
VAGUE = re.compile(r"(Util|Utils|Utility|Utilities|Helper|Helpers|Manager|Managers|Impl)$")
VAGUE_FOLDERS = {"Utils", "Util", "Helpers", "Common", "Services", "Managers", "Shared", "Misc"}
DATA = "a table of data"
FILE_MOST, FILE_AIM, FUNCTION_MOST, FUNCTION_AIM = 400, 250, 60, 25


def readme(found, feature):
    path = feature / "README.md"
    name = str(path.relative_to(ROOT))
    found.checked += 1
    if not path.exists():
        return found.fail(name, 1, "every feature has a README of one screen")
    lines = path.read_text().splitlines()
    if len(lines) > 60:
        found.fail(name, 61, f"{len(lines)} lines; a README is one screen, at most 60")
    heads = [m.group(1) for line in lines if (m := re.match(r"##\s+(\w+)", line))]
    for missing in [h for h in HEADINGS if h not in heads]:
        found.fail(name, 1, f"the heading “## {missing}” is missing")
    if [h for h in heads if h in HEADINGS] != [h for h in HEADINGS if h in heads]:
        found.fail(name, 1, f"the headings come in the order {', '.join(HEADINGS)}")


def folders(found, feature):
    name = str(feature.relative_to(ROOT))
    for entry in sorted(feature.iterdir()):
        if entry.is_dir() and entry.name not in ROLES and not entry.name.startswith("."):
            found.fail(f"{name}/{entry.name}", 1, f"not a role; the roles are {', '.join(sorted(ROLES))}")
        if entry.is_file() and entry.name != "README.md" and entry.suffix != ".css":
            found.fail(f"{name}/{entry.name}", 1, "a feature's folder holds a README, its CSS and its roles")
    for role in sorted(ROLES):
        for path in sorted((feature / role).rglob("*")) if (feature / role).is_dir() else []:
            if path.is_dir() and path.name != "__Snapshots__" and path.parent.name != "__Snapshots__":
                found.fail(str(path.relative_to(ROOT)), 1, "a role has no folders of its own")
            if path.suffix == ".swift":
                file_name(found, feature.name, role, path)


def file_name(found, feature, role, path):
    """`<Feature><Part>.swift`; more than one page or store may put a word before the part: `AttendanceHistoryPages`."""
    found.checked += 1
    stem, name = path.stem, str(path.relative_to(ROOT))
    if not stem.startswith(feature):
        return found.fail(name, 1, f"the file's name begins with its feature, {feature}")
    rest = stem[len(feature):].split("+")[0]
    parts = PARTS[role]
    if role == "Tests":
        if not (rest.endswith("Tests") or rest in ("Snapshots", "Fixtures")):
            found.fail(name, 1, "a file of tests ends in Tests")
    elif role == "Model":  # types, each in a file of its own when there are many: ExchangeRoster
        if not re.fullmatch(r"([A-Z]\w*)?", rest):
            found.fail(name, 1, "a file of Model is the feature's name and a noun")
    elif rest not in parts and not any(part and rest.endswith(part) for part in parts):
        listed = ", ".join(sorted(feature + p for p in parts))
        found.fail(name, 1, f"the parts of {role} are {listed}")


DECLARED = re.compile(r"\b(?:func\s+(?:`[^`]+`|[^\s(<]+)|(?<![.\w])init[?!]?(?=\s*[(<])|deinit\b|subscript\b)")


def body(code, at):
    """Where the braces of a function declared at `at` open and close, or nothing for a requirement of a protocol."""
    paren = code.find("(", at)
    if paren < 0:
        return None
    depth, i = 0, paren
    while i < len(code):
        if code[i] in "([":
            depth += 1
        elif code[i] in ")]":
            depth -= 1
        elif depth == 0 and code[i] == "{":
            return i, closing(code, i)
        elif depth == 0 and code[i] == "}":
            return None
        elif depth == 0 and code[i] == "\n" and not re.match(r"\s*(\{|where\b|->|throws\b|async\b|rethrows\b)", code[i:i + 200]):
            return None
        i += 1
    return None


def closing(code, at):
    depth = 0
    for i in range(at, len(code)):
        if code[i] == "{":
            depth += 1
        elif code[i] == "}":
            depth -= 1
            if depth == 0:
                return i
    return len(code) - 1


def sizes(found, source):
    name, lines = source.name, source.line_count
    data = {line for line, text in source.comments if DATA in text}
    if lines > FILE_MOST and not any(line <= 12 for line in data):
        found.fail(name, FILE_MOST + 1, f"{lines} lines; a file has at most {FILE_MOST}")
    elif lines > FILE_AIM and not any(line <= 12 for line in data):
        found.warn(name, FILE_AIM + 1, f"{lines} lines; aim at {FILE_AIM}")
    for match in DECLARED.finditer(source.code):
        braces = body(source.code, match.end())
        if not braces:
            continue
        first, last = source.line(match.start()), source.line(braces[1])
        length = last - first + 1
        if length <= FUNCTION_AIM or any(first - 3 <= line <= last for line in data):
            continue
        what = " ".join(source.text[match.start():match.end()].split())
        (found.fail if length > FUNCTION_MOST else found.warn)(
            name, first, f"{what} has {length} lines; explain {FUNCTION_AIM}, never more than {FUNCTION_MOST}")


TYPE = re.compile(r"\b(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)")


def types(found, source):
    for match in TYPE.finditer(source.code):
        if VAGUE.search(match.group(1)):
            found.fail(source.name, source.line(match.start()), f"{match.group(1)}: say what it is, not that it helps")


def main():
    found = Findings("names")
    for feature in sorted(p for p in (ROOT / "Features").glob("*/*") if p.is_dir()):
        if not feature.name.startswith("."):
            readme(found, feature)
            folders(found, feature)
    for path in swift_files("Sources", "Features", "Tests", "Browser", "Benchmarks"):
        found.checked += 1
        source = Source(path)
        sizes(found, source)
        types(found, source)
        for part in path.relative_to(ROOT).parts[:-1]:
            if part in VAGUE_FOLDERS:
                found.fail(source.name, 1, f"{part} is a drawer, not a place")
    found.finish()


if __name__ == "__main__":
    main()
