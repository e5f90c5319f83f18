import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import Classroom

@Suite struct `A quick capture` {
  private static let spoken: [(String, String)] = [("text", "Tomer poured water three times.")]

  @Test(arguments: Dialect.allCases)
  func `of two children with a tag stands on both children's pages, and twice is once`(_ dialect: Dialect) async throws
  {
    let school = try await CaptureSchool.open(dialect)
    let form = CaptureSchool.form(
      .observation, [school.tomer, school.maya],
      Self.spoken + [("tag", school.water.text), ("id", school.pouring.text), ("primary", school.maya.text)])
    try await school.send(.post, CapturePaths.capture, form, as: .noa)
    let size = try await school.counts().prefix(CaptureSchool.tables.count)
    try await school.send(.post, CapturePaths.capture, form, as: .noa)
    #expect(try await school.counts().prefix(CaptureSchool.tables.count) == size, "the same that comes twice is one")
    for child in [school.tomer, school.maya] {
      let shown = try await school.page(ObservationsPaths.of(child), as: .noa)
      #expect(shown?.contains("poured water three times") == true && shown?.contains("Water pouring") == true)
    }
    let (place, id) = (school.school, school.pouring)
    let one = try await school.ledger.read { try ObservationsStore(tx: $0).observation(id, in: place) }
    #expect(one?.primary == school.maya && one?.state == .complete)
  }

  @Test(arguments: Dialect.allCases)
  func `with a sound keeps it once, with those who are on it`(_ dialect: Dialect) async throws {
    let school = try await CaptureSchool.open(dialect)
    let form = CaptureSchool.form(
      .observation, [school.tomer], Self.spoken + [("id", school.pouring.text), ("others", "nobody")])
    for _ in 1...2 {
      try await school.send(.post, CapturePaths.capture, form, as: .noa, uploads: [school.sound()])
    }
    let (place, id) = (school.school, school.pouring)
    let files = try await school.ledger.read { try ObservationsStore(tx: $0).files(of: [id], in: place) }
    #expect(files.count == 1 && files.first?.kind == .sound && files.first?.children == [school.tomer])
    #expect(files.first?.isOnlyThese == true)
  }

  @Test(arguments: Dialect.allCases)
  func `of what somebody on it does not allow is refused with the name, and nothing is written`(_ dialect: Dialect)
    async throws
  {
    let school = try await CaptureSchool.open(dialect)
    let form = CaptureSchool.form(.observation, [school.tomer, school.maya], Self.spoken)
    #expect(
      try await school.refused(form, uploads: [school.sound()])
        == .invalid("child", Phrase("observations.no-consent", .text("Maya Levi"))))
    let shown = try await school.page(CapturePaths.capture, as: .noa)
    let locked = shown?.components("data-locked") ?? 0
    #expect(locked == 2, "Maya and Adam, and not Tomer, carry a lock")
  }

  @Test(arguments: Dialect.allCases)
  func `of a presentation and of a task does for every child what their own forms do`(_ dialect: Dialect) async throws {
    let school = try await CaptureSchool.open(dialect)
    let both = [school.tomer, school.adam]
    let presented = CaptureSchool.form(
      .presentation, both, [("presentation", school.tower.text), ("act", "practised"), ("text", "With one hand.")])
    try await school.send(.post, CapturePaths.capture, presented, as: .noa)
    let task = CaptureSchool.form(
      .task, both, [("text", "Bring the globe\nThe large one."), ("day", CaptureSchool.monday.text)])
    try await school.send(.post, CapturePaths.capture, task, as: .noa)
    let place = school.school
    for child in both {
      let acts = try await school.ledger.read { try PresentationsStore(tx: $0).acts(of: child, in: place) }
      #expect(acts.map { $0.kind } == [.practised] && acts.first?.day == CaptureSchool.monday)
      #expect(acts.first?.note == "With one hand.")
      let tasks = try await school.ledger.read { try TasksStore(tx: $0).tasks(of: child, limit: 9, in: place) }
      #expect(tasks.map { $0.title } == ["Bring the globe"] && tasks.first?.details == "The large one.")
    }
  }

  @Test(arguments: Dialect.allCases)
  func `asks for what its kind needs, and names the limit of children`(_ dialect: Dialect) async throws {
    let school = try await CaptureSchool.open(dialect)
    let many = (0..<31).map { CaptureSchool.id(500 + $0, Student.self) }
    #expect(
      try await school.refused(CaptureSchool.form(.observation, many, Self.spoken))
        == .invalid("child", Phrase("observations.children-many", .count(30))))
    #expect(
      try await school.refused(CaptureSchool.form(.presentation, [school.tomer]))
        == .invalid("presentation", Phrase("capture.presentation-needed")))
    #expect(
      try await school.refused(CaptureSchool.form(.task, [school.tomer])) == .invalid("text", Phrase("form.required")))
    let task = CaptureSchool.form(.task, [school.tomer], Self.spoken)
    #expect(
      try await school.refused(task, uploads: [school.sound()])
        == .invalid("file", Phrase("capture.files-observation")))
    let plain = try await school.upload("notes.txt", Array("Only words, and no picture.".utf8))
    #expect(
      try await school.refused(CaptureSchool.form(.observation, [school.tomer], Self.spoken), uploads: [plain])
        == .invalid("file", Phrase("capture.pictures-only")))
  }

  @Test(arguments: Dialect.allCases)
  func `knows no child of another class, and no family has it`(_ dialect: Dialect) async throws {
    let school = try await CaptureSchool.open(dialect)
    for kind in CaptureKind.allCases {
      let more = Self.spoken + [("presentation", school.tower.text)]
      let form = CaptureSchool.form(kind, [school.tomer, school.lia], more)
      #expect(try await school.refused(form) == .notFound, "\(kind)")
      #expect(try await school.refused(CaptureSchool.form(kind, [school.maya], more), as: .leila) == .notFound)
    }
    #expect(try await school.page(CapturePaths.capture, as: .leila) == nil)
    let other = try await school.send(
      .get, CapturePaths.capture, as: .noa, query: Form(["child": school.lia.text])
    ).page(school.scene())
    #expect(other?.body.string.contains("Lia") == false)
  }

  @Test(arguments: Dialect.allCases)
  func `offers the children of today, chosen as the way here says, with what was used of late first`(
    _ dialect: Dialect
  ) async throws {
    let school = try await CaptureSchool.open(dialect)
    let query = Form(["child": school.maya.text])
    let page = try await school.send(.get, CapturePaths.capture, as: .noa, query: query).page(school.scene())
    let shown = try #require(page?.body.string)
    #expect(shown.contains("value=\"\(school.maya.text)\" checked"))
    #expect(shown.contains("Building the tower") && !shown.contains("Lia"))
    #expect(!shown.contains("Planned"))
    let (tomer, tower) = (school.tomer, school.tower)
    try await school.write("test.plan") { tx in
      try tx.put(RecordsTables.record, ChildRecord(student: tomer, openedAt: tx.now))
      try tx.put(
        PresentationsTables.plan,
        PresentationPlan(
          id: CaptureSchool.id(701), student: tomer, presentation: tower, title: "", day: CaptureSchool.monday,
          by: school.account(.noa), at: tx.now))
    }
    let planned = try #require(try await school.page(CapturePaths.capture, as: .noa))
    #expect(planned.contains("<optgroup label=\"Planned\">") && !planned.contains("label=\"Sensorial\""))
    let ofClass = try await school.refused {
      _ = try await school.send(
        .get, CapturePaths.capture, as: .noa, query: Form(["classroom": school.moons.text]))
    }
    #expect(ofClass == .notFound)
  }

  @Test func `of a task takes its title from the first line, however long that is`() throws {
    var reader = FormReader(
      CaptureSchool.form(.task, [CaptureSchool.id(1, Student.self)], [("text", String(repeating: "a", count: 300))]))
    let task = Capture(&reader).task
    try reader.finish()
    #expect(task.title.count == 200 && task.title.hasSuffix("…") && task.details.count == 300)
  }

  @Test func `of an hour of sound or of a film is refused with a sentence`() throws {
    var reader = FormReader(CaptureSchool.form(.observation, [CaptureSchool.id(1, Student.self)]))
    let capture = Capture(&reader)
    let caller = Caller(account: CaptureSchool.id(1), school: CaptureSchool.id(1), role: .teacher)
    func refusal(_ type: String, _ size: Int64) -> Refusal? {
      do throws(Refusal) {
        _ = try capture.permit(
          for: caller, seen: [CaptureSchool.id(1)], files: [Capture.File(type: type, size: size)],
          now: Instant(milliseconds: 0))
        return nil
      } catch { return error }
    }
    #expect(refusal("audio/mp4", 4_000_000) == nil && refusal("image/jpeg", 400_000) == nil)
    #expect(
      refusal("audio/mp4", 90_000_000) == .invalid("sound", Phrase("capture.sound-large", .count(25))))
    #expect(refusal("video/mp4", 300) == .invalid("file", Phrase("capture.pictures-only")))
  }

  @Test(arguments: Dialect.allCases)
  func `with a film that is called a sound is refused, and a recording is a sound whatever it is called`(
    _ dialect: Dialect
  ) async throws {
    let school = try await CaptureSchool.open(dialect)
    let form = CaptureSchool.form(.observation, [school.tomer], Self.spoken + [("id", school.pouring.text)])
    for brand in ["M4A ", "isom"] {
      let film = try await school.upload("sound.m4a", movie(of: ["vide", "soun"], brand: brand), field: "sound")
      #expect(
        try await school.refused(form, uploads: [film]) == .invalid("file", Phrase("capture.pictures-only")), "\(brand)"
      )
    }
    let sound = try await school.upload("sound.mp4", movie(of: ["soun"]), field: "sound")
    try await school.send(.post, CapturePaths.capture, form, as: .noa, uploads: [sound])
    let (place, id) = (school.school, school.pouring)
    let files = try await school.ledger.read { try ObservationsStore(tx: $0).files(of: [id], in: place) }
    #expect(files.map { $0.kind } == [.sound] && files.first?.type == "audio/mp4")
  }

  @Test func `has where a photo is cut and blurred on the device, outside of the form that is sent`() async throws {
    let school = try await CaptureSchool.open()
    let shown = try #require(try await school.page(CapturePaths.capture, as: .noa))
    for part in [
      "<dialog", "data-view", "data-blur", "data-crop", "data-undo", "data-use", "data-word-retouch=",
      "data-word-sent=",
    ] {
      #expect(shown.contains(part), "\(part)")
    }
    // Keyboards place the frame; nothing of it has a name under which it would be sent.
    #expect(shown.components("type=\"range\"") == 4 && !shown.contains("name=\"edge"))
  }
}

extension String {
  /// How often something stands in it.
  fileprivate func components(_ part: String) -> Int {
    ranges(of: part).count
  }
}
