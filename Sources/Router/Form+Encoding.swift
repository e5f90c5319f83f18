package import Base
import Kit

/// `application/x-www-form-urlencoded`: the query of an address, and the body of a form without files.
extension Form {
  /// - Throws: `Refusal.invalid` for bytes that are not UTF-8, broken percent signs, or too many fields.
  package init(urlEncoded bytes: some Collection<UInt8>) throws(Refusal) {
    var fields: [Form.Field] = []
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      guard fields.count < Limits.fields.most else {
        throw .invalid("", Phrase("form.too-many", .count(Limits.fields.most)))
      }
      let halves = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let value = halves.count == 2 ? halves[1] : pair.dropFirst(pair.count)
      fields.append(Form.Field(try Self.decode(halves[0]), try Self.decode(value)))
    }
    self.init(fields)
  }

  private static func decode(_ bytes: some Collection<UInt8>) throws(Refusal) -> String {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var rest = bytes.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "+"): out.append(32)
      case UInt8(ascii: "%"):
        guard let high = rest.next().flatMap(hexValue), let low = rest.next().flatMap(hexValue) else {
          throw .invalid("", Phrase("form.encoding"))
        }
        out.append(high << 4 | low)
      default: out.append(byte)
      }
    }
    guard let text = String(validating: out, as: UTF8.self) else { throw .invalid("", Phrase("form.encoding")) }
    return text
  }

  /// The same question, for the part of the list that begins after `cursor`.
  package func at(_ cursor: String) -> Form {
    Form(fields.filter { $0.name != "after" } + [Field("after", cursor)])
  }

  /// As an address carries it after its `?`.
  package var urlEncoded: String {
    fields.map { inQuery($0.name) + "=" + inQuery($0.value) }.joined(separator: "&")
  }
}
