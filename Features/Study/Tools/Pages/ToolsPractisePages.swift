import Base
import HTML
import Kit
import School

/// Words that are heard or seen for a moment, and then written.
func spellingPage(_ language: Language, _ scene: Scene) -> Page {
  let words = scene.words
  let choices = chips(
    Language.allCases.map { chip($0.ownName, to: ToolsPaths.spelling($0), isCurrent: $0 == language) })
  let known: [HTML] = ToolsWords.spelling(language).map { "<li data-word>\($0)</li>" }
  return Page(
    "tools.spelling", title: words("tools.name.spelling"), parent: (words("tools.title"), ToolsPaths.all),
    body: """
      <div class="stack stack--loose"\(behaviour: .spelling, language.rawValue)>\(choices)\
      <div class="stack js-only" data-begin><div class="field"><label class="field__label" for="own">\(words("tools.own-words"))</label>\
      <span class="field__hint" id="own-hint">\(words("tools.own-words-hint"))</span>\
      <textarea id="own" data-own rows="3" maxlength="1000" aria-describedby="own-hint"\(written(language))></textarea></div>\
      <button type="button" class="button button--primary" data-start>\(words("tools.start"))</button></div>\
      <section class="card stack" data-stage hidden><p class="quiet" data-count></p>\
      <p data-heard>\(words("tools.listen"))</p><p class="tool-line" data-shown\(written(language)) role="status"></p>\
      <div class="field"><label class="field__label" for="spelt">\(words("tools.write-it"))</label>\
      <input id="spelt" data-answer autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="60"\(written(language))></div>\
      <div class="cluster"><button type="button" class="button button--primary" data-check>\(words("tools.check-word"))</button>\
      <button type="button" class="button" data-again>\(words("tools.again"))</button></div>\
      <div role="status"><p data-right hidden>\(icon("check", scene)) \(words("tools.right"))</p>\
      <p data-wrong hidden>\(words("tools.not-yet")) · <strong data-solution\(written(language))></strong></p></div></section>\
      <noscript><p>\(words("tools.no-scripts-spelling"))</p></noscript>\
      <details><summary>\(words("tools.the-words"))</summary><ul class="tool-words" role="list"\(written(language))>\(each: known, { $0 })</ul></details>\
      \(resultForm(.spelling, scene))</div>
      """)
}

/// Lines that are typed key by key.
func typingPage(_ lesson: TypingLesson, _ scene: Scene) -> Page {
  let words = scene.words
  let languages = chips(
    Language.allCases.map { chip($0.ownName, to: ToolsPaths.typing($0, lesson.row), isCurrent: $0 == lesson.language) })
  let rows = chips(
    TypingLesson.Row.allCases.map {
      chip(words("tools.row." + $0.rawValue), to: ToolsPaths.typing(lesson.language, $0), isCurrent: $0 == lesson.row)
    })
  let lines: [HTML] = lesson.lines.map { "<li class=\"tool-line\" data-line>\($0)</li>" }
  return Page(
    "tools.typing", title: words("tools.name.typing"), parent: (words("tools.title"), ToolsPaths.all),
    body: """
      <div class="stack stack--loose"\(behaviour: .typing, lesson.language.rawValue)>\(languages)\(rows)\
      <p>\(words("tools.typing-how"))</p><ol class="tool-lines" role="list"\(written(lesson.language))>\(each: lines, { $0 })</ol>\
      <div class="field js-only"><label class="field__label" for="typed">\(words("tools.type-here"))</label>\
      <input id="typed" data-typed autocomplete="off" autocapitalize="off" spellcheck="false"\(written(lesson.language))></div>\
      <p class="tool-line" role="status" data-wrong hidden>\(words("tools.next-key")) <strong data-key-wanted\(written(lesson.language))></strong></p>\
      <noscript><p>\(words("tools.no-scripts-typing"))</p></noscript>\(resultForm(.typing, scene))</div>
      """)
}
// words: tools.row.*

private func written(_ language: Language) -> HTML { " lang=\"\(language.rawValue)\" dir=\"\(language.direction)\"" }

/// Filled and sent by the script at the end of a round.
private func resultForm(_ tool: StudyTool, _ scene: Scene) -> HTML {
  let fields = ["right", "total", "seconds", "details"].map { Form.Field($0, "") }
  return """
    \(ownRounds(of: tool, scene))\
    \(form(ToolsPaths.saving, scene, style: FormStyle(id: "tool-result", classes: "js-only"), content: """
      \(hidden([Form.Field("tool", tool.rawValue)] + fields))<button class="button" data-send hidden>\(scene.words("tools.save"))</button>
      """))
    """
}

extension Behaviour {
  static let spelling = Behaviour("tools", on: "data-spelling")
  static let typing = Behaviour("tools", on: "data-typing")
}
