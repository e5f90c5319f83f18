import Base
import HTML
import HomeroomTesting
import Kit
import School
import Testing

@testable import Classroom

@Suite struct `Birthdays in a guide's day` {
  private let today = Day(number: 20_521)

  private func lines(_ birthdays: [(given: String, called: String?, ahead: Int, age: Int)], _ language: Language)
    -> String
  {
    let known = birthdays.enumerated().map { place, one in
      Student(
        id: ID(high: 1, low: UInt64(place) + 1), given: one.given, family: "Cohen", called: one.called,
        updatedAt: Instant(milliseconds: 0))
    }
    let data = MyDayPage(
      today: today, classrooms: [], students: Dictionary(uniqueKeysWithValues: known.map { ($0.id, $0) }),
      birthdays: zip(known, birthdays).map { Birthday(student: $0.id, day: today.plus(days: $1.ahead), age: $1.age) },
      absent: [], plans: [], tree: CurriculumTree([], []), tasks: [], habits: [])
    let scene = Scene(
      words: TestWords.of(language), zone: .utc, now: Zone.utc.instant(today, minute: 600))
    return birthdayLines(data, scene).string
  }

  private func plain(_ html: String) -> String {
    String(html.unicodeScalars.filter { !(0x2066...0x2069).contains($0.value) })
  }

  @Test func `stand first when they are today, with how old the child becomes`() {
    let shown = plain(lines([("Tomer", nil, 0, 5), ("Lia", nil, 3, 4)], .en))
    #expect(shown.contains("Birthday today: Tomer (5)") && shown.contains("Birthdays in the next days: Lia (4) on "))
  }

  @Test func `call the child as everybody does, and are not there when there are none`() {
    #expect(plain(lines([("Tomer", "Tom", 0, 5)], .en)).contains("Tom (5)"))
    #expect(lines([], .en).isEmpty)
  }

  @Test(arguments: Language.allCases) func `are said in every language`(_ language: Language) {
    let shown = lines([("Tomer", nil, 0, 5), ("Lia", nil, 3, 4)], language)
    #expect(shown.contains("Tomer") && shown.contains("Lia") && !shown.contains("myday."))
  }
}
