/// What a browser calls itself, in the two words people know it by.
///
/// Names of products, the same in every language.
public struct UserAgent: Hashable, Sendable {
  public let browser: String?
  public let system: String?

  public init(agent: String) {
    browser = UserAgent.first(agent, UserAgent.browsers)
    system = UserAgent.first(agent, UserAgent.systems)
  }

  // The order matters: Edge says that it is Chrome, Chrome that it is Safari, Android that it is Linux.
  private static let browsers = [
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"), ("curl/", "curl"),
  ]
  private static let systems = [
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"), ("Windows", "Windows"),
    ("Mac OS X", "Mac"), ("Macintosh", "Mac"), ("Linux", "Linux"),
  ]

  private static func first(_ agent: String, _ marks: [(String, String)]) -> String? {
    for (mark, name) in marks where has(agent, mark) { return name }
    return nil
  }

  private static func has(_ text: String, _ mark: String) -> Bool {
    let (bytes, wanted) = (Array(text.utf8), Array(mark.utf8))
    guard bytes.count >= wanted.count else { return false }
    return (0...(bytes.count - wanted.count)).contains { start in
      (0..<wanted.count).allSatisfy { bytes[start + $0] == wanted[$0] }
    }
  }
}

/// An address without its last part: enough to tell home from school, not enough to find a door.
public func roughly(_ source: String) -> String {
  let colons = source.utf8.contains(UInt8(ascii: ":"))
  let parts = source.split(separator: colons ? ":" : ".", omittingEmptySubsequences: false)
  guard parts.count >= 3, !source.hasPrefix("::") else { return source }
  let kept = parts.prefix(3).map { String($0) }
  return colons ? kept.joined(separator: ":") + ":…" : kept.joined(separator: ".") + ".…"
}
