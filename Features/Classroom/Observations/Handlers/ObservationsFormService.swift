package import Base
package import Database
import Kit
import People
package import Router
import School

/// The forms: of a new observation and of one that is there.
extension ObservationsService {
  /// Empty, or as it was typed.
  func blank(_ request: Request, _ tx: Transaction) throws(Refusal) -> ObservationForm {
    try form(nil, request.draft.form.fields.isEmpty ? request.query : request.draft.form, request, tx)
  }

  package func editing(_ request: Request, _ tx: Transaction) throws(Refusal) -> ObservationForm {
    let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
    let (one, access, _) = try store.mustSee(request.id("observation"), caller)
    guard one.state == .draft ? access.isAuthor : (one.state == .complete && access.seesAll) else { throw .notFound }
    return try form(one, request.draft.form, request, tx)
  }

  /// What was typed, with the children that were looked for: it works without scripts, and writes nothing.
  func finding(_ request: Request, _ tx: Transaction) throws(Refusal) -> ObservationForm {
    let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
    guard let id = request.query["observation"].flatMap({ ID<Observation>($0) }) else {
      return try form(nil, request.form, request, tx)
    }
    let (one, access, _) = try store.mustSee(id, caller)
    guard one.state == .draft ? access.isAuthor : (one.state == .complete && access.seesAll) else { throw .notFound }
    return try form(one, request.form, request, tx)
  }

  private func form(
    _ one: Observation?, _ typed: Form, _ request: Request, _ tx: Transaction
  ) throws(Refusal) -> ObservationForm {
    let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
    let wasTyped = one == nil || typed["text"] != nil
    let named = typed.all("child").prefix(Observation.mostChildren + 1).compactMap { ID<Student>($0) }
    let chosen = wasTyped ? named : one?.children ?? []
    var form = ObservationForm(
      known: one, tags: try store.tags(in: caller.school), now: WallTime(tx.now, in: request.scene.zone))
    form.search = String((typed["q"] ?? "").prefix(80))
    form.chosen = try store.seen(chosen, by: caller)
    // Of those who are not the caller's any more only the id is known; they stay on a draft until they are taken off.
    form.unseen = (one?.children ?? []).filter { id in
      chosen.contains(id) && !form.chosen.contains { $0.id == id }
    }
    form.primary = typed["primary"].flatMap { ID<Student>($0) } ?? one?.primary
    form.tagged = wasTyped ? Set(typed.all("tag").prefix(40).compactMap { ID<RecordTag>($0) }) : Set(one?.tags ?? [])
    form.offered = try store.offered(form.search, for: caller).filter { student in
      !form.chosen.contains { $0.id == student.id }
    }
    return form
  }
}

extension ObservationsStore {
  /// The children to choose from: of one's classes, or those that were looked for.
  fileprivate func offered(_ search: String, for caller: Caller) throws(Refusal) -> [Student] {
    let (rooms, students) = (ClassroomsStore(tx: tx), StudentsStore(tx: tx))
    var mine: [ID<Student>]?
    if !caller.role.isOffice {
      let taught = try rooms.taught(by: caller.account, in: caller.school)
      let ids = try rooms.studentIDs(of: taught, in: caller.school, on: rooms.today(in: caller.school))
      mine = Array(ids.sorted().prefix(ObservationForm.mostSearched))
    }
    return try students.search(
      in: caller.school, text: search, ids: mine, limit: ObservationForm.mostOffered)
  }
}
