#!/usr/bin/env python3
"""The checks themselves: each finds what it must find and lets the rest pass.

    python3 scripts/check-checks.py
"""
import importlib.util, itertools, pathlib, sys
from swiftsource import HOLE, ROOT, Findings, Source

HERE = pathlib.Path(__file__).parent


def load(name):
    spec = importlib.util.spec_from_file_location(name.replace("-", "_"), HERE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


calls, names, words, arrows, styles = (load(f"check-{n}") for n in ("calls", "names", "words", "arrows", "styles"))
PAGES, STORE = "Features/Classroom/Attendance/Pages/AttendancePages.swift", "Sources/Ledger/Writer.swift"

# (file, source, part of a finding that must be there; empty: there must be none)
CALLS = [
    (STORE, 'let x = try! open()', "try!"),
    (STORE, '// try! is forbidden\nlet s = "try! me"', ""),
    (STORE, 'let d = Date()', "clock"),
    (STORE, 'let d = Date(timeIntervalSince1970: 0)', ""),
    ("Sources/App/World+Real.swift", 'let d = Date()', ""),
    (STORE, 'let i = UUID()', "World"),
    (STORE, 'let n = Int.random(in: 0..<3)', "chance"),
    (STORE, 'let e = ProcessInfo.processInfo.environment', "environment"),
    ("Tests/SyncTests/SyncModelTests.swift", 'let e = ProcessInfo.processInfo.environment', ""),
    (STORE, 'print("x")', "Logger"),
    (STORE, 'try db.execute("SELECT * FROM mark")', "name the columns"),
    (STORE, 'let p = Permit<Take>(c, caller: c, at: n)', "Rules"),
    ("Features/Classroom/Attendance/Model/AttendanceRules.swift", 'let p = Permit(c, caller: c, at: n)', ""),
    (STORE, 'final class A: @unchecked Sendable {}', "argument"),
    (STORE, '// guarded by the lock\nfinal class A: @unchecked Sendable {}', ""),
    (STORE, '// TODO later', "issue"),
    (STORE, '// TODO #12 later', ""),
    (STORE, '@Test(.disabled("x")) func a() {}', "proves nothing"),
    (STORE, 'field.disabled = true', ""),
    (PAGES, 'import Foundation', "Foundation"),
    (PAGES, 'func f(_ x: any Sequence) {}', "existentials"),
    (PAGES, 'struct A: Codable {}', "Codable"),
    (PAGES, 'func f() async {}', "async"),
    (PAGES, r'let h: HTML = "<a href=\"\(path)\">\(x)</a>"', "url:"),
    (PAGES, r'let h: HTML = "<a href=\"\(url: path)\">\(x)</a>"', ""),
    (PAGES, r'let h: HTML = "<td class=\(name)>\(x)</td>"', "quotes"),
    (PAGES, r'let h: HTML = "<td class=\"\(name)\">a=\(x)</td>"', ""),
    (PAGES, 'let h: HTML = "<p style=\\"color: red\\">"', "inline"),
    (PAGES, 'let h: HTML = #"<button onclick="go()">"#', "inline"),
    (PAGES, 'let h: HTML = "<script>go()</script>"', "inline script"),
    (PAGES, r'let h: HTML = "<form action=\"\(path("x)"))\">"', "url:"),
    ("Sources/Kit/Marks.swift", 'public func mark(_ a: [Int] = f(1)) -> HTML { "x" }', "what draws"),
    ("Sources/Kit/Marks.swift", '@inline(never) public func mark(_ a: Int) -> HTML { "x" }', ""),
    ("Sources/Kit/Marks.swift", 'public func count(_ a: Int) -> Int { a }', ""),
    (PAGES, 'public func mark(_ a: Int) -> HTML { "x" }', ""),
]


def check_calls(found):
    for path, text, expected in CALLS:
        trial = Findings("trial")
        source = Source(ROOT / path, text)
        for rule in (calls.patterns, calls.permits, calls.remarks, calls.sql, calls.markup, calls.drawing):
            rule(trial, source)
        judge(found, text, trial, expected)


ROOMS = "Features/Classroom/Classrooms/Data/ClassroomsStore.swift"
WRITERS = [
    # (file, source, what the list allows, part of a finding)
    (ROOMS, "extension RoomStore where DB == WriteTransaction {\n  public func put(_ room: Room) {}\n}", "", "RoomStore.put(Room) writes"),
    (ROOMS, "extension RoomStore where DB == WriteTransaction {\n  public func put(_ room: Room) {}\n}", "RoomStore.put(Room)  demo", ""),
    (ROOMS, "extension RoomStore where DB == WriteTransaction {\n  public func put(_ room: Room) {}\n}", "RoomStore.put(Room)  why", "the reasons are"),
    (ROOMS, "extension RoomStore where DB == WriteTransaction {\n  func put(_ room: Room) {}\n}", "", ""),
    (ROOMS, "extension RoomStore where DB == WriteTransaction {\n  func put(_ room: Room) {}\n}", "RoomStore.put(Room)  demo", "take the line out"),
    (ROOMS, "extension RoomStore where DB == WriteTransaction {\n  public func save(_ permit: Permit<Add>, of a: [B: C] = [:]) {}\n}", "", ""),
    (ROOMS, "extension RoomStore {\n  public func room(_ id: ID<Room>) {}\n}", "", ""),
    (ROOMS, "extension RoomStore {\n  public static func insert(_ room: Room, _ tx: WriteTransaction) {}\n}", "", "insert(Room, WriteTransaction)"),
    ("Features/Classroom/Classrooms/Tests/RoomStore.swift",
     "extension RoomStore where DB == WriteTransaction {\n  public func put(_ room: Room) {}\n}", "", ""),
]


def check_writers(found):
    for path, text, listed, expected in WRITERS:
        trial = Findings("trial")
        calls.unasked(trial, [Source(ROOT / path, text)], calls.allowance("# a comment\n" + listed))
        judge(found, text, trial, expected)


def check_strayed(found):
    one = "extension RoomStore {\n  package static func seen(_ id: ID<Room>, _ tx: WriteTransaction) {}\n}"
    many = "package extension RoomStore where DB == WriteTransaction {\n  func seen(_ id: ID<Room>) {}\n}"
    places = [("Features/Talk/Calendar/Server/CalendarServer.swift", "for the server of Classroom"),
              ("Sources/Demo/DemoRooms.swift", "for the server of Classroom"),
              ("Features/Classroom/Classrooms/Server/ClassroomsServer.swift", "")]
    for text, call, (path, expected) in itertools.product([one, many], ["RoomStore.seen(id, tx)", "RoomStore(tx: tx).seen(id)"], places):
        trial = Findings("trial")
        calls.strayed(trial, [Source(ROOT / ROOMS, text)], [Source(ROOT / path, call)])
        judge(found, path, trial, expected)


def judge(found, text, trial, expected):
    found.checked += 1
    good = any(expected in line for line in trial.wrong) if expected else not trial.wrong
    if not good:
        found.fail(f"check-checks.py ({text[:40]!r})", found.checked, f"expected {expected or 'nothing'}, found {trial.wrong or 'nothing'}")


def check_lexer(found):
    source = Source(ROOT / STORE, 'let a = "x\\(f("y)") + 1)z" // c "q"\nlet b = """\n  two "quotes"\n  """\nlet c = #"raw \\(no) \\#(yes)"#')
    said = [s.text for s in source.strings]
    expected = [f"x{HOLE}z", "y)", '\n  two "quotes"\n  ', f"raw \\(no) {HOLE}"]
    found.checked += 1
    if said != expected:
        found.fail("check-checks.py (lexer)", 1, f"{said} is not {expected}")


def check_sizes(found):
    body = "\n".join("  let x = 1" for _ in range(70))
    for text, expected in [
        (f"func long() {{\n{body}\n}}", "has 72 lines"), (f"// a table of data\nfunc long() {{\n{body}\n}}", ""),
        ("func short() {\n}", ""), (f"protocol P {{\n  func no()\n  func none()\n}}\nstruct S {{\n{body}\n}}", ""),
        ("\n" * 401, "at most 400"), ("struct RosterHelper {}", "say what it is"), ("struct Roster {}", ""),
    ]:
        trial = Findings("trial")
        names.sizes(trial, Source(ROOT / STORE, text))
        names.types(trial, Source(ROOT / STORE, text))
        judge(found, text, trial, expected)


def entry(**forms):
    made = words.Entry("Words/x.xcstrings", 1, "")
    made.forms = {language: (text if isinstance(text, dict) else {None: text}) for language, text in forms.items()}
    return made


def check_words(found):
    good = dict(en="Save", fr="Enregistrer", ar="احفظ", he="שמור")
    count = dict(
        en={"one": "%lld day", "other": "%lld days"}, fr={"one": "%lld jour", "many": "%lld de jours", "other": "%lld jours"},
        he={"one": "יום אחד", "two": "יומיים", "other": "%lld ימים"},
        ar={c: "%lld أيام" for c in ("zero", "one", "two", "few", "many", "other")})
    for forms, expected in [
        (good, ""), ({**good, "he": ""}, "empty"), ({k: v for k, v in good.items() if k != "ar"}, "not said in ar"),
        ({**good, "ar": "Save"}, "not translated"), ({**good, "fr": "Enregistrer %@"}, "gaps that English lacks"), (count, ""),
        ({**count, "ar": {"one": "x", "other": "y"}}, "it needs"), ({**count, "fr": {**count["fr"], "other": "jours"}}, "leaves out"),
        (dict(en="%@ and %@ in %lld", fr="%@ et %@ en %lld", ar="%3$lld %1$@ و%2$@", he="%lld %@ ו%@"), "order"),
        ({**good, "en": "%d"}, "is not read"),
    ]:
        trial = Findings("trial")
        words.complete(trial, "a.key", entry(**forms))
        judge(found, str(forms)[:60], trial, expected)


def check_spoken(found):
    for markup, expected in [
        ("<p>Save</p>", True), (f"<p>{HOLE}</p>", False), (f"</b> of {HOLE}", True), (f" class=\"x\">{HOLE}<i></i>", False),
        (f"<p>{HOLE} &middot; {HOLE}</p>", False), ('<input placeholder="Name">', True), ("<kbd>Esc</kbd>", False),
    ]:
        found.checked += 1
        if bool(list(words.spoken_parts(markup))) != expected:
            found.fail(f"check-checks.py ({markup!r})", 1, f"spoken: {list(words.spoken_parts(markup))}")


def check_arguments(found):
    for text, expected in [
        ('words("a.b")', ["a.b"]), ('words("a." + kind + ".c")', [f"a.{HOLE}.c"]), ('words(x ? "a.b" : "a.c")', ["a.b", "a.c"]),
        ('words("a.b", .text(f("no")))', ["a.b"]), ('words(phrase)', []), ('words(key + ".title")', [f"{HOLE}.title"]),
        ('words("a.\\(b("c"))")', [f"a.{HOLE}"]),
    ]:
        found.checked += 1
        source = Source(ROOT / STORE, text)
        said = [t for _, t in words.first_argument(source, words.CALL.search(source.code).end())]
        if said != expected:
            found.fail(f"check-checks.py ({text!r})", 1, f"said {said}, expected {expected}")


def check_imports(found):
    for path, module, good in [
        ("Features/Office/Exchange/Model/Exchange.swift", "Delimited", True), ("Sources/Archive/ZIP.swift", "School", False),
        (PAGES, "Kit", True), (PAGES, "Ledger", False), ("Sources/Base/ID.swift", "Foundation", False),
        ("Features/Talk/Calendar/Model/Calendar.swift", "ICalendar", True), ("Sources/ICalendar/Recurrence.swift", "School", False),
        ("Features/Classroom/Attendance/Handlers/AttendanceService.swift", "People", True),
        ("Features/Classroom/Attendance/Handlers/AttendanceService.swift", "Ledger", False),
        ("Features/Classroom/Attendance/Handlers/AttendanceService.swift", "Foundation", False),
        ("Features/Classroom/Attendance/Data/AttendanceStore.swift", "Router", False),
        ("Features/Classroom/Attendance/Server/AttendanceServer.swift", "Ledger", True),
        ("Features/People/Members/Handlers/MembersService.swift", "Classroom", False), ("Sources/Router/Route.swift", "School", False),
    ]:
        found.checked += 1
        if (module in arrows.allowed(path)) != good:
            found.fail(f"check-checks.py ({path})", 1, f"import {module} should be {'allowed' if good else 'refused'}")


def check_client(found):
    for deep, expected in [({"byName": ["Base", None]}, ""), ({"byName": ["PeopleServer", None]}, "links PeopleServer"),
                           ({"product": ["NIOCore", "swift-nio", None, None]}, "links NIOCore")]:
        trial = Findings("trial")
        arrows.client(trial, {"HomeroomClient": [{"byName": ["Core", None]}], "Core": [{"target": ["People", None]}], "People": [deep]})
        judge(found, str(deep), trial, expected)


def check_order(found):
    path, names, tables = ROOT / "Features/Learning/Questions/Data/QuestionsStore.swift", {"AttemptsStore"}, {"quiz_attempt"}
    for text, expected in [
        ("let a = AttemptsStore(tx: tx)", ["AttemptsStore"]), ("// AttemptsStore", []), ("let a = QuestionsStore(tx: tx)", []),
        ('tx.rows("SELECT 1 FROM question q JOIN quiz_attempt a")', ["quiz_attempt"]), ('tx.rows("SELECT 1 FROM question")', []),
    ]:
        found.checked += 1
        said = [what for _, what in arrows.upward(Source(path, text), names, tables)]
        if said != expected:
            found.fail(f"check-checks.py ({text!r})", 1, f"said {said}, expected {expected}")


def check_styles(found):
    for text, good in [
        ("a { color: #fff; }", False), ("a { color: var(--ink); }", True), ("a { border: 1px solid rgb(0 0 0); }", False),
        ("/* #fff */ a { color: CanvasText }", True), ("a { margin-left: 0; }", False), ("a { inset-inline-start: 0; }", True),
        ("a { text-align: left; }", False), ("a { text-align: start; }", True), ("a { font-family: Arial; }", False),
        ("a { font-size: 0.8rem; }", False), ("a { font-size: var(--text-body); }", True), ("a { font-size: 0.9em; }", True),
        ("a { border-radius: 8px; }", False), ("a { border-radius: 50%; }", True),
        ("a { border-radius: calc(var(--radius-card) - 1px); }", True), ("a { transition: opacity 200ms; }", False),
        ("a { transition: opacity var(--quick); }", True), ("a { animation-duration: 0.01ms !important; }", True),
        ("a { padding: 0.5rem; }", False), ("a { padding: 0.125rem; }", True), ("a { gap: 0 1rem; }", False),
        ("a { inline-size: 2rem; }", True), ("a { width: 2rem; }", False), ("@media (min-width: 40rem) { a { gap: 0; } }", True),
    ]:
        found.checked += 1
        if any(styles.problem(name, value) for _, name, value in styles.declarations(text)) == good:
            found.fail(f"check-checks.py ({text})", 1, "should pass" if good else "should be refused")


def main():
    found = Findings("the checks")
    for trial in (check_lexer, check_calls, check_writers, check_strayed, check_client, check_sizes, check_words, check_spoken, check_arguments,
                  check_imports, check_order, check_styles):
        trial(found)
    found.finish()


if __name__ == "__main__":
    sys.exit(main())
