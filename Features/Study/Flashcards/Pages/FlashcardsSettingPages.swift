import Base
import HTML
import Kit
import School

/// What the form for how a deck is scheduled stands on.
struct DeckSettingsPage: Sendable {
  var deck: Deck
  /// The day of study.
  var today: Day
  /// Those that count, by their days.
  var inForce: [DeckSetting]
  /// What counts today.
  var now: DeckSettingFields { inForce.last { $0.from <= today }?.fields ?? DeckSettingFields() }
}

/// What a change would move.
struct DeckSettingPreview: Sendable {
  var deck: Deck
  var command: ChangeDeckSetting
  var cards: Int
  var moved: Int
}

func deckSettingsPage(_ data: DeckSettingsPage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, id, now) = (scene.words, data.deck.id, data.now)
  let last = data.today.plus(days: ChangeDeckSetting.daysAhead)
  var parameters = Field.area(
    "parameters", words("flashcards.settings.parameters"), value: now.parametersText,
    hint: words("flashcards.settings.parameters-hint"), rows: 3, max: 600)
  parameters.direction = "ltr"
  let fields: [Field] = [
    .date(
      "from", words("flashcards.settings.from"), value: data.today, hint: words("flashcards.settings.from-hint"),
      to: last),
    .number(
      "retention", words("flashcards.settings.retention"), value: now.retention, in: DeckSettingFields.retentions,
      hint: words("flashcards.settings.retention-hint")),
    steps("learningSteps", "flashcards.settings.learning", now.learningText, scene),
    steps("relearningSteps", "flashcards.settings.relearning", now.relearningText, scene),
    .number(
      "maxInterval", words("flashcards.settings.longest"), value: now.maxInterval, in: DeckSettingFields.intervals),
    parameters,
  ]
  let rows = data.inForce.reversed().map { settingCell($0, scene) }
  let history: HTML =
    rows.isEmpty
    ? "<p class=\"quiet\">\(words("flashcards.settings.none"))</p>"
    : list(rows, id: "settings", label: words("flashcards.settings.history"))
  return Page(
    "flashcards.settings", title: words("flashcards.settings.title"),
    parent: (data.deck.name, FlashcardsPaths.edit(id)),
    body: stack(
      [
        "<p class=\"quiet\">\(words("flashcards.settings.about"))</p>",
        form(
          FlashcardsPaths.settings(id) + "/preview", fields, draft, scene, submit: words("flashcards.settings.look"),
          cancel: (words("kit.cancel"), FlashcardsPaths.edit(id)), style: FormStyle(id: "setting")),
        stack([sectionTitle(words("flashcards.settings.history")), history]),
      ], isLoose: true))
}

// words: flashcards.settings.learning
// words: flashcards.settings.relearning
private func steps(_ name: String, _ key: String, _ value: String, _ scene: Scene) -> Field {
  var field = Field.text(
    name, scene.words(key), value: value, hint: scene.words("flashcards.settings.steps-hint"), isRequired: false,
    max: 60)
  field.direction = "ltr"
  return field
}

private func settingCell(_ setting: DeckSetting, _ scene: Scene) -> HTML {
  let words = scene.words
  return cell(
    HTML(text: words("flashcards.settings.since", .text(words.date(setting.from)))),
    meta: HTML(text: settingLine(setting.fields, words)),
    trail: postButton(
      words("flashcards.settings.undo"), to: FlashcardsPaths.settingEnd(setting.id, of: setting.deck), scene,
      style: ButtonStyle(isSmall: true)), scene)
}

/// “Remembered 90 % · 1 10 · 10”, with what is not said left out.
private func settingLine(_ fields: DeckSettingFields, _ words: Words) -> String {
  words(
    "flashcards.settings.line", .text(words.percent(fields.retention)),
    .text(fields.learningSteps.isEmpty ? "–" : fields.learningText),
    .text(fields.relearningSteps.isEmpty ? "–" : fields.relearningText), .text(words.number(fields.maxInterval)))
}

/// How many cards come on another day, and the button that makes it so.
func deckSettingPreviewPage(_ data: DeckSettingPreview, _ scene: Scene) -> Page {
  let (words, id, fields) = (scene.words, data.deck.id, data.command.fields)
  let sentence = words(
    "flashcards.settings.moves", .text(words.number(data.cards)), .text(words.number(data.moved)))
  let kept: [Form.Field] = [
    .init("from", data.command.from.text), .init("retention", String(fields.retention)),
    .init("learningSteps", fields.learningText), .init("relearningSteps", fields.relearningText),
    .init("maxInterval", String(fields.maxInterval)), .init("parameters", fields.parametersText),
  ]
  return Page(
    "flashcards.settings-preview", title: words("flashcards.settings.preview"),
    parent: (words("flashcards.settings.title"), FlashcardsPaths.settings(id)),
    body: stack([
      "<p>\(words("flashcards.settings.since", .text(words.date(data.command.from))))</p>",
      "<p>\(settingLine(fields, words))</p>", "<p id=\"moves\">\(sentence)</p>",
      "<p class=\"quiet\">\(words("flashcards.settings.moves-text"))</p>",
      cluster([
        postButton(
          words("flashcards.settings.apply"), to: FlashcardsPaths.settings(id), scene, fields: kept, .primary),
        linkButton(words("kit.cancel"), to: FlashcardsPaths.settings(id), .ghost),
      ]),
    ]))
}
