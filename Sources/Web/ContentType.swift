import CMagic
import NIOConcurrencyHelpers
import Router

/// What a file is, by its content: names and what senders say of them are not to be trusted.
public final class ContentType: Sendable {
  /// So much of a file is enough to know it.
  public static let sample = 64 << 10
  /// What nobody knows.
  public static let unknown = "application/octet-stream"

  private struct Cookie: @unchecked Sendable { let pointer: magic_t? }
  // @unchecked: reached under the lock only; libmagic's handles are for one thread at a time.
  private let cookie: NIOLockedValueBox<Cookie>

  public init() {
    let made = magic_open(MAGIC_MIME_TYPE | MAGIC_NO_CHECK_COMPRESS | MAGIC_NO_CHECK_ELF)
    if let made, magic_load(made, nil) != 0 {  // without its list it knows nothing, which is said below
      magic_close(made)
      cookie = NIOLockedValueBox(Cookie(pointer: nil))
    } else {
      cookie = NIOLockedValueBox(Cookie(pointer: made))
    }
  }

  deinit { cookie.withLockedValue { if let pointer = $0.pointer { magic_close(pointer) } } }

  /// The media type of what begins with these bytes; `application/octet-stream` when nobody knows.
  public func of(_ bytes: [UInt8]) -> String {
    let found = cookie.withLockedValue { cookie -> String? in
      guard let pointer = cookie.pointer else { return nil }
      return bytes.withUnsafeBytes { magic_buffer(pointer, $0.baseAddress, $0.count) }.map { String(cString: $0) }
    }
    return found ?? Self.unknown
  }
}
