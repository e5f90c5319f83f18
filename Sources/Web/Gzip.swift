import CZlib

/// gzip by zlib: bodies of text on their way out, and deflated entries of archives on their way in.
public enum Gzip {
  /// - Returns: `nil` when zlib cannot; the body then goes out as it is.
  public static func compress(_ bytes: [UInt8], level: Int32 = 5) -> [UInt8]? {
    var stream = z_stream()
    // 15 + 16: the largest window, in a gzip wrapper.
    guard
      deflateInit2_(
        &stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    var input = bytes
    var out = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    let (code, written) = input.withUnsafeMutableBufferPointer { source in
      out.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        return (deflate(&stream, Z_FINISH), target.count - Int(stream.avail_out))
      }
    }
    return code == Z_STREAM_END ? Array(out.prefix(written)) : nil
  }

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
