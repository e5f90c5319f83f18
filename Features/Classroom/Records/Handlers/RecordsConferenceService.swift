package import Base
package import Database
import Kit
import People
package import Router
import School

/// Answers what is asked when one talks about a child; it changes nothing.
public struct ConferenceService: Sendable {
  public init() {}

  /// So many observations of a time at most, the newest.
  static let most = 500

  func page(_ request: Request, _ tx: Transaction) throws(Refusal) -> ConferencePage {
    try data(request, try request.caller(), tx)
  }

  /// - Parameter reader: whose sight of names counts; without one everybody's names are looked for.
  package func data(_ request: Request, _ reader: Caller?, _ tx: Transaction) throws(Refusal) -> ConferencePage {
    let caller = try request.caller()
    let student = try RecordsStore(tx: tx).mustKeep(request.id("student"), caller)
    let today = try ClassroomsStore(tx: tx).today(in: caller.school)
    let filter = try ConferenceFilter(request.query, today: today)
    var page = ConferencePage(student: student, filter: filter, today: today)
    if filter.kinds.contains(.observations) { try observe(&page, reader, request, tx) }
    if filter.kinds.contains(.presentations) {
      let tree = try CurriculumStore(tx: tx).namedTree(in: caller.school)
      page.acts = try PresentationsStore(tx: tx).acts(of: student.id, in: caller.school).filter {
        filter.holds($0.day)
      }.map { act in (act, tree[tree.resolved(act.presentation)]?.name ?? "—") }
      page.acts.sort { ($0.act.day, $0.act.at, $0.act.id) > ($1.act.day, $1.act.at, $1.act.id) }
    }
    if filter.kinds.contains(.habits) {
      page.habits = try HabitsStore(tx: tx).counts(
        of: student.id, from: filter.from, until: filter.until, in: caller.school)
    }
    if filter.kinds.contains(.tasks) {
      page.tasks = try TasksStore(tx: tx).tasks(of: student.id, limit: TasksService.shown, in: caller.school).filter {
        task in filter.holds(request.scene.zone.day(of: task.doneAt ?? task.createdAt))
      }
    }
    return page
  }

  /// What was seen, without names of other children: the page is turned to the parents.
  private func observe(
    _ page: inout ConferencePage, _ reader: Caller?, _ request: Request, _ tx: Transaction
  ) throws(Refusal) {
    page.seen = try ObservationsStore(tx: tx).familyTexts(
      of: page.student.id, from: page.filter.from, until: page.filter.until, in: request.scene.zone, reader,
      request.scene.words.language, most: Self.most, in: request.caller().school
    ).map { (one: $0.one, text: $0.text?.text ?? "") }
  }
}
