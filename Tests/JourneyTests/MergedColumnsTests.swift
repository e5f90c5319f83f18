import Base
import Database
import HomeroomTesting
import School
import Testing

@testable import App
@testable import Ledger
@testable import People

/// When an account that waited becomes another, each row that names it follows, ends or stays; none by accident.
@Suite struct `Every column that names an account` {
  /// What each column says, by `table.column`.
  private static func verdicts(_ ledger: Ledger) -> [String: OnMerge] {
    var said: [String: OnMerge] = [:]
    for table in ledger.tables {
      for column in table.columns { if let verdict = column.onMerge { said["\(table.name).\(column.name)"] = verdict } }
    }
    return said
  }

  /// Names of columns that hold ids of other things wherever they stand, unless they have a verdict above.
  private static let things: Set = [
    "id", "school", "lastSchool", "bucket", "sending", "student", "classroom", "file", "picture", "slot", "sitting",
    "course", "category", "module", "item", "period", "assignment", "submission", "lesson", "quiz", "question",
    "attempt", "regrade", "event", "arrival", "conversation", "message", "announcement", "notification", "subject",
    "about", "told", "session", "thing", "track", "deck", "note", "undoes", "first",
    "observation", "primary", "mergedInto", "parent", "presentation", "needs", "habit", "summary",
    "trainee", "template", "checklist", "kind", "document",
  ]
  /// The class, the course or the year that an announcement is for.
  private static let otherTargets: Set = ["announcement.target"]
  /// A server among several: nobody's.
  private static let nodes: Set = ["lease.holder"]

  @Test func `has a verdict on what becomes of it`() async throws {
    let school = try await TestSchool.open(.sqlite)
    // Asked of the books themselves: a column that came later stands in no declaration of a new table.
    let columns = try await school.homeroom.ledger.read { tx in
      try tx.rows(
        """
        SELECT m.name, p.name, m.sql FROM sqlite_master m, pragma_table_info(m.name) p
        WHERE m.type = 'table' AND p.type = 'BLOB'
        """
      ) { (table: $0.text(0), column: $0.text(1), sql: $0.text(2)) }
    }
    let ids = columns.filter { $0.sql.contains("length(\"\($0.column)\") = 16") }
    #expect(ids.count > 250 && ids.contains { $0 == "invite" && $1 == "account" && !$2.isEmpty })
    let verdicts = Self.verdicts(school.homeroom.ledger)
    var found: Set<String> = []
    for (table, column, _) in ids {
      let name = table + "." + column
      guard verdicts[name] == nil else {
        found.insert(name)
        continue
      }
      #expect(
        Self.things.contains(column) || Self.otherTargets.contains(name) || Self.nodes.contains(name),
        "\(name): if it holds an account, decide what becomes of it when the account becomes another")
    }
    #expect(found == Set(verdicts.keys) && found.count > 60)
  }

  @Test(arguments: Dialect.allCases)
  func `follows its person, ends, or stays with their name`(_ dialect: Dialect) async throws {
    let waiting = try await Waiting.open(dialect)
    let (school, rimon, nadia) = (waiting.school, waiting.rimon, waiting.nadia)
    let talk = try #require(ID<Tenant>(try await waiting.write("To Nadia.")))
    try await waiting.choose()
    _ = try await school.homeroom.makeToken(for: "nadia@rimon.example", label: "old phone")
    try await plant(waiting, talk)
    let planted = try await columns(naming: nadia, waiting)
    let verdicts = Self.verdicts(school.homeroom.ledger)
    for name in Self.mustBePlanted { #expect(planted.contains(name), "\(name) was not planted") }

    _ = try await waiting.takeOver(as: "avi@rimon.example")
    let left = try await columns(naming: nadia, waiting)
    for name in left { #expect(verdicts[name] == .stays || Self.kept.contains(name), "\(name)") }
    #expect(left.contains("mark.by") && left.contains("question_version.by"))
    let avi = try #require(ID<Account>(try await waiting.id(of: "avi@rimon.example")))
    let now = try await columns(naming: avi, waiting)
    for name in planted where [.follows, .followsItsFeature].contains(verdicts[name]) {
      #expect(now.contains(name), "\(name)")
    }
    let name = try await school.homeroom.ledger.read { try AccountsStore(tx: $0).names(of: [nadia])[nadia] }
    #expect(name == "אבי מזרחי")
    let seen = try await school.homeroom.ledger.read { tx in
      try tx.exists(
        """
        SELECT 1 FROM \(changeIndex) JOIN question q ON q.school = change_index.school
        WHERE q.school = $1 AND change_index.kind = $2 AND bucket = $3 AND tbl = 142 AND q.author = $3 AND op = 1
        """, [.id(rimon), .text(Bucket.person(avi).kind.letter), .id(avi)])
    }
    #expect(seen, "the questions are in the bucket of their author")
  }

  /// Rows that say that it was here, and that what it could do is over.
  private static let kept: Set = ["member.account", "invite.account"]

  private static let mustBePlanted = [
    "comment_phrase.account", "question.author", "arrival.account", "waiting_picture.account", "file.account",
    "invite.createdBy", "invite.redeemedBy", "message.sender", "message.deletedBy", "message_report.by",
    "message_report.sender", "message_report.settledBy", "conversation.createdBy", "conversation.lastBy",
    "announcement.author", "event.by", "class_teacher.account", "course_teacher.account", "feed.account",
    "notification.account", "mark.by", "question_version.by", "token.account",
  ]

  /// What only somebody could have written who had the account's token, or whoever filled the books for it.
  private func plant(_ waiting: Waiting, _ talk: ID<Tenant>) async throws {
    let (ledger, nadia, rimon) = (waiting.school.homeroom.ledger, waiting.nadia, waiting.rimon)
    let world = ledger.world
    let dana = try await waiting.school.signedIn("dana@rimon.example")
    _ = try await dana.post("/members/invites", [("role", "guardian"), ("label", "A family"), ("days", "30")])
    let hash = Value.bytes(Array(repeating: 7, count: 32))
    try await ledger.upkeep(school: rimon) { tx in
      let (school, me, now) = (Value.id(rimon), Value.id(nadia), Value.instant(tx.now))
      func id() -> Value { .id(world.id(Tenant.self)) }
      let file = id()
      try tx.execute(
        "INSERT INTO comment_phrase (school, id, account, text, \"createdAt\") VALUES ($1, $2, $3, 'Well done', $4)",
        [school, id(), me, now])
      try tx.execute(
        """
        INSERT INTO arrival (school, id, account, name, size, received, hash, type, "createdAt")
        VALUES ($1, $2, $3, 'a.txt', 1, 0, NULL, NULL, $4)
        """, [school, id(), me, now])
      try tx.execute(
        """
        INSERT INTO file (school, id, hash, size, type, name, account, "createdAt")
        VALUES ($1, $2, $3, 1, 'image/jpeg', 'a.jpg', $4, $5)
        """, [school, file, hash, me, now])
      try tx.execute(
        "INSERT INTO waiting_picture (school, file, account, until) VALUES ($1, $2, $3, $4)",
        [school, file, me, .instant(tx.now.plus(days: 1))])
      try tx.execute(
        """
        INSERT INTO message_report (school, id, message, conversation, "by", sender, reason, text, at, "settledAt",
          "settledBy")
        SELECT school, $2, id, conversation, $3, $3, 'rude', 'x', $4, $4, $3 FROM message
        WHERE school = $1 AND conversation = $5 ORDER BY id LIMIT 1
        """, [school, id(), me, now, .id(talk)])
      for (table, thing) in [("class_teacher", "classroom"), ("course_teacher", "course")] {
        try tx.execute(
          """
          INSERT INTO \(table) (school, \(thing), account, "createdAt", seen)
          SELECT school, \(thing), $2, $3, seen FROM \(table) WHERE school = $1 ORDER BY \(thing) LIMIT 1
          """, [school, me, now])
      }
      for (column, table, place) in [
        ("sender", "message", "conversation = $3"), ("deletedBy", "message", "conversation = $3"),
        ("createdBy", "conversation", "id = $3"), ("lastBy", "conversation", "id = $3"),
      ] {
        try tx.execute(
          "UPDATE \(table) SET \"\(column)\" = $2 WHERE school = $1 AND \(place)", [school, me, .id(talk)])
      }
      for (column, table, key) in [
        ("author", "question", "id"), ("author", "announcement", "id"), ("by", "event", "id"),
        ("createdBy", "invite", "id"), ("redeemedBy", "invite", "id"), ("by", "mark", "sitting"),
        ("by", "question_version", "question"),
      ] {
        try tx.execute(
          """
          UPDATE \(table) SET "\(column)" = $2 WHERE school = $1 AND \(key) IN
            (SELECT \(key) FROM \(table) WHERE school = $1 ORDER BY \(key) LIMIT 1)
          """, [school, me])
      }
    }
  }

  /// The columns with a verdict where a row names the account, in the school or in none.
  private func columns(naming account: ID<Account>, _ waiting: Waiting) async throws -> Set<String> {
    let (ledger, rimon, schoolless) = (waiting.school.homeroom.ledger, waiting.rimon, Self.ways)
    let verdicts = Self.verdicts(ledger)
    return try await ledger.read { tx in
      var found: Set<String> = []
      for name in verdicts.keys {
        let parts = name.split(separator: ".")
        let isSchools = !schoolless.contains(name)
        let own = isSchools ? " AND school = $2" : ""
        let isThere = try tx.exists(
          "SELECT 1 FROM \"\(parts[0])\" WHERE \"\(parts[1])\" = $1\(own)",
          [.id(account)] + (isSchools ? [.id(rimon)] : []))
        if isThere { found.insert(name) }
      }
      return found
    }
  }

  /// Of no school: the ways in.
  private static let ways: Set = [
    "session.account", "token.account", "push_device.account", "familiar.account", "founding.account",
  ]
}
