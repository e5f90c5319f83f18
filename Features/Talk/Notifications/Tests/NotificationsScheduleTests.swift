import Base
import Router
import School
import Testing
import Web

@testable import Talk

@Suite struct `What rings when` {
  static let paris = Zones.named("Europe/Paris") ?? .utc
  /// Monday, 9 March 2026.
  static let monday = Day(number: 20_521)

  static func at(_ day: Int, _ hour: Int, _ minute: Int = 0) -> Instant {
    paris.instant(monday.plus(days: day), minute: hour * 60 + minute)
  }

  static func clock(
    quiet: (Int, Int)? = (20 * 60, 7 * 60), rests: Bool = false, digest: Int = 17 * 60, zone: Zone = paris
  ) -> NoticeClock {
    NoticeClock(
      NoticePreferences(
        digestAt: digest, quiet: quiet.map { (from: $0.0, until: $0.1) }, restsOnWeekends: rests, leads: []), zone: zone
    )
  }

  @Test(arguments: [
    (12, 0, 0, 12), (19, 59, 0, 19), (20, 0, 1, 7), (23, 30, 1, 7), (0, 0, 0, 7), (6, 59, 0, 7), (7, 0, 0, 7),
  ])
  func `nothing at night, and what came then in the morning`(_ hour: Int, _ minute: Int, _ day: Int, _ rings: Int) {
    let expected = rings == hour ? Self.at(0, hour, minute) : Self.at(day, rings)
    #expect(Self.clock().rings(at: Self.at(0, hour, minute)) == expected)
  }

  @Test func `quiet by day is quiet by day`() {
    let clock = Self.clock(quiet: (8 * 60, 15 * 60))
    #expect(clock.rings(at: Self.at(0, 9)) == Self.at(0, 15))
    #expect(clock.rings(at: Self.at(0, 7, 59)) == Self.at(0, 7, 59))
    #expect(Self.clock(quiet: (480, 480)).rings(at: Self.at(0, 8)) == Self.at(0, 8))
    #expect(Self.clock(quiet: nil).rings(at: Self.at(0, 3)) == Self.at(0, 3))
  }

  @Test func `from Friday night to Monday morning where weekends are for rest`() {
    let clock = Self.clock(rests: true)
    #expect(clock.rings(at: Self.at(4, 21)) == Self.at(7, 7))
    #expect(clock.rings(at: Self.at(5, 12)) == Self.at(7, 7))
    #expect(Self.clock(quiet: nil, rests: true).rings(at: Self.at(5, 12)) == Self.at(7, 0))
  }

  @Test func `across the night the clocks change, by the clock on the wall`() {
    // 29 March 2026, 02:00 becomes 03:00.
    let clock = Self.clock(quiet: (20 * 60, 150))
    let night = Day(number: Self.monday.number + 20)
    #expect(clock.rings(at: Self.paris.instant(night, minute: 60)) == Self.paris.instant(night, minute: 180))
    // 25 October, 02:30 comes twice: once is enough.
    let autumn = Day(year: 2026, month: 10, day: 25) ?? night
    let first = Self.clock(digest: 150).digest(after: Self.paris.instant(autumn, minute: 0))
    #expect(first == Self.paris.instant(autumn, minute: 150))
    #expect(Self.clock(digest: 150).digest(after: first) == Self.paris.instant(autumn.plus(days: 1), minute: 150))
  }

  @Test func `the day's letter is today's while its hour is ahead, and rests with its reader`() {
    #expect(Self.clock().digest(after: Self.at(0, 16, 59)) == Self.at(0, 17))
    #expect(Self.clock().digest(after: Self.at(0, 17)) == Self.at(1, 17))
    #expect(Self.clock(rests: true).digest(after: Self.at(4, 18)) == Self.at(7, 17))
  }

  @Test func `a letter of the day leaves in its hour, later only while its reader is awake, else with the next one`() {
    let clock = Self.clock()
    for (hour, minute) in [(17, 0), (17, 59), (18, 0), (19, 59), (7, 0), (16, 59)] {
      #expect(clock.digestLeaves(at: Self.at(0, hour, minute)) == Self.at(0, hour, minute), "\(hour):\(minute)")
    }
    #expect(clock.digestLeaves(at: Self.at(0, 20)) == Self.at(1, 17))
    #expect(clock.digestLeaves(at: Self.at(1, 6, 59)) == Self.at(1, 17))
    // Who sleeps at the hour of their letter has chosen that; an hour after it nothing leaves.
    let asleep = Self.clock(quiet: (16 * 60, 22 * 60))
    #expect(asleep.digestLeaves(at: Self.at(0, 16, 59)) == Self.at(0, 17))
    #expect(asleep.digestLeaves(at: Self.at(0, 17)) == Self.at(0, 17))
    #expect(asleep.digestLeaves(at: Self.at(0, 17, 59)) == Self.at(0, 17, 59))
    for late in [Self.at(0, 18), Self.at(0, 18, 30), Self.at(0, 19), Self.at(0, 21, 59)] {
      #expect(asleep.digestLeaves(at: late) == Self.at(1, 17))
    }
    #expect(Self.clock(rests: true).digestLeaves(at: Self.at(5, 17)) == Self.at(7, 17))
  }

  static func plan(
    _ kind: NoticeKind, _ role: Role, ways: NoticeWays? = nil, device: Bool = true, address: Bool = true,
    muted: Bool = false, hour: Int = 12, until: Instant? = nil
  ) -> [NoticeChannel: Instant] {
    var preferences = NoticePreferences.standard(for: role)
    if let ways { preferences.ways[kind] = ways }
    let reader = NoticeReader(
      role: role, clock: NoticeClock(preferences, zone: paris), hasDevice: device, hasAddress: address, isMuted: muted)
    return reader.plan(kind, at: at(0, hour), until: until)
  }

  @Test func `begins calm`() {
    #expect(Self.plan(.grade, .guardian) == [.digest: Self.at(0, 17)])
    // An absence cannot wait for the evening, but for the morning.
    #expect(Self.plan(.absence, .guardian) == [.push: Self.at(0, 12), .mail: Self.at(0, 12)])
    #expect(Self.plan(.absence, .guardian, hour: 21) == [.push: Self.at(1, 7), .mail: Self.at(1, 7)])
    #expect(Self.plan(.grade, .student) == [.push: Self.at(0, 12)])
    #expect(Self.plan(.request, .teacher) == [.digest: Self.at(0, 17)])
    #expect(Self.plan(.other, .teacher) == [:])
  }

  @Test func `goes no way there is not, and none for what is muted`() {
    #expect(Self.plan(.absence, .guardian, device: false) == [.mail: Self.at(0, 12)])
    #expect(Self.plan(.absence, .guardian, device: false, address: false) == [:])
    #expect(Self.plan(.absence, .guardian, muted: true) == [:])
    #expect(Self.plan(.grade, .student, ways: .init(push: false, mail: .off)) == [:])
    #expect(Self.plan(.grade, .student, ways: .init(push: false, mail: .once), hour: 21) == [.mail: Self.at(1, 7)])
  }

  @Test func `is not sent when it would come too late`() {
    #expect(Self.plan(.due, .student, hour: 21, until: Self.at(0, 23)) == [:])
    #expect(Self.plan(.due, .student, hour: 12, until: Self.at(0, 23)) == [.push: Self.at(0, 12)])
  }

  @Test func `need not ring after the first of it is worth nothing any more`() {
    let now = Self.at(0, 12)
    #expect(NoticeDelay.end(of: [], at: now) == now.plus(days: 1))
    #expect(NoticeDelay.end(of: [Self.at(3, 8), Self.at(0, 13)], at: now) == Self.at(0, 13))
    #expect(NoticeDelay.end(of: [Self.at(3, 8)], at: now) == now.plus(days: 1))
    #expect(NoticeDelay.end(of: [Self.at(0, 11)], at: now) == now)
  }

  @Test func `waits longer after each try, and as long as it is told`() {
    #expect((1...10).map { NoticeDelay.pause(after: $0) } == [30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 14_400])
    #expect(NoticeDelay.pause(after: 1, asked: 600) == 600)
    #expect(NoticeDelay.pause(after: 1, asked: .max) == 86_400)
    #expect(NoticeDelay.pause(after: .max, asked: -5) == 14_400)
    // Greylisting takes hours, and a full mailbox days.
    let timeout = (1..<NoticeDelay.maxTries).map { NoticeDelay.pause(after: $0) }.reduce(0, +)
    #expect(timeout > 4 * 86_400 && timeout < 6 * 86_400)
  }
}

@Suite struct `A reminder` {
  static let now = Instant(milliseconds: 1_773_040_000_000)

  static func work(_ number: Int, in hours: Double, done: Bool = false) -> ReminderWork {
    ReminderWork(
      item: ID(high: 1, low: UInt64(number)), student: ID(high: 2, low: 2),
      dueAt: Instant(milliseconds: now.milliseconds + Int64(hours * 3_600_000)), isDone: done)
  }

  @Test func `comes for what is due within a week, not over and not done`() {
    let works = [
      Self.work(1, in: 30), Self.work(2, in: 30, done: true), Self.work(3, in: -1), Self.work(4, in: 24 * 8),
      Self.work(5, in: 24 * 7),
    ]
    #expect(Reminders.plan(works, leads: [24], at: Self.now).map(\.work.item.low) == [1, 5])
    #expect(Reminders.plan(works, leads: [], at: Self.now).isEmpty)
  }

  @Test func `comes at most sixty times ahead, the most urgent first, and the same twice`() {
    let works = (0..<40).map { Self.work($0, in: 160 - Double($0)) }
    let plan = Reminders.plan(works, leads: [24, 12, 6, 1], at: Self.now)
    #expect(plan.count == 60)
    #expect(plan == plan.sorted { ($0.at, $0.work.item) < ($1.at, $1.work.item) })
    #expect(plan.first?.work.item.low == 39)
    #expect(Reminders.plan(works.reversed(), leads: [1, 6, 12, 24], at: Self.now) == plan)
  }

  @Test func `is due at its hour and for an hour, and says the nearer of two`() {
    #expect(Reminders.due([Self.work(1, in: 24)], leads: [24, 1], at: Self.now).map(\.hours) == [24])
    #expect(Reminders.due([Self.work(1, in: 23.1)], leads: [24, 1], at: Self.now).map(\.hours) == [24])
    #expect(Reminders.due([Self.work(1, in: 22.9)], leads: [24, 1], at: Self.now).isEmpty)
    #expect(Reminders.due([Self.work(1, in: 24.01)], leads: [24, 1], at: Self.now).isEmpty)
    #expect(Reminders.due([Self.work(1, in: 1)], leads: [1], at: Self.now).map(\.hours) == [1])
  }

  @Test func `has one name for one day and another for another day`() {
    let account = ID<Account>(high: 3, low: 3)
    let one = Notification.id(due: Reminder(work: Self.work(1, in: 24), hours: 24), to: account)
    #expect(one == Notification.id(due: Reminder(work: Self.work(1, in: 24), hours: 24), to: account))
    #expect(one != Notification.id(due: Reminder(work: Self.work(1, in: 25), hours: 24), to: account))
    #expect(one != Notification.id(due: Reminder(work: Self.work(1, in: 24), hours: 1), to: account))
    #expect(one != Notification.id(due: Reminder(work: Self.work(2, in: 24), hours: 24), to: account))
  }
}
