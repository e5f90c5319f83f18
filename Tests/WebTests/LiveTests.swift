import Base
import Database
import HomeroomTesting
import Kit
import NIOCore
import Router
import School
import Synchronization
import Testing

@testable import Ledger
@testable import Web

@Suite struct `A live line` {
  @Test func `whose reader takes nothing is cut, and what it has heard says where to go on`() async throws {
    let stream = Stream()
    let (slow, patient) = (try await stream.line(), try await stream.line())
    for seq in Int64(1)...100 {
      await stream.commit(seq...seq)
      #expect(patient.hear().ids == [seq])
    }
    #expect(stream.cuts.value == 1)
    #expect(stream.metrics.text.contains("homeroom_live_cut_total 1\n"))
    let last = try #require(slow.read().ids.last)
    #expect(last == Int64(Live.maxQueuedFrames) - 1)
    await stream.commit(101...101)
    #expect(stream.cuts.value == 1, "it is nobody's any more")
  }

  @Test func `gives way when its account has opened too many after it`() async throws {
    let stream = Stream(lines: 5)
    var lines: [Stream.Line] = []
    for _ in 0..<7 { lines.append(try await stream.line()) }
    #expect(stream.metrics.text.contains("homeroom_live_lines 5\n"))
    await stream.commit(1...1)
    for (place, line) in lines.enumerated() {
      let told = line.read()
      #expect(told.contains { $0.contains("event: bye\ndata: 60000") } == (place < 2), "\(place)")
      #expect(told.ids == (place < 2 ? [] : [1]))
    }
  }

  @Test func `is drawn by its reader's own clock, and by the school's where there is none`() async throws {
    let stream = Stream()
    let lines = [
      try await stream.line(clock: Zones.named("Asia/Tokyo")), try await stream.line(),
      try await stream.line(clock: Zones.named("America/New_York")), try await stream.line(clock: .utc),
    ]
    await stream.commit(1...1)
    var clocks: [String] = []
    for line in lines {
      let told = try #require(line.read().last)
      clocks.append(String(told.split(separator: "data-clock=\"").last?.prefix { $0 != "\"" } ?? ""))
    }
    #expect(clocks == ["Asia/Tokyo", "UTC", "America/New_York", "UTC"])
  }

  @Test func `that comes back hears what it has missed, each once and in order`() async throws {
    let stream = Stream()
    try await stream.watch()
    await stream.commit(1...100)
    let back = try await stream.line(last: 80, head: 100)
    await stream.commit(101...102)
    #expect(back.read().ids == Array(81...102))
    #expect(try await stream.line(last: 102, head: 102).read().ids == [])
    #expect(try await stream.line(head: 102).read().ids == [], "a new page is true as it is")
  }

  /// What is older, drawn before and told last, would stay on the page.
  @Test func `that is told what it missed hears afterwards what happens meanwhile`() async throws {
    let box = Mutex<Stream?>(nil)
    let stream = Stream(rendering: { change in
      if change.seq == 1 { await box.withLock { $0 }?.commit(2...2) }
    })
    try await stream.watch()
    await stream.commit(1...1)
    box.withLock { $0 = stream }
    let back = try await stream.line(last: 0, head: 1)
    await stream.commit(3...3)
    #expect(back.read().ids == [1, 2, 3])
  }

  @Test func `for which too much happens while it is told what it missed is cut, and hears nothing out of its order`()
    async throws
  {
    let box = Mutex<Stream?>(nil)
    let most = Int64(Live.maxMissed)
    let stream = Stream(rendering: { change in
      if change.seq == 1 { await box.withLock { $0 }?.commit(2...most + 2) }
    })
    try await stream.watch()
    await stream.commit(1...1)
    box.withLock { $0 = stream }
    let back = try await stream.line(last: 0, head: 1)
    #expect(back.read().ids == [] && stream.cuts.value == 1)
  }

  @Test(arguments: [Int64(1), 40, 67])
  func `that has missed more than fits is told to look again, and loses nothing`(_ last: Int64) async throws {
    let stream = Stream()
    try await stream.watch()
    await stream.commit(1...100)
    let frames = try await stream.line(last: last, head: 100).read()
    #expect(frames.count == 2 && frames.last?.contains("event: refresh\n") == true)
    #expect(frames.ids == [100])
  }

  @Test func `that has missed that its reader may see something else is told so`() async throws {
    let stream = Stream()
    try await stream.watch()
    await stream.commit(1...1, membershipChanged: [Stream.account])
    await stream.commit(2...2)
    let frames = try await stream.line(last: 0, head: 2).read()
    #expect(frames.count == 2 && frames.last?.contains("event: gone\n") == true && frames.ids == [2])
  }

  @Test func `that has missed what nobody remembers is told to look again`() async throws {
    let restarted = try await Stream().line(last: 7, head: 9).read()
    #expect(restarted.last?.contains("event: refresh\n") == true && restarted.ids == [9])
  }

  @Test func `gives the number of a commit with the last of its news only`() async throws {
    let stream = Stream(topics: ["door", "wall"])
    let (both, one) = (try await stream.line(["note/door", "note/wall"]), try await stream.line(["note/door"]))
    await stream.commit(1...1)
    let again = try await stream.line(["note/door", "note/wall"], last: 0, head: 1).read()
    for frames in [both.read(), again] {
      #expect(frames.count == 3 && !frames[1].contains("id: ") && frames[2].contains("id: 1\n"))
    }
    #expect(one.read().ids == [1])
  }

  @Test func `says to the pages of a session that has ended that it is over, and to no others`() async throws {
    let stream = Stream()
    let (ended, other) = (try await stream.line(session: 3), try await stream.line(session: 4))
    stream.live.end(account: Stream.account, session: Stream.session(3))
    #expect(ended.read().last == "event: gone\ndata: \n\n")
    stream.live.end(account: Stream.account, session: nil, but: Stream.session(4))
    #expect(other.read().count == 1, "it comes back by itself and nothing is lost on its page")
  }

  @Test func `whose session may be over comes back to be asked who it is`() async throws {
    let stream = Stream()
    let (old, young) = (
      try await stream.line(until: Instant(milliseconds: 1000)),
      try await stream.line(until: Instant(milliseconds: 2000))
    )
    stream.live.heartbeat(at: Instant(milliseconds: 1000))
    #expect(old.read().last == "event: bye\ndata: 1000\n\n")
    #expect(young.read().last == "event: ping\ndata: \n\n")
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A live line that is being opened` {
  @Test func `ends when a membership ends while we ask what its reader may see`() async throws {
    let box = Mutex<Stream?>(nil)
    let stream = Stream(maySee: {
      await box.withLock { $0 }?.commit(1...1, membershipChanged: [Stream.account])
      return true
    })
    box.withLock { $0 = stream }
    let line = try await stream.line(last: 0)
    #expect(line.read().last == "event: gone\ndata: \n\n")
    await stream.commit(2...2)
    #expect(stream.live.snapshot.lines.isEmpty && stream.live.snapshot.opening.isEmpty)
    #expect(stream.live.snapshot.schools[Stream.school]?.watchers == 0)
    box.withLock { $0 = nil }
  }

  @Test func `ends when its session ends meanwhile`() async throws {
    let box = Mutex<Stream?>(nil)
    let stream = Stream(maySee: {
      box.withLock { $0 }?.live.end(account: Stream.account, session: Stream.session(3))
      return true
    })
    box.withLock { $0 = stream }
    #expect(try await stream.line().read().last == "event: gone\ndata: \n\n")
    box.withLock { $0 = nil }
  }

  @Test func `ends when its reader was signed out, or put into another role, before it was entered`() async throws {
    let stream = Stream()
    let out = try await stream.line(again: { _ in nil })
    let demoted = try await stream.line(again: { before in
      Identity(
        account: before.account, credential: .session, session: before.session, name: "Omar", language: .en, look: nil,
        school: .init(
          id: Stream.school, name: "Rimon", role: .student, kind: "k12", zone: "UTC", language: .en, look: Appearance(),
          head: 0), schools: [], unread: 0, csrf: "")
    })
    for line in [out, demoted] { #expect(line.read().last == "event: gone\ndata: \n\n") }
  }

  @Test func `hears what happened while we asked`() async throws {
    let box = Mutex<Stream?>(nil)
    let stream = Stream(maySee: {
      await box.withLock { $0 }?.commit(1...3)
      return true
    })
    box.withLock { $0 = stream }
    #expect(try await stream.line(last: 0).read().ids == [1, 2, 3])
    box.withLock { $0 = nil }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `Many schools on one live stream` {
  private static let other = ID<Tenant>(high: 0x7001, low: 1 << 63 | 1)

  private func change(_ seq: Int64, in school: ID<Tenant> = Stream.school, rows: Int = 0) -> Change {
    let entry = Change.Entry(
      bucket: Bucket(Bucket.Kind("w"), school), table: 100, row: [UInt8](repeating: 7, count: 1000), removed: false)
    return Change(
      school: school, seq: seq, command: "note.leave", entries: Array(repeating: entry, count: rows),
      membershipChanged: [],
      isWhole: true)
  }

  @Test func `do not wait for each other`() async throws {
    let (gate, open) = AsyncStream<Void>.makeStream()
    let stream = Stream(rendering: { change in
      guard change.school == Stream.school else { return }
      for await _ in gate { break }
    })
    let ledger = try TestDatabase.open(.sqlite, migrations: [], world: TestClock().world)
    defer { ledger.close() }
    let running = Task { await stream.live.run(ledger) }
    while !stream.live.snapshot.isRunning { try await Task.sleep(for: .milliseconds(5)) }
    let (slow, quick) = (try await stream.line(), try await stream.line(school: Self.other))
    ledger.hub.publish(change(1))
    ledger.hub.publish(change(1, in: Self.other))
    try await quick.waits(for: 1)
    #expect(slow.hear().ids == [])
    open.yield()
    try await slow.waits(for: 1)
    running.cancel()
    await running.value
  }

  @Test func `of which one has missed a change, has its pages look again and ask anew who they are`() async throws {
    let stream = Stream()
    let (line, other) = (try await stream.line(), try await stream.line(school: Self.other))
    await stream.commit(1...2)
    await stream.commit(5...5)
    let frames = line.read()
    #expect(frames.ids == [1, 2, 5])
    #expect(frames.suffix(2).first?.contains("event: refresh\n") == true)
    #expect(frames.last?.hasPrefix("event: bye\n") == true)
    #expect(other.read().count == 1)
    #expect(stream.metrics.text.contains("homeroom_live_gaps_total 1\n"))
    #expect(try await stream.line(last: 2, head: 5).read().last?.contains("event: refresh\n") == true)
  }

  @Test func `are remembered by their bytes, and no longer than somebody watches`() async throws {
    let stream = Stream()
    await stream.live.deliver(change(1))
    #expect(stream.live.snapshot.schools.isEmpty)
    let line = try await stream.line(["note/nothing"], head: 1)
    for seq in Int64(2)...400 { await stream.live.deliver(change(seq, rows: 20)) }
    let school = stream.live.snapshot.schools[Stream.school]
    let (bytes, count) = (school?.bytes ?? 0, school?.recent.count ?? 0)
    #expect(bytes <= 2 * LiveSchool.maxBytes && count > 5)
    #expect(stream.live.snapshot.schools[Stream.school]?.recent.map(\.cost).reduce(0, +) == bytes)
    await stream.live.deliver(change(401, rows: 500))
    #expect(stream.live.snapshot.schools[Stream.school]?.recent.last?.isWhole == false)
    _ = line.read()
    stream.live.heartbeat(at: Instant(milliseconds: 0))
    #expect(stream.live.snapshot.schools.count == 1, "a page that loads anew is back sooner")
    stream.live.heartbeat(at: Instant(milliseconds: 15_000))
    #expect(stream.live.snapshot.schools.isEmpty)
  }

  @Test func `one of which is told too slowly drops what waits and finds the gap`() {
    var state = Live.State()
    state.schools[Stream.school] = LiveSchool()
    let first = state.queue(change(1))
    #expect(first)
    for seq in Int64(2)...1500 {
      let begins = state.queue(change(seq))
      #expect(!begins)
    }
    let waiting = state.nextWaiting(Stream.school)
    #expect(waiting.count <= LiveSchool.maxWaiting && waiting.last?.seq == 1500)
    let rest = state.nextWaiting(Stream.school)
    #expect(rest.isEmpty)
    let begins = state.queue(change(1501))
    #expect(begins, "the next one begins anew")
  }

  @Test func `have the lines of sessions ended that ended on another node`() async throws {
    let stream = Stream()
    let (ended, other) = (try await stream.line(session: 3), try await stream.line(session: 4))
    try await stream.live.endSessions { open in
      #expect(open == [Stream.session(3), Stream.session(4)])
      return [Stream.session(3)]
    }
    #expect(ended.read().last == "event: gone\ndata: \n\n")
    #expect(other.read().count == 1)
  }
}
