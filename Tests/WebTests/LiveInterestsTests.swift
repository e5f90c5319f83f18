import Base
import Database
import Testing

@testable import Web

/// Pages that say what they watch, and are told that it changed.
@Suite struct `A page that watches rows` {
  private let course = Bucket(Bucket.Kind("u"), ID<Tenant>(high: 0x7000, low: 1 << 63 | 20))
  private let other = Bucket(Bucket.Kind("u"), ID<Tenant>(high: 0x7000, low: 1 << 63 | 21))
  private let person = Bucket.person(ID(high: 0x7000, low: 1 << 63 | 22))

  private func entry(_ bucket: Bucket, _ table: Int, row: UInt8 = 1) -> Change.Entry {
    Change.Entry(bucket: bucket, table: table, row: [row], removed: false)
  }
  /// What a line of these topics was told, after its greeting.
  private func told(_ line: Stream.Line) async -> [String] { Array(line.read().dropFirst()) }

  @Test func `is told of a change in a table and a bucket that it watches, and of no other`() async throws {
    let stream = Stream(seen: [course, other])
    let topic = Interest(course, [120, 121]).topic
    let line = try await stream.line([topic])
    await stream.commit(1...1, [entry(course, 122)])
    await stream.commit(2...2, [entry(other, 120)])
    await stream.commit(3...3, [entry(course, 121)])
    #expect(await told(line) == ["id: 3\nevent: refresh\ndata: 300 \(topic)\n\n"])
  }

  @Test func `hears nothing of a bucket that its reader does not see`() async throws {
    let stream = Stream(seen: [course])
    let line = try await stream.line([Interest(other, [120]).topic, Interest(person, [120]).topic])
    await stream.commit(1...1, [entry(other, 120), entry(person, 120)])
    #expect(await told(line).isEmpty)
    #expect(try await stream.line([Interest(other, [120]).topic], last: 0, head: 1).read().count == 1)
  }

  @Test func `is told once of one commit, however much of it is on the page`() async throws {
    let stream = Stream(seen: [course, other])
    let topics = [Interest(course, [120, 121]).topic, Interest(other, [120]).topic]
    let line = try await stream.line(topics)
    await stream.commit(1...1, (0..<50).flatMap { [entry(course, 120, row: $0), entry(other, 120, row: $0)] })
    #expect(await told(line) == ["id: 1\nevent: refresh\ndata: 300 \(topics.joined(separator: " "))\n\n"])
  }

  @Test func `that has fragments besides hears the number of the commit with the last of its news`() async throws {
    let stream = Stream(seen: [course])
    let line = try await stream.line(["note/wall", Interest(course, [120]).topic])
    await stream.commit(1...1, [entry(course, 120)])
    let frames = await told(line)
    #expect(frames.count == 2 && !frames[0].contains("id: ") && frames[1].hasPrefix("id: 1\nevent: refresh\n"))
  }

  @Test func `of all that its reader sees is told of the reader's own buckets`() async throws {
    let (mine, stranger) = (Stream(seen: [course]), Stream(seen: []))
    let topics = [String].watchingAll([120])
    let (line, none) = (try await mine.line(topics), try await stranger.line(topics))
    for stream in [mine, stranger] { await stream.commit(1...1, [entry(course, 120)]) }
    for stream in [mine, stranger] { await stream.commit(2...2, [entry(other, 120)]) }
    let (heard, nothing) = (await told(line), await told(none))
    #expect(heard.ids == [1] && nothing.isEmpty)
  }

  @Test func `of all that the office sees is told of the whole school but what is private`() async throws {
    let stream = Stream(isOffice: true)
    let line = try await stream.line(.watchingAll([120]))
    await stream.commit(1...1, [entry(person, 120)])
    await stream.commit(2...2, [entry(other, 120)])
    #expect(await told(line).ids == [2])
  }

  @Test(arguments: [(1, 300), (75, 300), (100, 400), (900, 3600)])
  func `is told to wait the longer the more readers are told with it`(_ readers: Int, _ within: Int) async throws {
    let stream = Stream(lines: 1000, seen: [course])
    let topic = Interest(course, [120]).topic
    var lines: [Stream.Line] = []
    for _ in 0..<readers { lines.append(try await stream.line([topic])) }
    await stream.commit(1...1, [entry(course, 120)])
    for line in lines.prefix(1) + lines.dropFirst().suffix(1) {
      #expect(await told(line) == ["id: 1\nevent: refresh\ndata: \(within) \(topic)\n\n"])
    }
    #expect(Live.spread(of: 1_000_000) == 10_000)
  }

  @Test func `that comes back is told once of what it missed`() async throws {
    let stream = Stream(seen: [course])
    let topic = Interest(course, [120]).topic
    try await stream.watch()
    await stream.commit(1...40, [entry(course, 120)])
    #expect(try await stream.line([topic], last: 10, head: 40).read().ids == [11])
    #expect(try await stream.line([topic], last: 40, head: 40).read().count == 1)
    let far = try await stream.line([topic], last: 7, head: 90).read()
    #expect(far.last == "id: 90\nevent: refresh\ndata: 300\n\n", "nobody remembers that far: every page looks again")
  }

  @Test func `leaves nothing behind when it closes`() async throws {
    let stream = Stream(seen: [course], isOffice: true)
    _ = await told(try await stream.line(.watching([course], [120]) + .watchingAll([121])))
    #expect(stream.live.snapshot.byReach.isEmpty)
  }

  @Test(arguments: [
    "", "*", "u", "u.x.120", "c.120", "*.121.120", "*.120.120", "*.-1.x", "*.0120",
    "*." + String(repeating: "1.", count: 40),
  ])
  func `is heard in one spelling and no other`(_ text: String) { #expect(Interest(topic: text) == nil) }

  @Test func `of very many buckets says all that it sees`() {
    let many = (0..<30).map { Bucket(Bucket.Kind("u"), ID<Tenant>(high: 0x7000, low: 1 << 63 | UInt64($0))) }
    #expect([String].watching(many, [121, 120]) == ["*.120.121"])
    #expect([String].watching([course, course], [120]) == [Interest(course, [120]).topic])
    #expect(Interest(topic: Interest(course, [121, 120, 121]).topic) == Interest(course, [120, 121]))
    #expect(Interest(nil, Array(1...99)).tables.count == Interest.maxTables)
  }
}
