import Base
import Classroom
import Database
import Ledger
import NIOConcurrencyHelpers
import People
import PeopleServer
import Router
import School
import Web

/// Numbers that look random and are the same each time: splitmix64.
final class Dice: Sendable {
  private let seed: UInt64
  private let state: NIOLockedValueBox<UInt64>
  init(seed: UInt64) { (self.seed, state) = (seed, NIOLockedValueBox(seed)) }

  func next() -> UInt64 {
    state.withLockedValue { state in
      defer { state &+= 0x9E37_79B9_7F4A_7C15 }
      return splitMix64(state)
    }
  }

  func roll(_ sides: Int) -> Int { Int(next() % UInt64(max(1, sides))) }

  /// Begins anew with the numbers of a part: how many were drawn until then depends on the weekday
  /// (registers, a lesson for who looks on a Saturday), and who is called how and knows what must not.
  func begin(_ part: String) {
    state.withLockedValue { $0 = fnv1a(part.utf8) ^ seed }
  }
}

/// Builds one demo school by the commands that people would have sent; what is written past them is in `DemoBulk.swift`.
struct DemoBuilder: Sendable {
  let plan: DemoPlan
  let ledger: Ledger
  let commands: CommandTable
  let world: World
  /// For the keys of sendings that nothing takes its id from: apart from `world`, whose numbers decide about people.
  let keys: World
  let dice: Dice
  let hash: String
  let school: ID<Tenant>
  let accounts: [ID<Account>]

  init(
    plan: DemoPlan, ledger: Ledger, commands: CommandTable, world: World, keys: World, dice: Dice, hash: String
  ) {
    (self.plan, self.ledger, self.commands) = (plan, ledger, commands)
    (self.world, self.keys, self.dice, self.hash) = (world, keys, dice, hash)
    school = world.id()
    accounts = plan.people.map { _ in world.id(Account.self) }
  }

  struct Room: Sendable {
    let classroom: Classroom
    let plan: DemoPeople.DemoClass
    let students: [ID<Student>]
    let periods: [TimetablePeriod]
  }

  func build() async throws {
    let now = world.now()
    let zone = Zones.named(plan.zone) ?? .utc
    let today = zone.day(of: now)
    try await people(now)
    if plan.kind == .training { return try await train(on: today, now) }
    let rooms = try await furnish(from: today.plus(days: -plan.pastDays), today, now)
    let courses = try await part("courses") { try await teach(rooms, on: today) }
    try await part("grades") { try await grade(courses, on: today) }
    try await part("gatherings") { try await gather(rooms, on: today) }
    try await part("quizzes") { try await quiz(courses) }
    try await part("lessons") { try await lecture(courses, on: today) }
    try await part("assignments") { try await assign(courses, on: today) }
    try await part("messages") { try await talk() }
    try await part("study") { try await study(on: today, now) }
    if let first = rooms.first { try await part("flashcards") { try await memorize(first, now) } }
    for (place, room) in rooms.enumerated() {
      try await part("registers of \(place)") { try await record(room, before: today, isNamed: place == 0) }
    }
    try await part("pictures") { try await draw(rooms) }
    try await part("curriculum") { try await curriculum(now) }
    try await part("consents") { try await consent(rooms, on: today) }
    try await part("observations") { try await observe(rooms, on: today) }
    // What people did last comes last, so that the journal begins with them.
    try await part("absences") { try await reportAbsences(rooms, on: today) }
    try await part("announcements") { try await announce(rooms, courses) }
    try await part("schedule") { try await schedule(rooms, courses, on: today) }
  }

  /// A part of the school with numbers of its own.
  private func part<Made>(_ name: String, _ make: () async throws -> Made) async throws -> Made {
    dice.begin(plan.name + ", " + name)
    return try await make()
  }

  /// Accounts, the school itself, and what each account is in it; in that order, because each needs the one before.
  private func people(_ now: Instant) async throws {
    try await addAccounts(now)
    let founding = CommandEnvelope(keys.id(), CreateSchool.name, school: .server, by: accounts[0])
    let create = CreateSchool(
      id: school, name: plan.name, kind: plan.kind, zone: plan.zone, language: plan.language, theme: plan.theme)
    _ = try await SchoolsServer(ledger: ledger).create(create, founding, owner: accounts[0])
    try await join(now)
  }

  func envelope(_ name: String, _ account: ID<Account>) -> CommandEnvelope {
    CommandEnvelope(world.id(), name, school: school, by: account)
  }

  /// Classes with their teachers, children and week.
  private func furnish(
    from first: Day, _ today: Day, _ now: Instant
  ) async throws -> [Room] {
    let children = makeChildren(now, on: today)
    var (rooms, taken) = ([Room](), 0)
    for plan in plan.classes {
      let members = Array(children[taken..<min(children.count, taken + plan.size)])
      taken += members.count
      let key = world.id(IdempotencyKey.self)
      let id = try await make(AddClassroom(title: plan.name), key, by: accounts[0], Classroom.self)
      let periods = week(of: plan, in: id, from: first, today)
      let classroom = Classroom(id: id, name: plan.name, updatedAt: now)
      rooms.append(Room(classroom: classroom, plan: plan, students: members.map(\.id), periods: periods))
      for place in plan.teachers {
        try await send(AssignTeacher(classroom: id, teacher: accounts[place]), by: accounts[0])
      }
      try await enrol(members, in: id, from: first)
      for period in periods {
        try await send(
          PlanPeriod(
            id: period.id, classroom: id, title: period.title, weekday: period.weekday, start: period.start,
            end: period.end, from: period.from), by: accounts[0])
      }
    }
    try await link(children)
    return rooms
  }

  /// The lessons of a class on the days of school.
  ///
  /// Whoever looks at the demo at a weekend finds one lesson then, so that there is a register to take.
  private func week(
    of room: DemoPeople.DemoClass, in id: ID<Classroom>, from first: Day, _ today: Day
  ) -> [TimetablePeriod] {
    func period(_ lesson: (weekday: Int, title: String, start: Int, end: Int), _ weekday: Int, _ from: Day)
      -> TimetablePeriod
    {
      TimetablePeriod(
        id: world.id(), classroom: id, title: lesson.title, weekday: weekday, start: lesson.start, end: lesson.end,
        from: from, until: nil)
    }
    let extra = [today, today.plus(days: 1)].prefix { !plan.days.contains($0.weekday) }
    return room.lessons.map { period($0, $0.weekday, first) }
      + room.lessons.prefix(1).flatMap { lesson in extra.map { period(lesson, $0.weekday, today) } }
  }

  /// The named children first; then enough others.
  private func makeChildren(_ now: Instant, on today: Day) -> [Student] {
    let whole = plan.classes.map(\.size).reduce(0, +)
    let homes = DemoNames.homes(plan.kind)
    var taken: Set<String> = []
    return (0..<whole).map { number in
      let (given, family) =
        number < plan.children.count
        ? plan.children[number]
        : DemoNames.name(number, of: homes, dice.roll(1 << 16), dice.roll(1 << 16), besides: &taken)
      return Student(
        id: world.id(), given: given, family: family, number: String(20_000 + number),
        birthday: birthday(number, on: today), updatedAt: now)
    }
  }

  /// A Montessori class keeps birthdays: the first child's is today, the second's in three days, the others' were.
  private func birthday(_ number: Int, on today: Day) -> Day? {
    guard plan.kind == .montessori else { return nil }
    let day = number < 2 ? today.plus(days: 3 * number) : today.plus(days: -8 - number * 41 % 340)
    return Birthday.day(of: day, in: day.parts.year - 3 - number % 4)
  }
}
