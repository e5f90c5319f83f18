import Base
import HTML
import Kit
import School

struct TrainingLessonRow: Sendable {
  var lesson: TrainingLesson
  var instructor: String
  /// Whether there is an entry of it in the log.
  var isLogged = false
}

struct TrainingLessonsPage: Sendable {
  /// Those that are over, of one part of the list.
  static let size = 30

  var trainee: Trainee
  var access: TraineeAccess
  var coming: [TrainingLessonRow] = []
  var past: [TrainingLessonRow] = []
  var isContinued = false
  var next: ID<TrainingLesson>?
  var topics: [String] = []
}

/// What the form of a lesson stands on; a new one has none yet.
struct TrainingLessonForm: Sendable {
  var trainee: Trainee
  var known: TrainingLesson?
  var zone: Zone
  var today: Day
}

/// “Mon, Mar 9, 10:00–11:30”, by the school's clock.
func lessonTimes(_ lesson: TrainingLesson, _ scene: Scene) -> String {
  let zone = scene.zone
  return scene.words.date(zone.day(of: lesson.startsAt), .weekday) + scene.words.comma
    + scene.words.hours(zone.minute(of: lesson.startsAt), zone.minute(of: lesson.endsAt))
}

func lessonMeta(_ row: TrainingLessonRow, _ scene: Scene) -> HTML {
  var parts: [HTML] = [name(row.instructor)]
  if !row.lesson.place.isEmpty { parts.append(name(row.lesson.place)) }
  if !row.lesson.note.isEmpty { parts.append("<span dir=\"auto\">\(row.lesson.note)</span>") }
  return dotted(parts)
}

func trainingLessonsPage(_ data: TrainingLessonsPage, _ scene: Scene) -> Page {
  let (words, id) = (scene.words, data.trainee.id)
  let new = linkButton(
    words("training.log.lesson.new"), to: LogbookPaths.newLesson(id), .primary, icon: icon("plus", scene),
    style: ButtonStyle(key: "n", classes: "desk-only"))
  var parts: [HTML] = []
  if data.coming.isEmpty, data.past.isEmpty {
    parts.append(
      emptyState(
        "calendar", words("training.log.lesson.none"),
        words(data.access.isInstructor ? "training.log.lesson.none-instructor" : "training.log.lesson.none-trainee"),
        scene,
        action: data.access.isInstructor
          ? linkButton(
            words("training.log.lesson.new"), to: LogbookPaths.newLesson(id), .primary, icon: icon("plus", scene))
          : ""))
  }
  // words: training.log.lesson.none-instructor, training.log.lesson.none-trainee
  if !data.coming.isEmpty { parts.append(part("training.log.lesson.coming", data.coming, isOver: false, data, scene)) }
  if !data.past.isEmpty {
    parts += [
      part("training.log.lesson.past", data.past, isOver: true, data, scene),
      pager(
        "", previous: data.isContinued ? LogbookPaths.lessons(id) : nil,
        next: data.next.map { LogbookPaths.lessons(id) + "?after=" + $0.text }, scene),
    ]
  }
  // words: training.log.lesson.coming, training.log.lesson.past
  return Page(
    "training.lessons", title: words("training.log.lessons"), actions: data.access.isInstructor ? new : "",
    topics: data.topics, parent: (data.trainee.name, TrainingPaths.trainee(id)),
    body: """
      \(stack(parts, isLoose: true))\
      \(data.access.isInstructor ? fab("plus", words("training.log.lesson.new"), to: LogbookPaths.newLesson(id), scene) : "")
      """)
}

private func part(
  _ key: String, _ rows: [TrainingLessonRow], isOver: Bool, _ data: TrainingLessonsPage, _ scene: Scene
) -> HTML {
  let title = scene.words(key)
  return stack([
    sectionTitle(title), list(rows.map { lessonRow($0, isOver: isOver, data.access, scene) }, label: title),
  ])
}

private func lessonRow(
  _ row: TrainingLessonRow, isOver: Bool, _ access: TraineeAccess, _ scene: Scene
) -> HTML {
  let (words, lesson) = (scene.words, row.lesson)
  var end: [HTML] = []
  if lesson.cancelledAt != nil {
    end.append(badge(words("training.log.lesson.cancelled"), .warning))
    if access.isInstructor, !isOver {
      end.append(
        postButton(
          words("training.log.lesson.restore"), to: LogbookPaths.restoration(lesson), scene,
          style: ButtonStyle(isSmall: true)))
    }
  } else if row.isLogged {
    end.append(
      badge(words("training.log.lesson.logged"), .success, icon: icon("check", scene, size: .small)))
  } else if access.isInstructor {
    if isOver {
      end.append(
        postButton(
          words("training.log.lesson.log"), to: LogbookPaths.logging(lesson), scene, .primary,
          style: ButtonStyle(isSmall: true)))
    }
    end += [
      iconLink("edit", words("training.log.lesson.edit"), to: LogbookPaths.edit(lesson), scene, kind: .ghost),
      form(
        LogbookPaths.cancellation(lesson), scene, style: FormStyle(classes: ""),
        content: iconButton("x", words("training.log.lesson.cancel"), scene, kind: .ghost, isSubmit: true)),
    ]
  }
  return cell(
    "<bdi>\(lessonTimes(lesson, scene))</bdi>", meta: lessonMeta(row, scene), lead: icon("calendar", scene),
    trail: cluster(end, isEnd: true), scene, style: CellStyle(id: "lesson-" + lesson.id.text))
}

func trainingLessonFormPage(_ data: TrainingLessonForm, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, known) = (scene.words, data.known)
  let fields: [Field] =
    [
      .date(
        "day", words("training.log.lesson.day"),
        value: known.map { data.zone.day(of: $0.startsAt) } ?? data.today.plus(days: 1)),
      .time(
        "start", words("training.log.lesson.start"), minute: known.map { data.zone.minute(of: $0.startsAt) } ?? 600),
      .time("end", words("training.log.lesson.end"), minute: known.map { data.zone.minute(of: $0.endsAt) } ?? 690),
      .text(
        "place", words("training.log.lesson.place"), value: known?.place ?? "",
        hint: words("training.log.lesson.place-hint"), isRequired: false, max: LogFields.longestPlace),
      .area("note", words("training.log.lesson.note"), value: known?.note ?? "", rows: 3, max: LogFields.longestNote),
    ] + (known.map { [.hidden("version", draft["version"] ?? $0.version)] } ?? [])
  let back = LogbookPaths.lessons(data.trainee.id)
  return Page(
    known == nil ? "training.lesson-new" : "training.lesson-edit",
    title: words(known == nil ? "training.log.lesson.new" : "training.log.lesson.edit"),
    parent: (words("training.log.lessons"), back),
    body: card(
      content: form(
        known.map { LogbookPaths.lesson($0) } ?? back, fields, draft, scene,
        submit: words("training.log.lesson.save"), cancel: (words("kit.cancel"), back),
        style: FormStyle(draft: "lesson-" + (known?.id.text ?? data.trainee.id.text)))))
}
