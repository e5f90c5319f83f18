import Base

// One row for each checklist and about 14 bytes for each item that was touched (rules 4.11 gives the arithmetic): the accounts, and then
// for each item its key and its acts, all numbers to the base of 36:
//
//     <account>,<account>;<key>+<author><mark><minute>.<version>-<author><mark><minute>=<mark><mark>;<key>…
//
// The version stands only where it is not the one before it, beginning with 1.

extension ChecklistProgress {
  public var text: String {
    var authors: [ID<Account>] = []
    var parts = ""
    for item in items {
      parts += ";" + String(item.key, radix: 36)
      var version = 1
      for act in item.acts {
        let author = authors.firstIndex(of: act.by) ?? authors.count
        if author == authors.count { authors.append(act.by) }
        parts += (act.isTick ? "+" : "-") + String(author, radix: 36) + Self.five(act.mark)
        parts += String(act.minute, radix: 36)
        if act.version != version { parts += "." + String(act.version, radix: 36) }
        version = act.version
        if let taken = act.takesBack { parts += "=" + taken.map { Self.five($0) }.joined() }
      }
    }
    return items.isEmpty ? "" : authors.map { $0.text }.joined(separator: ",") + parts
  }

  private static func five(_ mark: UInt32) -> String {
    let digits = String(mark % ChecklistAct.marks, radix: 36)
    return String(repeating: "0", count: max(0, 5 - digits.utf8.count)) + digits
  }

  /// Reads what `text` wrote; nothing when it is anything else, as something damaged is.
  public init?(text: String) {
    self.init()
    guard !text.isEmpty else { return }
    let parts = text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard let names = parts.first else { return nil }
    var authors: [ID<Account>] = []
    for name in names.split(separator: UInt8(ascii: ",")) {
      guard let id = ID<Account>(String(decoding: name, as: UTF8.self)) else { return nil }
      authors.append(id)
    }
    for part in parts.dropFirst() {
      guard let item = Self.item(part, authors) else { return nil }
      items.append(item)
    }
  }

  private static func item(_ part: Substring.UTF8View, _ authors: [ID<Account>]) -> Item? {
    var rest = part[...]
    guard let key = number(take(&rest)) else { return nil }
    var (acts, version): ([ChecklistAct], Int) = ([], 1)
    while let sign = rest.first {
      guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
      rest = rest.dropFirst()
      let digits = take(&rest)
      guard let author = number(digits.prefix(1)), authors.indices.contains(author),
        let mark = number(digits.dropFirst().prefix(5)), digits.count > 6, let minute = number(digits.dropFirst(6))
      else { return nil }
      if rest.first == UInt8(ascii: ".") {
        rest = rest.dropFirst()
        guard let other = number(take(&rest)) else { return nil }
        version = other
      }
      var takesBack: [UInt32]?
      if sign == UInt8(ascii: "-") {
        guard rest.first == UInt8(ascii: "=") else { return nil }
        rest = rest.dropFirst()
        guard let marks = marks(take(&rest)) else { return nil }
        takesBack = marks
      }
      acts.append(
        ChecklistAct(
          mark: UInt32(truncatingIfNeeded: mark), by: authors[author], minute: minute, version: version,
          takesBack: takesBack))
    }
    return Item(key: key, acts: acts)
  }

  private static func marks(_ digits: Substring.UTF8View) -> [UInt32]? {
    var (rest, marks): (Substring.UTF8View, [UInt32]) = (digits, [])
    while !rest.isEmpty {
      guard rest.count >= 5, let mark = number(rest.prefix(5)) else { return nil }
      marks.append(UInt32(truncatingIfNeeded: mark))
      rest = rest.dropFirst(5)
    }
    return marks
  }

  /// The digits that come next.
  private static func take(_ rest: inout Substring.UTF8View) -> Substring.UTF8View {
    let digits = rest.prefix { (48...57).contains($0) || (97...122).contains($0) }
    rest = rest.dropFirst(digits.count)
    return digits
  }

  /// To the base of 36; a device counts with 32 bits.
  private static func number(_ digits: Substring.UTF8View) -> Int? {
    guard !digits.isEmpty, digits.count <= 5 else { return nil }
    return digits.reduce(0) { $0 * 36 + Int($1 < 58 ? $1 - 48 : $1 - 87) }
  }
}
