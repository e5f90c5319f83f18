import Base
import Classroom
import Database
import Ledger
import People
import Router
import School
import Web

extension DemoBuilder {
  /// The first class of a Montessori school has a guide who writes down what happens.
  func observe(_ rooms: [Room], on today: Day) async throws {
    guard plan.kind == .montessori, let room = rooms.first, let place = room.plan.teachers.first else { return }
    let school = school
    let (children, tree) = try await ledger.read { tx in
      (
        try StudentsStore(tx: tx).students(in: school, ids: room.students),
        try CurriculumStore(tx: tx).tree(in: school)
      )
    }
    var record = DemoRecord(
      builder: self, guide: accounts[place], room: room, children: children, tree: tree, today: today)
    try await record.writeObservations()
    try await record.present()
    try await record.planWeek()
    try await record.addTasks()
    try await record.addHabits()
    try await record.summarize()
  }
}

/// What the guide of one class writes down in a year: the same each time, for its dice are its own.
struct DemoRecord {
  let builder: DemoBuilder
  let guide: ID<Account>
  let room: DemoBuilder.Room
  /// As a text about them needs them.
  let children: [Student]
  let tree: CurriculumTree
  let today: Day
  private let zone: Zone
  private let dice: Dice
  private var count: UInt64 = 0
  /// What each child knows, and what it was shown.
  private var mastered: [ID<Student>: Set<ID<CurriculumNode>>] = [:]
  private var shown: [ID<Student>: Set<ID<CurriculumNode>>] = [:]

  init(
    builder: DemoBuilder, guide: ID<Account>, room: DemoBuilder.Room, children: [Student], tree: CurriculumTree,
    today: Day
  ) {
    (self.builder, self.guide, self.room) = (builder, guide, room)
    (self.children, self.tree, self.today) = (children, tree, today)
    zone = Zones.named(builder.plan.zone) ?? .utc
    dice = Dice(seed: builder.school.low ^ 0x6D6F_6E74)
  }

  /// The day of school so many days ago.
  private func day(_ ago: Int) -> Day { builder.plan.day(-ago, from: today) }

  /// In the afternoon of a day, when it is quiet; what is older than the class was brought along when it began.
  private func afternoon(_ day: Day, minute: Int = 930) -> Instant {
    zone.instant(max(day, today.plus(days: 2 - builder.plan.pastDays)), minute: minute)
  }

  /// Keys of their own, so that those drawn after them stay as they were.
  @discardableResult
  private mutating func send<C: FormCommand>(_ command: C, on day: Day, minute: Int = 930) async throws -> Outcome {
    count += 1
    return try await builder.send(
      command, ID(high: builder.school.high ^ 0x6D6F_6E74, low: builder.school.low ^ count), by: guide,
      at: afternoon(day, minute: minute))
  }

  private mutating func make<C: FormCommand, Thing>(
    _ command: C, on day: Day, minute: Int = 930, _ kind: Thing.Type = Thing.self
  ) async throws -> ID<Thing> {
    guard let id = ID<Thing>(try await send(command, on: day, minute: minute).text) else { throw Refusal.notFound }
    return id
  }

  /// What the family of the first child is told of a month, and drafts for the others.
  mutating func summarize() async throws {
    for (place, child) in children.enumerated() {
      let start = StartSummary(student: child.id, period: .month, language: .en)
      let id: ID<Summary> = try await make(start, on: today, minute: 940)
      let edit = EditSummary(student: child.id, summary: id, text: DemoMontessori.letter(about: child.given))
      try await send(edit, on: today, minute: 942)
      guard place == 0 else { continue }
      let school = builder.school
      let known = try await builder.ledger.read { try SummariesStore(tx: $0).summary(id, in: school) }
      guard let known else { throw Refusal.notFound }
      try await send(
        SendSummary(student: child.id, summary: id, version: known.version, isAsItIs: true), on: today, minute: 945)
    }
  }

  // MARK: observations

  /// What was seen in a year, and three of it for the families.
  mutating func writeObservations() async throws {
    var tags: [ID<RecordTag>] = []
    for (taxonomy, name) in DemoMontessori.tags {
      tags.append(try await make(AddTag(taxonomy: taxonomy, tag: name), on: day(builder.plan.pastDays)))
    }
    for seen in DemoMontessori.seen {
      let about = seen.children.compactMap { student($0) }
      guard !about.isEmpty else { continue }
      let (on, text) = (day(seen.ago), said(seen.text, about))
      let fields = ObservationFields(
        text: text, happenedAt: WallTime(day: on, minute: seen.minute), children: about.map(\.id),
        tags: seen.tags.compactMap { $0 < tags.count ? tags[$0] : nil }, act: seen.isDraft ? .draft : .complete)
      let id: ID<Observation> = try await make(WriteObservation(fields: fields), on: on)
      guard seen.isShared, let child = about.first else { continue }
      try await send(
        ShareObservation(observation: id, student: child.id, text: familyText(text, of: child), isAsItIs: true),
        on: on, minute: 990)
    }
  }

  private func student(_ place: Int) -> Student? {
    guard place < room.students.count else { return nil }
    return children.first { $0.id == room.students[place] }
  }

  /// `A` and `B` in a sentence are the children that it is about.
  private func said(_ text: String, _ about: [Student]) -> String {
    var text = text
    for (letter, child) in zip(["{A}", "{B}"], about) { text = text.replacing(letter, with: child.given) }
    return text
  }

  /// A family reads of its own child, and of nobody else's by name.
  private func familyText(_ text: String, of child: Student) -> String {
    let others = children.filter { $0.id != child.id }
    let materials = DemoMontessori.tags.filter { $0.0 == .material }.map(\.1)
    return redacted(
      text, for: ChildNames(child), others: others.map { ChildNames($0) }, in: builder.plan.language, known: materials
    ).text
  }

  // MARK: presentations

  /// Small groups of three of an age, the oldest first: how old they are in months, and what they brought from last year.
  private static let ages: [(months: Int, knows: Int)] = [(54, 33), (45, 30), (36, 0)]
  /// In a year, of each group.
  private static let lessons = 7

  private var groups: [(months: Int, knows: Int, members: [ID<Student>])] {
    stride(from: 0, to: room.students.count, by: 3).map { first in
      let age = Self.ages[first / 3 % Self.ages.count]
      return (age.months, age.knows, Array(room.students[first..<min(first + 3, room.students.count)]))
    }
  }

  /// A year of presentations, each after what it needs.
  mutating func present() async throws {
    for age in Self.ages where age.knows > 0 {
      try await bringAlong(groups.filter { $0.months == age.months }.flatMap(\.members), upTo: age.knows)
    }
    for (place, group) in groups.enumerated() {
      for lesson in 0..<Self.lessons {
        guard let next = next(for: group.members, months: group.months, turn: place + lesson) else { break }
        let ready = group.members.filter { isReady($0, next) }
        let ago = 310 - lesson * 300 / (Self.lessons - 1) - dice.roll(8)
        try await teach(next, to: ready, ago, isHard: (place + lesson) % 3 == 0)
      }
    }
  }

  /// What older children knew when the year began.
  private mutating func bringAlong(_ members: [ID<Student>], upTo months: Int) async throws {
    var known: Set<ID<CurriculumNode>> = []
    var (isGrowing, open) = (true, tree.presentations().filter { ($0.fromMonths ?? 0) <= months })
    while isGrowing {
      isGrowing = false
      for node in open where tree.prerequisites(of: node.id).allSatisfy(known.contains) {
        known.insert(node.id)
        isGrowing = true
        let command = RecordPresentation(
          students: members, presentation: node.id, kind: .mastered, day: day(350), note: "From last year’s record.")
        try await send(command, on: day(350))
      }
      open.removeAll { known.contains($0.id) }
    }
    for child in members { (mastered[child], shown[child]) = (known, known) }
  }

  private func isReady(_ child: ID<Student>, _ node: CurriculumNode) -> Bool {
    !shown[child, default: []].contains(node.id)
      && tree.prerequisites(of: node.id).allSatisfy(mastered[child, default: []].contains)
  }

  /// The areas take turns; in each, what comes first and fits the age.
  private func next(for members: [ID<Student>], months: Int, turn: Int) -> CurriculumNode? {
    let areas = tree.areas.filter { tree.stands($0.id) }
    for step in areas.indices {
      let found = tree.presentations(of: areas[(turn + step) % areas.count].id).filter { node in
        (node.fromMonths ?? 0) <= months && members.contains { isReady($0, node) }
      }
      if !found.isEmpty { return found[dice.roll(min(2, found.count))] }
    }
    return nil
  }

  /// It is shown, mostly practised, and two weeks later mastered; of what is hard, one child needs to see it again.
  private mutating func teach(
    _ node: CurriculumNode, to ready: [ID<Student>], _ ago: Int, isHard: Bool
  ) async throws {
    for child in ready { shown[child, default: []].insert(node.id) }
    try await write(.presented, node, ready, ago)
    if ago > 6, dice.roll(2) == 0 { try await write(.practised, node, ready, ago - 5) }
    guard ago > 15 else { return }
    let slow = isHard ? ready.dropFirst(dice.roll(ready.count)).first : nil
    let able = ready.filter { $0 != slow }
    for child in able { mastered[child, default: []].insert(node.id) }
    if !able.isEmpty { try await write(.mastered, node, able, ago - 14) }
    guard let slow else { return }
    let note = DemoMontessori.attention[dice.roll(DemoMontessori.attention.count)]
    try await write(.attention, node, [slow], ago - 14, note)
  }

  private mutating func write(
    _ kind: PresentationAct.Kind, _ node: CurriculumNode, _ students: [ID<Student>], _ ago: Int, _ note: String = ""
  ) async throws {
    let on = day(ago)
    try await send(
      RecordPresentation(students: students, presentation: node.id, kind: kind, day: on, note: note), on: on)
  }

  // MARK: plans, tasks and habits

  /// What is planned this week: one thing for a child of each group, and something of the guide's own.
  mutating func planWeek() async throws {
    let monday = today.plus(days: 1 - today.weekday)
    for (place, group) in groups.prefix(6).enumerated() {
      guard let child = group.members.first,
        let node = next(for: [child], months: group.months, turn: place + Self.lessons)
      else { continue }
      let command = PlanPresentation(
        students: [child], presentation: node.id, day: monday.plus(days: place % 5), classroom: room.classroom.id)
      try await send(command, on: today.plus(days: -1))
    }
    let walk = PlanPresentation(
      students: Array(room.students.prefix(2)), presentation: nil, title: DemoMontessori.ownPlan.title,
      details: DemoMontessori.ownPlan.details, day: monday.plus(days: 4), classroom: room.classroom.id)
    try await send(walk, on: today.plus(days: -1))
  }

  /// Things to do for most of the children, one of them late, and some that are done.
  mutating func addTasks() async throws {
    for (place, task) in DemoMontessori.tasks.enumerated() {
      guard let child = student(place % max(1, room.students.count)) else { continue }
      let due = task.inDays.map { builder.plan.day($0, from: today) }
      let fields = TaskFields(title: task.title, details: task.details, day: due)
      let id: ID<ChildTask> = try await make(AddTask(student: child.id, fields: fields), on: today.plus(days: -8))
      if task.isDone { try await send(CompleteTask(student: child.id, task: id), on: today.plus(days: -2)) }
    }
  }

  /// The first eight get used to something every day and to something every week; the others to one thing of the week.
  mutating func addHabits() async throws {
    for (place, child) in room.students.enumerated() {
      let weekly = DemoMontessori.weekly[place % DemoMontessori.weekly.count]
      let id = try await habit(weekly, .weekly, of: child)
      let isFollowed = place < 8
      for ago in isFollowed ? [3, 10, 17] : [5] { try await tick(id, of: child, day(ago)) }
      guard isFollowed else { continue }
      let daily = try await habit(DemoMontessori.daily[place % DemoMontessori.daily.count], .daily, of: child)
      let days = (1...20).map { today.plus(days: -$0) }.filter { builder.plan.days.contains($0.weekday) }
      for day in days where dice.roll(10) < 7 { try await tick(daily, of: child, day) }
    }
  }

  private mutating func habit(
    _ name: String, _ cadence: Habit.Cadence, of child: ID<Student>
  ) async throws -> ID<Habit> {
    try await make(AddHabit(student: child, called: name, cadence: cadence), on: day(30))
  }

  private mutating func tick(_ habit: ID<Habit>, of child: ID<Student>, _ day: Day) async throws {
    try await send(MarkHabit(student: child, habit: habit, day: day, isDone: true), on: day)
  }
}
