"""Small wrong changes to the Swift sources, each behind a number that a run of the tests can choose.

A mutant is one change at one place: the edge of a comparison, `&&` for `||`, a number one larger, a guard that lets everything pass, a
statement left out, a bucket missing from a list. All of them are written into one copy of the sources, as code that asks
`mutant(17)` which of the two it is to be, so that one build serves every run. What does not compile is left out by whoever builds.
"""
import re
from swiftsource import Source

OPERATORS = {">=": ">", "<=": "<", ">": ">=", "<": "<=", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-", "-": "+"}
# Every operator and its opposite is a generic function; the mutant's number is written into the operator's name.
KINDS = {
    ">=": ("ComparisonPrecedence", "<T: Comparable>(a: T, b: T) -> Bool"), "==": ("ComparisonPrecedence", "<T: Equatable>(a: T, b: T) -> Bool"),
    "+": ("AdditionPrecedence", "<T: AdditiveArithmetic>(a: T, b: T) -> T"),
    "&&": ("LogicalConjunctionPrecedence", "(a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool"),
    "||": ("LogicalDisjunctionPrecedence", "(a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool"),
}
KINDS |= {"<=": KINDS[">="], ">": KINDS[">="], "<": KINDS[">="], "!=": KINDS["=="], "-": KINDS["+"]}

# Where rights, buckets, points and times of closing are decided: here every mutant must be noticed.
DECIDES = re.compile(r"^(?:try )?tx\.(revoke|grant|revokeAll|withdraw)\(")
STRICT = re.compile(r"(Rules|Buckets|PermitStore|VisibilityStore|AccessStore|Scoring|Late)\.swift$|/Grades/Model/")


class Mutant:
    """One change: `old` at `start` of the file becomes `new`; it is the `nth` of that file that says the same."""

    def __init__(self, number, file, line, kind, start, old, new, says, nth=0):
        self.number, self.file, self.line, self.kind, self.start = number, file, line, kind, start
        self.old, self.new, self.says, self.nth = old, new, says, nth
        self.is_strict = kind == "buckets" or bool(STRICT.search(file) or DECIDES.match(old))

    @property
    def key(self):
        """What a result is kept by and an equivalent one is called: the same when lines above it move."""
        return f"{self.place} #{self.nth}"

    @property
    def feature(self):
        return "/".join(self.file.split("/")[1:3])

    @property
    def place(self):
        """The change in words, which a file may have several times."""
        return f"{self.file}: {self.says}"


def named(operator, number):
    """`>=` of mutant 5 is written `>=^~^`: digits cannot stand in an operator."""
    return operator + "^" + bin(number)[2:].replace("0", "~").replace("1", "^")


def declared(operator, number):
    group, signature = KINDS[operator]
    name, other = named(operator, number), OPERATORS[operator]
    right, attempt = ("b()", "try ") if "autoclosure" in signature else ("b", "")
    return (f"infix operator {name}: {group}\npublic func {name} {signature} {{\n"
            f"  {attempt}mutant({number}) ? a {other} {right} : a {operator} {right}\n}}\n")


# ── finding: each yields (start, old, new with {n} for the number, what it says) ──

def operators(source):
    for m in re.finditer(r"(?<=[\w)\]?] )(>=|<=|==|!=|&&|\|\||<|>|\+|-)(?= [\w(.\[!-])", source.code):
        yield m.start(), m[1], m[1], f"{m[1]} → {OPERATORS[m[1]]}"


def numbers(source):
    """A number one larger; how many a page lists is left alone, because one more of them is nobody's loss."""
    for m in re.finditer(r"(?<![\w.\"$#\\])(?<!case )(\d[\d_]*)(?![\w.\"])", source.code):
        value = int(m[1].replace("_", ""))
        if 1 < value < 1 << 31 and not re.search("limit|most|page|batch", source.line_text(source.line(m.start())), re.I):
            yield m.start(), m[1], f"mutated({{n}}, {value + 1}, {m[1]})", f"{m[1]} → {value + 1}"


def booleans(source):
    for m in re.finditer(r"(?:return|[:=]) (true|false)\b", source.code):
        other = "false" if m[1] == "true" else "true"
        yield m.start(1), m[1], f"mutated({{n}}, {other}, {m[1]})", f"{m[1]} → {other}"


def split_try(condition):
    found = re.match(r"((?:try |await )*)(.*)$", condition, re.S)
    return found[1], found[2]


def is_plain(condition):
    """A condition that binds nothing and is one expression."""
    depth = 0
    for char in condition:
        depth += (char in "([{") - (char in ")]}")
        if char == "," and depth == 0:
            return False
    return not re.search(r"\b(let|var|case)\b|#available|[{}]", condition)


def guards(source):
    for m in re.finditer(r"\bguard ([^\n]+?) else \{", source.code):
        condition = source.text[m.start(1):m.end(1)]
        if is_plain(m[1]):
            attempt, rest = split_try(condition)
            yield m.start(1), condition, f"{attempt}mutant({{n}}) || ({rest})", f"guard {condition} → no guard"
    for m in re.finditer(r"\bif ([^\n{]+?) \{\s*(?:throw|return false|return nil|return \[\]|continue)\b", source.code):
        condition = source.text[m.start(1):m.end(1)]
        if is_plain(m[1]):
            attempt, rest = split_try(condition)
            yield m.start(1), condition, f"{attempt}!mutant({{n}}) && ({rest})", f"if {condition} → never"


STATEMENT = re.compile(r"(?<=\n)( +)((?:try |await )*[A-Za-z_][\w.]*(?:\([^\n]*\)[\w.]*)*\([^\n]*\))(?=\n)")
WORTH = re.compile(r"\b(revoke|grant|touch|withdraw|put|remove|insert|delete|execute|tell|require|check|permit|record|close|end|link|notify)\w*\(")


def statements(source):
    for m in STATEMENT.finditer(source.code):
        text = source.text[m.start(2):m.end(2)]
        balanced = m[2].count("(") == m[2].count(")") and m[2].count("{") == m[2].count("}")
        if balanced and WORTH.search(m[2]) and not re.match(r"(return|super|self\.init|func|init)\b", m[2]):
            yield m.start(2), text, f"if !mutant({{n}}) {{ {text} }}", f"{' '.join(text.split())} → left out"


def buckets(source):
    for m in re.finditer(r"\[(\.\w+\([^\[\]\n]*\))\]", source.code):
        parts = split(source.text[m.start(1):m.end(1)])
        if not re.match(r"\.(class|course|family|person|office|school|member|conversation|staff)", parts[0]):
            continue
        for index, part in enumerate(parts):
            rest = ", ".join(p for i, p in enumerate(parts) if i != index)
            whole = source.text[m.start():m.end()]
            yield m.start(), whole, f"mutated({{n}}, [{rest}], {whole})", f"{whole} → without {part}"


def split(text):
    parts, depth, last = [], 0, 0
    for at, char in enumerate(text):
        depth += (char in "([") - (char in ")]")
        if char == "," and depth == 0:
            parts, last = parts + [text[last:at].strip()], at + 1
    return parts + [text[last:].strip()]


FINDERS = {"operator": operators, "number": numbers, "boolean": booleans, "guard": guards, "statement": statements, "buckets": buckets}
NOT_HERE = re.compile(r"^\s*(@|import|public import|infix|#|case .*:$|typealias)|\bwhere\b.*[:=]=? *[A-Z]|static let migrations|words: |inAPI:|required: ")


def found(path, text=None):
    """Every place of a file that can be changed, as (line, kind, start, old, new, says)."""
    source = Source(path, text)
    if not re.search(r"^(public |package |internal )?import Base\b", source.code, re.M):
        return []  # it could not call what tells the mutants apart
    listed = []
    for kind, finder in FINDERS.items():
        for start, old, new, says in finder(source):
            line = source.line(start)
            if not NOT_HERE.search(source.line_text(line)):
                listed.append((line, kind, start, old, new, says))
    return listed


def machinery(most, heads):
    """The file that tells the mutants apart; it stands in Base of the copy."""
    return """import Glibc

/// The number of the change that this run tries.
private let tried: Int = getenv("HOMEROOM_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0
/// A trial asks one engine: most tests run the same on both.
public let triesOneEngine = getenv("HOMEROOM_MUTANT_ENGINE") != nil
/// Which changes a run has come by: a byte each, written when the process ends.
nonisolated(unsafe) private let reached: UnsafeMutablePointer<UInt8> = {
  let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: COUNT)
  bytes.initialize(repeating: 48, count: COUNT)
  if getenv("HOMEROOM_REACHED") != nil {
    atexit {
      guard let path = getenv("HOMEROOM_REACHED"), let file = fopen(path, "w") else { return }
      fwrite(reached, 1, COUNT, file)
      fclose(file)
    }
  }
  return bytes
}()
@inline(never) public func mutant(_ number: Int) -> Bool {
  reached[number] = 49
  return tried == number
}
public func mutated<T>(_ number: Int, _ changed: @autoclosure () -> T, _ whole: @autoclosure () -> T) -> T {
  mutant(number) ? changed() : whole()
}
""".replace("COUNT", str(most // 1000 * 1000)) + "".join(heads)


def written(text, mutants):
    """The text of a file with its mutants in place, none of which touch each other."""
    for m in sorted(mutants, key=lambda m: -m.start):
        assert text[m.start:m.start + len(m.old)] == m.old, m.place
        text = text[:m.start] + m.new + text[m.start + len(m.old):]
    return text
