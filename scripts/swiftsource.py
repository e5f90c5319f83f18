"""Reads Swift source well enough to check it: what is code, what is comment, what is a string.

A `Source` keeps every offset and line. In `code` the comments and the text of string literals are blanked, the code
inside interpolations stays. `strings` holds each literal with its interpolations cut out, `comments` each comment.
Regex literals are not known; write patterns as `#"…"#` or avoid quotes in them.
"""
import bisect, pathlib, re, sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
HOLE = "\0"  # stands for one interpolation in Literal.text


class Literal:
    """One string literal. `text` has HOLE for each interpolation, whose source is in `holes`."""

    def __init__(self, start):
        self.start, self.end, self.text, self.holes, self.places = start, start, [], [], []

    def close(self, end):
        self.end, self.text = end, "".join(self.text)

    def place(self, index):
        """Offset in the file of text[index]."""
        return self.places[index] if index < len(self.places) else self.end


class Source:
    def __init__(self, path, text=None):
        self.path = pathlib.Path(path)
        self.text = self.path.read_text() if text is None else text
        self.strings, self.comments = [], []
        self._blank = list(self.text)
        self._lines = [0] + [m.end() for m in re.finditer("\n", self.text)]
        self._code(0, None)
        self.code = "".join(self._blank)
        self.strings.sort(key=lambda s: s.start)

    @property
    def name(self):
        try:
            return str(self.path.resolve().relative_to(ROOT))
        except ValueError:
            return str(self.path)

    def line(self, offset):
        return bisect.bisect_right(self._lines, offset)

    def line_text(self, line):
        return self.text[self._lines[line - 1]:].split("\n", 1)[0]

    @property
    def line_count(self):
        return len(self.text.splitlines())

    def _wipe(self, start, end):
        for at in range(start, min(end, len(self._blank))):
            if self._blank[at] != "\n":
                self._blank[at] = " "

    def _code(self, at, closing):
        """Walks code from `at`; with `closing` (the code of an interpolation) until its last parenthesis."""
        text, depth = self.text, 0
        while at < len(text):
            char = text[at]
            if text.startswith("//", at):
                end = text.find("\n", at)
                end = len(text) if end < 0 else end
                self._comment(at, end)
                at = end
            elif text.startswith("/*", at):
                end = self._block(at)
                self._comment(at, end)
                at = end
            elif char == '"' or (char == "#" and re.match(r'#+"', text[at:at + 8])):
                at = self._string(at)
            elif closing and char in "()":
                depth += 1 if char == "(" else -1
                if depth < 0:
                    return at
                at += 1
            else:
                at += 1
        return at

    def _block(self, at):
        depth, at = 1, at + 2
        while at < len(self.text) and depth:
            if self.text.startswith("/*", at):
                depth, at = depth + 1, at + 2
            elif self.text.startswith("*/", at):
                depth, at = depth - 1, at + 2
            else:
                at += 1
        return at

    def _comment(self, start, end):
        self.comments.append((self.line(start), self.text[start:end]))
        self._wipe(start, end)

    def _string(self, at):
        text, literal = self.text, Literal(at)
        hashes = len(re.match("#*", text[at:]).group())
        at += hashes
        quote = '"""' if text.startswith('"""', at) else '"'
        ending, escape = quote + "#" * hashes, "\\" + "#" * hashes
        at += len(quote)
        begun = at
        while at < len(text) and not text.startswith(ending, at):
            if text.startswith(escape + "(", at):
                self._wipe(begun, at + len(escape) + 1)
                inside = at + len(escape) + 1
                end = self._code(inside, ")")
                literal.text.append(HOLE)
                literal.places.append(at)
                literal.holes.append(text[inside:end])
                at = begun = end + 1
                self._wipe(end, end + 1)
            elif text.startswith(escape, at) and at + len(escape) < len(text):
                after = text[at + len(escape)]
                said = {"n": "\n", "t": "\t", "r": "\r", "0": " "}.get(after, after)
                if after == "u":
                    ending_brace = text.find("}", at)
                    code = re.match(r"u\{([0-9a-fA-F]+)\}", text[at + len(escape):ending_brace + 1])
                    said = chr(int(code.group(1), 16)) if code else "?"
                    width = ending_brace + 1 - at if code else len(escape) + 1
                else:
                    width = len(escape) + 1
                if not (quote == '"""' and after == "\n"):
                    literal.text.append(said)
                    literal.places.append(at)
                at += width
            elif text[at] == "\n" and quote == '"':
                break  # not a literal after all (a regex, say): leave it
            else:
                literal.text.append(text[at])
                literal.places.append(at)
                at += 1
        self._wipe(begun, at)
        at = min(at + len(ending), len(text))
        literal.close(at)
        self.strings.append(literal)
        return at


def swift_files(*folders):
    """Every Swift file below the folders, in order; none of the build's."""
    for folder in folders:
        base = ROOT / folder
        for path in sorted(base.rglob("*.swift")) if base.is_dir() else []:
            if not any(part.startswith(".") for part in path.relative_to(ROOT).parts):
                yield path


class Findings:
    """Collects what is wrong; `finish` prints, counts and gives the exit code."""

    def __init__(self, what):
        self.what, self.wrong, self.warned, self.checked = what, [], [], 0

    def fail(self, where, line, why):
        self.wrong.append(f"{where}:{line}: {why}")

    def warn(self, where, line, why):
        self.warned.append(f"{where}:{line}: warning: {why}")

    def finish(self):
        for line in sorted(set(self.warned)) + sorted(set(self.wrong)):
            print(line)
        bad = len({line.split(":", 1)[0] for line in self.wrong})
        print(f"{self.what}: {max(self.checked - bad, 0)} passed, {bad} failed" + (f", {len(self.warned)} warnings" if self.warned else ""))
        sys.exit(1 if self.wrong else 0)
