import Base

/// Whether what was written is the word that was asked: this rule counts, and the one in `tools.js` shows the same at once.
public enum Spelling {
  /// The same letters, however they are composed, without vowel points and tatweel, in any case, with either apostrophe.
  ///
  /// Accents count.
  public static func isSame(_ written: String, as word: String) -> Bool { plain(written) == plain(word) }

  static func plain(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in trimmed(text).unicodeScalars where !isPoint(scalar.value) {
      scalars.append(scalar.value == 0x27 ? "\u{2019}" : scalar)
    }
    return String(scalars).lowercased()
  }

  /// Hebrew points and accents, Arabic vowels, and tatweel.
  private static func isPoint(_ code: UInt32) -> Bool {
    switch code {
    case 0x0591...0x05BD, 0x05BF, 0x05C1, 0x05C2, 0x05C4, 0x05C5, 0x05C7, 0x0640, 0x064B...0x0652, 0x0670: true
    default: false
    }
  }
}

extension SaveToolResult {
  /// How many were right, and of how many, as it is kept.
  ///
  /// Of spelling the details hold what was written for each word, and are counted here; a device that sends them otherwise is
  /// taken at its word, for it is one's own practice.
  public var counted: (right: Int, total: Int) {
    guard tool == .spelling, let read = try? JSON(Array(details.utf8)), case .object(let members) = read,
      !members.isEmpty
    else { return (right, total) }
    var right = 0
    for (word, value) in members {
      guard case .text(let written) = value else { return (self.right, total) }
      if Spelling.isSame(written, as: word) { right += 1 }
    }
    return members.count <= ToolResult.mostAsked ? (right, members.count) : (self.right, total)
  }
}
