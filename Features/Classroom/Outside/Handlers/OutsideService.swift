package import Base
package import Database
import Kit
import People
package import Router
package import School

/// What is asked of a service outside, before it leaves: to whom it is about, and the permission.
package struct OutsideQuestion<C: Command>: Sendable {
  package let permit: Permit<C>
  /// Whose record says that it was asked.
  package let student: ID<Student>
  package let language: Language
  package let text: NamelessText
}

/// Decides what may be asked of services outside, and takes the names out of it; asking itself is the server's.
public struct OutsideService: Sendable {
  package let summaries = SummariesService()
  package let insights = InsightsService()
  package let observations = ObservationsService()
  public init() {}

  package func handle(
    _ command: SetOutsideServices, offered: Set<OutsideKind>, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try MembersStore(tx: tx).current(request.caller()), SchoolsStore(tx: tx))
    let school = try store.school(caller.school)
    if let school { try request.expect(version: school.version) }
    let permit = try command.permit(for: caller, school: school, offered: offered, now: tx.now)
    guard let school else { throw .notFound }
    _ = try store.save(permit, of: school)
    return Outcome(OutsideKind.column(school.outside) ?? "")
  }

  /// Another wording of a draft: its text as it stands, without names.
  package func question(
    _ command: AskForSummary, _ request: Request, _ tx: Transaction
  ) throws(Refusal) -> OutsideQuestion<AskForSummary> {
    let (caller, school) = (try request.caller(), try request.caller().school)
    let access = try mustSeeStudent(caller, command.student, tx)
    guard let known = try SummariesStore(tx: tx).summary(command.summary, in: school) else { throw .notFound }
    let leave = try OutsideStore(tx: tx).leave(.text, about: [command.student], in: school)
    let permit = try command.permit(for: caller, access: access, known: known, leave: leave, now: tx.now)
    let language = Language(rawValue: known.language) ?? request.scene.words.language
    return OutsideQuestion(
      permit: permit, student: command.student, language: language,
      text: try nameless(known.text, about: command.student, language, school, tx))
  }

  /// What the rules propose, each with its reason in the reader's words, without names.
  package func question(
    _ command: AskForExplanation, _ request: Request, _ tx: Transaction
  ) throws(Refusal) -> OutsideQuestion<AskForExplanation> {
    let (caller, words) = (try request.caller(), request.scene.words)
    let access = try mustSeeStudent(caller, command.student, tx)
    guard access.isStaff else { throw .notFound }
    let found = try insights.proposals(for: command.student, request, tx)
    let leave = try OutsideStore(tx: tx).leave(.text, about: [command.student], in: caller.school)
    let permit = try command.permit(
      for: caller, access: access, proposals: found.count, leave: leave, now: tx.now)
    var lines: [String] = []
    for one in found.prefix(40) {
      let title = one.presentation?.name ?? one.habit?.name ?? words("insights.title.observe")
      lines.append("- " + title + ": " + insightReason(one, words))
    }
    return OutsideQuestion(
      permit: permit, student: command.student, language: words.language,
      text: try nameless(lines.joined(separator: "\n"), about: command.student, words.language, caller.school, tx))
  }

  /// A recording, and how it is kept; what is said in it is not known before, so no name can be taken out.
  package func question(
    _ command: AskForTranscript, _ request: Request, _ tx: Transaction
  ) throws(Refusal) -> (permit: Permit<AskForTranscript>, student: ID<Student>, file: KeptFile) {
    let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
    let (one, access, _) = try store.mustSee(command.observation, caller)
    let file = try store.file(command.file, in: caller.school)
    // All who are spoken of, and all who speak.
    let children = Set(one.children).union(file?.children ?? []).sorted()
    let leave = try OutsideStore(tx: tx).leave(.speech, about: children, in: caller.school)
    let permit = try command.permit(
      for: caller, mayEdit: one.state == .draft ? access.isAuthor : one.state == .complete && access.seesAll,
      known: file, leave: leave, now: tx.now)
    guard let kept = try tx.file(command.file.cast(), school: caller.school) else { throw .notFound }
    return (permit: permit, student: one.primary, file: kept)
  }
}

extension OutsideService {
  /// Everybody who may be spoken of gives way to a mark: the children of the class, the child's brothers and sisters, the
  /// guardians of all of them, the staff.
  private func nameless(
    _ text: String, about student: ID<Student>, _ reader: Language, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> NamelessText {
    let (store, students, members) = (ObservationsStore(tx: tx), StudentsStore(tx: tx), MembersStore(tx: tx))
    var children = try store.classmates(of: [student], nil, in: school)
    var siblings: Set<ID<Student>> = []
    for guardian in try students.guardians(of: student, in: school) {
      siblings.formUnion(try students.everyChild(of: guardian.account, in: school))
    }
    siblings.subtract(children.map { $0.id })
    children += try students.students(in: school, ids: siblings.sorted())
    children.sort { ($0.id == student ? 0 : 1, $0.id) < ($1.id == student ? 0 : 1, $1.id) }
    var people = children.map { ChildNames($0) }
    let guardians = try students.guardianAccounts(of: children.map { $0.id }, in: school)
    var accounts = guardians.values.flatMap { $0 }
    for role in [Role.owner, .admin, .teacher] { accounts += try members.accounts(of: school, role: role) }
    let names = try AccountsStore(tx: tx).names(of: accounts)
    for name in Set(names.values).sorted() { people.append(ChildNames(person: name)) }
    var known = try store.tags(in: school).filter { $0.taxonomy == .material }.map { $0.name }
    known += try CurriculumStore(tx: tx).nodes(in: school).map { $0.name }
    return NamelessText(
      text, people: people, in: redactionLanguage(of: text, reader: reader), known: known)
  }
}

/// What the page of the settings stands on.
package struct OutsideSettings: Sendable {
  package let school: School
  /// The names of the hosts that the operator has set up.
  package let hosts: [OutsideKind: String]
  package var requests: [OutsideRequest] = []
  var children: [ID<Student>: String] = [:]
  var people: [ID<Account>: String] = [:]
}

extension OutsideService {
  package func settings(_ hosts: [OutsideKind: String], _ request: Request, _ tx: Transaction) throws(Refusal)
    -> OutsideSettings
  {
    let caller = try request.caller()
    guard caller.role.isOffice, let school = try SchoolsStore(tx: tx).school(caller.school) else { throw .notFound }
    var data = OutsideSettings(school: school, hosts: hosts)
    data.requests = try OutsideStore(tx: tx).requests(limit: OutsideRequest.shown, in: caller.school)
    let students = Set(data.requests.map { $0.student }).sorted()
    for one in try StudentsStore(tx: tx).students(in: caller.school, ids: students) {
      data.children[one.id] = one.name
    }
    data.people = try AccountsStore(tx: tx).names(of: data.requests.map { $0.by })
    return data
  }
}
