import Base
import Database
import ICalendar
import Kit
import Ledger
import People
import Router
import School
import Talk
import Web

/// Files of holidays from elsewhere: looked at first, then put in, without what cannot be read.
extension CalendarServer {
  /// What the file would do; nothing is written.
  func preview(_ request: Request) async throws -> CalendarImportPage {
    var (text, kind) = (request.form["file"] ?? "", Event.Kind.holiday)
    if let upload = request.uploads.first(where: { $0.field == "file" && $0.size > 0 }) {
      guard upload.size <= CalendarReader.maxBytes else {
        throw Refusal.invalid("file", Phrase("calendar.import.too-long"))
      }
      guard let read = CalendarReader.text(of: try await ledger.files.contents(upload.hash)) else {
        throw Refusal.invalid("file", Phrase("calendar.import.encoding"))
      }
      text = read
    }
    guard !text.isEmpty else { throw Refusal.invalid("file", Phrase("form.required")) }
    if let said = request.form["kind"], !said.isEmpty {
      guard let known = Event.Kind(rawValue: said) else { throw Refusal.invalid("kind", Phrase("form.choice")) }
      kind = known
    }
    let (file, wanted, caller) = (text, kind, try request.caller())
    let read = try await plan(file, caller.school)
    return try await ledger.read { tx in
      let (plan, states) = try importPlan(read, wanted, caller.school, tx)
      return CalendarImportPage(
        file: file, kind: wanted, rows: Array(zip(plan.rows, states)), problems: plan.refusals, leftOut: plan.leftOut,
        leftOutCount: plan.leftOutCount)
    }
  }

  /// What the file says, whatever is there: a long one is read before the books are held up by it.
  func read(_ command: ImportEvents, _ request: Request) async throws -> ImportPlan {
    let caller = try request.caller()
    guard caller.role.isOffice else { throw Refusal.notFound }
    return try await plan(command.file, caller.school)
  }

  /// Answers with how many were new, changed, and the same as before.
  func handle(
    _ command: ImportEvents, _ read: ImportPlan, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), CalendarStore(tx: tx))
    let home = try homeZone(of: caller.school, tx)
    let (plan, states) = try importPlan(read, command.kind, caller.school, tx)
    let permit = try command.permit(for: caller, problems: plan.refusals, now: tx.now)
    let known = try store.imported(in: caller.school)
    for (row, state) in zip(plan.rows, states) where state != .same {
      let old = known[row.uid]
      let event = row.event(
        old?.id ?? tx.newID(), over: old, kind: command.kind, by: caller.account, now: tx.now)
      try store.save(permit, row, as: event, over: old)
    }
    try CalendarClosedDays(home: home, tx: tx).recalculate()
    let counts: [ImportPlan.State] = [.new, .changed, .same]
    return Outcome(counts.map { state in String(states.count { $0 == state }) }.joined(separator: " "))
  }

  private func plan(_ file: String, _ school: ID<Tenant>) async throws -> ImportPlan {
    let home = try await ledger.read { try homeZone(of: school, $0) }
    return ImportPlan(file, home: home) { zoneNamed($0) }
  }
}

/// The plan of a file against what is there.
private func importPlan(
  _ read: ImportPlan, _ kind: Event.Kind, _ school: ID<Tenant>, _ tx: Transaction
) throws(Refusal) -> (ImportPlan, [ImportPlan.State]) {
  let store = CalendarStore(tx: tx)
  var plan = read
  let known = try store.imported(in: school)
  let changes = try store.changes(of: known.values.map(\.id), in: school)
  // One's own feed is no news.
  try plan.drop("calendar.import.own") { row throws(Refusal) in
    if known[row.uid] != nil { return false }
    return try store.isKnown(uid: row.uid, in: school)
  }
  let states = plan.rows.map { row in
    row.state(known[row.uid], known[row.uid].flatMap { changes[$0.id] } ?? [], kind: kind)
  }
  return (plan, states)
}
