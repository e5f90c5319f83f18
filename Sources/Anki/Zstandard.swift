import CZstd

/// Unpacks Zstandard (RFC 8878) with a bound on what comes out.
enum Zstandard {
  /// A window of 128 MB: what the program itself takes at most.
  private static let window: Int32 = 27
  /// Up to so many bytes nobody asks how densely they were packed.
  private static let harmless = 1 << 20
  private static let ratio = 200

  /// - Throws: `.tooLarge` beyond `most` bytes, `.ratio` for what is packed too densely, `.damaged` for all else.
  static func unpack(_ packed: [UInt8], most: Int, named name: String) throws(AnkiFault) -> [UInt8] {
    guard let context = ZSTD_createDCtx() else { throw AnkiFault(.tooLarge, found: name) }
    defer { ZSTD_freeDCtx(context) }
    guard ZSTD_isError(ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, window)) == 0 else {
      throw AnkiFault(.damaged, found: name)
    }
    let densest = max(harmless, packed.count.multipliedReportingOverflow(by: ratio).partialValue)
    var (out, piece, place) = ([UInt8](), [UInt8](repeating: 0, count: max(1, ZSTD_DStreamOutSize())), 0)
    while true {
      let (left, taken, written) = step(context, packed, place, &piece)
      guard ZSTD_isError(left) == 0 else { throw AnkiFault(.damaged, found: name) }
      guard written <= most - out.count else { throw AnkiFault(.tooLarge, found: name) }
      guard written <= densest - out.count else { throw AnkiFault(.ratio, found: name) }
      out += piece[..<written]
      place += taken
      // Several frames may stand one behind the other; a frame that ended is none that was cut off.
      if place == packed.count, left == 0 { return out }
      if taken == 0, written == 0 { throw AnkiFault(.damaged, found: name) }
    }
  }

  private static func step(
    _ context: OpaquePointer, _ packed: [UInt8], _ place: Int, _ piece: inout [UInt8]
  ) -> (left: Int, taken: Int, written: Int) {
    packed.withUnsafeBytes { source in
      piece.withUnsafeMutableBytes { target in
        var input = ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: place)
        var output = ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
        let left = ZSTD_decompressStream(context, &output, &input)
        return (left, input.pos - place, output.pos)
      }
    }
  }
}
