import Base
import HTML
import Kit
import School

/// Where the office says how its school works.
public enum SchoolsSettingsPaths {
  public static let school = "/settings/school"
  static let profile = "/settings/organization"
  static let attendance = "/settings/attendance"
  static let terms = "/settings/terms"
  static let work = "/settings/work"
  package static let deletion = "/settings/school/deletion"
  package static let picture = "/settings/school/picture"
  static let pictureEdit = picture + "/edit"
  package static let restoring = "/settings/school/restoring"
  static func term(_ id: ID<SchoolTerm>) -> String { terms + "/" + id.text }
  static func removal(_ id: ID<SchoolTerm>) -> String { term(id) + "/removal" }
}

/// The settings of a school, as the office sees them.
struct SchoolSettingsData: Sendable {
  let school: School
  let role: Role
  let terms: [SchoolTerm]
  /// The time zones to choose from; filled in for owners only.
  var zones: [String] = []
  /// The form that was refused, by its path; only there the draft is shown.
  var refused: String?

  func draft(_ draft: Draft, of path: String) -> Draft { refused == path ? draft : Draft() }
}

/// Profile, registers, terms, days off, and for owners the end.
func schoolSettingsPage(_ data: SchoolSettingsData, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  var parts = [
    profile(data, draft, scene), registers(data, draft, scene), work(data, draft, scene),
    terms(data, draft, scene),
    card(
      words("schools.days-off"), id: "days-off",
      foot: linkButton(words("schools.holidays"), to: "/attendance/holidays", icon: icon("sun", scene)),
      content: "<p class=\"quiet\">\(words("schools.days-off-text"))</p>"),
    card(
      words("schools.letters"), id: "letters",
      foot: linkButton(words("schools.letters-look"), to: "/settings/letters", icon: icon("chart", scene)),
      content: "<p class=\"quiet\">\(words("schools.letters-text"))</p>"),
    card(
      words("schools.outside"), id: "outside",
      foot: linkButton(words("schools.outside-look"), to: "/settings/outside", icon: icon("settings", scene)),
      content: "<p class=\"quiet\">\(words("schools.outside-text"))</p>"),
  ]
  if data.role == .owner { parts.append(ending(data, scene)) }
  return Page(
    "schools.school", title: words("schools.school-settings"), parent: (words("schools.settings"), "/settings"),
    body: indexed(
      ["profile", "registers", "work", "terms", "days-off", "letters", "outside"].map { ($0, words("schools." + $0)) },
      scene,
      content: stack(parts)))
}

private func profile(_ data: SchoolSettingsData, _ draft: Draft, _ scene: Scene) -> HTML {
  let path = SchoolsSettingsPaths.profile
  guard data.role == .owner else {
    return card(scene.words("schools.profile"), id: "profile", content: schoolSummary(data.school, data.role, scene))
  }
  let change = linkButton(
    scene.words("schools.picture-change"), to: SchoolsSettingsPaths.pictureEdit, icon: icon("picture", scene),
    style: ButtonStyle(isSmall: true))
  let fields = form(
    path, organizationFields(data, scene), data.draft(draft, of: path), scene, submit: scene.words("schools.save"),
    scope: "profile")
  return card(
    scene.words("schools.profile"), id: "profile",
    content: stack(["<div class=\"cluster\">\(schoolMark(data.school))\(change)</div>", fields]))
}

/// The school's picture, or its letters.
func schoolMark(_ school: School) -> HTML {
  avatar(school.name, school.id, size: .large, photo: school.picturePath)
}

/// Puts a picture of the school in, or takes it out.
func schoolPicturePage(_ school: School, _ draft: Draft, _ scene: Scene) -> Page {
  // words: schools.picture schools.picture-*
  let editor = PictureEditor(
    SchoolPicture.field, words: "schools.picture", at: SchoolsSettingsPaths.picture, back: SchoolsSettingsPaths.school)
  return Page(
    "schools.picture", title: scene.words("schools.picture-of", .text(school.name)),
    parent: (scene.words("schools.school-settings"), SchoolsSettingsPaths.school),
    body: pictureEditor(editor, shown: schoolMark(school), isThere: school.picture != nil, draft, scene))
}

private func registers(_ data: SchoolSettingsData, _ draft: Draft, _ scene: Scene) -> HTML {
  let (words, path) = (scene.words, SchoolsSettingsPaths.attendance)
  let rates = AttendanceRate.allCases.map {
    // words: schools.rate.* schools.rate-text.*
    Field.Choice($0.rawValue, words("schools.rate." + $0.rawValue), text: words("schools.rate-text." + $0.rawValue))
  }
  let fields: [Field] = [
    .number(
      "correctionDays", words("schools.correction-days"), value: data.school.correctionDays,
      in: SetAttendanceRules.window, hint: words("schools.correction-days-hint")),
    .cards("rate", words("schools.rate"), rates, value: data.school.rate.rawValue),
    .hidden("version", data.school.version),
  ]
  return card(
    words("schools.registers"), id: "registers",
    content: form(path, fields, data.draft(draft, of: path), scene, submit: words("schools.save"), scope: "registers"))
}

private func work(_ data: SchoolSettingsData, _ draft: Draft, _ scene: Scene) -> HTML {
  let (words, path, work) = (scene.words, SchoolsSettingsPaths.work, data.school.work)
  let staff = Int(FileLimits.maxOfStaff / FileLimits.megabyte)
  let fields: [Field] =
    [
      .number(
        "file", words("schools.work.file"), value: work.file, in: SetWorkRules.file,
        hint: words("schools.work.file-hint", .count(staff))),
      .number(
        "person", words("schools.work.person"), value: work.person, in: SetWorkRules.person,
        hint: words("schools.work.person-hint")),
      .select(
        "dayStart", words("schools.work.day-start"),
        SetWorkRules.dayStart.map { Field.Choice(String($0), words.time(minute: $0 * 60)) },
        value: String(work.dayStart), hint: words("schools.work.day-start-hint")),
    ]
    // A school whose business it is does not ask.
    + (data.school.kind == .training
      ? [.hidden("trains", "1")]
      : [.check("trains", words("schools.work.trains"), isOn: work.trains, hint: words("schools.work.trains-hint"))])
    + [
      .hidden("version", data.school.version)
    ]
  return card(
    words("schools.work"), id: "work",
    content: form(path, fields, data.draft(draft, of: path), scene, submit: words("schools.save"), scope: "work"))
}

// MARK: terms

private func terms(_ data: SchoolSettingsData, _ draft: Draft, _ scene: Scene) -> HTML {
  let (words, path) = (scene.words, SchoolsSettingsPaths.terms)
  let rows = data.terms.map { term in
    cell(
      name(term.name),
      meta: HTML(text: words.range(words.date(term.from, .long), words.date(term.until, .long))),
      to: SchoolsSettingsPaths.term(term.id), scene,
      style: CellStyle(id: "term-" + term.id.text, isCurrent: term.from <= scene.today && scene.today <= term.until))
  }
  let known: HTML =
    rows.isEmpty
    ? "<p class=\"quiet\">\(words("schools.no-terms"))</p>" : list(rows, label: words("schools.terms"), isPlain: true)
  return card(
    words("schools.terms"), id: "terms",
    content: """
      <div class="stack">\(known)\
      \(form(path, termFields(nil, scene), data.draft(draft, of: path), scene, submit: words("schools.add-term"), scope: "term"))</div>
      """)
}

private func termFields(_ term: SchoolTerm?, _ scene: Scene) -> [Field] {
  let words = scene.words
  return [
    .text("name", words("schools.term-name"), value: term?.name ?? "", hint: words("schools.term-name-hint"), max: 60),
    .date("from", words("schools.first-day"), value: term?.from),
    .date("until", words("schools.last-day"), value: term?.until),
  ]
}

func termPage(_ term: SchoolTerm, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  return Page(
    "schools.term", title: term.name, parent: (words("schools.school-settings"), SchoolsSettingsPaths.school),
    body: stack([
      card(
        content: form(
          SchoolsSettingsPaths.term(term.id), termFields(term, scene), draft, scene, submit: words("schools.save"),
          cancel: (words("kit.cancel"), SchoolsSettingsPaths.school))),
      postButton(
        words("schools.remove-term"), to: SchoolsSettingsPaths.removal(term.id), scene, .destructive,
        icon: icon("trash", scene)),
    ]))
}

// MARK: the end

private func ending(_ data: SchoolSettingsData, _ scene: Scene) -> HTML {
  let words = scene.words
  guard let end = data.school.erasedAt else {
    return card(
      words("schools.deletion"), id: "deletion",
      foot: linkButton(
        words("schools.delete"), to: SchoolsSettingsPaths.deletion, .destructive, icon: icon("trash", scene)),
      content: "<p class=\"quiet\">\(words("schools.deletion-text"))</p>")
  }
  return card(
    words("schools.deletion"), id: "deletion",
    foot: postButton(
      words("schools.restore"), to: SchoolsSettingsPaths.restoring, scene, .primary, icon: icon("undo", scene)),
    content: "<p>\(words("schools.locked-until")) \(time(end, scene))</p>")
}

/// Before a school goes: what happens and when, a copy to keep, and two things that nobody does by mistake.
func deleteSchoolPage(_ school: School, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let fields: [Field] = [
    .text("name", words("schools.type-name"), hint: school.name), .password("password", words("schools.your-password")),
  ]
  let steps = ["schools.end.now", "schools.end.month", "schools.end.kept"]
  return Page(
    "schools.deletion", title: words("schools.delete-title", .text(school.name)),
    parent: (words("schools.school-settings"), SchoolsSettingsPaths.school),
    body: stack([
      card(
        words("schools.export-first"), .tinted, id: "export",
        foot: """
          \(linkButton(words("schools.export"), to: "/exchange", icon: icon("download", scene)))\
          \(linkButton(words("schools.export-attendance"), to: "/exchange/export/attendance.csv", icon: icon("download", scene)))
          """,
        content: "<p>\(words("schools.export-first-text"))</p>"),
      card(
        words("schools.delete"), id: "delete",
        content: """
          <ul>\(each: steps, { "<li>\(words($0))</li>" })</ul>\
          \(form(SchoolsSettingsPaths.deletion, scene, content: "\(errorSummary(draft, fields, scene))\(each: fields, { field($0, draft, scene) })<div class=\"form__actions\">\(submit(words("schools.delete"), .destructive))\(linkButton(words("kit.cancel"), to: SchoolsSettingsPaths.school, .ghost))</div>"))
          """),
    ]))
}
