import Base
import HTML
import Kit
import School

/// Notes that were proposed, and the decks they may go into.
struct FlashcardsMakingPage: Sendable {
  enum Source: Sendable {
    case lesson(CourseItem)
    case bank(BankSearch)
  }
  let source: Source
  let proposed: [FlashcardProposal]
  let decks: [Deck]
  /// What a new deck would be called.
  let name: String

  var path: String {
    switch source {
    case .lesson(let item): FlashcardsPaths.making(from: item.id)
    case .bank: FlashcardsPaths.makingFromBank
    }
  }
}

func flashcardsMakingPage(_ data: FlashcardsMakingPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let parent: (title: String, path: String)
  var fields: [Form.Field] = []
  switch data.source {
  case .lesson(let item): parent = (item.title, LessonsPaths.lesson(item.id))
  case .bank(let search):
    parent = (words("quizzes.bank"), QuestionsPaths.bank)
    if !search.text.isEmpty { fields.append(Form.Field("q", search.text)) }
    if let tag = search.tag { fields.append(Form.Field("tag", tag)) }
  }
  let isLesson = if case .lesson = data.source { true } else { false }
  let body: HTML =
    data.proposed.isEmpty
    ? emptyState(
      "copy", words("flashcards.make.none"),
      words(isLesson ? "flashcards.make.none-lesson" : "flashcards.make.none-bank"), scene,
      action: linkButton(words("kit.back"), to: parent.path))
    : choosing(data, fields, draft, scene)
  return Page("flashcards.make", title: words("flashcards.make.title"), parent: parent, body: body)
}

private func choosing(
  _ data: FlashcardsMakingPage, _ fields: [Form.Field], _ draft: Draft, _ scene: Scene
) -> HTML {
  let words = scene.words
  var places: [Field] = []
  if !data.decks.isEmpty {
    places.append(
      .select(
        "deck", words("flashcards.make.deck"), data.decks.map { Field.Choice($0.id.text, $0.name) }, isRequired: false,
        empty: words("flashcards.make.new-deck")))
  }
  places.append(
    .text("name", words("flashcards.make.name"), value: data.name, isRequired: false, max: 120))
  let said = draft.problem("card").map { scene.words($0) }
  let error: HTML = said.map { "<p class=\"field__error\">\(icon("warning", scene))\($0)</p>" } ?? ""
  return form(
    data.path, scene, style: FormStyle(id: "make", classes: "stack"),
    content: """
      \(errorSummary(draft, places, scene))\(hidden(fields))<p class="quiet">\(words("flashcards.make.text"))</p>\
      \(each: places, { field($0, draft, scene) })\(error)\
      \(list(data.proposed.map { proposal($0, scene) }, id: "cards", label: words("flashcards.notes")))\
      <div class="form__actions">\(submit(words("flashcards.make.take")))</div>
      """)
}

private func proposal(_ one: FlashcardProposal, _ scene: Scene) -> HTML {
  """
  <li class="cell"><label class="check"><input type="checkbox" name="card" value="\(one.key)" checked>\
  <span class="check__text"><bdi>\(FlashcardNote.line(one.fields.front, kind: one.fields.kind))</bdi>\
  <span class="check__hint" dir="auto">\(FlashcardNote.line(one.fields.back, kind: .basic))</span></span></label></li>
  """
}
