import Base
import Database
import Foundation
import Synchronization
import Testing

@testable import Web

/// Lines of browsers that are devices: rows come before the word that a page has changed.
@Suite struct `A line of a device` {
  private static let mine = Bucket(Bucket.Kind("u"), ID<Tenant>(high: 0x7000, low: 1 << 63 | 20))
  private static let other = Bucket(Bucket.Kind("u"), ID<Tenant>(high: 0x7000, low: 1 << 63 | 21))

  /// Says where it begins and ends, and after which commit, in place of rows.
  private final class Books: Sendable {
    /// How far they are beyond what was asked about.
    let ahead = Mutex(0)
    let asked = Mutex<[Int64]>([])

    @Sendable func read(
      _ school: ID<Tenant>, _ buckets: Set<Bucket>, _ after: Int64, _ head: Int64
    ) async throws -> Live.RowsFrame? {
      asked.withLock { $0.append(head) }
      if ahead.withLock({ $0 }) > 0 { return nil }
      return { mine, before in Array("\(after)...\(head) \(mine.count) of \(buckets.count) after \(before)".utf8) }
    }
  }

  private let books = Books()

  private func entry(_ bucket: Bucket) -> Change.Entry {
    Change.Entry(bucket: bucket, table: 120, row: [1], removed: false)
  }

  private func stream(_ seen: Set<Bucket>, isOfRows: Bool = false) -> Stream {
    Stream(seen: seen, rows: books.read, isOfRows: isOfRows)
  }

  /// What rows a line was told, in words.
  private func rows(_ frames: [String]) -> [String] {
    frames.compactMap { frame in
      guard let text = frame.firstMatch(of: #/event: rows\ndata: (?<text>\S+)\n/#)?.text else { return nil }
      return Data(base64Encoded: String(text)).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test func `is told the rows first, and then to look again, also where others get fragments`() async throws {
    let stream = stream([Self.mine], isOfRows: true)
    let (device, browser) = (try await stream.line(["note/wall", "rows"]), try await stream.line(["note/wall"]))
    await stream.commit(1...1, [entry(Self.mine)])
    let (heard, others) = (device.read(), browser.read())
    #expect(heard.dropFirst().first == "event: reader\ndata: \(Stream.account.text)\n\n", "whose rows they are")
    let told = Array(heard.dropFirst(2))
    #expect(told.count == 1, "in one write")
    let frames = told.joined().components(separatedBy: "\n\n").filter { !$0.isEmpty }.map { $0 + "\n\n" }
    #expect(rows(Array(frames.prefix(1))) == ["0...1 1 of 1 after 0"])
    #expect(frames.dropFirst() == ["id: 1\nevent: refresh\ndata: 300 note/wall\n\n"])
    #expect(others.contains { $0.contains("event: html") } && rows(others).isEmpty)
    #expect(!others.contains { $0.contains("event: reader") })
  }

  @Test func `is told of its own buckets alone, and after which commit`() async throws {
    let stream = stream([Self.mine])
    let device = try await stream.line(["rows"])
    await stream.commit(1...1, [entry(Self.mine)])
    await stream.commit(2...2, [entry(Self.other)])
    await stream.commit(3...3, [entry(Self.mine), entry(Self.other)])
    await stream.commit(4...4, [entry(Self.mine)])
    // What happened elsewhere is nothing that it must have had.
    let told = ["0...1 1 of 1 after 0", "2...3 1 of 2 after 1", "3...4 1 of 1 after 3"]
    #expect(rows(device.read()) == told)
  }

  @Test func `is told what follows on what its own line was told, and not on what others were`() async throws {
    let stream = stream([Self.mine, Self.other])
    let first = try await stream.line(["rows"])
    await stream.commit(1...1, [entry(Self.mine)])
    // It was away for the second, which came to another bucket than the third.
    let second = try await stream.line(["rows"], head: 1)
    await stream.commit(2...2, [entry(Self.other)])
    let third = try await stream.line(["rows"], head: 2)
    await stream.commit(3...3, [entry(Self.mine)])
    #expect(rows(first.read()).last == "2...3 1 of 1 after 2")
    #expect(rows(second.read()) == ["1...2 1 of 1 after 1", "2...3 1 of 1 after 2"])
    #expect(rows(third.read()) == ["2...3 1 of 1 after 2"], "who did not ask since takes nothing")
  }

  @Test func `is told with the next commit when the books were further, and not any more when they always are`()
    async throws
  {
    let stream = stream([Self.mine])
    let device = try await stream.line(["rows"])
    books.ahead.withLock { $0 = 1 }
    await stream.commit(1...2, [entry(Self.mine)])
    books.ahead.withLock { $0 = 0 }
    await stream.commit(3...3, [entry(Self.other)])
    books.ahead.withLock { $0 = 1 }
    await stream.commit(4...20, [entry(Self.mine)])
    books.ahead.withLock { $0 = 0 }
    await stream.commit(21...21, [entry(Self.mine)])
    // Nobody who has less than 20 takes what follows: they have asked.
    #expect(rows(device.read()) == ["0...3 1 of 2 after 0", "20...21 1 of 1 after 20"])
  }

  @Test func `that has just come takes nothing that it might lack the beginning of`() async throws {
    let stream = stream([Self.mine])
    try await stream.watch()
    await stream.commit(1...5, [entry(Self.mine)])
    #expect(books.asked.withLock { $0 }.isEmpty, "nobody reads for nobody")
    let device = try await stream.line(["rows"], head: 5)
    await stream.commit(6...6, [entry(Self.mine)])
    // One is missing: who knows what was in it.
    await stream.commit(8...8, [entry(Self.mine)])
    let again = try await stream.line(["rows"], head: 8)
    await stream.commit(9...9, [entry(Self.mine)])
    #expect(rows(device.read()) == ["5...6 1 of 1 after 5"])
    #expect(rows(again.read()) == ["8...9 1 of 1 after 8"])
  }
}
