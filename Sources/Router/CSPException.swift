/// What one page may fetch from one other origin, because its reader has just asked for it.
public enum CSPException: Hashable, Sendable {
  case frame(String), media(String)
}

extension Response {
  /// Opens the policy of this one answer for one origin; everywhere else nothing leaves ours.
  ///
  /// What is no plain `https://host` changes nothing, so that nobody writes a policy of their own.
  public func allowing(_ cspException: CSPException) -> Response {
    let origin =
      switch cspException {
      case .frame(let origin), .media(let origin): origin
      }
    let host =
      origin.hasPrefix("https://") ? origin.dropFirst(8) : origin.hasPrefix("http://") ? origin.dropFirst(7) : ""
    let isPlain = host.utf8.allSatisfy {
      (48...58).contains($0) || (97...122).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
    }
    guard !host.isEmpty, isPlain else { return self }
    var copy = self
    copy.cspException = cspException
    return copy
  }
}
