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
