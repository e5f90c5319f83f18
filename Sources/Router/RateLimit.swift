/// How often one account may do the same: so many at once, and then so many a second.
///
/// Generous to people, however fast they type; it stops programs that went wild.
public struct RateLimit: Sendable, Hashable {
  package let name: String
  package let atOnce: Double, perSecond: Double
  /// Whether each path counts by itself, as each conversation does.
  package let isPerPath: Bool

  /// Looking for somebody or something: `?q=` on any page.
  public static let search = RateLimit(name: "search", atOnce: 60, perSecond: 6, isPerPath: true)
  /// Asking a service outside, which costs its operator something and keeps a thread waiting.
  public static let outside = RateLimit(name: "outside", atOnce: 20, perSecond: 0.05, isPerPath: false)
  /// Saying something in one place, and in all places together.
  public static let saying = [
    RateLimit(name: "say", atOnce: 120, perSecond: 3, isPerPath: true),
    RateLimit(name: "say-all", atOnce: 600, perSecond: 60, isPerPath: false),
  ]
}
