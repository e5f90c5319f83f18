import Foundation

/// Base 64 in the letters that addresses allow, without padding (RFC 4648 §5).
public enum Base64URL {
  public static func text(_ bytes: some Sequence<UInt8>) -> String {
    let plain = Data(Array(bytes)).base64EncodedString()
    return String(
      plain.compactMap { letter in
        switch letter {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: letter
        }
      })
  }

  /// - Returns: `nil` for what is no base 64; padding may be there or not.
  public static func bytes(_ text: String) -> [UInt8]? {
    guard text.utf8.count <= 16_384 else { return nil }
    var plain = String(
      text.filter { $0 != "=" }.map { letter in
        switch letter {
        case "-": "+"
        case "_": "/"
        default: letter
        }
      })
    while plain.utf8.count % 4 != 0 { plain += "=" }
    return Data(base64Encoded: plain).map { Array($0) }
  }
}
