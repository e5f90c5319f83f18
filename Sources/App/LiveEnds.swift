import Base
import Database
import Foundation
import Ledger
import Router
import Web

/// Ends live lines for features that were made before the server that holds them, on this node and on the others.
final class LiveEnds: @unchecked Sendable {
  // Set once, in `Homeroom.init`, before any request is served; only read after that.
  var live: Live?
  private let ledger: Ledger
  private static let kind = "line.end"
  private static let everyone = "-"

  init(ledger: Ledger) { self.ledger = ledger }

  func end(_ account: ID<Account>, _ session: ID<Session>?, but stays: ID<Session>?) {
    live?.end(account: account, session: session, but: stays)
    let parts = [account.text, session?.text ?? Self.everyone, stays?.text ?? Self.everyone]
    ledger.tellOthers(Word(Self.kind, parts.joined(separator: " ")))
  }

  /// Ends here what was ended elsewhere, until the books close.
  func run() async {
    for await word in ledger.words() where word.kind == Self.kind {
      let parts = word.text.split(separator: " ")
      guard parts.count == 3, let account = ID<Account>(parts[0]) else { continue }
      live?.end(account: account, session: ID<Session>(parts[1]), but: ID<Session>(parts[2]))
    }
  }
}
