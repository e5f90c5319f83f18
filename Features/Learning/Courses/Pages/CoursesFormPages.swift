import Base
import HTML
import Kit
import School

/// What the form of a course shows: a new one, or one that is changed.
struct CourseFormPage: Sendable {
  struct Teacher: Sendable {
    let account: ID<Account>, name: String
  }
  /// `nil` for a new one.
  var course: Course?
  var fields: CourseFields
  /// Those who could teach a new one, for the office.
  var candidates: [Teacher] = []
}

func newCoursePage(_ data: CourseFormPage, _ draft: Draft, _ scene: Scene) -> Page {
  Page(
    "courses.new", title: scene.words("courses.new"), parent: (scene.words("courses.title"), CoursesPaths.all),
    body: courseForm(data, CoursesPaths.all, scene.words("courses.create"), CoursesPaths.all, draft, scene))
}

func editCoursePage(_ course: Course, _ data: CourseFormPage, _ draft: Draft, _ scene: Scene) -> Page {
  let path = CoursesPaths.course(course.id)
  return Page(
    "courses.edit", title: scene.words("courses.edit-named", .text(course.name)), parent: (course.name, path),
    body: courseForm(data, path, scene.words("courses.save"), path, draft, scene))
}

/// The fields in the order a teacher thinks of them: what it is, when it is, who may come.
private func courseForm(
  _ data: CourseFormPage, _ action: String, _ label: String, _ back: String, _ draft: Draft, _ scene: Scene
) -> HTML {
  let words = scene.words
  let (what, when, who) = (whatFields(data, scene), dateFields(data, scene), placeFields(data, scene))
  let rows = meetingRows(data, draft, scene)
  let version = data.course.map { [Field.hidden("version", $0.version)] } ?? []
  let all = what + when + who + rows.flatMap { $0.fields } + version
  let drawn: ([Field]) -> HTML = { fields in "\(each: fields, { field($0, draft, scene) })" }
  let content: HTML = """
    \(errorSummary(draft, all, scene))\(drawn(version))\(card(words("courses.form.what"), id: "what", content: stack([drawn(what)])))\
    \(card(words("courses.form.when"), id: "when", content: stack([drawn(when), meetingTable(rows, draft, scene)])))\
    \(card(words("courses.form.who"), id: "who", content: stack([drawn(who)])))\
    <div class="form__actions">\(submit(label))\(linkButton(words("kit.cancel"), to: back, .ghost))</div>
    """
  return form(
    action, scene, style: FormStyle(draft: data.course == nil ? "new-course" : nil, classes: "form stack"),
    content: content)
}

private func whatFields(_ data: CourseFormPage, _ scene: Scene) -> [Field] {
  let (words, fields) = (scene.words, data.fields)
  var all = [
    Field.text("name", words("courses.name"), value: fields.name, hint: words("courses.name-hint")),
    Field.text("subject", words("courses.subject"), value: fields.subject ?? "", isRequired: false, max: 60),
    Field.text("grade", words("courses.grade"), value: fields.grade ?? "", isRequired: false, max: 40),
    Field.area("about", words("courses.about"), value: fields.about, hint: words("courses.about-hint")),
  ]
  if !data.candidates.isEmpty {
    all.append(
      Field.select(
        "teacher", words("courses.teacher"), data.candidates.map { Field.Choice($0.account.text, $0.name) },
        isRequired: false, empty: words("courses.no-teacher-yet")))
  }
  all += [
    Field.select(
      "level", words("courses.level"),
      Course.Level.allCases.map { Field.Choice($0.rawValue, words("courses.level." + $0.rawValue)) },
      value: fields.level.rawValue, hint: words("courses.level-hint")),
    credits(fields, scene),
  ]
  return all
}

private func credits(_ fields: CourseFields, _ scene: Scene) -> Field {
  var field = Field(
    "credits", scene.words("courses.credits"), .line(type: "text"), value: fields.credits?.text ?? "",
    isRequired: false, autocomplete: "off", direction: "ltr", max: 12)
  field.inputmode = "decimal"
  return field
}

private func dateFields(_ data: CourseFormPage, _ scene: Scene) -> [Field] {
  let (words, fields) = (scene.words, data.fields)
  return [
    .text("term", words("courses.term"), value: fields.term ?? "", isRequired: false, max: 60),
    .date("from", words("courses.from"), value: fields.from, isRequired: false),
    .date("until", words("courses.until"), value: fields.until, isRequired: false),
    .text("room", words("courses.room"), value: fields.room ?? "", isRequired: false, max: 60),
  ]
}

private func placeFields(_ data: CourseFormPage, _ scene: Scene) -> [Field] {
  let (words, fields) = (scene.words, data.fields)
  return [
    .cards(
      "entry", words("courses.entry"),
      Course.Entry.allCases.map {
        Field.Choice(
          $0.rawValue, words("courses.entry." + $0.rawValue), text: words("courses.entry." + $0.rawValue + ".text"))
      }, value: fields.entry.rawValue),
    .number(
      "capacity", words("courses.capacity"), value: fields.capacity, in: 1...5000, hint: words("courses.capacity-hint"),
      isRequired: false),
    .date(
      "dropUntil", words("courses.drop-until"), value: fields.dropUntil, hint: words("courses.drop-until-hint"),
      isRequired: false),
    .date(
      "promoteUntil", words("courses.promote-until"), value: fields.promoteUntil,
      hint: words("courses.promote-until-hint"), isRequired: false),
    .check(
      "refusesClash", words("courses.refuses-clash"), isOn: fields.refusesClash,
      hint: words("courses.refuses-clash-hint")),
  ]
}

// MARK: the week

private struct MeetingRow {
  let fields: [Field]
}

/// The meetings there are, and room for two more; with a draft, every row that was typed.
private func meetingRows(_ data: CourseFormPage, _ draft: Draft, _ scene: Scene) -> [MeetingRow] {
  let known = data.fields.meetings
  var count = min(max(3, known.count + 2), CourseFields.maxMeetings)
  while count < 30, draft["meeting." + String(count) + ".weekday"] != nil { count += 1 }
  return (0..<count).map { meetingRow($0, $0 < known.count ? known[$0] : nil, scene) }
}

private func meetingRow(_ place: Int, _ meeting: CourseMeeting?, _ scene: Scene) -> MeetingRow {
  let (words, name, first) = (scene.words, "meeting." + String(place), scene.zone.firstWeekday)
  let days = (0..<7).map { (first - 1 + $0) % 7 + 1 }
  let label: (String) -> String = { words($0, .count(place + 1)) }
  return MeetingRow(fields: [
    .select(
      name + ".weekday", label("courses.meeting-day"),
      days.map { Field.Choice(String($0), words("date.weekday." + String($0))) },
      value: meeting.map { String($0.weekday) } ?? "", isRequired: false, empty: words("courses.no-day")),
    .time(name + ".start", label("courses.meeting-start"), minute: meeting?.start, isRequired: false),
    .time(name + ".end", label("courses.meeting-end"), minute: meeting?.end, isRequired: false),
  ])
}

private func meetingTable(_ rows: [MeetingRow], _ draft: Draft, _ scene: Scene) -> HTML {
  let drawn = rows.map { row in fieldRow(row.fields.map { field($0, draft, scene) }) }
  return """
    <fieldset class="choices meetings"><legend>\(scene.words("courses.meetings"))</legend>\(each: drawn, { $0 })</fieldset>
    """
}

// MARK: the end

func deleteCoursePage(_ course: Course, wasUsed: Bool, _ scene: Scene) -> Page {
  let (words, path) = (scene.words, CoursesPaths.course(course.id))
  guard wasUsed else {
    return Confirmation(
      words("courses.delete-named", .text(course.name)), words("courses.delete-text"), label: words("courses.delete"),
      action: CoursesPaths.deletion(course.id), back: path
    ).page("courses.deletion", scene)
  }
  return Page(
    "courses.deletion", title: words("courses.delete-named", .text(course.name)), parent: (course.name, path),
    body: banner(
      HTML(text: words("courses.was-used")), scene, .warning,
      action: course.isArchived
        ? "" : postButton(words("courses.archive"), to: CoursesPaths.archive(course.id), scene)))
}
