public import Archive
import CZlib
import Router

/// Unpacks raw deflate data (RFC 1951) piece by piece, so that memory stays that of one piece however much comes out.
final class Inflater {
  /// The data is no deflate data, or ends too early.
  struct Broken: Error {}

  private var stream = z_stream()
  private var input: [UInt8]
  private var out: [UInt8]
  private var isDone = false

  init(_ packed: ArraySlice<UInt8>, piece: Int = 65_536) throws(Broken) {
    (input, out) = (Array(packed), [UInt8](repeating: 0, count: piece))
    // A negative window means: no zlib header, no checksum of zlib's own.
    guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { throw Broken() }
    stream.avail_in = UInt32(input.count)
  }

  deinit { inflateEnd(&stream) }

  /// The next piece, or `nil` after the last.
  func next() throws(Broken) -> [UInt8]? {
    if isDone { return nil }
    let offset = input.count - Int(stream.avail_in)
    let (code, written) = input.withUnsafeMutableBufferPointer { source in
      out.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress.map { $0 + offset }
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        return (inflate(&stream, Z_NO_FLUSH), target.count - Int(stream.avail_out))
      }
    }
    isDone = code == Z_STREAM_END
    guard isDone || code == Z_OK && written > 0 else { throw Broken() }
    return Array(out[..<written])
  }
}

extension ZIP {
  /// Unpacks a deflated file of an archive by zlib.
  public static func inflate(_ packed: ArraySlice<UInt8>) throws(Fault) -> Pieces {
    let inflater: Inflater
    do { inflater = try Inflater(packed) } catch { throw Fault(.malformed) }
    return { () throws(Fault) -> [UInt8]? in
      do { return try inflater.next() } catch { throw Fault(.malformed) }
    }
  }
}
