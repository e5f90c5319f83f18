import Base
import Ledger
import School
import Web

/// What the office says about its school.
extension SchoolsService {
  /// - Returns: the school before and after.
  func run(_ command: SetAttendanceRules, _ ask: Ask) async throws -> (old: School?, version: String) {
    let (caller, before) = (try ask.caller(), try await school(of: ask))
    let answered = try await ledger.write(try ask.sent(SetAttendanceRules.self)) { tx in
      let (now, school) = try Self.facts(caller, tx)
      if let school { try ask.expect(version: school.version) }
      let permit = try command.permit(for: now, school: school, now: tx.now)
      guard let school else { throw Refusal.notFound }
      return try SchoolsStore(tx: tx).save(permit, of: school).version
    }
    return (answered.again ? nil : before, answered.text)
  }

  /// - Returns: the school before, and its version after.
  func run(_ command: SetWorkRules, _ ask: Ask) async throws -> (old: School?, version: String) {
    let (caller, before) = (try ask.caller(), try await school(of: ask))
    let answered = try await ledger.write(try ask.sent(SetWorkRules.self)) { tx in
      let (now, school) = try Self.facts(caller, tx)
      if let school { try ask.expect(version: school.version) }
      let permit = try command.permit(for: now, school: school, now: tx.now)
      guard let school else { throw Refusal.notFound }
      return try SchoolsStore(tx: tx).save(permit, of: school).version
    }
    return (answered.again ? nil : before, answered.text)
  }

  func run(_ command: AddTerm, _ ask: Ask) async throws -> ID<SchoolTerm> {
    let caller = try ask.caller()
    let answered = try await ledger.write(try ask.sent(AddTerm.self)) { tx in
      let (now, school) = try Self.facts(caller, tx)
      let store = SchoolsStore(tx: tx)
      try store.save(command.permit(for: now, school: school, terms: store.terms(of: tx.school), now: tx.now))
      return command.term.id.text
    }
    return ID(answered.text) ?? command.term.id
  }

  /// - Returns: what the term was.
  func run(_ command: ChangeTerm, _ ask: Ask) async throws -> SchoolTerm? {
    let (caller, id) = (try ask.caller(), command.term.id)
    let before = try await terms(of: caller).first { $0.id == id }
    let answered = try await ledger.write(try ask.sent(ChangeTerm.self)) { tx in
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
  func run(_ command: RemoveTerm, _ ask: Ask) async throws -> SchoolTerm? {
    let caller = try ask.caller()
    let before = try await terms(of: caller).first { $0.id == command.term }
    let answered = try await ledger.write(try ask.sent(RemoveTerm.self)) { tx in
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

  func run(_ command: DeleteSchool, _ ask: Ask) async throws {
    let caller = try ask.caller()
    guard let accounts else { throw Refusal.unavailable }
    let isRight = try await accounts.isRight(command.password, of: caller.account)
    try await ledger.write(try ask.sent(DeleteSchool.self)) { tx in
      let (now, school) = try Self.facts(caller, tx)
      let permit = try command.permit(for: now, school: school, isRight: isRight, now: tx.now)
      if let school { try SchoolsStore(tx: tx).save(permit, of: school) }
      return ""
    }
  }

  func run(_ command: RestoreSchool, _ ask: Ask) async throws {
    let caller = try ask.caller()
    try await ledger.write(try ask.sent(RestoreSchool.self)) { tx in
      let (now, school) = try Self.facts(caller, tx)
      let permit = try command.permit(for: now, school: school, now: tx.now)
      if let school { try SchoolsStore(tx: tx).save(permit, of: school) }
      return ""
    }
  }

  // MARK: what pages show

  func schoolSettings(_ ask: Ask) async throws -> SchoolSettingsData {
    let caller = try ask.caller()
    return try await ledger.read { tx in
      guard let school = try SchoolsStore(tx: tx).school(caller.school) else { throw Refusal.notFound }
      let terms = try SchoolsStore(tx: tx).terms(of: caller.school)
      return SchoolSettingsData(school: school, role: caller.role, terms: terms)
    }
  }

  func term(_ ask: Ask) async throws -> SchoolTerm {
    let (caller, id) = (try ask.caller(), try ask.id("term", SchoolTerm.self))
    guard let term = try await terms(of: caller).first(where: { $0.id == id }) else { throw Refusal.notFound }
    return term
  }

  func school(of ask: Ask) async throws -> School? {
    let caller = try ask.caller()
    return try await ledger.read { try SchoolsStore(tx: $0).school(caller.school) }
  }

  private func terms(of caller: Caller) async throws -> [SchoolTerm] {
    try await ledger.read { try SchoolsStore(tx: $0).terms(of: caller.school) }
  }

  private static func facts(_ caller: Caller, _ tx: WriteTransaction) throws -> (Caller, School?) {
    (try MembersStore(tx: tx).current(caller), try SchoolsStore(tx: tx).school(tx.school))
  }
}
