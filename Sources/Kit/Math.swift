import Base
public import HTML

/// The longest formula that is read.
let mathLength = 2000

/// A formula of a small LaTeX as MathML: fractions, roots, powers, indices, sums, Greek letters, functions, matrices.
///
/// - Returns: `nil` when something in it is not understood; then it is best shown as it was typed.
@inline(never) public func math(_ latex: String, isBlock: Bool = false) -> HTML? {
  guard latex.utf8.count <= mathLength else { return nil }
  var reader = MathReader(bytes: Array(latex.utf8))
  guard let row = reader.whole() else { return nil }
  // Formulas run from left to right in Hebrew books too, and in most Arabic ones.
  return isBlock
    ? "<math dir=\"ltr\" display=\"block\">\(row)</math>" : "<math dir=\"ltr\">\(row)</math>"
}

/// Reads one formula; whatever it does not know makes the whole of it `nil`.
struct MathReader {
  private static let deepest = 24
  let bytes: [UInt8]
  var at = 0
  private var depth = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// One thing with what stands above and below it.
  struct Atom {
    var html: HTML
    /// Limits stand above and below instead of beside.
    var hasLimits = false
  }

  mutating func whole() -> HTML? {
    guard let row = row(), at == bytes.count, !row.isEmpty else { return nil }
    return "<mrow>\(row)</mrow>"
  }

  /// As far as a `}`, `&`, `\\`, `\right` or `\end`, which is left for the caller.
  mutating func row() -> HTML? {
    guard depth < Self.deepest else { return nil }
    depth += 1
    defer { depth -= 1 }
    var out: HTML = ""
    while skip(), at < bytes.count, !endsRow {
      guard let next = scripted() else { return nil }
      out += next
    }
    return out
  }

  /// Passes over spaces; always true, so that it can stand in a condition.
  private mutating func skip() -> Bool {
    while at < bytes.count, bytes[at] == 32 || bytes[at] == 10 || bytes[at] == 9 { at += 1 }
    return true
  }

  private var endsRow: Bool {
    let byte = bytes[at]
    if byte == 125 || byte == 38 { return true }
    guard byte == 92 else { return false }
    return bytes[at...].starts(with: "\\\\".utf8) || begins("\\right") || begins("\\end")
  }

  /// Whether this command stands here, whole.
  private func begins(_ command: String) -> Bool {
    guard bytes[at...].starts(with: command.utf8) else { return false }
    let next = at + command.utf8.count
    return next >= bytes.count || !isLetter(bytes[next])
  }

  // MARK: above and below

  private mutating func scripted() -> HTML? {
    guard var base = bytes[at] == 94 || bytes[at] == 95 ? Atom(html: "<mrow></mrow>") : atom() else { return nil }
    var (below, above) = (HTML?.none, HTML?.none)
    while skip(), at < bytes.count {
      if bytes[at] == 39, above == nil {
        var primes = ""
        while at < bytes.count, bytes[at] == 39 {
          primes += "′"
          at += 1
        }
        above = "<mo>\(primes)</mo>"
      } else if bytes[at] == 94, above == nil {
        at += 1
        guard let found = argument() else { return nil }
        above = found
      } else if bytes[at] == 95, below == nil {
        at += 1
        guard let found = argument() else { return nil }
        below = found
      } else if bytes[at] == 94 || bytes[at] == 95 {
        return nil
      } else {
        break
      }
    }
    base.html = base.hasLimits ? limits(base.html, below, above) : scripts(base.html, below, above)
    return base.html
  }

  private func scripts(_ base: HTML, _ below: HTML?, _ above: HTML?) -> HTML {
    if let below, let above { return "<msubsup>\(base)\(below)\(above)</msubsup>" }
    if let below { return "<msub>\(base)\(below)</msub>" }
    if let above { return "<msup>\(base)\(above)</msup>" }
    return base
  }

  private func limits(_ base: HTML, _ below: HTML?, _ above: HTML?) -> HTML {
    if let below, let above { return "<munderover>\(base)\(below)\(above)</munderover>" }
    if let below { return "<munder>\(base)\(below)</munder>" }
    if let above { return "<mover>\(base)\(above)</mover>" }
    return base
  }

  /// `{…}` or the next single thing.
  mutating func argument() -> HTML? {
    guard skip(), at < bytes.count, !endsRow else { return nil }
    // `x^12` is x to the first, then a two, as in LaTeX.
    if (48...57).contains(bytes[at]) {
      at += 1
      return "<mn>\(String(decoding: bytes[(at - 1)..<at], as: UTF8.self))</mn>"
    }
    return atom()?.html
  }

  // MARK: atoms

  private mutating func atom() -> Atom? {
    guard depth < Self.deepest else { return nil }
    depth += 1
    defer { depth -= 1 }
    let byte = bytes[at]
    switch byte {
    case 123: return group().map { Atom(html: "<mrow>\($0)</mrow>") }
    case 92: return command()
    case 48...57: return Atom(html: number())
    case 126: return letter("<mspace width=\"0.33em\"></mspace>")
    case _ where isLetter(byte): return letter("<mi>\(String(decoding: [byte], as: UTF8.self))</mi>")
    case 45: return letter("<mo>−</mo>")
    case 42: return letter("<mo>∗</mo>")
    case 33, 40, 41, 43, 44, 46, 47, 58, 59, 60, 61, 62, 63, 91, 93, 124:
      return letter("<mo stretchy=\"false\">\(String(decoding: [byte], as: UTF8.self))</mo>")
    case 128...: return Atom(html: foreign())
    default: return nil
    }
  }

  private mutating func letter(_ html: HTML) -> Atom {
    at += 1
    return Atom(html: html)
  }

  /// Digits, with a point or a comma between them.
  private mutating func number() -> HTML {
    let start = at
    while at < bytes.count {
      let isDigit = (48...57).contains(bytes[at])
      let joins = (bytes[at] == 46 || bytes[at] == 44) && at + 1 < bytes.count && (48...57).contains(bytes[at + 1])
      guard isDigit || joins else { break }
      at += 1
    }
    return "<mn>\(String(decoding: bytes[start..<at], as: UTF8.self))</mn>"
  }

  /// Letters and signs of other scripts, as they are.
  private mutating func foreign() -> HTML {
    let start = at
    while at < bytes.count, bytes[at] >= 128 { at += 1 }
    return "<mi>\(String(decoding: bytes[start..<at], as: UTF8.self))</mi>"
  }

  mutating func group() -> HTML? {
    guard skip(), at < bytes.count, bytes[at] == 123 else { return nil }
    at += 1
    guard let inside = row(), at < bytes.count, bytes[at] == 125 else { return nil }
    at += 1
    return inside
  }

  /// What stands between braces, unread.
  mutating func raw() -> String? {
    guard skip(), at < bytes.count, bytes[at] == 123 else { return nil }
    let start = at + 1
    while at < bytes.count, bytes[at] != 125 { at += 1 }
    guard at < bytes.count else { return nil }
    at += 1
    return String(decoding: bytes[start..<(at - 1)], as: UTF8.self)
  }

  /// The name after a backslash: letters, or one other sign.
  mutating func name() -> String? {
    let start = at + 1
    guard start < bytes.count, bytes[start] < 128 else { return nil }
    at = start + 1
    if isLetter(bytes[start]) { while at < bytes.count, isLetter(bytes[at]) { at += 1 } }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }
}

func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }
