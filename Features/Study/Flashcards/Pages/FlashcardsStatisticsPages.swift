import Base
import HTML
import Kit
import School

/// What the page of one's own numbers shows.
struct StatisticsPage: Sendable {
  var deck: Deck
  var statistics: FlashcardsStatistics
}

/// Each number stands with what was counted; each picture with its numbers below.
func statisticsPage(_ data: StatisticsPage, _ scene: Scene) -> Page {
  let (words, numbers) = (scene.words, data.statistics)
  let back = linkButton(data.deck.name, to: FlashcardsPaths.deck(data.deck.id))
  let cut: HTML =
    numbers.isCut
    ? banner(
      HTML(text: words("flashcards.stats.cut", .text(words.number(FlashcardsStatistics.maxEvents)))), scene) : ""
  let body: HTML =
    numbers.cards.all == 0
    ? emptyState("copy", words("flashcards.stats.none"), words("flashcards.stats.none-text"), scene, action: back)
    : stack(
      [
        cut, cardsPart(numbers, scene), forecastPart(numbers, scene), retentionPart(numbers, scene),
        answersPart(numbers, scene),
      ], isLoose: true)
  return Page(
    "flashcards.statistics", title: words("flashcards.stats.title"),
    parent: (data.deck.name, FlashcardsPaths.deck(data.deck.id)), body: body)
}

/// - Parameter key: of the title; the same with `-text` says what is counted.
private func part(_ key: String, _ content: HTML, _ scene: Scene) -> HTML {
  // words: flashcards.stats.cards-text
  // words: flashcards.stats.forecast-text
  // words: flashcards.stats.retention-text
  // words: flashcards.stats.answers-text
  stack([
    sectionTitle(scene.words("flashcards.stats." + key)), content,
    "<p class=\"quiet\">\(scene.words("flashcards.stats." + key + "-text"))</p>",
  ])
}
// words: flashcards.stats.cards
// words: flashcards.stats.forecast
// words: flashcards.stats.retention
// words: flashcards.stats.answers

private func cardsPart(_ data: FlashcardsStatistics, _ scene: Scene) -> HTML {
  let (words, cards) = (scene.words, data.cards)
  let parts = [
    Segment(.empty, words("flashcards.count.new"), cards.new),
    Segment(.warning, words("flashcards.count.learning"), cards.learning),
    Segment(.accent, words("flashcards.stats.young"), cards.young),
    Segment(.good, words("flashcards.stats.mature"), cards.mature),
    Segment(.other, words("flashcards.count.suspended"), cards.suspended),
  ]
  let sentence = words(
    "flashcards.stats.cards-sentence", .text(words.number(cards.all)), .text(words.number(cards.mature)))
  let table = DataTable(
    words("flashcards.stats.cards"),
    [.init(words("flashcards.stats.state")), .init(words("flashcards.stats.cards-head"), isNumber: true)],
    isCaptionHidden: true, staysTable: true)
  let rows = (parts + [Segment(.bad, words("flashcards.stats.leeches"), cards.leeches)]).map {
    DataTable.Row([HTML(text: $0.word), HTML(text: words.number($0.count))])
  }
  return part(
    "cards",
    stack([segmentedBar(parts, sentence, scene), table.html(rows)]), scene)
}

/// What is late stands first, then today.
private func forecastPart(_ data: FlashcardsStatistics, _ scene: Scene) -> HTML {
  let words = scene.words
  let sentence = words(
    "flashcards.stats.forecast-sentence", .text(words.number(data.coming)), .text(words.number(data.late)))
  let days = data.forecast.enumerated().map {
    [words.date(data.today.plus(days: $0.offset), .weekday), words.number($0.element)]
  }
  let numbers = PictureNumbers(
    [words("flashcards.stats.day"), words("flashcards.stats.cards-head")],
    [[words("flashcards.stats.late"), words.number(data.late)]] + days)
  let chart = columnChart([data.late] + data.forecast, marked: [0], sentence, numbers: numbers, scene)
  return part("forecast", stack(["<p>\(sentence)</p>", chart]), scene)
}

/// What was remembered, and behind it what was expected.
private func retentionPart(_ data: FlashcardsStatistics, _ scene: Scene) -> HTML {
  let (words, whole) = (scene.words, data.whole)
  guard let remembered = whole.rememberedShare, let expected = whole.expectedShare else {
    return part("retention", "<p>\(words("flashcards.stats.retention-none"))</p>", scene)
  }
  let sentence = words(
    "flashcards.stats.retention-sentence", .text(share(remembered, words)), .text(share(expected, words)),
    .text(words.number(whole.reviews)))
  let rows = data.weeks.map { week in
    [
      words.date(week.first, .short), week.rememberedShare.map { share($0, words) } ?? "–",
      week.expectedShare.map { share($0, words) } ?? "–", words.number(week.reviews),
    ]
  }
  let numbers = PictureNumbers(
    [
      words("flashcards.stats.week"), words("flashcards.stats.remembered"), words("flashcards.stats.expected"),
      words("flashcards.stats.reviews"),
    ], rows)
  let line = sparkline(
    data.weeks.map { $0.rememberedShare }, medians: data.weeks.map { $0.expectedShare }, sentence, numbers: numbers,
    scene)
  return part("retention", stack(["<p>\(sentence)</p>", line]), scene)
}

private func answersPart(_ data: FlashcardsStatistics, _ scene: Scene) -> HTML {
  let words = scene.words
  let sentence = words(
    "flashcards.stats.answers-sentence", .text(words.number(data.answered)), .text(words.number(data.daysStudied)))
  let first = data.today.plus(days: 1 - data.answers.count)
  let rows = data.answers.enumerated().map {
    [words.date(first.plus(days: $0.offset), .weekday), words.number($0.element)]
  }
  let numbers = PictureNumbers([words("flashcards.stats.day"), words("flashcards.stats.answers-head")], rows)
  return part(
    "answers", stack(["<p>\(sentence)</p>", columnChart(data.answers, sentence, numbers: numbers, scene)]), scene)
}

/// Thousandths in whole percents.
private func share(_ thousandths: Int, _ words: Words) -> String { words.percent((thousandths + 5) / 10) }

extension StatisticsPage {
  var json: JSON {
    let cards = statistics.cards
    return .object([
      ("day", .text(statistics.today.text)), ("new", .integer(cards.new)), ("learning", .integer(cards.learning)),
      ("young", .integer(cards.young)), ("mature", .integer(cards.mature)), ("suspended", .integer(cards.suspended)),
      ("leeches", .integer(cards.leeches)), ("late", .integer(statistics.late)),
      ("forecast", .list(statistics.forecast.map { .integer($0) })),
      ("answers", .list(statistics.answers.map { .integer($0) })),
      (
        "weeks",
        .list(
          statistics.weeks.map {
            .object([
              ("first", .text($0.first.text)), ("reviews", .integer($0.reviews)),
              ("remembered", .integer($0.remembered)), ("expected", .integer($0.expected)),
            ])
          })
      ),
    ])
  }
}
