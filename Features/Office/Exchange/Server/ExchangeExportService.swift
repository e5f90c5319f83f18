import Archive
public import Base
import Classroom
import Database
import Delimited
import Foundation
import Ledger
import Office
import People
import School

/// Writes the whole roster of one snapshot, in portions.
struct RosterExport {
  /// Takes what is written, in order.
  typealias Sink = @Sendable ([UInt8]) throws -> Void
  /// How many people are read at once.
  static let batchSize = 500

  let known: ExchangeKnownStore<Transaction>
  private var tx: Transaction { known.tx }
  private var school: ID<Tenant> { known.school }
  private var subjects: ExchangeSubjectStore<Transaction> { known.subjects }

  init(_ tx: Transaction, school: ID<Tenant>) throws { known = try ExchangeKnownStore(tx: tx, school: school) }

  /// Everybody: guardians and staff first, so that whoever reads the file knows them when the children come.
  func eachPerson(_ body: (RosterSubject) throws -> Void) throws {
    var last = ID<Account>.none
    while true {
      let members = try MembersStore(tx: tx).batch(in: school, after: last, limit: Self.batchSize)
      for member in members where member.role != .student { try eachKey(of: member, body) }
      guard let end = members.last, members.count == Self.batchSize else { break }
      last = end.account
    }
    try eachStudent(body)
  }

  /// A member is in the file once for each key it came with: a teacher may be a parent, too.
  private func eachKey(of member: Membership, _ body: (RosterSubject) throws -> Void) throws {
    guard let account = try AccountsStore(tx: tx).account(member.account) else { return }
    let rows = try known.roster.people(of: member.account)
    // The key with most to it says what the member is; the others what else they are.
    let main = rows.min { ($1.role.power, $0.key) < ($0.role.power, $1.key) }?.key
    for row in rows.isEmpty ? [nil] : rows.map({ Optional($0) }) {
      try body(
        RosterSubject(
          who: .account(member.account), row: row, account: account, membership: member,
          isSecondLine: row?.key != main))
    }
  }

  private func eachStudent(_ body: (RosterSubject) throws -> Void) throws {
    var last = ID<Student>.none
    while true {
      let batch = try StudentsStore(tx: tx).batch(in: school, after: last, limit: Self.batchSize)
      for student in batch { try body(subjects.subject(student)) }
      guard let end = batch.last, batch.count == Self.batchSize else { return }
      last = end.id
    }
  }

  /// Our own CSV.
  func people(_ style: CSV.Style, write: ([UInt8]) throws -> Void) throws {
    var writer = Roster.PeopleWriter(style)
    var count = 0
    try eachPerson { subject in
      writer.add(try subjects.whole(subject, on: known.today))
      count += 1
      if count % 100 == 0 { try write(writer.drain()) }
    }
    try write(writer.drain())
  }

  /// A complete OneRoster 1.2 set.
  ///
  /// Its files are held in memory: they refer to each other and lie in one archive.
  func oneRoster(_ style: CSV.Style, write: ([UInt8]) throws -> Void) throws {
    let name = try SchoolsStore(tx: tx).school(school)?.name ?? school.text
    var writer = OneRoster.Writer(
      school: OneRoster.School(key: school.text, name: name), term: known.term, system: "Homeroom", style: style)
    for one in try known.roster.organisations() { writer.add(one) }
    for one in try known.roster.terms() { writer.add(one) }
    var keys: [RosterSubject.Who: String] = [:]
    try eachPerson { subject in
      if keys[subject.who] == nil { keys[subject.who] = subject.key }
      writer.add(subject.person, agents: try agents(of: subject, keys))
    }
    for summary in try ClassroomsStore(tx: tx).classrooms(in: school) {
      try add(summary.classroom, summary.teachers, keys, to: &writer)
    }
    var archive = ZIP.Writer()
    for (file, content) in writer.files() {
      archive.add(file, content)
      try write(archive.drain())
    }
    try write(archive.finish())
  }

  /// A guardian stands in the file as often as there are keys; the link is to the one that says so.
  private func agents(of subject: RosterSubject, _ keys: [RosterSubject.Who: String]) throws -> [String] {
    guard case .student(let id) = subject.who else { return [] }
    return try StudentsStore(tx: tx).guardians(of: id, in: school).compactMap { guardian in
      let said = try known.roster.people(of: guardian.account).first { $0.role == .guardian }?.key
      return said ?? keys[.account(guardian.account)]
    }
  }

  private func add(
    _ room: Classroom, _ teachers: [ID<Account>], _ keys: [RosterSubject.Who: String], to writer: inout OneRoster.Writer
  ) throws {
    let one = try known.schoolClass(room)
    writer.add(one)
    for teacher in teachers { try add(.account(teacher), room, one.key, keys, to: &writer) }
    let students = try ClassroomsStore(tx: tx).expected(in: room.id, school: school, on: known.today)
    for student in students { try add(.student(student), room, one.key, keys, to: &writer) }
  }

  private func add(
    _ who: RosterSubject.Who, _ room: Classroom, _ key: String, _ keys: [RosterSubject.Who: String],
    to writer: inout OneRoster.Writer
  ) throws {
    guard let person = keys[who] else { return }
    let row = try known.roster.enrolment(of: who, in: room.id)
    var one = Roster.Enrollment(key: row?.key ?? "", person: person, schoolClass: key)
    one.isPrimary = row?.isPrimary ?? false
    switch who {
    case .account: one.role = .teacher
    case .student(let id):
      let held = try ClassroomsStore(tx: tx).latest(of: id, in: room.id, school: school)
      (one.begin, one.end) = (held?.from.text ?? "", held?.until?.plus(days: 1).text ?? "")
    }
    writer.add(one)
  }
}

extension ExchangeServer {
  /// Writes everybody as our own CSV to a file that must not be there yet.
  public func exportPeople(
    to path: String, caller: Caller, hasMark: Bool = false, idempotencyKey: ID<IdempotencyKey>? = nil
  ) async throws {
    try await export(ExportRoster(.people), to: path, caller, CSV.Style(hasMark: hasMark), idempotencyKey ?? world.id())
  }

  /// Writes the whole roster as a OneRoster 1.2 archive to a file that must not be there yet.
  public func exportOneRoster(to path: String, caller: Caller, idempotencyKey: ID<IdempotencyKey>? = nil) async throws {
    try await export(ExportRoster(.oneroster), to: path, caller, CSV.Style(), idempotencyKey ?? world.id())
  }

  /// Writes every mark of every register as CSV to a file that must not be there yet.
  public func exportAttendance(
    to path: String, caller: Caller, hasMark: Bool = false, idempotencyKey: ID<IdempotencyKey>? = nil
  ) async throws {
    try await export(
      ExportRoster(.attendance), to: path, caller, CSV.Style(hasMark: hasMark), idempotencyKey ?? world.id())
  }

  private func export(
    _ command: ExportRoster, to path: String, _ caller: Caller, _ style: CSV.Style, _ idempotencyKey: ID<IdempotencyKey>
  ) async throws {
    let file = try NewFile(path)
    try await export(command, caller, style, idempotencyKey) { try file.write($0) }
  }

  /// Enters the export in the journal, then writes it from one snapshot, beside the pages and one of a school at a time.
  func export(
    _ command: ExportRoster, _ caller: Caller, _ style: CSV.Style, _ idempotencyKey: ID<IdempotencyKey>,
    write: @escaping RosterExport.Sink
  ) async throws {
    try await ledger.write(
      CommandEnvelope(idempotencyKey, ExportRoster.name, school: caller.school, by: caller.account)
    ) { tx in
      let permit = try command.permit(for: caller, now: tx.now)
      tx.detail("format", permit.command.format.rawValue)
      return permit.command.format.rawValue
    }
    try await ledger.readLong(in: caller.school) { tx in
      let export = try RosterExport(tx, school: caller.school)
      switch command.format {
      case .people: try export.people(style, write: write)
      case .oneroster: try export.oneRoster(style, write: write)
      case .attendance:
        var marks = try AttendanceExport(tx, school: caller.school)
        try marks.marks(style, write: write)
      }
    }
  }
}
