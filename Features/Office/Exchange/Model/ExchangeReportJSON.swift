public import Base

// Reports are kept in the books and answered by the API in one and the same form.

extension RosterReport {
  public var json: JSON {
    let kinds = Roster.Kind.allCases.map { kind in
      (kind.word, RosterReport.json(counts[kind.rawValue], proposed: proposed[kind.rawValue]))
    }
    return .object([
      ("counts", .object(kinds)), ("errors", .integer(errorCount)), ("warnings", .integer(warningCount)),
      ("problems", .list(problems.map { $0.json })), ("refusal", refusal?.json ?? .null),
      ("nameless", .integer(nameless)), ("lowered", .integer(lowered)),
    ])
  }

  private static func json(_ counts: Counts, proposed: Int) -> JSON {
    .object([
      ("new", .integer(counts.new)), ("changed", .integer(counts.changed)), ("unchanged", .integer(counts.unchanged)),
      ("removed", .integer(counts.removed)), ("error", .integer(counts.failed)), ("proposed", .integer(proposed)),
    ])
  }

  /// Reads what `json` wrote; what is missing counts as nothing.
  public init(_ json: JSON) {
    self.init()
    for kind in Roster.Kind.allCases {
      guard let one = json["counts"]?[kind.word] else { continue }
      var counts = Counts()
      (counts.new, counts.changed, counts.unchanged) = (one.int("new"), one.int("changed"), one.int("unchanged"))
      (counts.removed, counts.failed) = (one.int("removed"), one.int("error"))
      self.counts[kind.rawValue] = counts
      proposed[kind.rawValue] = one.int("proposed")
    }
    (errorCount, warningCount) = (json.int("errors"), json.int("warnings"))
    (nameless, lowered) = (json.int("nameless"), json.int("lowered"))
    if case .list(let items)? = json["problems"] { problems = items.compactMap { Roster.Problem($0) } }
    refusal = json["refusal"].flatMap { Roster.Problem($0) }
  }
}

extension Roster.Kind {
  /// The kind in keys of words and in JSON.
  public var word: String {
    switch self {
    case .person: "person"
    case .schoolClass: "class"
    case .enrollment: "enrollment"
    case .guardian: "guardian"
    }
  }
}

extension Roster.Problem {
  var json: JSON {
    .object([
      ("code", .text(code.rawValue)), ("severity", .text(severity.rawValue)), ("file", .text(file)),
      ("line", .integer(line)), ("column", .integer(column)), ("found", .text(excerpt)),
    ])
  }

  init?(_ json: JSON) {
    guard let code = Code(rawValue: json.string("code")) else { return nil }
    self.init(
      code, file: json.string("file"), line: json.int("line"), column: json.int("column"),
      severity: Severity(rawValue: json.string("severity")) ?? .error, found: json.string("found"))
  }
}

extension JSON {
  fileprivate func int(_ name: String) -> Int {
    guard case .number(let digits)? = self[name] else { return 0 }
    return Int(digits) ?? 0
  }

  fileprivate func string(_ name: String) -> String {
    guard case .text(let text)? = self[name] else { return "" }
    return text
  }
}
