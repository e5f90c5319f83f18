public import Base

/// Which part of a child's record lies on the table when one talks about it.
public struct ConferenceFilter: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable { case observations, presentations, habits, tasks }
  public var from: Day
  public var until: Day
  public var kinds: Set<Kind>

  /// So many days at most; more is what an export of the school is for.
  public static let mostDays = 800
  /// Without a choice, the last so many days.
  public static let usualDays = 90

  public init(from: Day, until: Day, kinds: Set<Kind> = Set(Kind.allCases)) {
    (self.from, self.until, self.kinds) = (from, until, kinds)
  }

  /// - Parameter query: `from`, `until`, and `kind` once for each; all kinds without any.
  public init(_ query: Form, today: Day) throws(Refusal) {
    var reader = FormReader(query)
    let until = reader.optionalDay("until", about: "The last day.") ?? today
    let from = reader.optionalDay("from", about: "The first day.") ?? until.plus(days: -Self.usualDays)
    var kinds: Set<Kind> = []
    for raw in reader.values("kind", about: "What of the record.") {
      if let kind = Kind(rawValue: raw) { kinds.insert(kind) } else { reader.fail("kind", Phrase("form.choice")) }
    }
    if until < from { reader.fail("until", Phrase("summaries.days-wrong")) }
    if until.number - from.number > Self.mostDays {
      reader.fail("from", Phrase("summaries.days-many", .count(Self.mostDays)))
    }
    try reader.finish()
    self.init(from: from, until: until, kinds: kinds.isEmpty ? Set(Kind.allCases) : kinds)
  }

  public func holds(_ day: Day) -> Bool { day >= from && day <= until }
  /// As it stands in an address.
  public var query: String {
    var text = "?from=" + from.text + "&until=" + until.text
    for kind in Kind.allCases where kinds.contains(kind) { text += "&kind=" + kind.rawValue }
    return text
  }
}

public enum ConferencePaths {
  public static func of(_ student: ID<Student>) -> String { "/students/\(student.text)/conference" }
  public static func archive(_ student: ID<Student>) -> String { of(student) + "/archive" }
}
