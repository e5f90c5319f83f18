/// An e-mail address that can stand in a header and in an SMTP command without meaning anything else.
public struct Address: Hashable, Sendable {
  public let text: String

  /// The address of a server that has none.
  public static let nowhere = Address(checked: "homeroom@localhost")

  private init(checked text: String) { self.text = text }

  /// - Returns: `nil` for anything but one `@` between a plain local part and a plain host, at most 254 characters:
  ///   no white space, no brackets, quotes or commas, nothing outside ASCII.
  public init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].count <= 64, parts[1].count >= 3, text.utf8.count <= 254,
      text.utf8.allSatisfy(Address.isPlain),
      parts[1].contains(UInt8(ascii: ".")) || parts[1].elementsEqual("localhost".utf8),
      parts[0].first != UInt8(ascii: "-")
    else { return nil }
    self.text = text
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: ".!#$%&'*+-/=?^_`{|}~@".utf8.contains(byte)
    }
  }

  var host: String { String(text.drop { $0 != "@" }.dropFirst()) }
}

/// An address and who reads there.
public struct Mailbox: Hashable, Sendable {
  public let name: String
  public let address: Address
  public init(_ name: String, _ address: Address) { (self.name, self.address) = (name, address) }
}
