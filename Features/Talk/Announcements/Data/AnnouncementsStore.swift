public import Base
public import Database
import Learning
import People
public import School

/// All SQL about announcements.
///
/// Writing needs a `WriteTransaction`, which the compiler sees to.
public struct AnnouncementsStore<DB: Transaction> {
  package let tx: DB
  public init(tx: DB) { self.tx = tx }

  public func announcement(_ id: ID<Announcement>, in school: ID<Tenant>) throws(Refusal) -> Announcement? {
    guard let found = try tx.find(AnnouncementsTables.announcement, id, in: school) else { return nil }
    return try complete([found], in: school).first
  }

  /// Adds the versions in other languages.
  private func complete(_ announcements: [Announcement], in school: ID<Tenant>) throws(Refusal) -> [Announcement] {
    guard !announcements.isEmpty else { return [] }
    let versions = try tx.all(
      AnnouncementsTables.version, in: school,
      "AND announcement IN (\(placeholders(announcements.count, from: 2))) ORDER BY language",
      announcements.map { .id($0.id) })
    let texts = Dictionary(grouping: versions, by: { $0.announcement }).mapValues { $0.map { $0.text } }
    return announcements.map { one in
      var one = one
      one.versions = texts[one.id] ?? []
      return one
    }
  }

  // MARK: lists

  /// What a list shows of them.
  struct Filter: Sendable {
    enum Show: Sendable { case out, unread, planned, retracted }
    var show = Show.out
    /// Those said to these; `nil` is everything in the school.
    var audiences: [AnnouncementAudience]?
    /// Those of this author, whatever their audience; for `planned` and `retracted`.
    var author: ID<Account>?
    /// Who reads, to know what is unread.
    var reader: ID<Account>
    var search = ""
    /// Those that came out since; for the first page.
    var since: Instant?
    /// Pinned ones, or the others; `nil` is both.
    var isPinned: Bool?
  }

  /// Newest first, `limit` at a time.
  ///
  /// - Parameter after: the moment and the id of the last one of the part before.
  func announcements(
    _ filter: Filter, in school: ID<Tenant>, after: (at: Instant, id: ID<Announcement>)? = nil, limit: Int
  ) throws(Refusal) -> [Announcement] {
    var (sql, values) = ("", [Value.id(school)])
    let key =
      switch filter.show {
      case .out, .unread: "\"publishedAt\""
      case .planned: "\"createdAt\""
      // A draft that was thrown away never came out.
      case .retracted: "\"updatedAt\""
      }
    Self.sift(&sql, &values, filter)
    if let after {
      values += [.instant(after.at), .id(after.id)]
      sql += " AND (\(key) < $\(values.count - 1) OR \(key) = $\(values.count - 1) AND id < $\(values.count))"
    }
    let found = try tx.all(
      AnnouncementsTables.announcement, in: school,
      "\(sql) ORDER BY \(key) DESC, id DESC LIMIT \(max(1, limit))", Array(values.dropFirst()))
    return try complete(found, in: school)
  }

  private static func sift(_ sql: inout String, _ values: inout [Value], _ filter: Filter) {
    switch filter.show {
    case .out: sql += " AND state = 'published' AND \"retractedAt\" IS NULL"
    case .unread:
      values.append(.id(filter.reader))
      sql += """
         AND state = 'published' AND "retractedAt" IS NULL AND author <> $\(values.count) AND NOT EXISTS
         (SELECT 1 FROM announcement_read r WHERE r.school = announcement.school
          AND r.announcement = announcement.id AND r.account = $\(values.count))
        """
    case .planned: sql += " AND state <> 'published' AND \"retractedAt\" IS NULL"
    case .retracted: sql += " AND \"retractedAt\" IS NOT NULL"
    }
    if let audiences = filter.audiences { sql += " AND (" + Self.among(audiences, &values) + ")" }
    if let author = filter.author {
      values.append(.id(author))
      sql += " AND author = $\(values.count)"
    }
    if let isPinned = filter.isPinned {
      values.append(.flag(isPinned))
      sql += " AND pinned = $\(values.count)"
    }
    if let since = filter.since {
      values.append(.instant(since))
      sql += " AND \"publishedAt\" >= $\(values.count)"
    }
    for word in Student.fold(filter.search).split(separator: " ").prefix(6) {
      values.append(.text("%" + likePart(word) + "%"))
      sql += " AND search LIKE $\(values.count) ESCAPE '!'"
    }
  }

  /// `audience = 'school' OR …`; nobody is told anything by an empty list.
  private static func among(_ audiences: [AnnouncementAudience], _ values: inout [Value]) -> String {
    var parts: [String] = []
    var targets: [Value] = []
    for audience in audiences {
      switch audience {
      case .school: parts.append("audience = 'school'")
      case .role(let role):
        values.append(.text(role.rawValue))
        parts.append("audience = 'role' AND role = $\(values.count)")
      case .classroom(let id): targets.append(.id(id))
      case .course(let id): targets.append(.id(id))
      }
    }
    if !targets.isEmpty {
      parts.append("target IN (\(placeholders(targets.count, from: values.count + 1)))")
      values += targets
    }
    return parts.isEmpty ? "1 = 0" : parts.map { "(" + $0 + ")" }.joined(separator: " OR ")
  }

  // MARK: what hangs on them

  func files(of announcement: ID<Announcement>, in school: ID<Tenant>) throws(Refusal) -> [AnnouncementFile] {
    try tx.all(
      AnnouncementsTables.file, in: school,
      "AND announcement = $2 AND \"removedAt\" IS NULL ORDER BY \"createdAt\", id", [.id(announcement)])
  }

  /// - Parameter removed: also one that was taken away.
  func file(
    _ id: ID<AnnouncementFile>, of announcement: ID<Announcement>, removed: Bool = false, in school: ID<Tenant>
  ) throws(Refusal) -> AnnouncementFile? {
    try tx.first(
      AnnouncementsTables.file, in: school,
      "AND id = $2 AND announcement = $3\(removed ? "" : " AND \"removedAt\" IS NULL")",
      [.id(id), .id(announcement)])
  }

  package func isRead(_ announcement: ID<Announcement>, by account: ID<Account>, in school: ID<Tenant>) throws(Refusal)
    -> Bool
  {
    try tx.exists(
      "SELECT 1 FROM announcement_read WHERE school = $1 AND announcement = $2 AND account = $3",
      [.id(school), .id(announcement), .id(account)])
  }

  /// Those of some announcements that somebody has read.
  func read(
    _ announcements: [ID<Announcement>], by account: ID<Account>, in school: ID<Tenant>
  ) throws(Refusal) -> Set<ID<Announcement>> {
    guard !announcements.isEmpty else { return [] }
    return Set(
      try tx.rows(
        """
        SELECT announcement FROM announcement_read
        WHERE school = $1 AND account = $2 AND announcement IN (\(placeholders(announcements.count, from: 3)))
        """, [.id(school), .id(account)] + announcements.map { .id($0) }
      ) { $0.id(0, Announcement.self) })
  }

  /// Who has read it, and when.
  func readers(of announcement: ID<Announcement>, in school: ID<Tenant>) throws(Refusal) -> [ID<Account>: Instant] {
    var found: [ID<Account>: Instant] = [:]
    try tx.each(
      "SELECT account, at FROM announcement_read WHERE school = $1 AND announcement = $2",
      [.id(school), .id(announcement)]
    ) { found[$0.id(0)] = $0.instant(1) }
    return found
  }

  /// What the clock has to bring out, in all schools.
  package func due(before now: Instant, limit: Int = 200) throws(Refusal) -> [(
    school: ID<Tenant>, id: ID<Announcement>
  )] {
    try tx.rows(
      """
      SELECT school, id FROM announcement
      WHERE "publishAt" <= $1 AND state = 'scheduled' AND "retractedAt" IS NULL
      ORDER BY "publishAt", id LIMIT \(limit)
      """, [.instant(now)]
    ) { (school: $0.id(0), id: $0.id(1)) }
  }
}
