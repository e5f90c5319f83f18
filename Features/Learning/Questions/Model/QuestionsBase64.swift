/// Bytes as letters, as files of questions carry their pictures.
enum QuizBase64 {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func text(_ bytes: [UInt8]) -> String {
    var out: [UInt8] = []
    out.reserveCapacity((bytes.count + 2) / 3 * 4)
    var place = 0
    while place < bytes.count {
      let rest = min(3, bytes.count - place)
      var group = UInt32(bytes[place]) << 16
      if rest > 1 { group |= UInt32(bytes[place + 1]) << 8 }
      if rest > 2 { group |= UInt32(bytes[place + 2]) }
      for digit in 0..<4 { out.append(digit <= rest ? letters[Int(group >> UInt32(18 - digit * 6)) & 63] : 61) }
      place += 3
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// - Returns: `nil` when it is none; breaks of lines do not matter.
  static func bytes(_ text: String) -> [UInt8]? {
    var (out, group, count, isOver) = ([UInt8](), UInt32(0), 0, false)
    out.reserveCapacity(text.utf8.count / 4 * 3)
    for letter in text.utf8 where letter > 32 {
      if letter == 61 {
        isOver = true
        continue
      }
      guard !isOver, let value = value(letter) else { return nil }
      (group, count) = (group << 6 | UInt32(value), count + 1)
      if count % 4 == 0 { out += [UInt8(group >> 16 & 255), UInt8(group >> 8 & 255), UInt8(group & 255)] }
      if count % 4 == 0 { group = 0 }
    }
    switch count % 4 {
    case 1: return nil
    case 2: out.append(UInt8(group >> 4 & 255))
    case 3: out += [UInt8(group >> 10 & 255), UInt8(group >> 2 & 255)]
    default: break
    }
    return out
  }

  private static func value(_ letter: UInt8) -> UInt8? {
    switch letter {
    case 65...90: letter - 65
    case 97...122: letter - 71
    case 48...57: letter + 4
    case 43: 62
    case 47: 63
    default: nil
    }
  }
}
