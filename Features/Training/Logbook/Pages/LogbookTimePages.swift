import Base
import HTML
import Kit
import School

extension Words {
  /// A length of time; a sum is added up before it comes here, and rounded here once.
  func logTime(_ minutes: Int, _ style: LogStyle = .clock) -> String {
    switch style {
    case .clock: number(minutes / 60) + ":" + pad(minutes % 60)
    case .decimal: number(LogTime.hours(minutes, places: 1), places: 1)
    }
  }

  // words: training.log.kind.*
  /// What the school calls it, or what it is called in the reader's language; one without a name has its number.
  func logKind(_ kind: LogKind, _ scheme: LogScheme) -> String {
    if let name = scheme.names[kind] { return name }
    guard let place = kind.ownPlace else { return self("training.log.kind." + kind.rawValue) }
    return self("training.log.kinds.own", .count(place + 1))
  }
}

/// “12:30 h” of all training, in a list.
func logTotal(_ minutes: Int, _ style: LogStyle, _ scene: Scene) -> HTML {
  "\(scene.words("training.log.hours-total", .text(scene.words.logTime(minutes, style))))"
}

/// The whole, and of it dual, solo and the rest, as a bar; night and instrument overlap them and stand as numbers.
///
/// What the school does not use is in no bar: its minutes are of the rest.
func logPicture(_ minutes: LogMinutes, _ style: LogStyle, _ scheme: LogScheme, _ scene: Scene) -> HTML {
  let words = scene.words
  let tiles =
    [Stat(words("training.log.total"), words.logTime(minutes.total, style))]
    + scheme.shown.map { Stat(words.logKind($0, scheme), words.logTime(minutes[$0], style)) }
  let kinds = [LogKind.dual, .solo].filter { scheme.shown.contains($0) }
  guard minutes.total > 0, !kinds.isEmpty else { return stats(tiles) }
  let rest = kinds.reduce(minutes.total) { max(0, $0 - minutes[$1]) }
  let parts =
    kinds.map { Segment($0 == .dual ? .good : .accent, words.logKind($0, scheme), minutes[$0]) }
    + [Segment(.empty, words("training.log.other"), rest)]
  let key = parts.filter { $0.count > 0 }.map {
    (shade: $0.shade, word: words.logTime($0.count, style) + " " + $0.word)
  }
  // The sentence knows our two kinds under our names; with others it says what the key says.
  let isOurs = kinds.count == 2 && kinds.allSatisfy { scheme.names[$0] == nil }
  let sentence =
    isOurs
    ? words(
      "training.log.picture", .text(words.logTime(minutes.total, style)), .text(words.logTime(minutes.dual, style)),
      .text(words.logTime(minutes.solo, style)))
    : words.list(key.map { $0.word })
  return """
    \(stats(tiles))<div class="picture-group">\(segmentedBar(parts, sentence, scene, isBare: true))\(pictureKey(key))</div>
    """
}

/// The hours and the next lesson, on a trainee's page.
func logPiece(
  _ trainee: Trainee, _ access: TraineeAccess, _ sums: LogSums, _ scheme: LogScheme, _ next: TrainingLessonRow?,
  _ scene: Scene
) -> HTML {
  let words = scene.words
  let hours: HTML =
    sums.count > 0
    ? logPicture(sums.minutes, scheme.style, scheme, scene) : "<p class=\"quiet\">\(words("training.log.none"))</p>"
  let lesson: HTML =
    next.map { row in
      list(
        [
          cell(
            "\(words("training.log.lesson.next", .text(lessonTimes(row.lesson, scene))))", meta: lessonMeta(row, scene),
            lead: icon("calendar", scene), to: LogbookPaths.lessons(trainee.id), scene)
        ], label: words("training.log.lessons"), isPlain: true)
    } ?? ""
  var acts = [
    linkButton(words("training.log.open"), to: LogbookPaths.log(trainee.id), icon: icon("clock", scene)),
    linkButton(words("training.log.lessons"), to: LogbookPaths.lessons(trainee.id), icon: icon("calendar", scene)),
  ]
  if access.isInstructor {
    acts.append(
      linkButton(words("training.log.new"), to: LogbookPaths.new(trainee.id), icon: icon("plus", scene)))
  }
  return card(
    words("training.log.title"), id: "hours", foot: "\(each: acts, { $0 })", content: stack([hours, lesson]))
}

/// What was given as dual, on the page of a checklist: entered once, into the log, and linked with the checklist.
///
/// - Parameter today: the day that stands in the form; without it there is none.
func dualCard(
  _ checklist: Checklist, _ minutes: Int, _ scheme: LogScheme, today: Day?, _ scene: Scene
) -> HTML {
  let (words, called) = (scene.words, scheme.names[.dual])
  var parts: [HTML] = []
  if minutes > 0 {
    let sum =
      called.map { dotted([name($0), logTotal(minutes, scheme.style, scene)]) }
      ?? "\(words("training.log.dual-sum", .text(words.logTime(minutes, scheme.style))))"
    parts.append("<p>\(sum)</p>")
  }
  if let today {
    let fields: [Field] = [
      .text("dual", called ?? words("training.log.dual-given"), hint: words("training.log.time-hint"), max: 20),
      .date("day", words("training.log.day"), value: today),
      .hidden("checklist", checklist.id.text),
    ]
    parts.append(
      form(
        LogbookPaths.log(checklist.trainee), fields, Draft(), scene, submit: words("training.log.new"),
        style: FormStyle(id: "dual-given"), scope: "dual"))
  }
  return card(words("training.log.title"), id: "dual", content: stack(parts))
}
