/// A film elsewhere: what its address says about it.
///
/// Only `https:` and `http:`; what is shown in a frame comes from two providers, whose name is said before a click
/// fetches anything from them.
public enum LessonVideo: Hashable, Sendable {
  case youtube(String)
  /// Unlisted films have a second key.
  case vimeo(String, key: String?)
  /// A film file on a host.
  case file(String, host: String)

  public init?(_ address: String) {
    guard let parts = Parts(address) else { return nil }
    switch parts.host {
    case "youtube.com", "m.youtube.com", "youtube-nocookie.com":
      let key = parts.first == "watch" ? parts.query("v") : LessonVideo.youtubeFolders(parts)
      guard let key, LessonVideo.isKey(key, 6...20) else { return nil }
      self = .youtube(key)
    case "youtu.be":
      guard let key = parts.first, LessonVideo.isKey(key, 6...20) else { return nil }
      self = .youtube(key)
    case "vimeo.com", "player.vimeo.com":
      let rest = parts.path.drop { $0 == "video" }
      guard let number = rest.first, LessonVideo.isNumber(number) else { return nil }
      let key = rest.dropFirst().first ?? parts.query("h")
      self = .vimeo(number, key: key.flatMap { LessonVideo.isKey($0, 6...20) ? $0 : nil })
    default: self = .file(address, host: parts.full)
    }
  }

  /// What it is called before it is fetched.
  public var provider: String {
    switch self {
    case .youtube: "YouTube"
    case .vimeo: "Vimeo"
    case .file(_, let host): host
    }
  }

  /// The page to show in a frame; `nil` for a film that the reader's own player shows.
  public func frame(from second: Int) -> String? {
    switch self {
    case .youtube(let key):
      return "https://www.youtube-nocookie.com/embed/" + key + "?autoplay=1&rel=0"
        + (second > 0 ? "&start=" + String(second) : "")
    case .vimeo(let number, let key):
      return "https://player.vimeo.com/video/" + number + "?dnt=1&autoplay=1" + (key.map { "&h=" + $0 } ?? "")
        + (second > 0 ? "#t=" + String(second) + "s" : "")
    case .file: return nil
    }
  }

  /// Whence it comes, for the policy of the one page that may fetch it.
  public var origin: String {
    switch self {
    case .youtube: return "https://www.youtube-nocookie.com"
    case .vimeo: return "https://player.vimeo.com"
    case .file(let address, let host): return (address.lowercased().hasPrefix("https") ? "https://" : "http://") + host
    }
  }

  private static func youtubeFolders(_ parts: Parts) -> String? {
    guard let folder = parts.first, folder == "embed" || folder == "shorts" || folder == "live" else { return nil }
    return parts.path.dropFirst().first
  }

  /// Letters, digits, `-` and `_`: nothing that could mean something in an address.
  private static func isKey(_ text: String, _ length: ClosedRange<Int>) -> Bool {
    length.contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 45 || $0 == 95
      }
  }
  private static func isNumber(_ text: String) -> Bool {
    (5...12).contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) }
  }

  /// An address taken apart.
  private struct Parts {
    /// The host with its port; and without `www.`, for comparing.
    let full: String, host: String
    let path: [String]
    let pairs: [String]
    var first: String? { path.first }

    init?(_ address: String) {
      guard !address.utf8.contains(where: { $0 <= 32 || $0 >= 127 || $0 == 92 || $0 == 34 || $0 == 39 || $0 == 59 }),
        address.utf8.count <= 500
      else { return nil }
      let lower = address.lowercased()
      let scheme = lower.hasPrefix("https://") ? 8 : lower.hasPrefix("http://") ? 7 : 0
      guard scheme > 0 else { return nil }
      let rest = address.dropFirst(scheme)
      full = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }.lowercased()
      guard Parts.isHost(full) else { return nil }
      host = full.hasPrefix("www.") ? String(full.dropFirst(4)) : full
      let tail = rest.dropFirst(full.count).prefix { $0 != "#" }
      path = tail.prefix { $0 != "?" }.split(separator: "/").map { String($0) }
      pairs = tail.drop { $0 != "?" }.dropFirst().split(separator: "&").map { String($0) }
    }

    /// A name with a dot in it, and perhaps a port: it ends up in a header.
    private static func isHost(_ host: String) -> Bool {
      let name = host.prefix { $0 != ":" }
      let port = host.dropFirst(name.count)
      guard name.utf8.contains(46), name.utf8.first != 46, name.utf8.last != 46,
        name.utf8.allSatisfy({ (48...57).contains($0) || (97...122).contains($0) || $0 == 45 || $0 == 46 })
      else { return false }
      return port.isEmpty || port.utf8.count > 1 && port.utf8.dropFirst().allSatisfy { (48...57).contains($0) }
    }

    func query(_ name: String) -> String? {
      pairs.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }
  }
}
