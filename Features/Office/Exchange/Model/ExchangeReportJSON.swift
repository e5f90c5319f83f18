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
      ("nameless", .integer(nameless)), ("lowered", .integer(lowered)), ("lines", .list(lines.map { $0.json })),
      ("moves", .list(moves.map { $0.json })), ("admins", .list(admins.map { $0.json })),
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
    (lines, moves) = (json.list("lines").compactMap { Line($0) }, json.list("moves").map { Move($0) })
    admins = json.list("admins").map { Admin($0) }
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
    case .organisation: "organisation"
    case .term: "term"
    case .signIn: "sign-in"
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

extension RosterReport.Line {
  var json: JSON {
    .object([
      ("kind", .text(kind.word)), ("act", .text(act.rawValue)), ("name", .text(name)),
      ("role", .optional(role?.rawValue)),
      (
        "facts",
        .list(facts.map { .object([("field", .text($0.field.word)), ("old", .text($0.old)), ("new", .text($0.new))]) })
      ),
    ])
  }

  init?(_ json: JSON) {
    guard let kind = Roster.Kind.allCases.first(where: { $0.word == json.string("kind") }),
      let act = Act(rawValue: json.string("act"))
    else { return nil }
    let facts = json.list("facts").compactMap { one -> RosterReport.Fact? in
      guard let field = Roster.Field.allCases.first(where: { $0.word == one.string("field") }) else { return nil }
      return RosterReport.Fact(field, old: one.string("old"), new: one.string("new"))
    }
    self.init(kind, act, json.string("name"), role: Roster.Role(rawValue: json.string("role")), facts: facts)
  }
}

extension RosterReport.Move {
  var json: JSON {
    .object([
      ("classroom", .text(classroom)), ("name", .text(name)), ("count", .integer(count)), ("likely", .flag(isLikely)),
      ("examples", .list(examples.map { .text($0) })),
    ])
  }

  init(_ json: JSON) {
    let examples = json.list("examples").compactMap { if case .text(let one) = $0 { one } else { String?.none } }
    self.init(
      classroom: json.string("classroom"), name: json.string("name"), count: json.int("count"),
      isLikely: json.flag("likely"), examples: examples)
  }
}

extension RosterReport.Admin {
  var json: JSON {
    .object([
      ("key", .text(key)), ("name", .text(name)), ("email", .text(email)), ("now", .optional(now?.rawValue)),
      ("confirmed", .flag(isConfirmed)),
    ])
  }

  init(_ json: JSON) {
    self.init(
      key: json.string("key"), name: json.string("name"), email: json.string("email"),
      now: Roster.Role(rawValue: json.string("now")), isConfirmed: json.flag("confirmed"))
  }
}

extension JSON {
  fileprivate func list(_ name: String) -> [JSON] {
    guard case .list(let items)? = self[name] else { return [] }
    return items
  }

  fileprivate func flag(_ name: String) -> Bool { self[name] == .flag(true) }

  fileprivate func int(_ name: String) -> Int {
    guard case .number(let digits)? = self[name] else { return 0 }
    return Int(digits) ?? 0
  }

  fileprivate func string(_ name: String) -> String {
    guard case .text(let text)? = self[name] else { return "" }
    return text
  }
}
