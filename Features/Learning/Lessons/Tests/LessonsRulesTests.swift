import Base
import Testing

@testable import School

@Suite struct `The address of a film` {
  @Test(arguments: [
    ("https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s", LessonVideo.youtube("dQw4w9WgXcQ")),
    ("https://youtu.be/dQw4w9WgXcQ", .youtube("dQw4w9WgXcQ")),
    ("https://www.youtube.com/embed/dQw4w9WgXcQ", .youtube("dQw4w9WgXcQ")),
    ("https://youtube.com/shorts/dQw4w9WgXcQ?x=1", .youtube("dQw4w9WgXcQ")),
    ("https://vimeo.com/123456789", .vimeo("123456789", key: nil)),
    ("https://vimeo.com/123456789/abcdef1234", .vimeo("123456789", key: "abcdef1234")),
    ("https://player.vimeo.com/video/123456789?h=abcdef1234", .vimeo("123456789", key: "abcdef1234")),
    (
      "https://media.rimon.example:8443/a.mp4",
      .file("https://media.rimon.example:8443/a.mp4", host: "media.rimon.example:8443")
    ),
  ]) func `is understood`(address: String, video: LessonVideo) { #expect(LessonVideo(address) == video) }

  @Test(arguments: [
    "javascript:alert(1)", "data:text/html,x", "ftp://a.example/b", "//evil.example/a.mp4", "https://",
    "https://localhost/a.mp4",
    "https://a b.example/x", "https://good.example@evil.example/x", "https://a.example;frame-src *",
    "https://a.example'x",
    "https://\u{202E}a.example", "https://www.youtube.com/watch?v=\"><script>", "https://vimeo.com/about",
    "youtube.com/watch?v=dQw4w9WgXcQ",
  ]) func `is refused when it is none`(address: String) { #expect(LessonVideo(address) == nil) }

  @Test func `leads to the provider's quiet player, where it was left`() {
    #expect(
      LessonVideo.youtube("abcdefghijk").frame(from: 73)
        == "https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1&rel=0&start=73")
    #expect(
      LessonVideo.vimeo("123456", key: "abcdef").frame(from: 0)
        == "https://player.vimeo.com/video/123456?dnt=1&autoplay=1&h=abcdef")
    #expect(LessonVideo("http://a.example/b.mp4")?.origin == "http://a.example")
  }
}

@Suite struct `Captions` {
  private func problem(_ text: String) -> String? { LessonsCaptions.problem(in: Array(text.utf8))?.key }

  @Test func `are WebVTT with times that go forward`() {
    #expect(
      problem("WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n\n1\n01:00:02.000 --> 01:00:04.500 align:start\nWorld") == nil)
    #expect(problem("\u{FEFF}WEBVTT - a film\r\n\r\n00:01.000 --> 00:02.000\r\nשלום") == nil)
  }

  @Test func `are refused with the line that is wrong`() {
    #expect(problem("1\n00:00:01,000 --> 00:00:02,000\nSubRip") == "lessons.captions.mark")
    #expect(problem("WEBVTT\n\nnothing") == "lessons.captions.empty")
    let third = Phrase("lessons.captions.time", .count(3))
    #expect(LessonsCaptions.problem(in: Array("WEBVTT\n\n00:05.000 --> 00:04.000\nx".utf8)) == third)
    #expect(problem("WEBVTT\n\n00:05.000 --> 00:06.000\nx\n\n00:01.000 --> 00:02.000\ny") == "lessons.captions.time")
    #expect(LessonsCaptions.problem(in: [0xFF, 0xFE, 0x41])?.key == "lessons.captions.encoding")
  }
}

@Suite struct `The rules of lessons` {
  private let caller = Caller(account: ID(high: 1, low: 1), school: ID(high: 1, low: 2), role: .student)
  private let student = ID<Student>(high: 1, low: 3)
  private let now = Instant(milliseconds: 1_000_000)

  @Test func `a completion counts for the student's own day when that can be`() throws {
    let today = Day(number: 20_521)
    for (day, expected) in [
      (nil, today), (today.plus(days: 1), today.plus(days: 1)), (today.plus(days: -1), today.plus(days: -1)),
    ] {
      let found = try FinishLesson(lesson: .none, day: day).permit(
        for: caller, access: .student(student), today: today, now: now)
      #expect(found.day == expected && found.student == student)
    }
    #expect(throws: Refusal.invalid("day", Phrase("lessons.day"))) {
      try FinishLesson(lesson: .none, day: today.plus(days: 2)).permit(
        for: caller, access: .student(student), today: today, now: now)
    }
  }

  @Test func `only students finish lessons`() {
    for access in [CourseAccess.teacher, .office, .guardian([student])] {
      #expect(throws: Refusal.notAllowed(Phrase("lessons.students-only"))) {
        try FinishLesson(lesson: .none).permit(for: caller, access: access, today: Day(number: 0), now: now)
      }
    }
  }

  @Test func `the latest place wins, and a clock that is ahead does not win for ever`() {
    let old = VideoPlace(second: 9, at: Instant(milliseconds: 900_000))
    let late = KeepPlace(lesson: .none, second: 5, at: Instant(milliseconds: 800_000))
    #expect(late.permit(for: caller, known: old, now: now) == nil)
    let ahead = KeepPlace(lesson: .none, second: 5, at: Instant(milliseconds: 9_000_000))
    #expect(ahead.permit(for: caller, known: old, now: now)?.at == now)
    #expect(KeepPlace(lesson: .none, second: 5).permit(for: caller, known: nil, now: now)?.at == now)
  }

  @Test func `a film goes on where it was left, not at its first seconds nor after its end`() {
    #expect(VideoPlace(second: 3, at: now).start(of: 100) == 0)
    #expect(VideoPlace(second: 73, at: now).start(of: 100) == 73)
    #expect(VideoPlace(second: 97, at: now).start(of: 100) == 0)
    #expect(VideoPlace(second: 73, at: now).start(of: nil) == 73)
  }

  @Test func `a picture is described or decoration, and not both`() {
    let course = Course(id: .none, name: "M", createdAt: now, updatedAt: now)
    func add(_ about: String?, _ isDecoration: Bool, _ use: LessonFile.Use = .picture) throws {
      _ = try AddLessonFile(lesson: .none, about: about, isDecoration: isDecoration).permit(
        for: caller, access: .teacher, course: course, use: use, captions: nil, count: 0, now: now)
    }
    #expect(throws: Refusal.invalid("about", Phrase("lessons.about.missing"))) { try add(nil, false) }
    #expect(throws: Refusal.invalid("about", Phrase("lessons.about.both"))) { try add("A cat", true) }
    #expect(throws: Never.self) { try add("A cat", false) }
    #expect(throws: Never.self) { try add(nil, true) }
    #expect(throws: Never.self) { try add(nil, false, .attachment) }
  }

  @Test func `a lesson has sixty files at most`() {
    let course = Course(id: .none, name: "M", createdAt: now, updatedAt: now)
    func add(beside count: Int) throws {
      _ = try AddLessonFile(lesson: .none).permit(
        for: caller, access: .teacher, course: course, use: .attachment, captions: nil, count: count, now: now)
    }
    #expect(throws: Never.self) { try add(beside: 59) }
    #expect(throws: Refusal.conflict(Phrase("lessons.files.too-many", .count(60)))) { try add(beside: 60) }
  }

  @Test func `a course that was archived keeps its lessons as they are`() {
    let course = Course(id: .none, name: "M", archivedAt: now, createdAt: now, updatedAt: now)
    #expect(throws: Refusal.conflict(Phrase("lessons.archived"))) {
      try DeleteLesson(lesson: .none).permit(for: caller, access: .teacher, course: course, now: now)
    }
  }

  @Test func `a form names what is wrong with it`() {
    #expect(
      throws: Refusal.invalid([
        Problem("title", Phrase("form.required")), Problem("minutes", Phrase("form.integer", .count(1), .count(600))),
        Problem("video", Phrase("lessons.video.wrong")), Problem("score", Phrase("form.unknown")),
      ])
    ) {
      try EditLesson(
        Form(["title": "", "minutes": "0", "video": "javascript:x", "score": "5"]),
        path: ["lesson": ID<CourseItem>.none.text])
    }
  }

  @Test(arguments: [("", nil), ("20", 20), (" 600 ", 600)] as [(String, Int?)])
  func `the minutes a lesson takes may be left open`(typed: String, minutes: Int?) {
    var reader = FormReader(Form(["title": "Halves", "minutes": typed]))
    #expect(LessonFields(&reader).minutes == minutes && reader.problems.isEmpty)
  }

  @Test func `a form is described where it is read, its minutes as one value`() {
    let fields = EditLesson.fields(path: ["lesson"])
    #expect(fields.map(\.name) == ["title", "text", "module", "minutes", "video", "version"])
    #expect(fields.first { $0.name == "minutes" }?.kind == .line(max: 9))
    #expect(fields.filter(\.isRequired).map(\.name) == ["title"] && fields.allSatisfy { !$0.about.isEmpty })
  }
}
