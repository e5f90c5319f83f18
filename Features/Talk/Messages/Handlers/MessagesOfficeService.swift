import Base
import Database
import Kit
import People
import Router
import School

/// What the office is asked to do: see reports, decide who may talk with whom, and take copies with a reason.
extension MessagesService {
  func handle(_ command: BringBack, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (store, now) = (MessagesStore(tx: tx), try MembersStore(tx: tx).current(request.caller()))
    let participation = try store.participation(command.conversation, now).participation
    let place = try store.returning(to: participation.conversation, school: tx.school).first {
      $0.account == command.account
    }
    let here = try store.participants(in: command.conversation, school: tx.school).first {
      $0.account == command.account
    }
    if let permit = try command.permit(for: now, participation, place: place ?? here, now: tx.now) {
      try store.save(permit, in: participation.conversation)
    }
    return .done
  }

  func handle(_ command: ReportMessage, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (known, participation, now) = try Self.found(command.message, request.caller(), tx)
    let store = MessagesStore(tx: tx)
    let waits = try store.hasReported(known.id, now.account, in: tx.school)
    if let permit = try command.permit(for: now, participation, known, waits: waits, now: tx.now) {
      try store.save(permit, of: known, as: tx.newID())
    }
    return .done
  }

  func handle(_ command: SettleReport, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (store, now) = (MessagesStore(tx: tx), try MembersStore(tx: tx).current(request.caller()))
    let known = try store.report(command.report, in: tx.school)
    if let permit = try command.permit(for: now, known, now: tx.now) { try store.save(permit) }
    return .done
  }

  /// A file of a message that was reported; who looked at it is in the journal before it is shown.
  func handle(_ command: OpenReported, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (store, now) = (MessagesStore(tx: tx), try MembersStore(tx: tx).current(request.caller()))
    var files: [MessageFile] = []
    if let message = try store.report(command.report, in: tx.school)?.message {
      files = try store.files(of: [message], in: tx.school)[message] ?? []
    }
    try store.save(command.permit(for: now, files: files, now: tx.now))
    return .made(command.file)
  }

  /// The same sending has the entry of one file and shows no other.
  func reported(_ handled: Handled<OpenReported>, _ tx: Transaction) throws(Refusal) -> KeptFile {
    let (school, file) = (try handled.request.caller().school, handled.command.file)
    guard handled.id() == file, let kept = try tx.file(file.cast(), school: school) else { throw .notFound }
    return kept
  }

  /// Answers with what was allowed before, for the way back.
  func handle(_ command: SetMessagePolicy, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (store, now) = (MessagesStore(tx: tx), try MembersStore(tx: tx).current(request.caller()))
    let permit = try command.permit(for: now, now: tx.now)
    let old = try store.policy(of: tx.school)
    try store.save(permit)
    return Outcome(old.allowed.joined(separator: " "))
  }

  /// Reports, and the conversations of one member without a word of what was said in them.
  ///
  /// - Parameters:
  ///   - of: of whom alone the conversations are wanted.
  ///   - from: where the part of them before ended.
  func oversight(
    _ caller: Caller, search: String, after: ReportPlace? = nil, of: ID<Account>? = nil, from: String? = nil,
    _ tx: Transaction
  ) throws(Refusal) -> OversightPage {
    let store = MessagesStore(tx: tx)
    var reports = try store.reports(in: caller.school, after: after, limit: Self.pageSize + 1)
    let hasMore = reports.count > Self.pageSize
    if hasMore { reports.removeLast() }
    let found = try Self.found(search, of, caller.school, tx)
    var (talks, more) = ([OversightPage.Talk](), [OversightPage.More]())
    for person in found.prefix(Self.foundMembers) {
      let part = try Self.talks(of: person, from: of == nil ? nil : from, caller.school, tx)
      talks += part.talks
      if let next = part.next { more.append(.init(account: person.account, name: person.name, from: next)) }
    }
    let names = try store.names(of: reports.flatMap { [$0.by, $0.sender] }, in: caller.school)
    // The files stay with a message that was taken back meanwhile, for those who have to judge it.
    let files = try store.files(of: reports.map { $0.message }, in: caller.school)
    return OversightPage(
      reports: reports.map {
        .init(
          report: $0, by: names[$0.by] ?? "", sender: names[$0.sender] ?? "", files: files[$0.message] ?? [])
      }, next: hasMore ? reports.last.map { ReportPlace($0).text } : nil, isFirst: after == nil,
      school: caller.school, search: search, talks: talks, more: more, isPart: of != nil,
      hasMorePeople: found.count > Self.foundMembers, policy: try store.policy(of: caller.school))
  }

  /// Those whose names fit, one more than are shown; or the one that was meant.
  private static func found(
    _ search: String, _ of: ID<Account>?, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> [(account: ID<Account>, name: String)] {
    if let of { return try MessagesStore(tx: tx).names(of: [of], in: school).map { ($0.key, $0.value) } }
    if search.isEmpty { return [] }
    return try MembersStore(tx: tx).members(of: school, search: search, limit: foundMembers + 1)
      .map { ($0.account, $0.name) }
  }

  /// A part of somebody's conversations, and where the next one begins.
  private static func talks(
    of person: (account: ID<Account>, name: String), from: String?, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> (talks: [OversightPage.Talk], next: String?) {
    let rows = try MessagesStore(tx: tx).list(
      of: person.account, in: school, after: from.flatMap(cursor), limit: messagesPerPage + 1)
    let talks = try titles(rows.prefix(messagesPerPage).map({ $0.conversation }), person.account, school, tx).map {
      OversightPage.Talk(
        id: $0.conversation.id, kind: $0.conversation.kind, person: person.name, title: $0.title,
        count: $0.conversation.last, lastAt: $0.conversation.lastAt)
    }
    return (talks, rows.count > messagesPerPage ? talks.last?.cursor : nil)
  }

  /// What a copy would hold, before anybody takes one.
  func exported(_ id: ID<Conversation>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> ExportPage {
    let store = MessagesStore(tx: tx)
    guard let known = try store.conversation(id, in: caller.school) else { throw .notFound }
    let people = try store.places(in: id, school: caller.school).map { $0.account }
    let names = try store.names(of: people, in: caller.school)
    return ExportPage(conversation: known, names: people.compactMap { names[$0] })
  }
}

extension MessagePolicy {
  /// What is ticked in its form.
  fileprivate var allowed: [String] {
    (studentsTalk ? ["studentsTalk"] : []) + (includesGuardians ? ["includesGuardians"] : [])
      + (groupsIncludeGuardians ? ["groupsIncludeGuardians"] : [])
  }
}
