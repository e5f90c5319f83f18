import Base
import HTML
import HomeroomTesting
import Kit
import Testing

@testable import School
@testable import Study

@Suite struct `Spelling and typing` {
  @Test(arguments: Language.allCases)
  func `have thirty words and three rows of keys in each language`(_ language: Language) {
    let words = ToolsWords.spelling(language)
    #expect(words.count == 30 && Set(words).count == 30)
    #expect(words.allSatisfy { $0.count <= 40 })
    for row in TypingLesson.Row.allCases {
      let lesson = TypingLesson(language, row)
      #expect(Set(lesson.keys).count == lesson.keys.count && lesson.keys.count >= 7)
      #expect(lesson.lines.count == 3 && lesson.lines == TypingLesson(language, row).lines)
      // A result holds no more than so many keys.
      #expect(lesson.lines.joined().count <= ToolResult.mostAsked)
      #expect(Set(lesson.lines.joined().map { String($0) }).subtracting(lesson.keys) == [" "])
    }
  }

  @Test func `lie in the direction of their language, whatever the reader's own is`() {
    let scene = Scene(words: TestWords.of(.en), zone: .utc, now: TestClock.evening)
    let spelling = spellingPage(.he, scene).body.string
    #expect(spelling.contains("lang=\"he\" dir=\"rtl\"") && spelling.contains("מטרייה"))
    #expect(spelling.contains("action=\"/study/tools/results\"") && spelling.contains("<noscript>"))
    let typing = typingPage(TypingLesson(.ar, .top), scene).body.string
    #expect(typing.contains("lang=\"ar\" dir=\"rtl\"") && typing.contains("data-line"))
    #expect(typing.contains("action=\"/study/tools/results\""))
    #expect(typingPage(TypingLesson(.fr, .home), scene).body.string.contains("lang=\"fr\" dir=\"ltr\""))
  }
}

@Suite struct `A word that was spelt` {
  @Test func `is the same without points and tatweel, in any case, however it is composed`() {
    #expect(Spelling.isSame("SHALOM", as: "shalom") && Spelling.isSame(" friend ", as: "friend"))
    #expect(Spelling.isSame("\u{5E9}\u{5C1}\u{5B8}\u{5DC}\u{5D5}\u{5B9}\u{5DD}", as: "\u{5E9}\u{5DC}\u{5D5}\u{5DD}"))
    #expect(Spelling.isSame("\u{643}\u{640}\u{62A}\u{64E}\u{627}\u{628}", as: "\u{643}\u{62A}\u{627}\u{628}"))
    #expect(Spelling.isSame("e\u{301}cole", as: "\u{E9}cole") && Spelling.isSame("aujourd'hui", as: "aujourd’hui"))
    #expect(!Spelling.isSame("ecole", as: "école") && !Spelling.isSame("freind", as: "friend"))
    #expect(!Spelling.isSame("", as: "friend"))
  }

  @Test func `is counted by what was written, and not by what a device says of it`() {
    func counted(_ tool: StudyTool, _ details: String) -> (right: Int, total: Int) {
      SaveToolResult(id: nil, tool: tool, right: 9, total: 10, seconds: 1, details: details).counted
    }
    #expect(counted(.spelling, "{\"friend\":\"Friend\",\"piece\":\"peice\"}") == (1, 2))
    #expect(counted(.spelling, "{\"friend\":1,\"piece\":0}") == (9, 10))
    #expect(counted(.spelling, "{}") == (9, 10))
    #expect(counted(.typing, "{\"friend\":\"friend\"}") == (9, 10))
  }
}

@Suite struct `Tools that make something` {
  @Test(arguments: Language.allCases)
  func `say what they do, and lead to one's files without scripts`(_ language: Language) {
    let scene = Scene(words: TestWords.of(language), zone: .utc, now: TestClock.evening)
    for page in [drawingPage(nil, scene), scannerPage(scene), dictationPage(scene)] {
      let body = page.body.string
      #expect(body.contains("<noscript>") && body.contains("href=\"/study/files\""))
      #expect(body.contains("action=\"/study/files\"") && body.contains("data-word-nowhere="))
      #expect(!body.contains("style="))
    }
    #expect(scannerPage(scene).body.string.split(separator: " data-corner ").count == 5)
  }
}
