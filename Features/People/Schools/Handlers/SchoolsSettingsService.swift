package import Base
package import Database
package import Router
package import School

/// What the office says about its school.
extension SchoolsService {
  func handle(_ command: SetAttendanceRules, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (now, school) = try facts(request, tx)
    if let school { try request.expect(version: school.version) }
    let permit = try command.permit(for: now, school: school, now: tx.now)
    guard let school else { throw .notFound }
    return Outcome(wayBack: school.registers(try SchoolsStore(tx: tx).save(permit, of: school).version))
  }

  func handle(_ command: SetWorkRules, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (now, school) = try facts(request, tx)
    if let school { try request.expect(version: school.version) }
    let permit = try command.permit(for: now, school: school, now: tx.now)
    guard let school else { throw .notFound }
    return Outcome(wayBack: school.workFields(try SchoolsStore(tx: tx).save(permit, of: school).version))
  }

  func handle(_ command: AddTerm, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (store, (now, school)) = (SchoolsStore(tx: tx), try facts(request, tx))
    let id = command.id ?? tx.newID()
    let permit = try command.permit(for: now, school: school, as: id, terms: store.terms(of: tx.school), now: tx.now)
    try store.save(permit, as: id)
    return .made(id)
  }

  func handle(_ command: ChangeTerm, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (store, (now, school)) = (SchoolsStore(tx: tx), try facts(request, tx))
    let terms = try store.terms(of: tx.school)
    let permit = try command.permit(for: now, school: school, terms: terms, now: tx.now)
    guard let old = terms.first(where: { $0.id == command.term.id }) else { throw .notFound }
    try store.save(permit, over: old)
    return Outcome(wayBack: old.fields)
  }

  func handle(_ command: RemoveTerm, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (store, (now, school)) = (SchoolsStore(tx: tx), try facts(request, tx))
    let terms = try store.terms(of: tx.school)
    let permit = try command.permit(for: now, school: school, terms: terms, now: tx.now)
    guard let old = terms.first(where: { $0.id == command.term }) else { throw .notFound }
    try store.save(permit, of: old)
    return Outcome(wayBack: old.fields + [Form.Field("id", old.id.text)])
  }

  // MARK: the end of a school

  func handle(_ command: RestoreSchool, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (now, school) = try facts(request, tx)
    let permit = try command.permit(for: now, school: school, now: tx.now)
    if let school { try SchoolsStore(tx: tx).save(permit, of: school) }
    return .done
  }

  // MARK: what pages show

  func schoolSettings(_ request: Request, _ tx: Transaction) throws(Refusal) -> SchoolSettingsData {
    let (caller, store) = (try request.caller(), SchoolsStore(tx: tx))
    guard let school = try store.school(caller.school) else { throw .notFound }
    return SchoolSettingsData(school: school, role: caller.role, terms: try store.terms(of: caller.school))
  }

  func term(_ request: Request, _ tx: Transaction) throws(Refusal) -> SchoolTerm {
    let (caller, id) = (try request.caller(), try request.id("term", SchoolTerm.self))
    let terms = try SchoolsStore(tx: tx).terms(of: caller.school)
    guard let term = terms.first(where: { $0.id == id }) else { throw .notFound }
    return term
  }

  package func school(of request: Request, _ tx: Transaction) throws(Refusal) -> School? {
    try SchoolsStore(tx: tx).school(request.caller().school)
  }

  /// Who asks, as they are now, and their school.
  package func facts(_ request: Request, _ tx: WriteTransaction) throws(Refusal) -> (Caller, School?) {
    (try MembersStore(tx: tx).current(request.caller()), try SchoolsStore(tx: tx).school(tx.school))
  }
}

// MARK: ways back

extension Outcome {
  /// The fields that undo it, each as two lines: its name and what was there.
  init(wayBack fields: [Form.Field]) { self.init(fields.flatMap { [$0.name, $0.value] }.joined(separator: "\n")) }

  /// The form that undoes it, sent to this path; `nil` where nothing is to be undone.
  func wayBack(to path: String) -> (path: String, fields: [Form.Field])? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let fields = stride(from: 0, to: lines.count - 1, by: 2).map { Form.Field(lines[$0], lines[$0 + 1]) }
    if fields.isEmpty { return nil }
    return (path, fields)
  }
}

extension School {
  /// The fields that bring this profile back, as long as nobody has changed the school since `version`.
  func profile(_ version: String) -> [Form.Field] {
    [
      Form.Field("name", name), Form.Field("kind", kind.rawValue), Form.Field("zone", zone),
      Form.Field("language", language.rawValue), Form.Field("theme", theme), Form.Field("version", version),
    ]
  }

  fileprivate func registers(_ version: String) -> [Form.Field] {
    [
      Form.Field("correctionDays", String(correctionDays)), Form.Field("rate", rate.rawValue),
      Form.Field("version", version),
    ]
  }

  fileprivate func workFields(_ version: String) -> [Form.Field] {
    [
      Form.Field("file", String(work.file)), Form.Field("person", String(work.person)),
      Form.Field("dayStart", String(work.dayStart)), Form.Field("version", version),
    ] + (work.trains ? [Form.Field("trains", "1")] : [])
  }
}

extension SchoolTerm {
  var fields: [Form.Field] {
    [Form.Field("name", name), Form.Field("from", from.text), Form.Field("until", until.text)]
  }
}
