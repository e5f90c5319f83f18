import Base
import Database
import HTML
import HomeroomTesting
import Kit
import People
import Router
import School
import Testing

@testable import Learning
@testable import Ledger
@testable import Web

@Suite struct `Writing a lesson` {
  @Test(arguments: Dialect.allCases)
  func `makes a draft at the end, seen by the staff alone`(_ dialect: Dialect) async throws {
    let school = try await LessonsSchool.open(dialect)
    let before = try await school.head()
    let idempotencyKey: ID<IdempotencyKey> = school.ledger.world.id()
    let form = Form(["title": "Thirds", "module": school.fractions.text, "text": "A *third*", "minutes": "20"])
    let answer = try await school.send(
      .post, LessonsPaths.all(school.math), form, as: .omar, idempotencyKey: idempotencyKey)
    guard case .text(let text) = answer.json()["id"], let id = ID<CourseItem>(text) else { throw Refusal.notFound }
    #expect(answer.status == 201)
    #expect(try await school.indexed(since: before) == ["t 104", "t 120"])
    let entry = try #require(try await school.journal().last)
    #expect(
      entry.command == "lessons.create-lesson" && entry.rows.contains("lesson ") && entry.rows.contains("course_item "))
    let size = try await school.counts()
    let again = try await school.send(
      .post, LessonsPaths.all(school.math), form, as: .omar, idempotencyKey: idempotencyKey)
    #expect(again.json() == answer.json())
    #expect(try await school.counts() == size)
    #expect(try await school.shown(LessonsPaths.lesson(id), as: .omar).contains("A <em>third</em>"))
    #expect(
      try await school.refused { _ = try await school.send(.get, LessonsPaths.lesson(id), as: .maya) } == .notFound)
  }

  @Test(arguments: Dialect.allCases)
  func `of another's course is not found, and of one's own child's neither`(_ dialect: Dialect) async throws {
    let school = try await LessonsSchool.open(dialect)
    let form = Form(["title": "X"])
    for person in [LessonsSchool.Person.noa, .maya, .leila, .stranger] {
      for path in [
        LessonsPaths.all(school.math), LessonsPaths.lesson(school.halves), LessonsPaths.publication(school.halves),
        LessonsPaths.deletion(school.halves),
      ] {
        let sent = path == LessonsPaths.lesson(school.halves) || path == LessonsPaths.all(school.math) ? form : Form()
        let refusal = try await school.refused { _ = try await school.send(.post, path, sent, as: person) }
        #expect(refusal == .notFound, "\(person) \(path)")
      }
    }
  }

  @Test(arguments: Dialect.allCases)
  func `upon an older version is stale and writes nothing`(_ dialect: Dialect) async throws {
    let school = try await LessonsSchool.open(dialect)
    let path = LessonsPaths.lesson(school.halves)
    let page = try await school.send(.get, path, as: .omar)
    let seen = try #require(page.version)
    _ = try await school.send(.post, path, Form(["title": "Halves", "text": "one", "version": seen]), as: .omar)
    let refusal = try await school.refused {
      _ = try await school.send(.post, path, Form(["title": "Halves", "text": "two", "version": seen]), as: .dana)
    }
    #expect(refusal == .stale)
    #expect(try await school.shown(path, as: .maya).contains("one"))
  }

  @Test(arguments: Dialect.allCases)
  func `and publishing it shows it, taking it back hides it`(_ dialect: Dialect) async throws {
    let school = try await LessonsSchool.open(dialect)
    let path = LessonsPaths.publication(school.tenths)
    let sheet = try await school.upload("sheet.txt", Array("Exercises".utf8))
    let added = try await school.send(.post, LessonsPaths.files(school.tenths), as: .omar, uploads: [sheet])
    let file = try #require(ID<LessonFile>(added.json()["id"]?.word ?? ""))
    func seen() async throws -> [Bool] {
      var seen: [Bool] = []
      for (table, key) in [
        (CoursesTables.item, Value.id(school.tenths)), (LessonsTables.lesson, .id(school.tenths)),
        (LessonsTables.file, .id(file)),
      ] as [(any SchemaHolder, Value)] {
        let holders = try await school.holders(of: table, [.id(school.school), key])
        #expect(holders.contains(.omar), "\(table.name)")
        seen.append(holders.contains(.maya))
      }
      return seen
    }
    #expect(try await seen() == [false, false, false])
    let answer = try await school.send(.post, path, Form(["published": "1"]), as: .omar)
    guard case .redirect(_, let toast) = answer.body else { throw Refusal.notFound }
    #expect(toast?.undo?.path == path && toast?.undo?.fields == [Form.Field("published", "0")])
    #expect(try await school.shown(LessonsPaths.lesson(school.tenths), as: .maya).contains("<strong>it</strong>"))
    #expect(try await seen() == [true, true, true])
    _ = try await school.send(.post, path, Form(["published": "0"]), as: .omar)
    #expect(try await seen() == [false, false, false])
    #expect(
      try await school.refused { _ = try await school.send(.get, LessonsPaths.lesson(school.tenths), as: .maya) }
        == .notFound)
  }

  @Test(arguments: Dialect.allCases)
  func `and deleting it can be undone with everything that was there`(_ dialect: Dialect) async throws {
    let school = try await LessonsSchool.open(dialect)
    _ = try await school.send(.post, LessonsPaths.completion(school.halves), as: .maya)
    let sheet = try await school.upload("sheet.txt", Array("Exercises".utf8))
    let added = try await school.send(.post, LessonsPaths.files(school.halves), as: .omar, uploads: [sheet])
    let file = try #require(ID<LessonFile>(added.json()["id"]?.word ?? ""))
    func seesFile() async throws -> [Bool] {
      let holders = try await school.holders(of: LessonsTables.file, [.id(school.school), .id(file)])
      return [holders.contains(.omar), holders.contains(.maya)]
    }
    #expect(try await seesFile() == [true, true])
    let answer = try await school.send(.post, LessonsPaths.deletion(school.halves), as: .omar)
    #expect(try await seesFile() == [false, false])
    guard case .redirect(let path, let toast) = answer.body, let undo = toast?.undo else { throw Refusal.notFound }
    #expect(path == CoursesPaths.course(school.math))
    #expect(
      try await school.refused { _ = try await school.send(.get, LessonsPaths.lesson(school.halves), as: .omar) }
        == .notFound)
    #expect(try await school.refused { _ = try await school.send(.post, undo.path, as: .noa) } == .notFound)
    _ = try await school.send(.post, undo.path, as: .omar)
    #expect(try await seesFile() == [true, true])
    let page = try await school.send(.get, LessonsPaths.lesson(school.halves), as: .maya)
    #expect(page.json()["done"] == .flag(true) && page.json()["title"] == .text("Halves"))
    #expect(page.json()["module"] == .text(school.fractions.text))
  }
}

@Suite struct `Reading a lesson` {
  @Test(arguments: Dialect.allCases)
  func `and finishing it counts once, with its day, and can be taken back`(_ dialect: Dialect) async throws {
    let school = try await LessonsSchool.open(dialect)
    let (path, maya, halves, tenant) = (
      LessonsPaths.completion(school.halves), school.maya, school.halves, school.school
    )
    let before = try await school.head()
    _ = try await school.send(.post, path, Form(["day": "2026-03-10"]), as: .maya)
    #expect(try await school.indexed(since: before) == ["f 122", "t 122"])
    let done = try await school.ledger.read { try LessonsStore(tx: $0).done(halves, by: maya, in: tenant) }
    #expect(done?.day == LessonsSchool.monday.plus(days: 1))
    let size = try await school.counts()
    _ = try await school.send(.post, path, as: .maya)
    // Doing it again changes nothing, and nothing is journaled.
    #expect(try await school.counts() == size)
    _ = try await school.send(.post, path, Form(["open": "1"]), as: .maya)
    #expect(try await school.ledger.read { try LessonsStore(tx: $0).done(halves, by: maya, in: tenant) } == nil)
    let refusal = try await school.refused { _ = try await school.send(.post, path, as: .omar) }
    #expect(refusal == .notAllowed(Phrase("lessons.students-only")))
  }

  @Test(arguments: Dialect.allCases)
  func `keeps the place in its film for each person, the latest wins`(_ dialect: Dialect) async throws {
    let school = try await LessonsSchool.open(dialect)
    let path = LessonsPaths.place(school.halves)
    let now = school.ledger.world.now()
    func keep(_ second: Int, _ at: Instant) async throws -> JSON? {
      let form = Form([Form.Field("second", String(second)), Form.Field("at", String(at.milliseconds))])
      return try await school.send(.post, path, form, as: .maya).json()["second"]
    }
    let entries = try await school.journal().count
    #expect(try await keep(73, now) == .number("73"))
    // The laptop's older word comes late.
    #expect(try await keep(12, now.plus(seconds: -60)) == .number("73"))
    #expect(try await school.journal().count == entries)
    #expect(
      try await school.send(.get, LessonsPaths.lesson(school.halves), as: .maya).json()["second"] == .number("73"))
    #expect(try await school.send(.get, LessonsPaths.lesson(school.halves), as: .yusuf).json()["second"] == .null)
    #expect(
      try await school.refused {
        _ = try await school.send(.post, LessonsPaths.place(school.tenths), Form(["second": "1"]), as: .maya)
      } == .notFound)
  }

  @Test(arguments: Dialect.allCases)
  func `keeps notes for oneself, and no newer ones are overwritten unseen`(_ dialect: Dialect) async throws {
    let school = try await LessonsSchool.open(dialect)
    let (path, page) = (LessonsPaths.notes(school.halves), LessonsPaths.lesson(school.halves))
    let before = try await school.head()
    let first = try await school.send(.post, path, Form(["text": "remember 3/4", "version": "0"]), as: .maya)
    #expect(try await school.indexed(since: before) == ["p 124"])
    let refusal = try await school.refused {
      _ = try await school.send(.post, path, Form(["text": "from the phone", "version": "0"]), as: .maya)
    }
    #expect(refusal == .stale)
    guard case .text(let version) = first.json()["version"] else { throw Refusal.notFound }
    _ = try await school.send(
      .post, path, Form([Form.Field("text", "both"), Form.Field("version", version)]), as: .maya)
    #expect(try await school.shown(page, as: .maya).contains(">\nboth</textarea>"))
    for person in [LessonsSchool.Person.yusuf, .leila, .omar, .dana] {
      #expect(!(try await school.shown(page, as: person).contains("both")))
    }
    _ = try await school.send(.post, path, Form(["text": ""]), as: .maya)
    #expect(try await school.send(.get, page, as: .maya).json()["note"] == .null)
  }

  @Test func `asks a constant number of questions, each by an index`() async throws {
    let school = try await LessonsSchool.open()
    let (id, caller, teacher) = (school.halves, school.caller(.maya), school.caller(.omar))
    for who in [caller, teacher] {
      let few = try await school.watch { _ = try LessonPage(id, who, $0) }
      try await school.write { tx in
        for number in 0..<40 {
          let item = CourseItem(
            id: LessonsSchool.id(1000 + UInt64(number) + who.account.low % 7 * 100), course: school.math, kind: .lesson,
            title: "L", place: 10 + number, publishedAt: tx.now, updatedAt: tx.now)
          try CoursesStore(tx: tx).put(item)
          try LessonsStore(tx: tx).put(Lesson(id: item.id, course: school.math, minutes: 5, updatedAt: tx.now))
          try LessonsStore(tx: tx).put(
            LessonDone(
              lesson: item.id, student: school.maya, course: school.math, at: tx.now, day: LessonsSchool.monday))
        }
      }
      let many = try await school.watch { _ = try LessonPage(id, who, $0) }
      #expect(few.count == many.count && many.count <= 18)
      #expect(!many.plans.contains { $0.hasPrefix("SCAN") }, "\(many.plans)")
    }
  }
}

@Suite struct `Files of a lesson` {
  /// The smallest PNG there is.
  static let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6,
    0, 0,
    0, 0x1F, 0x15, 0xC4, 0x89, 0, 0, 0, 0x0D, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0, 1, 0, 0, 5, 0, 1, 0x0D, 0x0A,
    0x2D,
    0xB4, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]

  @Test(arguments: Dialect.allCases)
  func `are shown where the text names them, with what they show`(_ dialect: Dialect) async throws {
    let school = try await LessonsSchool.open(dialect)
    let (files, page) = (LessonsPaths.files(school.halves), LessonsPaths.lesson(school.halves))
    let picture = try await school.upload("../../pie.png", Self.png)
    let refusal = try await school.refused {
      _ = try await school.send(.post, files, as: .omar, uploads: [picture])
    }
    #expect(refusal == .invalid("about", Phrase("lessons.about.missing")))
    _ = try await school.send(.post, files, Form(["about": "A pie in halves"]), as: .omar, uploads: [picture])
    _ = try await school.send(.post, files, Form(["decoration": "on"]), as: .omar, uploads: [picture])
    _ = try await school.send(
      .post, page, Form(["title": "Halves", "text": "![](pie.png) ![](<pie 2.png>)"]), as: .omar)
    let shown = try await school.shown(page, as: .maya)
    #expect(shown.contains("alt=\"A pie in halves\"") && shown.contains("alt=\"\""))
    guard case .list(let all) = try await school.send(.get, page, as: .maya).json()["files"],
      case .text(let path) = all.first?["path"]
    else { throw Refusal.notFound }
    guard case .file(let file) = try await school.send(.get, path, as: .leila).body else { throw Refusal.notFound }
    #expect(file.type == "image/png" && file.name == "pie.png" && file.isInline)
    for person in [LessonsSchool.Person.noa, .stranger] {
      #expect(try await school.refused { _ = try await school.send(.get, path, as: person) } == .notFound)
    }
  }

  @Test(arguments: Dialect.allCases)
  func `can be taken away and brought back`(_ dialect: Dialect) async throws {
    let school = try await LessonsSchool.open(dialect)
    let files = LessonsPaths.files(school.halves)
    let sheet = try await school.upload("sheet.txt", Array("Exercises".utf8))
    let added = try await school.send(.post, files, as: .omar, uploads: [sheet])
    guard case .text(let id) = added.json()["id"] else { throw Refusal.notFound }
    #expect(added.status == 201)
    let page = LessonsPaths.lesson(school.halves)
    #expect(try await school.shown(page, as: .maya).contains("sheet.txt"))
    let removal = files + "/" + id + "/removal"
    _ = try await school.send(.post, removal, as: .omar)
    #expect(!(try await school.shown(page, as: .maya).contains("sheet.txt")))
    #expect(try await school.refused { _ = try await school.send(.get, files + "/" + id, as: .omar) } == .notFound)
    _ = try await school.send(.post, removal, Form(["restore": "1"]), as: .omar)
    #expect(try await school.shown(page, as: .maya).contains("sheet.txt"))
  }

  @Test(arguments: Dialect.allCases)
  func `go out of access with their lesson, and come back with it`(_ dialect: Dialect) async throws {
    let school = try await LessonsSchool.open(dialect)
    let (files, publication) = (LessonsPaths.files(school.halves), LessonsPaths.publication(school.halves))
    let sheet = try await school.upload("sheet.txt", Array("Exercises".utf8))
    guard case .text(let id) = try await school.send(.post, files, as: .omar, uploads: [sheet]).json()["id"] else {
      throw Refusal.notFound
    }
    let file = files + "/" + id
    _ = try await school.send(.post, publication, Form(["published": "0"]), as: .omar)
    #expect(try await school.refused { _ = try await school.send(.get, file, as: .maya) } == .notFound)
    _ = try await school.send(.post, publication, Form(["published": "1"]), as: .omar)
    _ = try await school.send(.get, file, as: .maya)
  }

  @Test(arguments: Dialect.allCases)
  func `that claim to be captions are looked at`(_ dialect: Dialect) async throws {
    let school = try await LessonsSchool.open(dialect)
    let files = LessonsPaths.files(school.halves)
    let wrong = try await school.upload("film.vtt", Array("not captions at all".utf8))
    let refusal = try await school.refused { _ = try await school.send(.post, files, as: .omar, uploads: [wrong]) }
    #expect(refusal == .invalid("file", Phrase("lessons.captions.mark")))
    // As large as they may be, and a byte more.
    for (more, expected) in [(0, nil), (1, Phrase("lessons.captions.large"))] {
      let text = Array("WEBVTT\n\n00:00.000 --> 00:02.000\n".utf8)
      let filled = text + [UInt8](repeating: 0x61, count: LessonsCaptions.limit + more - text.count)
      let large = try await school.upload("long.vtt", filled)
      #expect(await school.refusal(.post, files, as: .omar, uploads: [large]) == expected.map { .invalid("file", $0) })
    }
    let right = try await school.upload("film.vtt", Array("WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n".utf8))
    _ = try await school.send(.post, files, Form(["language": "he"]), as: .omar, uploads: [right])
    let json = try await school.send(.get, LessonsPaths.lesson(school.halves), as: .maya).json()
    #expect(
      json["files"]?.string.contains("\"use\":\"captions\"") == true
        && json["files"]?.string.contains("\"language\":\"he\"") == true)
  }
}

@Suite struct `The page of a lesson` {
  @Test func `fetches nothing from elsewhere before a click that names whom`() async throws {
    let school = try await LessonsSchool.open()
    let page = LessonsPaths.lesson(school.halves)
    _ = try await school.send(
      .post, page, Form(["title": "Halves", "text": "x", "video": "https://youtu.be/dQw4w9WgXcQ"]), as: .omar)
    let quiet = try await school.send(.get, page, as: .maya)
    #expect(quiet.cspException == nil)
    let before = try await school.shown(page, as: .maya)
    #expect(!before.contains("<iframe") && before.contains("Play from YouTube") && !before.contains("youtube.com"))
    let loud = try await school.send(.get, page, as: .maya, query: Form(["play": "1"]))
    let policy = loud.cspException?.policy ?? ""
    #expect(
      policy.contains("frame-src 'self' https://www.youtube-nocookie.com;") && policy.contains("script-src 'self'"))
    let after = try await school.shown(page, as: .maya, query: Form(["play": "1"]))
    #expect(after.contains("src=\"https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"))
  }

  @Test func `shows the text, the outline with ticks, and the way on`() async throws {
    let school = try await LessonsSchool.open()
    _ = try await school.send(.post, LessonsPaths.completion(school.halves), as: .maya)
    let shown = try await school.shown(LessonsPaths.lesson(school.halves), as: .maya)
    #expect(shown.contains("Half of <strong>it</strong>: <math") && shown.contains("1 of 2 lessons completed"))
    #expect(shown.contains("id=\"outline-\(school.halves.text)\" data-done") && shown.contains("rel=\"next\""))
    #expect(!shown.contains("Tenths") && !shown.contains("rel=\"prev\"") && !shown.contains("/edit"))
    let staff = try await school.shown(LessonsPaths.lesson(school.tenths), as: .omar)
    #expect(staff.contains("Only teachers see this lesson") && staff.contains("0 of 2 students are done"))
  }

  @Test(arguments: Language.allCases)
  func `speaks every language and keeps hostile titles as text`(_ language: Language) async throws {
    let school = try await LessonsSchool.open()
    let title = "</script><img src=x onerror=alert(1)>"
    _ = try await school.send(
      .post, LessonsPaths.lesson(school.halves), Form([Form.Field("title", title), Form.Field("text", title)]),
      as: .omar)
    let shown = try await school.shown(LessonsPaths.lesson(school.halves), as: .maya, language)
    #expect(!shown.contains("<img src=x") && !shown.contains("lessons."))
  }

  @Test func `previews what is typed, without scripts too`() async throws {
    let school = try await LessonsSchool.open()
    let (path, form) = (LessonsPaths.preview(school.math), Form(["text": "*new* $x^2$"]))
    let scene = school.scene()
    let quick = try await school.send(.post, path, form, as: .omar, wants: .fragments)
    let fragment = try #require(quick.fragments?(scene).string)
    #expect(fragment.contains("data-op=\"update\" data-target=\"preview\"") && fragment.contains("<em>new</em>"))
    guard case .page(let make) = try await school.send(.post, path, form, as: .omar).body else {
      throw Refusal.notFound
    }
    #expect(make(scene).body.string.contains("<em>new</em>"))
    #expect(try await school.refused { _ = try await school.send(.post, path, form, as: .noa) } == .notFound)
  }
}
