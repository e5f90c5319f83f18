import Base
public import Classroom
import Database
import Kit
import People
public import Router
import School

/// What looks at more than its writer sees: the words of the family's language, every name of the class, the guardians.
public func summaryServerRoutes(_ service: SummariesService) -> [Route] {
  [
    .post(
      "/students/:student/summaries", .staff, "Writes a draft of what is known of a time.", form: service.listAnswer,
      StartSummary.self, service.handle
    ) { handled in
      let id: ID<Summary> = handled.id()
      return .done(
        SummariesPaths.of(handled.command.student) + "/" + id.text, toast: Toast(Phrase("summaries.started")),
        created: true, json: { .object([("id", .id(id))]) })
    },
    .post(
      "/students/:student/summaries/:summary/sending", .staff,
      "Sends a draft to the family, as it was looked at; refused while another child's name is in it, or while what may be one was not looked at.",
      SendSummary.self, service.handle
    ) { handled in
      .done(
        SummariesPaths.of(handled.command.student) + "/" + handled.command.summary.text,
        toast: Toast(Phrase("summaries.sent")))
    },
    .post(
      "/students/:student/summaries/:summary/replies", .members,
      "Answers a summary: a guardian to the staff, or the staff to that guardian; no other guardian sees it.",
      form: service.pageAnswer, ReplyToSummary.self, service.handle
    ) { handled in
      let id: ID<SummaryReply> = handled.id()
      return .done(
        SummariesPaths.of(handled.command.student) + "/" + handled.command.summary.text,
        toast: Toast(Phrase("summaries.replied")), created: true, json: { .object([("id", .id(id))]) })
    },
  ]
}

extension SummariesService {
  func handle(_ command: StartSummary, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), SummariesStore(tx: tx))
    let access = try mustSeeStudent(caller, command.student, tx)
    let today = try ClassroomsStore(tx: tx).today(in: caller.school)
    let days = command.period.days(
      from: command.from, until: command.until, today: today, firstWeekday: request.scene.zone.firstWeekday)
    let permit = try command.permit(
      for: caller, access: access, drafts: store.drafts(of: command.student, in: caller.school), days: days,
      today: today, now: tx.now)
    if let id = command.id, let known = try store.summary(id, in: caller.school) {
      // The same that came before is made once; another's id is taken.
      guard known.student == command.student, known.by == caller.account else { throw .taken }
      return .made(id)
    }
    guard let days, let student = try StudentsStore(tx: tx).student(command.student, in: caller.school) else {
      throw .notFound
    }
    let own = try language(of: student, caller, tx) ?? request.scene.words.language
    let language = command.language ?? own
    let facts = try facts(of: student, days, language, request, tx)
    let id: ID<Summary> = command.id ?? tx.newID()
    try store.save(permit, as: id, days, summaryText(facts, request.scene.words.speaking(language)), language)
    return .made(id)
  }

  func handle(_ command: SendSummary, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), SummariesStore(tx: tx))
    let access = try mustSeeStudent(caller, command.student, tx)
    guard let known = try store.summary(command.summary, in: caller.school) else { throw .notFound }
    let looked = try looked(at: known, nil, request, tx)
    let permit = try command.permit(
      for: caller, access: access, known: known, named: looked?.replaced ?? [],
      suspected: looked?.suspected ?? [], now: tx.now)
    guard let permit else { return .done }
    if let count = looked?.suspected.count, count > 0 { tx.detail(asItIsField, String(count)) }
    try store.save(permit, known)
    return .done
  }

  func handle(_ command: ReplyToSummary, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), SummariesStore(tx: tx))
    let access = try mustSeeStudent(caller, command.student, tx)
    guard let known = try store.summary(command.summary, in: caller.school),
      let guardian = command.other(than: caller, access)
    else { throw .notFound }
    let guardians = try StudentsStore(tx: tx).guardians(of: command.student, in: caller.school).map { $0.account }
    let permit = try command.permit(
      for: caller, access: access, known: known, guardians: guardians,
      thread: store.replies(to: known.id, with: guardian, in: caller.school), now: tx.now)
    if let id = command.id, let there = try store.reply(id, in: caller.school) {
      guard there.summary == known.id, there.author == caller.account else { throw .taken }
      return .made(id)
    }
    let id: ID<SummaryReply> = command.id ?? tx.newID()
    try store.save(permit, as: id, with: guardian)
    return .made(id)
  }

  /// Of the first guardian who has chosen one.
  private func language(of student: Student, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> Language? {
    let guardians = try StudentsStore(tx: tx).guardians(of: student.id, in: caller.school).map { $0.account }
    let chosen = try AccountsStore(tx: tx).languages(of: guardians)
    return guardians.compactMap { chosen[$0] }.first
  }

  /// At most so many observations of a time are looked at.
  private static let most = 400

  /// What is complete and happened in these days; what needs attention is for a talk, not for a letter that writes itself.
  private func facts(
    of student: Student, _ days: (from: Day, until: Day), _ language: Language, _ request: Request, _ tx: Transaction
  ) throws(Refusal) -> SummaryFacts {
    let (school, zone) = (try request.caller().school, request.scene.zone)
    var facts = SummaryFacts(child: student.called ?? student.given, from: days.from, until: days.until)
    let seen = try ObservationsStore(tx: tx).familyTexts(
      of: student.id, from: days.from, until: days.until, in: zone, nil, language, most: Self.most, in: school)
    for (one, text) in seen.reversed() where !one.text.isEmpty {
      guard let text else { continue }
      facts.seen.append(SummaryFacts.Seen(day: zone.day(of: one.happenedAt), text: text.text))
    }
    let tree = try CurriculumStore(tx: tx).namedTree(in: school)
    for act in try PresentationsStore(tx: tx).acts(of: student.id, in: school)
    where act.day >= days.from && act.day <= days.until {
      guard let name = tree[tree.resolved(act.presentation)]?.name else { continue }
      facts.add(name, act.kind)
    }
    facts.habits = try HabitsStore(tx: tx).counts(of: student.id, from: days.from, until: days.until, in: school)
      .filter { $0.days > 0 }.map { SummaryFacts.Habit(name: $0.habit.name, days: $0.days) }
    return facts
  }
}

extension SummaryFacts {
  fileprivate mutating func add(_ name: String, _ kind: PresentationAct.Kind) {
    switch kind {
    case .presented: if !presented.contains(name) { presented.append(name) }
    case .practised: if !practised.contains(name) { practised.append(name) }
    case .mastered: if !mastered.contains(name) { mastered.append(name) }
    case .attention, .setBack: return
    }
  }
}
