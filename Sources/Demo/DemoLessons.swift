import Base
import Database
import Learning
import Ledger
import People
import School

extension DemoBuilder {
  /// The lessons of the demo's courses, with files where they have some, and who is through with which.
  func lecture(_ courses: [DemoCourse], on today: Day) async throws {
    for demo in courses {
      let chapters = DemoLessonTexts.chapters(of: demo.course.name)
      guard !chapters.isEmpty else { continue }
      let lessons = try await write(chapters, of: demo)
      try await finish(lessons, of: demo, on: today)
    }
  }

  private func write(
    _ chapters: [[DemoLessonTexts.Text]], of demo: DemoCourse
  ) async throws -> [ID<CourseItem>] {
    let picture = try await store(DemoPicture.png), film = try await store(DemoFilm.bytes)
    var captions: [(Language, FileContent)] = []
    for (language, text) in DemoFilm.captions {
      captions.append((Language(rawValue: language) ?? .en, try await store(Array(text.utf8))))
    }
    let said = captions
    let planned = zip(demo.modules, chapters).flatMap { module, texts in
      texts.map { (module: module, text: $0, id: world.id(CourseItem.self)) }
    }
    let ids = (0..<8).map { _ in world.id(LessonFile.self) }
    try await ledger.write(envelope("demo.lecture", demo.teacher)) { tx in
      for (place, plan) in planned.enumerated() {
        let item = CourseItem(
          id: plan.id, course: demo.course.id, module: plan.module.id, kind: .lesson, title: plan.text.title,
          place: place - planned.count, publishedAt: tx.now, updatedAt: tx.now)
        try CoursesStore(tx: tx).put(item)
        try LessonsStore(tx: tx).put(
          Lesson(
            id: item.id, course: item.course, text: plan.text.text, minutes: plan.text.minutes, video: plan.text.video,
            updatedAt: tx.now))
        func add(
          _ number: Int, _ use: LessonFile.Use, _ name: String, _ type: String, _ content: FileContent,
          about: String = "", _ language: Language? = nil
        ) throws {
          let file = LessonFile(
            id: ids[number], lesson: item.id, use: use, name: name, type: type, size: content.size, about: about,
            language: language, createdAt: tx.now)
          try tx.keep(file.id.cast(), content, name: name, type: type, by: demo.teacher)
          try LessonsStore(tx: tx).put(file)
        }
        if plan.text.hasPicture {
          try add(
            0, .picture, "strips.png", "image/png", picture,
            about: "Six strips of the same length, cut into one, two, three, four, six and eight equal parts")
        }
        if plan.text.hasFilm {
          try add(1, .video, "eighths.webm", "video/webm", film)
          for (number, (language, content)) in said.enumerated() {
            try add(2 + number, .captions, "eighths.\(language.rawValue).vtt", "text/vtt", content, language)
          }
        }
      }
      return ""
    }
    return planned.map(\.id)
  }

  private func store(_ bytes: [UInt8]) async throws -> FileContent {
    let writing = try ledger.files.begin(limit: 1 << 20)
    try await writing.write(bytes)
    return try await writing.finish()
  }

  /// The first in the list is through with 12 lessons, one a day; the others with fewer or more, and those whom visitors
  /// enter as have some before them.
  private func finish(
    _ lessons: [ID<CourseItem>], of demo: DemoCourse, on today: Day
  ) async throws {
    let counts = demo.students.indices.map { place in
      place == 0
        ? lessons.count * 3 / 5 : min(dice.roll(lessons.count + 1), max(0, lessons.count - (place < 5 ? 2 : 0)))
    }
    try await ledger.write(envelope("demo.finish-lessons", demo.teacher)) { tx in
      for (student, count) in zip(demo.students, counts) {
        for (number, lesson) in lessons.prefix(count).enumerated() {
          // Mathematics is what everybody worked at last.
          let back = count - number + (demo.course.name == "Math 7" ? 0 : 1)
          let done = LessonDone(
            lesson: lesson, student: student, course: demo.course.id, at: tx.now.plus(days: -Int64(back)),
            day: today.plus(days: -back))
          try LessonsStore(tx: tx).put(done)
        }
      }
      return ""
    }
  }
}
