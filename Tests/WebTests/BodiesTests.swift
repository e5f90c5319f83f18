import Base
import Router
import Testing

@testable import Web

@Suite struct `What is posted` {
  private struct Part: Hashable {
    var field: String
    var file: String?
    var text = ""
    var isWhole = false
  }

  /// The parts of a body that arrives in pieces of a size.
  private func parts(_ body: String, by size: Int) throws -> [Part] {
    var parser = try #require(Multipart(contentType: "multipart/form-data; boundary=B"))
    var (parts, rest) = ([Part](), Array(body.utf8)[...])
    while !rest.isEmpty {
      for event in try parser.feed(Array(rest.prefix(size))) {
        switch event {
        case .begin(let field, let file, _): parts.append(Part(field: field, file: file))
        case .data(let bytes): parts[parts.count - 1].text += String(decoding: bytes, as: UTF8.self)
        case .end: parts[parts.count - 1].isWhole = true
        }
      }
      rest = rest.dropFirst(size)
    }
    #expect(parser.isDone)
    return parts
  }

  @Test func `in several parts is the same in whatever pieces it arrives`() throws {
    let body = """
      preamble
      --B
      Content-Disposition: form-data; name="a"

      one
      --B
      Content-Disposition: form-data; name="empty"


      --B
      Content-Disposition: form-data; name="f"; filename="x.csv"
      Content-Type: text/csv

      1,2
      --b is no boundary, nor is
      --
      3
      --B--
      epilogue
      """.replacing("\n", with: "\r\n")
    for size in 1...body.utf8.count {
      #expect(
        try parts(body, by: size) == [
          Part(field: "a", file: nil, text: "one", isWhole: true), Part(field: "empty", file: nil, isWhole: true),
          Part(field: "f", file: "x.csv", text: "1,2\r\n--b is no boundary, nor is\r\n--\r\n3", isWhole: true),
        ], "by \(size)")
    }
  }

  @Test func `with a hundred thousand fields is refused at the first too many`() throws {
    let fields = (0..<100_000).map { "a\($0)=1" }.joined(separator: "&")
    #expect(throws: Refusal.invalid("", Phrase("form.too-many", .count(Limits.fields.most)))) {
      try Form(urlEncoded: fields.utf8)
    }
    #expect(try Form(urlEncoded: "a=1&a=%C3%A9+x&b&&=c".utf8).fields.map(\.value) == ["1", "é x", "", "c"])
  }
}
