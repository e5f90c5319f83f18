import Base
import Foundation
import Testing

@testable import Mail

@Suite struct `A letter` {

  static func mailbox(_ name: String, _ address: String) -> Mailbox? { Address(address).map { Mailbox(name, $0) } }

  static func letter(_ subject: String = "Hello", toName: String = "ليلى حداد") throws -> EmailMessage {
    try EmailMessage(
      id: ID(high: 0x7000, low: 1 << 63 | 7), from: #require(mailbox("مدرسة ريمون", "post@rimon.example")),
      to: #require(mailbox(toName, "leila@example.org")), subject: subject, language: .ar, text: "نص",
      html: "<p>نص</p>",
      date: Instant(milliseconds: 1_795_284_600_000), unsubscribe: "https://rimon.example/u?t=a b\r\nBcc: x@y.example")
  }

  static func headers(_ letter: EmailMessage) -> [String] {
    let all = String(decoding: letter.bytes, as: UTF8.self)
    let head = all.components(separatedBy: "\r\n\r\n")[0]
    return head.replacingOccurrences(of: "\r\n ", with: " ").components(separatedBy: "\r\n")
  }

  @Test func `says in its head what it is, in this order`() throws {
    let names = try Self.headers(Self.letter()).map { String($0.prefix { $0 != ":" }) }
    #expect(
      names == [
        "From", "To", "Subject", "Date", "Message-ID", "Content-Language", "Auto-Submitted", "MIME-Version",
        "List-Unsubscribe", "List-Unsubscribe-Post", "Content-Type",
      ])
  }

  @Test func `carries Arabic names as encoded words`() throws {
    let from = try Self.headers(Self.letter())[0]
    let word = Data("مدرسة ريمون".utf8).base64EncodedString()
    #expect(from == "From: =?UTF-8?B?\(word)?= <post@rimon.example>")
  }

  @Test(arguments: [
    "Hello\r\nBcc: all@example.org", "Hello\nX-Evil: 1", "a\0b", "=?UTF-8?B?SGk=?=", "\u{202E}evil", "a\u{85}b",
    "\u{2028}b",
    String(repeating: "ا", count: 500), String(repeating: "long ", count: 400), "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
  ])
  func `holds whatever it is about in one header of short lines`(_ subject: String) throws {
    let letter = try Self.letter(subject, toName: subject)
    let all = String(decoding: letter.bytes, as: UTF8.self)
    let head = all.components(separatedBy: "\r\n\r\n")[0]
    #expect(Self.headers(letter).count == 11)
    #expect(head.utf8.allSatisfy { $0 >= 32 && $0 < 127 || $0 == 13 || $0 == 10 })
    #expect(head.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 160 })
    #expect(!head.lowercased().contains("\r\nbcc") && !head.contains("\r\nX-Evil"))
  }

  @Test func `escapes what does not belong into the address of unsubscribing`() throws {
    let line = try Self.headers(Self.letter())[8]
    #expect(line == "List-Unsubscribe: <https://rimon.example/u?t=a%20b%0D%0ABcc:%20x@y.example>")
  }

  @Test func `has the reader's direction on document and body`() throws {
    let all = try String(decoding: Self.letter().bytes, as: UTF8.self)
    let coded = all.components(
      separatedBy: "Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n")[1]
    let html = Data(base64Encoded: String(coded.prefix { $0 != "-" }), options: .ignoreUnknownCharacters)
    let page = String(decoding: html ?? Data(), as: UTF8.self)
    #expect(
      page.contains("<html lang=\"ar\" dir=\"rtl\">") && page.contains("<body lang=\"ar\" dir=\"rtl\">\n<p>نص</p>"))
  }

  @Test func `says the day in English and in UTC`() {
    #expect(HeaderText.date(Instant(milliseconds: 1_795_284_600_000)) == "Sat, 21 Nov 2026 18:10:00 +0000")
    #expect(HeaderText.date(Instant(milliseconds: 951_782_399_000)) == "Mon, 28 Feb 2000 23:59:59 +0000")
  }

  @Test(arguments: [
    "a@b.c\r\nBcc: d@e.f", "a b@c.d", "a@b", "@b.cd", "a@@b.cd", "<a@b.cd>", "a,b@c.de", "\"a\"@b.cd", "-a@b.cd",
    "a@b.c d",
    "é@b.cd", String(repeating: "a", count: 65) + "@b.cd", "",
  ])
  func `goes to no address that could mean something else`(_ text: String) { #expect(Address(text) == nil) }

  @Test(arguments: ["leila@example.org", "o'brien+school@sub.example.org", "root@localhost"])
  func `goes to plain addresses`(_ text: String) { #expect(Address(text)?.text == text) }

  @Test func `names its attachments in any script`() throws {
    var letter = try Self.letter()
    letter.attachments = [.init(name: "علامات.pdf", type: "application/pdf", bytes: [1, 2, 3])]
    let all = String(decoding: letter.bytes, as: UTF8.self)
    #expect(all.contains("filename*=UTF-8''%D8%B9%D9%84%D8%A7%D9%85%D8%A7%D8%AA.pdf\r\n"))
    #expect(all.hasSuffix("AQID\r\n--=_mixed--\r\n"))
  }

  @Test func `lies in the outbox once, however often it is put there`() async throws {
    let directory =
      FileManager.default.temporaryDirectory.path + "/homeroom-outbox-test"
    try? FileManager.default.removeItem(atPath: directory)  // of a run before, if there was one
    let outbox = Outbox(directory)
    let mailer = Mailer(.folder(outbox))
    for _ in 0..<3 { try await mailer.send(Self.letter()) }
    #expect(outbox.count == 1)
    let path = try directory + "/" + Self.letter().id.text + ".eml"
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    outbox.sweep(before: Instant(milliseconds: 0))
    #expect(outbox.count == 1)
    outbox.sweep(before: Instant(milliseconds: .max))
    #expect(outbox.count == 0)
  }
}
