import Base
import Ledger
import School
import Web

/// What the office says about its school.
extension SchoolsService {
  /// - Returns: the school before and after.
  func run(_ command: SetAttendanceRules, _ request: Request) async throws -> (old: School?, version: String) {
    let (caller, before) = (try request.caller(), try await school(of: request))
    let answered = try await ledger.write(try request.sent(SetAttendanceRules.self)) { tx in
      let (now, school) = try Self.facts(caller, tx)
      if let school { try request.expect(version: school.version) }
      let permit = try command.permit(for: now, school: school, now: tx.now)
      guard let school else { throw Refusal.notFound }
      return try SchoolsStore(tx: tx).save(permit, of: school).version
    }
    return (answered.again ? nil : before, answered.text)
  }

  /// - Returns: the school before, and its version after.
  func run(_ command: SetWorkRules, _ request: Request) async throws -> (old: School?, version: String) {
    let (caller, before) = (try request.caller(), try await school(of: request))
    let answered = try await ledger.write(try request.sent(SetWorkRules.self)) { tx in
      let (now, school) = try Self.facts(caller, tx)
      if let school { try request.expect(version: school.version) }
      let permit = try command.permit(for: now, school: school, now: tx.now)
      guard let school else { throw Refusal.notFound }
      return try SchoolsStore(tx: tx).save(permit, of: school).version
    }
    return (answered.again ? nil : before, answered.text)
  }

  func run(_ command: AddTerm, _ request: Request) async throws -> ID<SchoolTerm> {
    let caller = try request.caller()
    let answered = try await ledger.write(try request.sent(AddTerm.self)) { tx in
      let (now, school) = try Self.facts(caller, tx)
      let store = SchoolsStore(tx: tx)
      try store.save(command.permit(for: now, school: school, terms: store.terms(of: tx.school), now: tx.now))
      return command.term.id.text
    }
    return ID(answered.text) ?? command.term.id
  }

  /// - Returns: what the term was.
  func run(_ command: ChangeTerm, _ request: Request) async throws -> SchoolTerm? {
    let (caller, id) = (try request.caller(), command.term.id)
    let before = try await terms(of: caller).first { $0.id == id }
    let answered = try await ledger.write(try request.sent(ChangeTerm.self)) { tx in
      let (now, school) = try Self.facts(caller, tx)
      let store = SchoolsStore(tx: tx)
      let terms = try store.terms(of: tx.school)
      let permit = try command.permit(for: now, school: school, terms: terms, now: tx.now)
      guard let old = terms.first(where: { $0.id == id }) else { throw Refusal.notFound }
      try store.save(permit, over: old)
      return ""
    }
    return answered.again ? nil : before
  }

  /// - Returns: what the term was.
  func run(_ command: RemoveTerm, _ request: Request) async throws -> SchoolTerm? {
    let caller = try request.caller()
    let before = try await terms(of: caller).first { $0.id == command.term }
    let answered = try await ledger.write(try request.sent(RemoveTerm.self)) { tx in
      let (now, school) = try Self.facts(caller, tx)
      let store = SchoolsStore(tx: tx)
      let terms = try store.terms(of: tx.school)
      let permit = try command.permit(for: now, school: school, terms: terms, now: tx.now)
      guard let old = terms.first(where: { $0.id == command.term }) else { throw Refusal.notFound }
      try store.save(permit, of: old)
      return ""
    }
    return answered.again ? nil : before
  }

  // MARK: the end of a school

  func run(_ command: DeleteSchool, _ request: Request) async throws {
    let caller = try request.caller()
    guard let accounts else { throw Refusal.unavailable }
    let isRight = try await accounts.isRight(command.password, of: caller.account)
    try await ledger.write(try request.sent(DeleteSchool.self)) { tx in
      let (now, school) = try Self.facts(caller, tx)
      let permit = try command.permit(for: now, school: school, isRight: isRight, now: tx.now)
      if let school { try SchoolsStore(tx: tx).save(permit, of: school) }
      return ""
    }
  }

  func run(_ command: RestoreSchool, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(try request.sent(RestoreSchool.self)) { tx in
      let (now, school) = try Self.facts(caller, tx)
      let permit = try command.permit(for: now, school: school, now: tx.now)
      if let school { try SchoolsStore(tx: tx).save(permit, of: school) }
      return ""
    }
  }

  // MARK: what pages show

  func schoolSettings(_ request: Request) async throws -> SchoolSettingsData {
    let caller = try request.caller()
    return try await ledger.read { tx in
      guard let school = try SchoolsStore(tx: tx).school(caller.school) else { throw Refusal.notFound }
      let terms = try SchoolsStore(tx: tx).terms(of: caller.school)
      return SchoolSettingsData(school: school, role: caller.role, terms: terms)
    }
  }

  func term(_ request: Request) async throws -> SchoolTerm {
    let (caller, id) = (try request.caller(), try request.id("term", SchoolTerm.self))
    guard let term = try await terms(of: caller).first(where: { $0.id == id }) else { throw Refusal.notFound }
    return term
  }

  func school(of request: Request) async throws -> School? {
    let caller = try request.caller()
    return try await ledger.read { try SchoolsStore(tx: $0).school(caller.school) }
  }

  private func terms(of caller: Caller) async throws -> [SchoolTerm] {
    try await ledger.read { try SchoolsStore(tx: $0).terms(of: caller.school) }
  }

  private static func facts(_ caller: Caller, _ tx: WriteTransaction) throws -> (Caller, School?) {
    (try MembersStore(tx: tx).current(caller), try SchoolsStore(tx: tx).school(tx.school))
  }
}
