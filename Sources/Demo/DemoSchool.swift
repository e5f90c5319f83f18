import Base
import Classroom
import Database
public import Ledger
import People
public import Router
import School
public import Web

/// The demo: two schools with the same cast of roles, so that one can be seen from the other and cannot.
public struct DemoSchool: Sendable {
  let students: Int
  let seed: UInt64
  let hasPictures: Bool

  /// - Parameter hasPictures: whether children have portraits and classes covers.
  public init(students: Int, seed: UInt64, hasPictures: Bool = true) {
    (self.students, self.seed, self.hasPictures) = (students, seed, hasPictures)
  }

  /// The password of everybody in the demo.
  public static let password = DemoPeople.password

  /// Makes both schools when the books hold none; otherwise leaves everything as it is.
  public func make(in ledger: Ledger, passwords: Passwords, commands: CommandTable) async throws {
    let isEmpty = try await ledger.read { try SchoolsStore(tx: $0).all().isEmpty }
    guard isEmpty else { return }
    let dice = Dice(seed: seed)
    let others = Dice(seed: ~seed)
    let world = World(now: ledger.world.now, random: { dice.next() }, zones: ledger.world.zones)
    let keys = World(now: ledger.world.now, random: { others.next() }, zones: ledger.world.zones)
    let hash = try await passwords.hash(DemoPeople.password)
    for (place, plan) in plans.enumerated() {
      if place > 0 { dice.begin(plan.name) }
      let builder = DemoBuilder(
        plan: plan, ledger: ledger, commands: commands, world: world, keys: keys, dice: dice, hash: hash)
      try await builder.build()
      if place == 0 { try await builder.openToAll() }
    }
  }

  private var plans: [DemoPlan] {
    [
      DemoPlan(
        name: "Rimon School", kind: .k12, zone: "Asia/Jerusalem", language: .he, theme: .wolfwhale,
        people: DemoPeople.rimon + moreTeachers,
        children: DemoPeople.rimonChildren, classes: classes, days: DemoSchool.sunday,
        pastDays: students > 0 ? 365 : 42,
        hasPictures: hasPictures),
      DemoPlan(
        name: "Hill Street Montessori", kind: .montessori, zone: "Europe/London", language: .en, theme: .montessori,
        people: DemoPeople.hill, children: DemoPeople.hillChildren, classes: DemoSchool.houses, days: DemoSchool.monday,
        pastDays: 42, hasPictures: hasPictures),
      DemoPlan(
        name: "Coast Flying Club", kind: .training, zone: "Europe/London", language: .en, theme: .hogwarts,
        people: DemoPeople.coast, children: [], classes: [], days: DemoSchool.monday, pastDays: 42,
        hasPictures: hasPictures),
    ]
  }

  /// The days of school: Sunday to Thursday, and Monday to Friday.
  private static let sunday = [7, 1, 2, 3, 4], monday = [1, 2, 3, 4, 5]

  /// 7B and the children's house; a larger school adds classes of 28, each with a teacher of its own, until it has its students.
  private var classes: [DemoPeople.DemoClass] {
    let week = DemoSchool.sunday
    var all = [
      DemoPeople.DemoClass(
        name: "7B", teachers: [2], size: 24,
        lessons: week.map { ($0, "Mathematics", 495, 540) } + week.map { ($0, "Science", 600, 645) }),
      DemoPeople.DemoClass(
        name: "Sunflowers", teachers: [3, 2], size: 14, lessons: week.map { ($0, "Morning", 480, 720) }),
    ]
    var rest = students - 38
    while rest > 0 {
      let number = all.count
      all.append(
        DemoPeople.DemoClass(
          name: "\(number % 12 + 1)\(["A", "B", "C", "D", "E", "F", "G"][number / 12 % 7])",
          teachers: [DemoPeople.rimon.count + number - 2], size: min(28, rest),
          lessons: week.map { ($0, "Homeroom", 480, 525) }))
      rest -= 28
    }
    return all
  }

  /// The teachers of the classes that a larger school adds.
  private var moreTeachers: [DemoPeople.Person] {
    (0..<(max(0, students - 38) + 27) / 28).map { number in
      let names = DemoNames.english
      return DemoPeople.Person(
        .teacher, names.given[number % names.given.count] + " " + names.family[number * 7 % names.family.count],
        "teacher\(number + 1)@rimon.example", .en)
    }
  }

  private static let houses = [
    DemoPeople.DemoClass(
      name: "Children’s House", teachers: [2], size: 18, lessons: monday.map { ($0, "Morning work", 510, 690) }),
    DemoPeople.DemoClass(
      name: "Elementary", teachers: [3], size: 12, lessons: monday.map { ($0, "Morning work", 510, 690) }),
  ]

  /// The sign-ins as `[{role,identifier,password,school,language}]`.
  public static var accountsJSON: String {
    JSON.list(
      DemoPeople.schools.flatMap { school, people in
        people.map { person in
          .object([
            ("role", .text(person.role.rawValue)), ("identifier", .text(person.identifier)),
            ("password", .text(DemoPeople.password)), ("school", .text(school)),
            ("language", .text(person.language.rawValue)),
          ])
        }
      }
    ).string
  }

  /// The same for a person at a terminal.
  public static var accountsText: String {
    let lines = DemoPeople.schools.flatMap {
      school, people in
      [school] + people.map { "  \(padded($0.role.rawValue, 9)) \(padded($0.identifier, 22)) \($0.language.rawValue)" }
    }
    return "Sign in as any of these, with the password \(DemoPeople.password)\n" + lines.joined(separator: "\n")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

/// What one demo school is made of.
struct DemoPlan: Sendable {
  let name: String, kind: SchoolKind, zone: String, language: Language, theme: SchoolTheme
  let people: [DemoPeople.Person]
  let children: [(String, String)]
  let classes: [DemoPeople.DemoClass]
  /// On which there is school.
  let days: [Int]
  let pastDays: Int
  let hasPictures: Bool

  /// The first day of school from a day on, or the last until then.
  func schoolDay(_ step: Int, from day: Day) -> Day {
    (0..<7).lazy.map { day.plus(days: $0 * step) }.first { days.contains($0.weekday) } ?? day
  }

  /// The day of school so many days from today: what is to come is not put earlier, and what was, not later.
  func day(_ days: Int, from today: Day) -> Day {
    schoolDay(days < 0 ? -1 : 1, from: today.plus(days: days))
  }
}
