import Base
import Classroom
import Database
import Delimited
import Office
import People
import School

/// Writes every mark of every register, a portion at a time; memory holds the names of people and classes, and one portion.
struct AttendanceExport {
  /// How many registers are read at once.
  static let batchSize = 50
  static let headings = [
    "date", "from", "until", "class", "lesson", "student key", "first name", "last name", "status", "note", "marked by",
    "marked at",
  ]

  private let known: ExchangeKnownStore<Transaction>
  private var people: [ID<Student>: [String]] = [:]
  private var rooms: [ID<Classroom>: String] = [:]
  private var staff: [ID<Account>: String] = [:]

  init(_ tx: Transaction, school: ID<Tenant>) throws(Refusal) { known = try ExchangeKnownStore(tx: tx, school: school) }

  mutating func marks(_ style: CSV.Style, write: RosterExport.Sink) throws {
    let attendance = AttendanceStore(tx: known.tx)
    var writer = CSV.Writer(style)
    writer.row(Self.headings)
    var last: LessonSession?
    while true {
      let sessions = try attendance.batch(after: last, limit: Self.batchSize, in: known.school)
      let marks = Dictionary(grouping: try attendance.marks(of: sessions.map(\.id), in: known.school), by: \.session)
      try meet(marks.values.joined().map(\.by))
      for session in sessions {
        for mark in marks[session.id] ?? [] { writer.row(try cells(mark, session)) }
      }
      try write(writer.drain())
      guard sessions.count == Self.batchSize else { return }
      last = sessions.last
    }
  }

  private mutating func meet(_ accounts: [ID<Account>]) throws(Refusal) {
    let new = Set(accounts).filter { staff[$0] == nil }
    staff.merge(try AccountsStore(tx: known.tx).names(of: Array(new))) { $1 }
  }

  private mutating func cells(_ mark: Mark, _ session: LessonSession) throws(Refusal) -> [String] {
    [
      session.day.text, Self.clock(session.start), Self.clock(session.end), try room(session.classroom), session.title,
    ] + (try person(mark.student)) + [
      mark.status.rawValue, mark.note ?? "", staff[mark.by] ?? "", mark.at.text,
    ]
  }

  private static func clock(_ minute: Int) -> String { pad(minute / 60) + ":" + pad(minute % 60) }

  private mutating func room(_ id: ID<Classroom>) throws(Refusal) -> String {
    if let name = rooms[id] { return name }
    let name = try ClassroomsStore(tx: known.tx).classroom(id, in: known.school)?.name ?? ""
    rooms[id] = name
    return name
  }

  /// The key is the one that the file of people has, so that the two can be put together.
  private mutating func person(_ id: ID<Student>) throws(Refusal) -> [String] {
    if let cells = people[id] { return cells }
    let student = try StudentsStore(tx: known.tx).student(id, in: known.school)
    let key = if let student { try known.subjects.subject(student).key } else { id.text }
    let cells = [key, student?.given ?? "", student?.family ?? ""]
    people[id] = cells
    return cells
  }
}
