package import Base
package import Database
import Kit
public import Router
import School

/// What rosters came in, for the office alone.
public func exchangeRoutes(_ service: ExchangeService) -> [Route] {
  let routes: [Route] = [
    .get(
      ExchangePaths.start, .office, "What may be imported and exported, and the past imports", query: [.after],
      offline: .everybody,
      service.showStart),
    .get(
      ExchangePaths.rosterImport, .office, "One import: its progress, its preview, what it did", service.showImport),
  ]
  return routes.map { $0.of("Exchange") }
}

extension ExchangeService {
  package func showStart(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    var data = try start(request, tx)
    data.draft = request.draft
    let shown = data
    return .page(
      next: shown.next?.text,
      json: {
        .object([("imports", .list(shown.imports.map { $0.json })), ("next", .optional(shown.next?.text))])
      }
    ) { exchangePage(shown, $0) }
  }

  package func showImport(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    var data = try page(try request.id("import"), try request.caller().school, tx)
    data.draft = request.draft
    let shown = data
    return .page(version: shown.rosterImport.state.rawValue, json: { shown.json }) { importPage(shown, $0) }
  }
}

extension RosterImport {
  var json: JSON {
    .object([
      ("id", .id(id)), ("name", .text(name)), ("size", .integer(size)), ("state", .text(state.rawValue)),
      ("removes", .flag(removes)), ("by", .id(by)), ("createdAt", .text(createdAt.text)),
      ("appliedAt", .optional(appliedAt?.text)),
    ])
  }
}

extension ImportPage {
  fileprivate var json: JSON {
    .object([
      ("import", rosterImport.json), ("done", .integer(done)), ("total", .integer(total)),
      ("removals", .integer(rosterImport.report?.removals ?? 0)), ("report", rosterImport.report?.json ?? .null),
    ])
  }
}
