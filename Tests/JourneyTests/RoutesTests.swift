import Database
import HomeroomTesting
import Testing

@testable import App
@testable import Router
@testable import Web

@Suite struct `The table of routes` {
  /// The second of two would be in the description of the API and never answer.
  @Test func `has each method and path once`() async throws {
    let routes = try await TestSchool.open(.sqlite).homeroom.server.table.routes
    let names = routes.map { $0.method.rawValue + " " + $0.path }
    #expect(Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys.sorted() == [])
  }
}
