import CDeflate
import CZlib
import NIOConcurrencyHelpers
import Router

/// Bodies of text on their way out by libdeflate, and deflated entries of archives on their way in by zlib.
public enum Gzip {
  /// - Returns: `nil` when there is no memory for it; the body then goes out as it is.
  public static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    guard let packer = idle.withLockedValue({ $0.popLast() }) ?? Packer(level: quick) else { return nil }
    defer { idle.withLockedValue { if $0.count < maxIdle { $0.append(packer) } } }
    return packer.pack(bytes)
  }

  /// As small as can be, for what is packed once and sent often.
  static func compressWell(_ bytes: [UInt8]) -> [UInt8]? { Packer(level: 12)?.pack(bytes) }

  /// Whether the reader's `Accept-Encoding` names it.
  static func isAccepted(_ header: String?) -> Bool { header.map { $0.names("gzip") } ?? false }

  /// As small as zlib's level 2 makes a page, in half of its time.
  private static let quick: Int32 = 1
  private static let idle = NIOLockedValueBox<[Packer]>([])
  /// As many as there are threads that answer on a small machine; each holds 270 KB.
  private static let maxIdle = 4

  /// Raw deflate, as in a ZIP archive, up to `limit` bytes.
  ///
  /// - Returns: `nil` when the data is broken or would grow past the limit.
  public static func inflate(raw bytes: [UInt8], limit: Int) -> [UInt8]? {
    var stream = z_stream()
    guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var (input, out) = (bytes, [UInt8]())
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    return input.withUnsafeMutableBufferPointer { source -> [UInt8]? in
      stream.next_in = source.baseAddress
      stream.avail_in = UInt32(source.count)
      while true {
        let (code, written) = piece.withUnsafeMutableBufferPointer { target in
          stream.next_out = target.baseAddress
          stream.avail_out = UInt32(target.count)
          return (CZlib.inflate(&stream, Z_NO_FLUSH), target.count - Int(stream.avail_out))
        }
        guard out.count + written <= limit else { return nil }
        out += piece.prefix(written)
        if code == Z_STREAM_END { return out }
        guard code == Z_OK, written > 0 || stream.avail_in > 0 else { return nil }
      }
    }
  }
}

/// The memory for packing, used again and again: making and zeroing it costs as much as packing a small page.
///
/// `@unchecked Sendable`: lent to one thread at a time.
private final class Packer: @unchecked Sendable {
  private let compressor: OpaquePointer

  init?(level: Int32) {
    guard let made = libdeflate_alloc_compressor(level) else { return nil }
    compressor = made
  }

  deinit { libdeflate_free_compressor(compressor) }

  func pack(_ bytes: [UInt8]) -> [UInt8]? {
    let room = libdeflate_gzip_compress_bound(compressor, bytes.count)
    let packed = [UInt8](unsafeUninitializedCapacity: room) { target, count in
      count = libdeflate_gzip_compress(compressor, bytes, bytes.count, target.baseAddress, room)
    }
    return packed.isEmpty ? nil : packed
  }
}
