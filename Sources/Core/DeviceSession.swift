public import Base
import Database
public import Router

/// Whose device it is: what the server says of somebody in one school, and no row of a replica does.
///
/// Kept with the replica as JSON. What stands in rows, as how much is unread, is read from them for each page.
public struct DeviceSession: Sendable {
  /// As the server saw them last; without a notice, which only a school that was deleted has.
  public let identity: Identity
  public let school: Identity.Membership
  /// The path that assets are served under, with the hash of their content.
  public let assets: String
  /// The school's zone and the person's own.
  public let zones: [ZoneChanges]
  /// What the server offers, so that a device does.
  public let sendsMail: Bool, mayFound: Bool

  /// - Returns: `nil` for who is in no school.
  public init?(_ identity: Identity, assets: String, zones: [ZoneChanges], sendsMail: Bool, mayFound: Bool) {
    guard let school = identity.school else { return nil }
    (self.identity, self.school, self.assets, self.zones) = (identity, school, assets, zones)
    (self.sendsMail, self.mayFound) = (sendsMail, mayFound)
  }

  /// Who asks now, by what the replica holds.
  func identity(_ tx: Transaction) throws(Refusal) -> Identity {
    let news = try Bars.news(of: identity.account, in: school.id, tx)
    return Self.identity(
      identity, unread: news.unread, news: news.places, school: school.standing(at: try tx.head(of: school.id)))
  }

  private static func identity(
    _ known: Identity, unread: Int, news: Set<String>, school: Identity.Membership
  ) -> Identity {
    var identity = Identity(
      account: known.account, credential: .session, session: known.session, name: known.name,
      language: known.language, look: known.look, school: school, schools: known.schools, unread: unread,
      csrf: known.csrf)
    (identity.zone, identity.shelf, identity.news) = (known.zone, known.shelf, news)
    return identity
  }
}

extension Identity.Membership {
  /// The same when the school's books have come so far.
  fileprivate func standing(at head: Int64) -> Identity.Membership {
    Identity.Membership(
      id: id, name: name, role: role, kind: kind, zone: zone, language: language, look: look, head: head, areas: areas)
  }
}
