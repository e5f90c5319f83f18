public import Base
public import Ledger
public import Router

// A file that is looked at before it is taken: the form shows what it would do, and takes it when asked to.

extension Request {
  /// Whether what the form brings is taken now, and not only looked at; a program takes at once unless it asks to check.
  public var isTaken: Bool { form["act"] == "take" || wants == .json && form["act"] != "check" }
}

extension Ledger {
  /// The form of such a request: a file that came beside it stands in it as text, so that what is confirmed is what was seen.
  ///
  /// - Parameters:
  ///   - most: bytes of the file.
  ///   - text: what its bytes say; it refuses what is no text.
  public func previewed(
    _ request: Request, most: Int, text: ([UInt8]) async throws -> String
  ) async throws -> Form {
    var form = request.form
    guard let file = request.uploads.first(where: { $0.field == "file" && $0.size > 0 }) else { return form }
    let read = try await text(Array(try await files.contents(file.hash, limit: Int64(most))))
    form.fields.removeAll { $0.name == "text" }
    form.fields.append(Form.Field("text", read))
    return form
  }
}

/// What bytes in UTF-8 say; anything else is refused, for nothing is guessed.
public func utf8Text(_ bytes: [UInt8], else reason: Phrase) throws(Refusal) -> String {
  guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else { throw .invalid("file", reason) }
  return text
}
