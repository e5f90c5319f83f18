extension StringProtocol {
  /// Whether a part occurs in it, byte for byte.
  public func includes(_ part: some StringProtocol) -> Bool {
    let (text, part) = (Array(utf8), Array(part.utf8))
    guard part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }
}
