public import Base

/// Time that is taken: by whom, and in which room.
public struct Busy: Hashable, Sendable {
  public enum Holder: Hashable, Sendable {
    /// The folded name of a room.
    case room(String)
    case classroom(ID<Classroom>)
    case course(ID<Course>)
    case person(ID<Account>)
  }
  public let start: Instant
  public let end: Instant
  public let title: String
  public let holders: Set<Holder>
  /// Whose it is, and in which room: of what the reader may not see, only the room is said.
  public let audience: Event.Audience
  public let place: String?
  public init(
    start: Instant, end: Instant, title: String, holders: Set<Holder>, audience: Event.Audience, place: String? = nil
  ) {
    (self.start, self.end, self.title, self.holders) = (start, end, title, holders)
    (self.audience, self.place) = (audience, place)
  }
}

/// Two things that want the same room or the same people at the same time.
public struct Clash: Hashable, Sendable {
  public enum Reason: String, Hashable, Sendable { case room, people }
  public let reason: Reason
  public var title: String
  public let start: Instant
  public let end: Instant
  public let audience: Event.Audience
  public let place: String?
}

extension Busy {
  /// What stands in the way of the wanted times, earliest first, at most `limit`.
  public static func clashes(_ wanted: [Busy], _ taken: [Busy], limit: Int = 5) -> [Clash] {
    var found: [Clash] = []
    for one in wanted {
      for other in taken where one.start < other.end && other.start < one.end {
        let shared = one.holders.intersection(other.holders)
        guard !shared.isEmpty else { continue }
        let isRoom = shared.contains { if case .room = $0 { true } else { false } }
        found.append(
          Clash(
            reason: isRoom ? .room : .people, title: other.title, start: other.start, end: other.end,
            audience: other.audience, place: other.place))
      }
    }
    var unique: [Clash] = []
    for clash in found.sorted(by: { $0.start < $1.start }) where !unique.contains(clash) { unique.append(clash) }
    return Array(unique.prefix(limit))
  }
}
