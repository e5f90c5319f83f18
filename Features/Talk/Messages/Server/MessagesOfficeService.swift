import Base
import Kit
import Ledger
import People
import School
import Web

/// What the office is asked to do: see reports, decide who may talk with whom, and take copies with a reason.
extension MessagesService {
  func run(_ command: BringBack, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(BringBack.self)) { tx in
      let (store, now) = (MessagesStore(tx: tx), try MembersStore(tx: tx).current(caller))
      let standing = try store.standing(command.conversation, now).standing
      let place = try store.returning(to: standing.conversation, school: tx.school).first {
        $0.account == command.account
      }
      let here = try store.talkers(in: command.conversation, school: tx.school).first { $0.account == command.account }
      if let permit = try command.permit(for: now, standing, place: place ?? here, now: tx.now) {
        try store.save(permit, in: standing.conversation)
      }
      return ""
    }
  }

  func run(_ command: ReportMessage, _ request: Request) async throws {
    let (caller, new) = (try request.caller(), request.sending.cast(to: MessageReport.self))
    try await ledger.write(request.sent(ReportMessage.self)) { tx in
      let (known, standing, now) = try Self.found(command.message, caller, tx)
      let store = MessagesStore(tx: tx)
      let waits = try store.hasReported(known.id, caller.account, in: tx.school)
      if let permit = try command.permit(for: now, standing, known, waits: waits, now: tx.now) {
        try store.save(permit, of: known, as: new)
      }
      return ""
    }
  }

  func run(_ command: SettleReport, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(SettleReport.self)) { tx in
      let (store, now) = (MessagesStore(tx: tx), try MembersStore(tx: tx).current(caller))
      let known = try store.report(command.report, in: tx.school)
      if let permit = try command.permit(for: now, known, now: tx.now) { try store.save(permit) }
      return ""
    }
  }

  func run(_ command: SetMessagePolicy, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(SetMessagePolicy.self)) { tx in
      let now = try MembersStore(tx: tx).current(caller)
      try MessagesStore(tx: tx).save(command.permit(for: now, now: tx.now))
      return ""
    }
  }

  func policy(_ caller: Caller) async throws -> MessagePolicy {
    try await ledger.read { try MessagesStore(tx: $0).policy(of: caller.school) }
  }

  /// Reports, and the conversations of one member without a word of what was said in them.
  ///
  /// - Parameters:
  ///   - of: of whom alone the conversations are wanted.
  ///   - from: where the part of them before ended.
  func oversight(
    _ caller: Caller, search: String, after: ReportPlace? = nil, of: ID<Account>? = nil, from: String? = nil
  ) async throws -> OversightPage {
    try await ledger.read { tx in
      let store = MessagesStore(tx: tx)
      var reports = try store.reports(in: caller.school, after: after, limit: Self.portion + 1)
      let hasMore = reports.count > Self.portion
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
      let files = try store.files(of: reports.map(\.message), in: caller.school)
      return OversightPage(
        reports: reports.map {
          .init(
            report: $0, by: names[$0.by] ?? "", sender: names[$0.sender] ?? "", files: files[$0.message] ?? [])
        }, next: hasMore ? reports.last.map { ReportPlace($0).text } : nil, isFirst: after == nil,
        school: caller.school, search: search, talks: talks, more: more, isPart: of != nil,
        hasMorePeople: found.count > Self.foundMembers, policy: try store.policy(of: caller.school))
    }
  }

  /// Those whose names fit, one more than are shown; or the one that was meant.
  private static func found(
    _ search: String, _ of: ID<Account>?, _ school: ID<Tenant>, _ tx: Transaction
  ) throws -> [(account: ID<Account>, name: String)] {
    if let of { return try MessagesStore(tx: tx).names(of: [of], in: school).map { ($0.key, $0.value) } }
    if search.isEmpty { return [] }
    return try MembersStore(tx: tx).members(of: school, search: search, limit: foundMembers + 1)
      .map { ($0.account, $0.name) }
  }

  /// A part of somebody's conversations, and where the next one begins.
  private static func talks(
    of person: (account: ID<Account>, name: String), from: String?, _ school: ID<Tenant>, _ tx: Transaction
  ) throws -> (talks: [OversightPage.Talk], next: String?) {
    let rows = try MessagesStore(tx: tx).list(
      of: person.account, in: school, after: from.flatMap(cursor), limit: messagePortion + 1)
    let talks = try titles(rows.prefix(messagePortion).map(\.conversation), person.account, school, tx).map {
      OversightPage.Talk(
        id: $0.conversation.id, kind: $0.conversation.kind, person: person.name, title: $0.title,
        count: $0.conversation.last, lastAt: $0.conversation.lastAt)
    }
    return (talks, rows.count > messagePortion ? talks.last?.cursor : nil)
  }

  /// What a copy would hold, before anybody takes one.
  func exported(_ id: ID<Conversation>, _ caller: Caller) async throws -> ExportPage {
    try await ledger.read { tx in
      let store = MessagesStore(tx: tx)
      guard let known = try store.conversation(id, in: caller.school) else { throw Refusal.notFound }
      let people = try store.places(in: id, school: caller.school).map(\.account)
      let names = try store.names(of: people, in: caller.school)
      return ExportPage(conversation: known, names: people.compactMap { names[$0] })
    }
  }
}
