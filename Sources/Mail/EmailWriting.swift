import Base
import Foundation

/// How text becomes a header: whatever it holds, what comes out is printable ASCII in lines of bearable length.
enum HeaderText {
  /// RFC 2047: plain words as they are, everything else as encoded words.
  static func encoded(_ text: String) -> String {
    let isPlain = text.utf8.count <= 60 && text.utf8.allSatisfy { byte in byte == 32 || isWord(byte) || isMild(byte) }
    return isPlain ? text : words(text)
  }

  /// A name before an address, where punctuation means something.
  static func name(_ text: String) -> String {
    let isPlain = text.utf8.count <= 60 && !text.isEmpty && text.utf8.allSatisfy { $0 == 32 || isWord($0) }
    return isPlain ? text : words(text)
  }

  /// 45 bytes become 60 characters, and with what surrounds them a word stays below the 75 that are allowed.
  ///
  /// Characters are never cut in two.
  private static func words(_ text: String) -> String {
    var (parts, current) = ([[UInt8]](), [UInt8]())
    for scalar in text.unicodeScalars {
      // A line break in a name is a fault or an attack; either way it is a space.
      let bytes = scalar.value < 32 || scalar.value == 127 ? [32] : Array(String(scalar).utf8)
      if current.count + bytes.count > 45 {
        parts.append(current)
        current = []
      }
      current += bytes
    }
    parts.append(current)
    return parts.map { "=?UTF-8?B?" + Data($0).base64EncodedString() + "?=" }.joined(separator: "\r\n ")
  }

  /// RFC 2231: a parameter in any language, as `name*=UTF-8''…`.
  static func parameter(_ text: String) -> String {
    text.utf8.map { byte in
      isWord(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        ? String(Unicode.Scalar(byte)) : "%" + hex([byte]).uppercased()
    }.joined()
  }

  /// An address of the web between `<` and `>`: what does not belong there is escaped.
  static func link(_ text: String) -> String {
    text.utf8.map { byte in
      byte > 32 && byte < 127 && !"<>\"\\^`{|}".utf8.contains(byte)
        ? String(Unicode.Scalar(byte)) : "%" + hex([byte]).uppercased()
    }.joined()
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// Punctuation without a meaning in unstructured headers; `=` and `?` begin encoded words.
  private static func isMild(_ byte: UInt8) -> Bool { "!,-.:;'/()+&%*#".utf8.contains(byte) }

  /// `Sat, 21 Nov 2026 18:10:00 +0000`, in English whoever reads it (RFC 5322).
  static func date(_ instant: Instant) -> String {
    let day = Zone.utc.day(of: instant)
    let (year, month, date) = day.parts
    let second = Int(floorModulo(floorDivide(instant.milliseconds, 1000), 86_400))
    let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    return names[day.weekday - 1] + ", " + pad(date) + " " + months[month - 1] + " " + pad(year, 4) + " "
      + pad(second / 3600) + ":" + pad(second / 60 % 60) + ":" + pad(second % 60) + " +0000"
  }

  static func base64(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString(options: [
      .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
    ])
  }
}
