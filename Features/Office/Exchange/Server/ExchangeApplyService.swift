import Base
import Classroom
import Database
import Office
import People
import School

/// Writes what a plan decided, one record after the other, through the stores of the features that own them.
final class ExchangeApplyService {
  let tx: WriteTransaction
  let caller: Caller
  let world: World
  let known: ExchangeKnownStore<WriteTransaction>
  let accounts: ExchangeAccountsService
  /// People who wait for an invitation because their name or address is somebody else's.
  var nameless = 0
  /// Members who may do less than before, as rosters had it that gave them more.
  var lowered = 0
  /// Whom the file calls an administrator, and who was none before.
  private(set) var admins: [RosterReport.Admin] = []
  /// What was made beside the rows, by kind: classes and places of class columns, guardians by their addresses, sign-ins.
  var made = [Roster.Plan.Counts](repeating: .init(), count: Roster.Kind.allCases.count)
  /// The first records of each kind, as they are now.
  private(set) var lines: [RosterReport.Line] = []
  private var shown = [Int](repeating: 0, count: Roster.Kind.allCases.count)
  let answers: RosterAnswers
  /// Classes that children are in who came into another, and each child with such a class.
  var moves: [ID<Classroom>: RosterReport.Move] = [:]
  var leaving: [(ID<Student>, ID<Classroom>)] = []
  private var removals: [() throws -> Void] = []
  /// The rooms of class columns by name: few, and asked for in every row.
  var named: [String: ID<Classroom>] = [:]
  /// The classes that the file names, whether or not anybody changes.
  private(set) var spoken = Set<String>()

  var roster: ExchangeRosterStore<WriteTransaction> { known.roster }
  var students: StudentsStore<WriteTransaction> { StudentsStore(tx: tx) }
  var rooms: ClassroomsStore<WriteTransaction> { ClassroomsStore(tx: tx) }
  var school: ID<Tenant> { caller.school }

  init(_ permit: Permit<ApplyRoster>, _ known: ExchangeKnownStore<WriteTransaction>, world: World) {
    (tx, caller, self.world, self.known) = (known.tx, permit.caller, world, known)
    accounts = ExchangeAccountsService(known: known, caller: permit.caller, world: world)
    answers = permit.command.answers
  }

  /// Nobody becomes an administrator by a file alone: each is named, and comes as a teacher, or stays what they are,
  /// until the office has said so of them.
  func asked(_ entry: Roster.Entry) throws -> Roster.Entry {
    guard case .person(var person) = entry.record else { return entry }
    spoken.formUnion(person.classes)
    guard person.role == .admin, !entry.isRemoval else { return entry }
    let now = try known.present(person)
    if now?.isStudent == true || now?.membership?.role.isOffice == true { return entry }
    let isConfirmed = answers.admins.contains(person.key)
    if admins.count < RosterReport.Most.admins {
      let name = now?.account?.name ?? person.fullName
      admins.append(
        .init(key: person.key, name: name, email: person.email, now: now?.role, isConfirmed: isConfirmed))
    }
    if isConfirmed { return entry }
    person.role = now?.role ?? .teacher
    var entry = entry
    entry.record = .person(person)
    return entry
  }

  func carryOut(_ entry: Roster.Entry, _ verdict: Roster.Plan.Verdict) throws {
    switch verdict {
    case .unchanged, .failed: return
    case .removed:
      if let line = try gone(entry) { show(line) }
      removals.append(removal(entry))
    case .new: try put(entry, .new)
    case .changed: try put(entry, .changed)
    }
  }

  private func put(_ entry: Roster.Entry, _ act: RosterReport.Line.Act) throws {
    switch entry.record {
    case .person(let person):
      let before = try isShown(.person) ? known.found.map { try known.subjects.whole($0, on: known.today) } : nil
      let key = try put(person, entry.fields)
      if isShown(.person) { show(try line(act, key, before)) }
    case .schoolClass(let one):
      let before = try isShown(.schoolClass) ? known.schoolClass(one.key) : nil
      try put(one)
      if let now = try isShown(.schoolClass) ? known.schoolClass(one.key) : nil { show(line(act, now, before)) }
    case .enrollment(let one):
      let before = try isShown(.enrollment) ? known.place(of: one) : nil
      try put(one)
      if isShown(.enrollment) { show(try line(act, one, before)) }
    case .guardian(let link):
      try self.link(link)
      if isShown(.guardian) { show(try line(act, link)) }
    case .organisation(let one):
      let before = try roster.organisation(key: one.key)
      try roster.put(one)
      show(.init(.organisation, act, one.name, facts: [.init(.title, old: before?.name ?? "", new: one.name)]))
    case .term(let one):
      let before = try roster.term(key: one.key)
      try roster.put(one)
      show(line(act, one, before))
    }
  }

  /// Whether there is room for another line of the kind.
  func isShown(_ kind: Roster.Kind) -> Bool { shown[kind.rawValue] < RosterReport.Most.lines }

  func show(_ line: RosterReport.Line) {
    guard isShown(line.kind) else { return }
    shown[line.kind.rawValue] += 1
    lines.append(line)
  }

  private func removal(_ entry: Roster.Entry) -> () throws -> Void {
    let found = known.found
    return { [self] in
      switch entry.record {
      case .person: try removePerson(found)
      case .schoolClass(let one): try removeClass(one.key)
      case .enrollment(let one): try removeEnrolment(one)
      case .guardian(let link): try unlink(link)
      case .organisation, .term: break
      }
    }
  }

  /// Removals come last, and in the other direction: a person who goes takes places along, and every place that the
  /// file removes must have been weighed while it was there, or the count would not be the one that was agreed to.
  func removeMarked() throws {
    for remove in removals.reversed() { try remove() }
    removals = []
  }

  func removeProposed(_ kind: Roster.Kind, _ identity: String) throws {
    switch kind {
    case .person: try removePerson(try known.subjects.find(key: identity))
    case .schoolClass: try removeClass(identity)
    case .enrollment: try removeEnrolment(Roster.Enrollment(key: identity))
    case .guardian:
      let ends = identity.split(separator: "\u{1F}", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if ends.count == 2 { try unlink(Roster.GuardianLink(guardian: ends[0], student: ends[1])) }
    case .organisation, .term, .signIn: break
    }
  }
}
