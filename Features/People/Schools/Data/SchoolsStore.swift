public import Base
public import Database
public import School

/// All SQL about schools themselves.
///
/// Writing needs a `WriteTransaction`, which the compiler sees to.
public struct SchoolsStore<DB: Transaction> {
  package let tx: DB
  public init(tx: DB) { self.tx = tx }

  public func school(_ id: ID<Tenant>) throws(Refusal) -> School? {
    try tx.first(SchoolsTables.school, "WHERE id = $1", [.id(id)])?.school
  }

  /// Whose clock the school's day goes by, and what is typed in a form is meant by.
  public func zone(of school: ID<Tenant>) throws(Refusal) -> Zone {
    let known = try self.school(school)
    return known.flatMap { tx.zones.named($0.zone) } ?? .utc
  }

  /// The day of study that what is done at a moment counts for: by the school's clock, which turns to the next day at the
  /// hour the school has chosen.
  public func studyDay(of instant: Instant, in school: ID<Tenant>) throws(Refusal) -> Day {
    guard let known = try self.school(school) else { return Zone.utc.day(of: instant) }
    return Streak.day(of: instant, in: tx.zones.named(known.zone) ?? .utc, startMinute: known.work.startMinute)
  }

  /// Every school of the server by name, for the operator's tools.
  public func all() throws(Refusal) -> [School] {
    try tx.all(SchoolsTables.school, "ORDER BY name, id").map { $0.school }
  }
}

extension SchoolsStore where DB == WriteTransaction {
  func save(_ permit: Permit<ChangeSchool>, of school: School) throws(Refusal) -> School {
    let changed = permit.command.changed(school, now: permit.at)
    try put(changed)
    tx.detail("old", school.journalText)
    tx.detail("new", changed.journalText)
    return changed
  }

  /// Writes the row into the bucket that everybody in the school sees.
  package func put(_ school: School) throws(Refusal) {
    try tx.put(SchoolsTables.school, SchoolRow(school), in: [.school(school.id)])
  }
}

extension School {
  /// What the journal keeps of a state of the school.
  fileprivate var journalText: String {
    JSON.object([
      ("name", .text(name)), ("kind", .text(kind.rawValue)), ("zone", .text(zone)),
      ("language", .text(language.rawValue)), ("theme", .text(theme)),
    ]).string
  }
}
