import Base
import Router
import Testing

@testable import School
@testable import Web

@Suite struct `A streak` {
  private func march(_ days: ClosedRange<Int>...) -> Set<Day> {
    Set(days.flatMap { $0 }.map { Day(number: Self.first.number + $0 - 1) })
  }
  private func day(_ number: Int) -> Day { Day(number: Self.first.number + number - 1) }
  /// 1 March 2026, a Sunday.
  private static let first = Day(number: 20_513)

  @Test func `of five days is done today (ST1)`() {
    let streak = Streak(march(1...5), today: day(5))
    #expect(streak.current == 5 && streak.state == .done)
  }
  @Test func `stays while today is open (ST2)`() {
    let streak = Streak(march(1...5), today: day(6))
    #expect(streak.current == 5 && streak.state == .open)
  }
  @Test func `is broken by a day that was missed, and the longest stays (ST3)`() {
    let streak = Streak(march(1...5), today: day(7))
    #expect(streak.current == 0 && streak.state == .broken && streak.longest == 5)
  }
  @Test func `uses a freeze by itself (ST4)`() {
    let streak = Streak(march(1...7, 9...10), today: day(10))
    #expect(streak.current == 9 && streak.frozen == [day(8)] && streak.freezes == 0)
  }
  @Test func `has two freezes at most (ST5)`() {
    let streak = Streak(march(1...14, 17...17), today: day(17))
    #expect(streak.current == 15 && streak.frozen == [day(15), day(16)])
    // Three weeks earn no third one: the third day missed breaks it.
    let long = Streak(march(1...21, 25...25), today: day(25))
    #expect(long.current == 1 && long.longest == 21 && long.frozen == [day(22), day(23)])
    #expect(Streak(march(1...21), today: day(21)).freezes == 2)
  }
  @Test func `is broken when the freeze is used up (ST6)`() {
    let streak = Streak(march(1...7, 10...10), today: day(10))
    #expect(streak.current == 1 && streak.longest == 7 && streak.frozen == [day(8)])
  }
  @Test func `passes over days that do not count (ST7)`() {
    let streak = Streak(march(5...6, 8...8), today: day(8)) { $0.weekday != 6 }
    #expect(streak.current == 3)
    let sabbath = Streak(march(5...6), today: day(7)) { $0.weekday != 6 }
    #expect(sabbath.state == .resting && sabbath.current == 2)
  }

  private func at(_ text: String, _ zone: String, startMinute: Int = 0) -> String {
    let (date, clock) = (text.prefix(10), text.dropFirst(11).split(separator: ":"))
    let minute = (wholeNumber(clock[0].utf8) ?? 0) * 60 + (wholeNumber(clock[1].utf8) ?? 0)
    let instant = Zone.utc.instant(Day(date) ?? Day(number: 0), minute: minute)
    return Streak.day(of: instant, in: Zones.named(zone) ?? .utc, startMinute: startMinute).text
  }

  @Test func `takes the day from the local clock, round changes of clocks too (ST8 to ST11)`() {
    #expect(at("2026-03-26T21:59", "Asia/Jerusalem") == "2026-03-26")
    #expect(at("2026-03-26T22:01", "Asia/Jerusalem") == "2026-03-27")
    #expect(at("2026-03-27T20:59", "Asia/Jerusalem") == "2026-03-27")
    #expect(at("2026-03-27T21:01", "Asia/Jerusalem") == "2026-03-28")
    let zones = ["Pacific/Honolulu", "America/Los_Angeles", "Asia/Tokyo", "Pacific/Auckland"]
    #expect(zones.map { at("2026-01-10T08:00", $0) } == ["2026-01-09", "2026-01-10", "2026-01-10", "2026-01-10"])
    #expect(at("2026-03-09T07:30", "America/New_York", startMinute: 240) == "2026-03-08")
    #expect(at("2026-03-09T08:30", "America/New_York", startMinute: 240) == "2026-03-09")
  }

  @Test func `counts a day once wherever it was lived, and joins devices (ST12 to ST14)`() {
    // Tokyo, then Los Angeles, both on 10 March by their own clocks.
    #expect(Streak(march(10...10), today: day(11)).state == .open)
    #expect(Streak(march(3...3, 5...5).union(march(4...4)), today: day(5)).current == 3)
    #expect(Streak([], today: day(5)) == Streak())
  }
}

@Suite struct `How far somebody is` {
  private func item(_ number: UInt64, _ kind: CourseItem.Kind) -> CourseItem {
    CourseItem(
      id: ID(high: 1, low: number), course: .none, kind: kind, title: "\(number)", place: Int(number),
      updatedAt: Instant(milliseconds: 0))
  }

  @Test func `counts lessons, assignments and quizzes alike, rounded down`() {
    let items = [
      item(1, .lesson), item(2, .lesson), item(3, .assignment), item(4, .quiz), item(5, .lesson), item(6, .quiz),
    ]
    let progress = CourseProgress(
      items, done: [items[0].id, items[2].id], minutes: [items[0].id: 10, items[1].id: 15])
    #expect(
      progress.lessons == Tally(1, of: 3) && progress.assignments == Tally(1, of: 1)
        && progress.quizzes == Tally(0, of: 2))
    #expect(progress.whole.percent == 33 && progress.next?.id == items[1].id)
    // The mean of 10 and 15, times two lessons left.
    #expect(progress.minutesLeft == 25)
    #expect(Tally(199, of: 200).percent == 99 && Tally().percent == 0)
  }

  @Test func `is said by one number, of the lessons where there are any`() {
    let all = CourseProgress(
      [item(1, .lesson), item(2, .assignment), item(3, .quiz)], done: [item(1, .lesson).id], minutes: [:])
    #expect(all.share.name == "lessons" && all.share.tally == Tally(1, of: 1))
    let work = CourseProgress([item(2, .assignment), item(3, .quiz)], done: [], minutes: [:])
    #expect(work.share.name == "assignments" && work.share.tally == Tally(0, of: 1))
    #expect(CourseProgress([item(3, .quiz)], done: [], minutes: [:]).share.name == "quizzes")
  }

  @Test func `says nothing of time when nobody guessed`() {
    #expect(CourseProgress([item(1, .lesson)], done: [], minutes: [:]).minutesLeft == nil)
  }

  @Test func `compares a week with the same days of the last one`() {
    let today = Day(number: 20_523)  // Wednesday, 11 March 2026
    func event(_ days: Int, _ kind: CourseItem.Kind = .lesson) -> ProgressEvent {
      ProgressEvent(student: .none, item: .none, course: .none, kind: kind, day: today.plus(days: -days))
    }
    let week = ProgressWeek(
      [event(0), event(1), event(7), event(4), event(5, .quiz), event(9, .assignment)], today: today, first: 7)
    #expect(week.lessons == .init(now: 2, before: 1) && week.lessons.arrow == .up)
    // The last week began on Sunday, ten days ago.
    let edges = ProgressWeek([event(3), event(4), event(6), event(10), event(11)], today: today, first: 7)
    #expect(edges.lessons == .init(now: 1, before: 1))
    #expect(week.quizzes == .init() && week.assignments == .init(now: 0, before: 1) && week.assignments.arrow == .down)
    func isBegun(_ events: [ProgressEvent]) -> Bool { ProgressWeek(events, today: today, first: 7).isBegun }
    #expect(!isBegun([]) && !isBegun([event(4), event(30)]))
    for kind in [CourseItem.Kind.lesson, .assignment, .quiz] { #expect(isBegun([event(0, kind)])) }
  }

  @Test func `is never shown as the last of a class`() {
    func board(_ points: [Int]) -> [Int] {
      Leaderboard(
        Dictionary(
          uniqueKeysWithValues: points.enumerated().map { (ID<Student>(high: 1, low: UInt64($0.offset)), $0.element) })
      )
      .rows.map(\.points)
    }
    #expect(board([10, 20, 30]) == [])
    #expect(board([10, 20, 30, 40]) == [40, 30])
    #expect(board([10, 10, 10, 10]) == [])
    #expect(board(Array(1...40)).count == 10)
    let tied = Leaderboard([
      ID(high: 1, low: 1): 9, ID(high: 1, low: 2): 9, ID(high: 1, low: 3): 5, ID(high: 1, low: 4): 1,
      ID(high: 1, low: 5): 2, ID(high: 1, low: 6): 1,
    ])
    #expect(tied.rows.map(\.place) == [1, 1, 3])
  }

  @Test func `gives points for what was done, half for what was late`() {
    func event(_ kind: CourseItem.Kind, late: Bool = false) -> ProgressEvent {
      ProgressEvent(student: .none, item: .none, course: .none, kind: kind, day: Day(number: 0), isLate: late)
    }
    #expect(
      ProgressPoints.of([event(.lesson), event(.assignment), event(.assignment, late: true), event(.quiz)]) == 55)
  }
}
