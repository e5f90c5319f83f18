import Base
import School

/// How long the engine takes for a whole district, on one core: prints `name milliseconds` each.
///
/// 10,000 students with 100 entries each in five categories; two drop their lowest, a tenth of the work is late, a tenth
/// is not graded yet. Then one new score for each student, which computes only its own category again. The folds of daily
/// study are measured here as well: they are Models too.
let course = ID<Course>.none
var categories = GradeCategory.usual(for: course)
(categories[0].dropLowest, categories[1].dropLowest) = (1, 2)
let policy = GradePolicy(
  late: LatePolicy(percent: Amount(units: 10 * Amount.scale), floor: Amount(units: 40 * Amount.scale)),
  missing: MissingPolicy(isOn: true), categories: categories)

/// Numbers that are the same in every run.
struct Dice {
  var seed: UInt64 = 7
  mutating func roll(_ sides: UInt64) -> Int64 {
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int64(((seed ^ seed >> 29) >> 8) % sides)
  }
}

var dice = Dice()
let possible: [Int64] = [10, 20, 25, 50, 100]
let students = (0..<10_000).map { _ in
  (0..<100).map { place -> GradeEntry in
    let most = possible[place % 5] * Amount.scale
    let open = dice.roll(10) == 0
    return GradeEntry(
      item: ID(high: 1, low: UInt64(place)), category: categories[place * 7 % 5].id, possible: Amount(units: most),
      raw: open ? nil : Amount(units: most * (40 + dice.roll(61)) / 100), lateSeconds: dice.roll(10) == 0 ? 90_000 : 0,
      isMissing: open && dice.roll(2) == 0)
  }
}

func time(_ name: String, _ work: () -> Int64) {
  let clock = ContinuousClock()
  var sum: Int64 = 0
  let took = clock.measure { sum = work() }
  let (seconds, parts) = took.components
  print(name, seconds * 1000 + parts / 1_000_000_000_000_000, sum)
}

time("whole") {
  var sum: Int64 = 0
  for entries in students {
    let sheet = GradeSheet(policy, entries)
    for view in GradeView.allCases { sum &+= sheet.total(view).percent?.units ?? 0 }
  }
  return sum
}
var sheets = students.map { GradeSheet(policy, $0) }
time("one-score") {
  var sum: Int64 = 0
  for place in sheets.indices {
    var entry = sheets[place].entries[42]
    entry.raw = Amount(units: 7 * Amount.scale)
    sheets[place].put(entry)
    sum &+= sheets[place].total(.current).percent?.units ?? 0
  }
  return sum
}
time("explained") {
  var sum: Int64 = 0
  for sheet in sheets.prefix(1000) { sum &+= Int64(sheet.grade().steps.count) }
  return sum
}

// What is studied every day: ten years of one track, and a card that was answered a thousand times; a hundred times each.
let first = Day(number: 17_000)
let studied = Set((0..<3652).filter { $0 % 17 != 0 }.map { first.plus(days: $0) })
time("hundred-folds-of-ten-years") {
  var sum: Int64 = 0
  for _ in 0..<100 {
    sum &+= Int64(Streak(studied, today: first.plus(days: 3652)) { $0.weekday != 6 }.longest)
  }
  return sum
}
let answers = (0..<1000).map { place in
  FlashcardEvent(
    id: ID(high: 2, low: UInt64(place)), account: ID(high: 2, low: 1), deck: ID(high: 2, low: 2),
    card: FlashcardKey(note: ID(high: 2, low: 3), ordinal: 0),
    act: .answer(place % 5 == 0 ? .again : .good, milliseconds: 900),
    at: Instant(milliseconds: Int64(place) * 86_400_000),
    day: first.plus(days: place), device: place % 2 == 0 ? "a" : "b", sequence: place)
}
time("hundred-folds-of-a-card") {
  var sum: Int64 = 0
  for _ in 0..<100 { sum &+= Int64(FlashcardFold.state(of: answers)?.reviews ?? 0) }
  return sum
}
