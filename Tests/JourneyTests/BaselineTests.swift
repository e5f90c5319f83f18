import Database
import School
import Testing

@testable import App
@testable import Core
@testable import Ledger

/// A database of before the squash has the tables of the features that were there, and of no other.
@Suite struct `A feature that begins after the squash` {
  @Test func `makes its tables in databases of before it too`() {
    let squashed = SquashedMigrations.ofHomeroom.names
    for migration in LedgerTables.migrations + Services.migrations where migration.isBaseline {
      let name = migration.name.dropFirst("2026-11-26 ".count)
      let feature = String(name.prefix { $0 != ":" })
      #expect(
        squashed.contains { $0.dropFirst("2026-11-2x ".count).hasPrefix(feature + ":") },
        "\(migration.name): written down as done where it never was; make it a migration of its own")
    }
  }
}
