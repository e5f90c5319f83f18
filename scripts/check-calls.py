#!/usr/bin/env python3
"""Forbidden calls: what may not be written, and where.

    python3 scripts/check-calls.py

Reasons: spec/style.md rules 8, 12, 20, 21, 23, 25 and 26; spec/security.md §3.1 V1 for the HTML ones.
"""
import re
from swiftsource import HOLE, ROOT, Findings, Source, swift_files

# What the browser compiles, too.
CLEAN = re.compile(r"^(Sources/(Base|Exact|Archive|Delimited|ICalendar|XML|HTML|Kit|Database|Router|Sync|Core)/|Features/\w+/\w+/(Model|Data|Handlers|Pages)/)")
TESTS = re.compile(r"^(Tests/|Features/\w+/\w+/Tests/|Sources/HomeroomTesting/)")

# (pattern in code, where it is allowed, why not)
CODE = [
    (r"\btry!", None, "try! stops the program; throw, or say why it cannot happen with preconditionFailure"),
    (r"\bas!\s", None, "as! stops the program"),
    (r"\bfatalError\(", None, "fatalError says nothing; make the state unwritable, or use preconditionFailure with a sentence"),
    (r"(?<![.\w])Date\(\s*\)|\bDate\.now\b|\.Clock\(\)\.now\b", r"^Sources/(App/|Client/DeviceWorld\.swift)", "the clock is a value of World"),
    (r"(?<![.\w])UUID\(\s*\)", r"^Sources/App/", "names are made by World"),
    (r"\.random\(|\.randomElement\(|\.shuffled?\(\s*\)|\bSystemRandomNumberGenerator\b|\barc4random", r"^Sources/(App/|Client/DeviceWorld\.swift)",
     "chance is a value of World"),
    (r"\bProcessInfo\b|\bgetenv\(|\benviron\b(?=\s*[\[.])", r"^(Sources/(App|homeroom)/|Tests/SyncTests/SyncModelTests\.swift)", "only App reads the environment; pass a Settings value"),
    (r"(?<![.\w])print\(|\bdebugPrint\(|\bdump\(", r"^Sources/homeroom/|^Benchmarks/", "log with a Logger; only the command line prints"),
    (r"\bTask\.detached\b", None, "structured concurrency only"),
    (r"\bnonisolated\(unsafe\)", r"^Sources/C/", "say what guards it with a lock or an actor"),
    (r"\bXCTSkip\w*\b|\.disabled\(|\.disabled\b(?=\s*[,)])", None, "a test that does not run proves nothing"),
    (r"\bwithKnownIssue\b", None, "a known issue is a failing test; fix it"),
]
# In the parts the browser compiles.
BROWSER = [
    (r"\bimport\s+Foundation\w*", "no Foundation where the browser compiles"),
    (r"(?<![\w.])any\s+[A-Z]", "no existentials where the browser compiles"),
    (r"\b(Codable|Decodable|Encodable)\b", "no Codable where the browser compiles; read a Form or JSON"),
    (r"\bMirror\(", "no reflection where the browser compiles"),
    (r"\basync\b|\bawait\b", "what runs in the browser does not wait: async is the Server role's"),
]
INTERPOLATED = re.compile(r"""([\w:-]+)=\0""")
ADDRESS = re.compile(r"""\b(href|src|action|formaction|poster|data|cite|ping)=(["'])\0""")
INLINE = re.compile(r"<[a-z][^<>]*\s(style|on[a-z]+)=", re.I)
SCRIPT = re.compile(r"<script(?![^>]*\s(?:src=|type=\"(?:application/json|speculationrules)\"))[^>]*>", re.I)
TAG = re.compile(r"<[a-zA-Z!/]")
PHYSICAL = re.compile(
    r"(?<![\w-])(?:(?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right)(?:-\w+)*|left|right|"
    r"border-(?:top|bottom)-(?:left|right)-radius)\s*:|(?<![\w-])(?:text-align|float|clear|caption-side)\s*:\s*(?:left|right)\b")
TODO = re.compile(r"\b(TODO|FIXME|XXX)\b")


def patterns(found, source):
    name, code = source.name, source.code
    for pattern, allowed, why in CODE:
        if allowed and re.search(allowed, name):
            continue
        for match in re.finditer(pattern, code):
            found.fail(name, source.line(match.start()), f"{match.group().strip()}: {why}")
    if CLEAN.search(name):
        for pattern, why in BROWSER:
            for match in re.finditer(pattern, code):
                found.fail(name, source.line(match.start()), f"{match.group().strip()}: {why}")


def permits(found, source):
    name = source.name
    if name.endswith("Rules.swift") or name == "Sources/Base/Command.swift" or TESTS.search(name):
        return
    for match in re.finditer(r"(?<![\w.])Permit(?:<[^>()]*>)?\s*\(", source.code):
        found.fail(name, source.line(match.start()), "only *Rules.swift makes a Permit")


STORE = re.compile(r"^Features/\w+/\w+/(Data|Server)/\w+Store\.swift$")
EXTENSION = re.compile(r"(?:\b(package) )?\b(?:extension|struct|enum)\s+(\w+)[^{}]*\{")
WRITER = r"^ *(?:@\w+ )*{}(?:static )?func (\w+)(?:<[^>]*>)?\("
# Why something else than a command writes: by scripts/store-writers.txt.
REASONS = {"import", "neighbour", "demo", "tests", "server"}


def closing(code, at, pair="()"):
    """Where what opens at `at` closes."""
    depth = 0
    for i in range(at, len(code)):
        depth += (code[i] == pair[0]) - (code[i] == pair[1])
        if depth == 0:
            return i
    return len(code)


def parameters(text):
    """What a function takes, as its caller sees it: `(_ id: ID<Mark>, in room: [Int] = [])` is ID<Mark>, in: [Int]."""
    parts, depth, start = [], 0, 0
    for i, char in enumerate(text + ","):
        depth += (char in "([<") - (char in ")]" or char == ">" and text[i - 1:i] != "-")
        if char == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    takes = []
    for part in parts:
        name, _, kind = part.partition(":")
        label = name.split()[0] if name.split() else "_"
        takes.append(("" if label == "_" else label + ": ") + " ".join(kind.split("=")[0].split()))
    return ", ".join(takes) if text.strip() else ""


def writers(source, access="public"):
    """The functions of a store that write, for other modules to call, and ask for no permit: (offset, name)."""
    if not STORE.search(source.name):
        return
    for block in EXTENSION.finditer(source.code):
        begun, writes = block.end() - 1, "DB == WriteTransaction" in block.group()
        said = "" if access == block.group(1) else access + " "  # a package extension says it for all that is in it
        for match in re.compile(WRITER.format(said), re.M).finditer(source.code, begun, closing(source.code, begun, "{}")):
            takes = parameters(source.code[match.end():closing(source.code, match.end() - 1)])
            if "Permit<" not in takes and (writes or "WriteTransaction" in takes):
                yield match.start(1), f"{block.group(2)}.{match.group(1)}({takes})"


def unasked(found, sources, listed):
    """What writes without a permit stands in the list, and the list only gets shorter (style.md rule 3)."""
    seen = set()
    for source in sources:
        for at, name in writers(source):
            seen.add(name)
            if name not in listed:
                found.fail(source.name, source.line(at), f"{name} writes for anybody: take a Permit, or make it internal and send a Command")
    for name, (line, reasons) in listed.items():
        if name not in seen:
            found.fail("scripts/store-writers.txt", line, f"{name} needs no leave any more: take the line out")
        if not reasons or not set(reasons) <= REASONS:
            found.fail("scripts/store-writers.txt", line, f"the reasons are {', '.join(sorted(REASONS))}")


def strayed(found, stores, sources):
    """What writes without a permit and says `package` is for the server of its own area (docs/decisions/0046)."""
    own, everybodys = {}, {name.split("(")[0] for store in stores for _, name in writers(store)}
    for source in stores:
        for _, name in writers(source, "package"):
            own.setdefault(name.split("(")[0], set()).add(source.name.split("/")[1])
    for source in sources:
        if source.name.startswith("Features/") and TESTS.search(source.name):
            continue
        area = source.name.split("/")[1]
        for match in re.finditer(r"\b(\w+)(?:<\w+>)?(?:\([^()]*\))?\.(\w+)\(", source.code):
            name = f"{match.group(1)}.{match.group(2)}"
            if name in own and name not in everybodys and area not in own[name]:
                found.fail(source.name, source.line(match.start()), f"{name} writes for the server of {'/'.join(sorted(own[name]))} alone: send a Command")


def allowance(text):
    """Each line: a function, two spaces or more, and who needs it."""
    listed = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            name, _, reasons = line.partition("  ")
            listed[name.strip()] = (number, reasons.split())
    return listed


def remarks(found, source):
    """Comments that owe a reason, and code that owes a comment."""
    name = source.name
    spoken = {line for line, _ in source.comments}
    for match in re.finditer(r"@unchecked\s+Sendable", source.code):
        line = source.line(match.start())
        if not any(near in spoken for near in range(line - 3, line + 1)):
            found.fail(name, line, "@unchecked Sendable carries its argument in a comment")
    for match in re.finditer(r"\btry\?", source.code):
        line = source.line(match.start())
        if not TESTS.search(name) and not any(near in spoken for near in range(line - 2, line + 1)):
            found.warn(name, line, "try? forgets an error; say why that is right")
    for line, text in source.comments:
        if TODO.search(text) and not re.search(r"#\d+", text):
            found.fail(name, line, "a TODO names its issue: // TODO #12 …")


def sql(found, source):
    for literal in source.strings:
        if re.search(r"\bSELECT\s+(\w+\.)?\*", literal.text, re.I):
            found.fail(source.name, source.line(literal.start), "SELECT *: name the columns")


def markup(found, source):
    """HTML literals: quoted attributes, addresses through url:, nothing inline that the policy forbids."""
    name = source.name
    if TESTS.search(name):
        return
    for literal in source.strings:
        text = literal.text
        if not TAG.search(text) and not re.search(r"\s[\w-]+=\"?\0", text):
            continue
        at = lambda match: source.line(literal.place(match.start()))
        if TAG.search(text):
            for match in INTERPOLATED.finditer(text):
                if inside_tag(text, match.start()):
                    found.fail(name, at(match), f'{match.group(1)}="\\(…)": an attribute with a value from outside has quotes')
            for match in INLINE.finditer(text):
                if name.endswith("LetterPages.swift") and match.group(1) == "style":
                    continue  # programs that read mail know no style sheets and have no policy of ours
                found.fail(name, at(match), f"{match.group(1)}=: inline style and script are forbidden by our own policy")
            for match in SCRIPT.finditer(text):
                found.fail(name, at(match), "an inline script is forbidden by our own policy")
        for match in ADDRESS.finditer(text):
            hole = literal.holes[text[:match.end()].count(HOLE) - 1]
            if not re.match(r"\s*url\s*:", hole):
                found.fail(name, at(match), f'{match.group(1)}="\\({hole[:30].strip()}": an address goes through \\(url: …)')


def inside_tag(text, at):
    return text.rfind("<", 0, at) > text.rfind(">", 0, at)


DRAWS = re.compile(r"^ *(@inline\(never\) )?public (?:static )?func \w+(?:<[^>]*>)?(\()", re.M)


def drawing(found, source):
    """What the kit draws with is not written out wherever it is used: that was a sixth of the browser's program (docs/decisions/0041)."""
    if not source.name.startswith("Sources/Kit/"):
        return
    for match in DRAWS.finditer(source.code):
        gives = source.code[closing(source.code, match.start(2)) + 1:].lstrip()
        if not match.group(1) and re.match(r"->\s*(HTML|Field|Page)\b", gives):
            found.fail(source.name, source.line(match.start(2)), "what draws is @inline(never)")


def stylesheets(found):
    for path in [*(ROOT / "Public").rglob("*.css"), *(ROOT / "Features").rglob("*.css")]:
        found.checked += 1
        text = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()), path.read_text(), flags=re.S)
        for match in PHYSICAL.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            found.fail(str(path.relative_to(ROOT)), line, f"{match.group().strip()} logical properties only: inline-start, inline-end")


def main():
    found, sources = Findings("forbidden calls"), []
    for path in swift_files("Sources", "Features", "Tests", "Browser", "Benchmarks"):
        found.checked += 1
        source = Source(path)
        for rule in (patterns, permits, remarks, sql, markup, drawing):
            rule(found, source)
        sources.append(source)
    stylesheets(found)
    stores = [source for source in sources if STORE.search(source.name)]
    strayed(found, stores, sources)
    unasked(found, stores, allowance((ROOT / "scripts/store-writers.txt").read_text()))
    found.finish()


if __name__ == "__main__":
    main()
