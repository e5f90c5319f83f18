import Base
import Database
import HTML
import Kit
import Office
import Router
import School
import Synchronization
public import Web

/// The import on an open page: its state after each commit that changes it, its progress in between.
public func exchangeViews(_ server: ExchangeServer) -> [LiveView] {
  [
    LiveView(
      "import", maySee: { id, caller in caller.role.isOffice && ID<RosterImport>(id) != nil },
      touched: { change in
        let named = Set(
          change.entries.compactMap { $0.id("id", of: ExchangeTables.rosterImport, RosterImport.self)?.text })
        // A roster of many rows names none of them; who waits for one looks for themselves.
        let isLarge = change.command == ApplyRoster.name && !change.isWhole
        return isLarge ? named.union(server.progress.all(of: change.school)) : named
      },
      render: { id, change, scene in
        guard let id = ID<RosterImport>(id) else { return nil }
        do { return importFragment(try await server.page(id, change.school), scene) } catch Refusal.notFound {
          // Thrown away meanwhile: the page asks for itself, and hears so.
          return fragment(.refresh, importStateID(id))
        }
      })
  ]
}

extension ExchangeServer {
  /// Shows progress on open pages from now on.
  ///
  /// App calls it when the stream is there.
  public func connect(_ live: Live) { progress.connect(live) }

  /// Notes how far an import has come.
  func told(_ one: RosterImport, _ school: ID<Tenant>) -> Progress {
    { done, total in progress.say(one, school, done, total, at: world.now()) }
  }
}

/// How far the imports of this process have come, in bytes.
///
/// In memory only: while a roster is being written, the one writer writes nothing else.
final class ExchangeProgress: Sendable {
  /// Twice a second is as often as a bar need move.
  static let pause: Int64 = 500

  private struct Bar {
    var school: ID<Tenant>
    var done = 0
    var total = 1
    var shownAt: Instant?
    var isOver = false
  }
  private struct State {
    var bars: [ID<RosterImport>: Bar] = [:]
    var live: Live?
  }
  private let state = Mutex(State())

  func connect(_ live: Live) { state.withLock { $0.live = live } }

  func say(_ one: RosterImport, _ school: ID<Tenant>, _ done: Int, _ total: Int, at now: Instant) {
    let live = state.withLock { state -> Live? in
      var bar = state.bars[one.id] ?? Bar(school: school)
      (bar.done, bar.total, bar.isOver) = (done, total, false)
      let isDue = bar.shownAt.map { now.since($0) >= Self.pause } ?? true
      if isDue { bar.shownAt = now }
      state.bars[one.id] = bar
      return isDue ? state.live : nil
    }
    let page = ImportPage(rosterImport: one, done: done, total: total)
    live?.show("import/" + one.id.text, in: school) { importFragment(page, $0) }
  }

  /// It is over; its page may still be waiting to hear of the commit.
  func finish(_ id: ID<RosterImport>) {
    state.withLock { state in
      state.bars[id]?.isOver = true
      if state.bars.count > 100 { state.bars = state.bars.filter { !$0.value.isOver } }
    }
  }

  func of(_ id: ID<RosterImport>) -> (done: Int, total: Int)? {
    state.withLock { state in state.bars[id].flatMap { $0.isOver ? nil : ($0.done, $0.total) } }
  }

  func all(of school: ID<Tenant>) -> Set<String> {
    state.withLock { state in Set(state.bars.filter { $0.value.school == school }.map(\.key.text)) }
  }
}
