import Base
public import Router

/// An answer that is written piece by piece.
final class WrittenStream: ServerStream, @unchecked Sendable {
  let body: @Sendable (_ write: ([UInt8]) async throws -> Void) async throws -> Void
  init(_ write: @escaping @Sendable (_ write: ([UInt8]) async throws -> Void) async throws -> Void) { body = write }
}

extension Response {
  /// A file to be saved.
  public static func download(
    _ name: String, type: String, length: Int? = nil,
    _ write: @escaping @Sendable (_ write: ([UInt8]) async throws -> Void) async throws -> Void
  ) -> Response {
    Response(
      body: .stream(type: type, name: name, length: length, WrittenStream(write)), json: { .null }, fragments: nil,
      status: 200,
      version: nil,
      next: nil)
  }
}

extension ServerStream {
  /// Writes the answer piece by piece; `nil` when nobody can.
  package var write: (@Sendable (_ write: ([UInt8]) async throws -> Void) async throws -> Void)? {
    (self as? WrittenStream)?.body
  }
}
