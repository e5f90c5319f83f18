import Base
import Database
import Ledger
import Router
import School
import Training

extension DemoBuilder {
  /// A small flying club: two instructors, and those whom they train.
  func train(on today: Day, _ now: Instant) async throws {
    guard accounts.count > 4 else { return }
    let club = DemoClub(builder: self, ruth: accounts[1], sam: accounts[2], today: today, now: now)
    let templates = try await club.library()
    let ben = try await club.trainee(
      TraineeFields(
        firstName: "Ben", lastName: "Okafor", email: "ben@coast.example", telephone: "+44 20 7946 0012",
        address: "4 Harbour Row, Rye", ftn: "C1029384",
        biography: "Fixes bicycles, sails, wants to see the coast from above.",
        background: "Eleven hours in gliders, six years ago."), account: accounts[3])
    let ines = try await club.trainee(
      TraineeFields(
        firstName: "Inès", lastName: "Moreau", email: "ines@coast.example", background: "First flight this autumn."),
      account: accounts[4])
    // Invited by nobody yet.
    let noor = try await club.trainee(TraineeFields(firstName: "Noor", lastName: "Haddad"), account: nil)
    try await send(AddTraineeInstructor(trainee: ben, account: club.sam), by: club.ruth, at: club.begun)
    try await club.fly(ben, templates, done: [1, 0.7, 0.2])
    try await club.fly(ines, Array(templates.prefix(2)), done: [0.4, 0])
    try await send(GiveChecklists(trainee: noor, templates: [templates[1]]), by: club.ruth, at: club.day(-3))
    // A newer version waits for Ben's instructors, and another is being written.
    try await club.change(templates[2], adding: "Close the flight plan")
    try await send(PublishChecklistTemplate(template: templates[2]), by: club.ruth, at: club.day(-2))
    try await club.change(templates[3], adding: "Brief the approach aloud")
    try await club.log(ben)
    try await club.plan(ben, ines)
    try await club.documents(of: ben, by: accounts[3])
  }
}

/// What the instructors of the club do in six weeks.
private struct DemoClub {
  let builder: DemoBuilder
  let ruth: ID<Account>, sam: ID<Account>
  let today: Day
  let now: Instant

  var begun: Instant { day(-builder.plan.pastDays) }
  func day(_ days: Int) -> Instant { now.plus(days: Int64(days)) }

  /// The lists that come with the program, published.
  func library() async throws -> [ID<ChecklistTemplate>] {
    var made: [ID<ChecklistTemplate>] = []
    for shipped in ShippedTemplate.allCases {
      let id = try await builder.make(
        AddShippedTemplate(shipped: shipped, language: builder.plan.language), builder.world.id(), by: ruth, at: begun,
        ChecklistTemplate.self)
      try await builder.send(PublishChecklistTemplate(template: id), by: ruth, at: begun)
      made.append(id)
    }
    return made
  }

  /// Writes one more item into the draft.
  func change(_ template: ID<ChecklistTemplate>, adding title: String) async throws {
    let school = builder.school
    let known = try await builder.ledger.read { try TemplatesStore(tx: $0).template(template, in: school)?.draft }
    guard let draft = known else { throw Refusal.notFound }
    try await builder.send(
      EditChecklistTemplate(
        template: template,
        fields: ChecklistTemplateFields(
          name: draft.name, category: draft.category, phase: draft.phase, relevantData: draft.relevantData),
        items: draft.items, added: ChecklistItem(key: 0, title: title)), by: ruth, at: day(-2))
  }

  /// Who has an account has accepted the invitation long ago.
  func trainee(_ fields: TraineeFields, account: ID<Account>?) async throws -> ID<Trainee> {
    let id = try await builder.make(
      AddTrainee(fields: fields), builder.world.id(), by: ruth, at: begun, Trainee.self)
    guard let account else { return id }
    try await builder.ledger.write(builder.envelope("demo.accept", account)) { [begun] tx in
      guard var trainee = try TraineesStore(tx: tx).trainee(id, in: tx.school) else { return "" }
      (trainee.account, trainee.sharedSince) = (account, begun)
      try tx.put(TraineesTables.trainee, trainee)
      try TraineesStore(tx: tx).settle(id)
      return ""
    }
    return id
  }

  /// Gives checklists, and goes through the first part of each.
  ///
  /// - Parameter done: what part of each is done; a list without one is not given.
  func fly(_ trainee: ID<Trainee>, _ templates: [ID<ChecklistTemplate>], done: [Double]) async throws {
    let given = Array(templates.prefix(done.count))
    try await builder.send(GiveChecklists(trainee: trainee, templates: given), by: ruth, at: day(-30))
    let school = builder.school
    let lists = try await builder.ledger.read { tx in
      try ChecklistsStore(tx: tx).checklists(of: trainee, in: school).map { list in
        (list, try TemplatesStore(tx: tx).version(list.version, of: list.template, in: school)?.content?.items ?? [])
      }
    }
    for (list, items) in lists {
      guard let place = given.firstIndex(of: list.template) else { continue }
      for (number, item) in items.prefix(Int(Double(items.count) * done[place])).enumerated() {
        try await builder.send(
          TickChecklistItem(checklist: list.id, item: item.key), by: ruth, at: day(-28 + min(26, number)))
      }
      if place == 1, done[place] > 0.5 {
        try await builder.send(
          AddChecklistComment(checklist: list.id, text: "Good speed control. Watch the flare: look at the far end."),
          by: ruth, at: day(-1))
      }
    }
  }

  func log(_ trainee: ID<Trainee>) async throws {
    let flights: [(ago: Int, minutes: Int, solo: Int, note: String)] = [
      (27, 54, 0, "Effects of controls"), (23, 66, 0, "Climbing and descending"), (20, 72, 0, "Stalls"),
      (16, 60, 0, "Circuits"), (13, 78, 0, "Circuits, crosswind"), (9, 66, 18, "First solo circuit"),
      (5, 48, 0, "Forced landings"), (2, 78, 0, "Navigation"),
    ]
    for (place, flight) in flights.enumerated() {
      let minutes = LogMinutes(
        total: flight.minutes, dual: flight.minutes - flight.solo, solo: flight.solo, instrument: place == 7 ? 12 : 0)
      try await builder.send(
        AddLogEntry(
          trainee: trainee,
          fields: LogFields(
            day: today.plus(days: -flight.ago), aircraft: "G-COAS", from: "EGMD", to: place == 7 ? "EGKA" : "EGMD",
            note: flight.note, minutes: minutes)), by: place == 4 ? sam : ruth, at: day(-flight.ago))
    }
  }

  func plan(_ ben: ID<Trainee>, _ ines: ID<Trainee>) async throws {
    for (trainee, ahead, start, note) in [
      (ben, 1, 600, "Landing away"), (ben, 5, 840, "Solo"), (ines, 2, 780, "Circuits"),
    ] {
      let on = builder.plan.day(ahead, from: today)
      try await builder.send(
        PlanTrainingLesson(
          trainee: trainee,
          fields: TrainingLessonFields(day: on, start: start, end: start + 90, place: "G-COAS", note: note)), by: ruth)
    }
  }

  /// One that is good for long, one that ends soon; the third is missing.
  func documents(of trainee: ID<Trainee>, by account: ID<Account>) async throws {
    let school = builder.school
    let kinds = try await builder.ledger.read { try DocumentsStore(tx: $0).kinds(in: school) }
    for (kind, days) in zip(kinds, [400, 25]) {
      let page = try await builder.upload("page.png", DemoPortrait.png(of: days))
      try await builder.send(
        AddTrainingDocument(trainee: trainee, kind: kind.id, expires: today.plus(days: days)), by: account,
        at: day(-20), uploads: [page])
    }
  }
}
