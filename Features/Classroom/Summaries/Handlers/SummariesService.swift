public import Base
public import Database
import Kit
public import People
package import Router
public import School

/// Carries out what is asked of summaries, and answers what pages ask.
public struct SummariesService: Sendable {
  public init() {}

  func handle(_ command: EditSummary, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), SummariesStore(tx: tx))
    let access = try mustSeeStudent(caller, command.student, tx)
    guard let known = try store.summary(command.summary, in: caller.school) else { throw .notFound }
    let permit = try command.permit(for: caller, access: access, known: known, now: tx.now)
    try request.expect(version: known.version)
    try store.save(permit, known)
    return .done
  }

  func handle<C: SummaryDraftCommand>(_ command: C, _ request: Request, _ tx: WriteTransaction) throws(Refusal)
    -> Outcome
  {
    let (caller, store) = (try request.caller(), SummariesStore(tx: tx))
    let access = try mustSeeStudent(caller, command.student, tx)
    guard let known = try store.summary(command.summary, in: caller.school) else { throw .notFound }
    try store.save(command.permit(for: caller, access: access, known: known, now: tx.now), known)
    return .done
  }
}

extension SummariesService {
  static let shown = 200

  func list(_ request: Request, _ tx: Transaction) throws(Refusal) -> SummariesPage {
    let caller = try request.caller()
    let student = try RecordsStore(tx: tx).mustKeep(request.id("student"), caller)
    return SummariesPage(
      student: student,
      summaries: try SummariesStore(tx: tx).summaries(of: student.id, limit: Self.shown, in: caller.school),
      today: try ClassroomsStore(tx: tx).today(in: caller.school),
      topics: .watching(
        try RecordsStore(tx: tx).watched(student.id, caller),
        [SummariesTables.summary.number, StudentsTables.student.number]))
  }

  /// For the staff of the child; for its family when it was sent.
  package func page(_ request: Request, _ tx: Transaction) throws(Refusal) -> SummaryPage {
    let (caller, store) = (try request.caller(), SummariesStore(tx: tx))
    let id = try request.id("student", Student.self)
    let access = try mustSeeStudent(caller, id, tx)
    guard let student = try StudentsStore(tx: tx).student(id, in: caller.school),
      let summary = try store.summary(request.id("summary"), in: caller.school), summary.student == id,
      summary.deletedAt == nil, access.isStaff || summary.sentAt != nil
    else { throw .notFound }
    let replies: [SummaryReply] =
      access.isStaff
      ? try store.replies(to: summary.id, in: caller.school)
      : caller.role == .guardian ? try store.replies(to: summary.id, with: caller.account, in: caller.school) : []
    let isDraft = access.isStaff && summary.sentAt == nil
    let people = [summary.by] + replies.map { $0.author } + replies.map { $0.guardian }
    return SummaryPage(
      student: student, summary: summary, isStaff: access.isStaff,
      mayReply: !access.isStaff && caller.role == .guardian, me: caller.account, replies: replies,
      names: try AccountsStore(tx: tx).names(of: people),
      mayAsk: isDraft ? try OutsideStore(tx: tx).offers(.text, about: [id], in: caller.school) : false,
      topics: .watchingAll([SummariesTables.summary.number, SummariesTables.reply.number]))
  }

  /// What goes out, as it will be read, with what may be somebody's name.
  func confirmation(_ request: Request, _ tx: Transaction) throws(Refusal) -> SummaryConfirmation {
    let caller = try request.caller()
    let student = try RecordsStore(tx: tx).mustKeep(request.id("student"), caller)
    guard let summary = try SummariesStore(tx: tx).summary(request.id("summary"), in: caller.school),
      summary.student == student.id, summary.deletedAt == nil, summary.sentAt == nil,
      let text = try looked(at: summary, caller, request, tx)
    else { throw .notFound }
    return SummaryConfirmation(student: student, summary: summary, text: text)
  }

  /// - Parameter reader: whose sight counts; without one everybody, for the last look before it goes out.
  package func looked(
    at summary: Summary, _ reader: Caller?, _ request: Request, _ tx: Transaction
  ) throws(Refusal) -> RedactedText? {
    let (store, school) = (ObservationsStore(tx: tx), try request.caller().school)
    // Presentations that it names in full, as a draft does, are nobody.
    let works = try CurriculumStore(tx: tx).nodes(in: school).map { $0.name }.filter { summary.text.includes($0) }
    return try store.familyText(
      summary.text, for: summary.student, among: store.classmates(of: [summary.student], reader, in: school),
      Language(rawValue: summary.language) ?? request.scene.words.language, in: school,
      works: works)
  }
}

// MARK: on the child's page

/// What the family of a child was sent, on the child's page; the staff's way there is beside the record's others.
public func summariesPiece(
  _ student: Student, _ access: StudentAccess, _ caller: Caller, _ zone: Zone, _ tx: Transaction
) throws(Refusal) -> StudentPiece {
  guard access == .family else { return StudentPiece(tables: []) { _ in PortraitParts() } }
  let sent = try SummariesStore(tx: tx).summaries(of: student.id, isSent: true, limit: 12, in: caller.school)
  return StudentPiece(tables: [SummariesTables.summary.number]) { summariesParts(sent, $0) }
}
