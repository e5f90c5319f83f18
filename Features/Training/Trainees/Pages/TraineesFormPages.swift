import Base
import HTML
import Kit
import School

/// What the form of a trainee stands on; a new one has none yet.
struct TraineeForm: Sendable {
  var known: (trainee: Trainee, profile: TraineeProfile)?
}

struct TraineeInstructorsPage: Sendable {
  var trainee: Trainee
  var rows: [TraineeInstructorRow]
  /// The rest of the staff, by name.
  var others: [(account: ID<Account>, name: String)]
  var topics: [String] = []
}

struct TraineesOfficeRow: Sendable {
  var trainee: Trainee
  var instructors: [String]
}

struct TraineesOfficePage: Sendable {
  var rows: [TraineesOfficeRow]
  var staff: [(account: ID<Account>, name: String)]
  var topics: [String] = []
}

func traineeFormPage(_ data: TraineeForm, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, known) = (scene.words, data.known)
  let profile = known?.profile
  let fields: [Field] = [
    .text(
      "firstName", words("training.trainees.first-name"), value: known?.trainee.firstName ?? "", autocomplete: "off",
      max: 80),
    .text(
      "lastName", words("training.trainees.last-name"), value: known?.trainee.lastName ?? "", isRequired: false, max: 80
    ),
    .email(
      "email", words("training.trainees.email"), value: profile?.email ?? "", isRequired: false, autocomplete: "off"),
    .phone("telephone", words("training.trainees.telephone"), value: profile?.telephone ?? "", isRequired: false),
    .area("address", words("training.trainees.address"), value: profile?.address ?? "", rows: 3, max: 400),
    .text(
      "ftn", words("training.trainees.ftn"), value: profile?.ftn ?? "", hint: words("training.trainees.ftn-hint"),
      isRequired: false, max: 40),
    .area("biography", words("training.trainees.biography"), value: profile?.biography ?? "", max: 4000),
    .area(
      "background", words("training.trainees.background"), value: profile?.background ?? "",
      hint: words("training.trainees.background-hint"), max: 4000),
    .check(
      "minor", words("training.trainees.minor"), isOn: profile?.isMinor ?? false,
      hint: words("training.trainees.minor-hint")),
    .hidden("version", draft["version"] ?? profile?.version ?? ""),
  ]
  let path = known.map { TrainingPaths.trainee($0.trainee.id) }
  return Page(
    known == nil ? "training.trainee-new" : "training.trainee-edit",
    title: words(known == nil ? "training.trainees.new" : "training.trainees.edit"),
    parent: known.map { ($0.trainee.name, TrainingPaths.trainee($0.trainee.id)) }
      ?? (words("training.title"), TrainingPaths.all),
    body: card(
      content: """
        <p class="quiet">\(words("training.trainees.who-sees"))</p>\
        \(form(
          path ?? TrainingPaths.trainees, known == nil ? Array(fields.dropLast()) : fields, draft, scene,
          submit: words(known == nil ? "training.trainees.create" : "training.trainees.save"),
          cancel: (words("kit.cancel"), path ?? TrainingPaths.all),
          style: FormStyle(draft: "trainee-" + (known?.trainee.id.text ?? "new"))))
        """))
}
// words: training.trainees.new, training.trainees.edit, training.trainees.create, training.trainees.save

/// Who trains them: each but the last may go, and others of the staff may come.
func traineeInstructorsPage(_ data: TraineeInstructorsPage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, id) = (scene.words, data.trainee.id)
  let rows = data.rows.map { row -> HTML in
    var meta: [HTML] = ["\(words("training.trainees.since")) \(time(row.since, scene))"]
    if let by = row.addedBy { meta.append("\(words("training.trainees.added-by", .text(by)))") }
    let go: HTML =
      data.rows.count > 1
      ? postButton(
        words(row.isMe ? "training.trainees.go" : "training.trainees.remove"),
        to: TrainingPaths.removal(row.account, from: id), scene, style: ButtonStyle(isSmall: true)) : ""
    return cell(name(row.name), meta: dotted(meta), lead: avatar(row.name, row.account), trail: go, scene)
  }
  var parts = [list(rows, id: "instructors", label: words("training.trainees.instructors"))]
  if data.rows.count == 1 {
    parts.append("<p class=\"quiet\">\(words("training.trainees.last-instructor"))</p>")
  }
  parts.append(
    data.others.isEmpty
      ? "<p class=\"quiet\">\(words("training.trainees.no-others"))</p>"
      : card(
        words("training.trainees.add-instructor"),
        content: form(
          TrainingPaths.instructors(id), [staffField(data.others, scene)], draft, scene,
          submit: words("training.trainees.add-instructor"))))
  return Page(
    "training.instructors", title: words("training.trainees.instructors"), topics: data.topics,
    parent: (data.trainee.name, TrainingPaths.trainee(id)), body: stack(parts))
}
// words: training.trainees.go, training.trainees.remove

private func staffField(_ staff: [(account: ID<Account>, name: String)], _ scene: Scene) -> Field {
  .select(
    "account", scene.words("training.trainees.staff"), staff.map { Field.Choice($0.account.text, $0.name) },
    empty: scene.words("training.trainees.choose"))
}

// MARK: the office

/// Names and nothing else: first those whom nobody trains.
func traineesOfficePage(_ data: TraineesOfficePage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let (alone, others) = (
    data.rows.filter { $0.instructors.isEmpty }, data.rows.filter { !$0.instructors.isEmpty }
  )
  var parts: [HTML] = ["<p class=\"quiet\">\(words("training.trainees.office-text"))</p>"]
  if data.rows.isEmpty {
    parts.append(
      emptyState("people", words("training.trainees.office-none"), words("training.trainees.office-none-text"), scene))
  }
  for row in alone {
    parts.append(
      card(
        row.trainee.name, id: "alone-" + row.trainee.id.text,
        content: """
          <p>\(words("training.trainees.alone"))</p>\
          \(form(
            TrainingPaths.handover(row.trainee.id), [staffField(data.staff, scene)], draft, scene,
            submit: words("training.trainees.hand-over"), scope: row.trainee.id.text))
          """))
  }
  if !others.isEmpty {
    parts.append(list(others.map { officeRow($0, scene) }, label: words("training.trainees.office")))
  }
  return Page(
    "training.office", title: words("training.trainees.office"),
    actions: """
      \(linkButton(words("training.documents.kinds"), to: DocumentsPaths.kinds, icon: icon("document", scene)))\
      \(linkButton(words("training.log.kinds"), to: LogbookPaths.kinds, icon: icon("clock", scene)))
      """, topics: data.topics,
    parent: (words("training.title"), TrainingPaths.all), body: stack(parts))
}

private func officeRow(_ row: TraineesOfficeRow, _ scene: Scene) -> HTML {
  cell(
    name(row.trainee.name), meta: dotted(row.instructors.map { name($0) }),
    lead: avatar(row.trainee.name, row.trainee.id),
    trail: row.trainee.endedAt == nil ? "" : badge(scene.words("training.trainees.ended")), scene)
}
