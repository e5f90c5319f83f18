import Base
import Database
import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import Router

extension WebServer {
  func file(_ file: FileResponse, _ incoming: Hummingbird.Request) async throws -> Hummingbird.Response {
    var headers = fileHeaders(file)
    let tag = "\"" + hex(file.hash.prefix(16)) + "\""
    headers[.eTag] = tag
    if incoming.headers[.ifNoneMatch] == tag { return Hummingbird.Response(status: .notModified, headers: headers) }
    guard let asked = range(incoming, tag, file.size) else {
      return Hummingbird.Response(status: .ok, headers: headers, body: try await pieces(file, 0..<file.size))
    }
    guard let part = asked.part else {
      headers[.contentRange] = "bytes */\(file.size)"
      return Hummingbird.Response(status: .rangeNotSatisfiable, headers: headers)
    }
    headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.size)"
    return Hummingbird.Response(status: .partialContent, headers: headers, body: try await pieces(file, part))
  }

  private func pieces(_ file: FileResponse, _ range: Range<Int64>) async throws -> ResponseBody {
    guard !range.isEmpty else { return ResponseBody(byteBuffer: ByteBuffer()) }
    let pieces = try await ledger.files.read(file.hash, size: file.size, range: range)
    return ResponseBody(contentLength: Int(range.upperBound - range.lowerBound)) { writer in
      var out = writer
      for try await piece in pieces { try await out.write(ByteBuffer(bytes: piece)) }
      try await out.finish(nil)
    }
  }

  private func fileHeaders(_ file: FileResponse) -> HTTPFields {
    var headers = headers(file.type)
    headers[.contentDisposition] = disposition(file.name, isInline: file.isInline)
    headers[.acceptRanges] = "bytes"
    // The browser may keep it but asks each time, because who may see it can change.
    headers[.cacheControl] = "private, no-cache"
    // PDF viewers of browsers refuse to work in a sandbox; a PDF's own scripts run in none of our pages.
    let box = file.type == "application/pdf" ? "" : "; sandbox"
    let policy =
      "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'" + box
    if let name = HTTPField.Name("Content-Security-Policy") { headers[name] = policy }
    if let name = HTTPField.Name("X-Frame-Options") { headers[name] = "SAMEORIGIN" }
    return headers
  }

  /// One range of bytes; several at once are answered whole, as RFC 9110 §14.2 allows.
  ///
  /// - Returns: `nil` when the whole file is wanted; no part when there is none such.
  private func range(_ incoming: Hummingbird.Request, _ tag: String, _ size: Int64) -> (part: Range<Int64>?, Void)? {
    guard incoming.method == .get, let text = incoming.headers[.range], text.hasPrefix("bytes="), !text.contains(",")
    else {
      return nil
    }
    if let condition = HTTPField.Name("If-Range").flatMap({ incoming.headers[$0] }), condition != tag { return nil }
    let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    let (first, last) = (Int64(ends[0]), Int64(ends[1]))
    switch (first, last) {
    case (nil, let count?) where ends[0].isEmpty && count > 0: return (max(0, size - count)..<size, ())
    case (let from?, nil) where ends[1].isEmpty: return (from < size && from >= 0 ? from..<size : nil, ())
    case (let from?, let to?) where from >= 0 && from <= to:
      return (from < size ? from..<(min(to, size - 1) + 1) : nil, ())
    default: return nil
    }
  }
}
