package import Base
package import Database
import People
import Router
package import School

/// Shows the office what rosters came in, and what each would do or did.
public struct ExchangeService: Sendable {
  /// How far an import has come that is being read just now, in bytes; `nil` when none is.
  package var reading: @Sendable (ID<RosterImport>) -> (done: Int, total: Int)? = { _ in nil }
  public init() {}

  /// How many past imports are listed at once.
  static let part = 20

  func start(_ request: Request, _ tx: Transaction) throws(Refusal) -> ExchangePage {
    let (school, store) = (try request.caller().school, ExchangeStore(tx: tx))
    let after = request.query["after"].flatMap { ID<RosterImport>($0) }
    var last: RosterImport?
    if let after { last = try store.rosterImport(after, in: school) }
    var imports = try store.imports(in: school, after: last, limit: Self.part + 1)
    let isMore = imports.count > Self.part
    if isMore { imports.removeLast() }
    var page = ExchangePage(imports: imports, names: try AccountsStore(tx: tx).names(of: imports.map { $0.by }))
    (page.next, page.isLater) = (isMore ? imports.last?.id : nil, after != nil)
    return page
  }

  package func page(_ id: ID<RosterImport>, _ school: ID<Tenant>, _ tx: Transaction) throws(Refusal) -> ImportPage {
    guard let found = try ExchangeStore(tx: tx).rosterImport(id, in: school) else { throw .notFound }
    let (done, total) = reading(id) ?? (0, max(1, found.size))
    return ImportPage(rosterImport: found, done: done, total: total)
  }
}
