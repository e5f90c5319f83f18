import CQREncode
public import HTML
import Router

/// A QR code as a drawing: one path, crisp at any size.
public struct QR: Sendable {
  let width: Int
  let dark: [Bool]

  /// - Returns: `nil` when the text is longer than a QR code can hold (about 2,300 bytes at this level).
  public init?(_ text: String) {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
    defer { QRcode_free(code) }
    guard let data = code.pointee.data else { return nil }
    let side = Int(code.pointee.width)
    width = side
    dark = (0..<(side * side)).map { data[$0] & 1 == 1 }
  }

  /// With the quiet zone of four modules that readers need; `label` is what it says.
  public func svg(label: String) -> HTML {
    let side = width + 8
    return """
      <svg class="qr" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" role="img" aria-label="\(label)" \
      shape-rendering="crispEdges"><path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path fill="#000" d="\(path)"/></svg>
      """
  }

  private var path: String {
    var out = ""
    for row in 0..<width {
      var column = 0
      while column < width {
        guard dark[row * width + column] else {
          column += 1
          continue
        }
        let start = column
        while column < width, dark[row * width + column] { column += 1 }
        out += "M\(start + 4) \(row + 4)h\(column - start)v1h-\(column - start)z"
      }
    }
    return out
  }
}
