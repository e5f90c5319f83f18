import Base
import Database
import Kit
public import Router

/// The journal of the school; the office's business alone.
public func journalRoutes(_ service: JournalService) -> [Route] {
  let routes: [Route] = [
    .get(
      JournalPaths.journal, .office, "Who did what to whom and when, the newest first; never what was in it",
      query: [
        .search, .optional("person", "The id of an account: only what it did."),
        .optional("day", "A day, as 2026-03-11."), .after,
      ]
    ) { request, tx throws(Refusal) in
      let data = try service.look(request, tx)
      return .page(next: data.next.map { String($0) }, json: { data.json }) { journalPage(data, $0) }
    }
  ]
  return routes.map { $0.of("Journal") }
}

extension JournalData {
  fileprivate var json: JSON {
    .object([
      ("acts", .list(acts.map { $0.json })), ("next", .optional(next.map { String($0) })),
      (
        "people",
        .list((choices ?? []).map { .object([("id", .id($0.id)), ("name", .text($0.name))]) })
      ),
    ])
  }
}

extension JournalAct {
  fileprivate var json: JSON {
    .object([
      ("seq", .integer(Int(seq))), ("at", .text(at.text)), ("account", account.map { .id($0) } ?? .null),
      ("name", .text(name)), ("command", .text(command)), ("about", .list(about.map { .text($0) })),
      ("others", .integer(others)),
    ])
  }
}
