public import Base
import Kit
public import Ledger
import People
public import School
public import Web

/// Carries out what is asked of gradebooks, and answers what their pages ask.
public struct GradesDesk: Sendable {
  let ledger: Ledger
  let world: World
  public init(ledger: Ledger, world: World) { (self.ledger, self.world) = (ledger, world) }
}
