import Base
import HTML
import Kit
import School

/// One checklist in the list of its trainee.
struct ChecklistRow: Sendable {
  var checklist: Checklist
  /// Nothing when its version is damaged.
  var content: ChecklistContent?
  /// Nothing when something of it is damaged.
  var count: ChecklistCount?
}

struct ChecklistsPage: Sendable {
  var trainee: Trainee
  var access: TraineeAccess
  /// In the order in which they were given.
  var rows: [ChecklistRow] = []
  var topics: [String] = []

  /// The phases in the order in which they were met first; what has none comes last.
  var phases: [ChecklistPhase] {
    var found: [ChecklistPhase] = []
    for row in rows {
      let name = row.content?.phase ?? ""
      if let place = found.firstIndex(where: { $0.name == name }) {
        found[place].rows.append(row)
      } else {
        found.append(ChecklistPhase(name: name, rows: [row]))
      }
    }
    return found.filter { !$0.name.isEmpty } + found.filter { $0.name.isEmpty }
  }
}

/// What belongs to one part of the training.
struct ChecklistPhase: Sendable {
  var name: String
  var rows: [ChecklistRow]
  /// Of all its items.
  var count: ChecklistCount {
    ChecklistCount(
      done: rows.reduce(0) { $0 + ($1.count?.done ?? 0) }, total: rows.reduce(0) { $0 + ($1.count?.total ?? 0) })
  }
  var complete: Int { rows.count { $0.count?.isComplete ?? false } }
}

func checklistsPage(_ data: ChecklistsPage, _ scene: Scene) -> Page {
  let words = scene.words
  let give: HTML =
    data.access.isInstructor
    ? linkButton(
      words("training.checklists.give"), to: ChecklistsPaths.giving(data.trainee.id), .primary,
      icon: icon("plus", scene)) : ""
  let body: HTML =
    data.rows.isEmpty
    ? emptyState(
      "text", words("training.checklists.none"),
      words(data.access.isInstructor ? "training.checklists.none-instructor" : "training.checklists.none-trainee"),
      scene,
      action: give)
    : stack(data.phases.map { phaseSection($0, scene) }, isLoose: true)
  return Page(
    "training.checklists", title: words("training.checklists.title"), actions: data.rows.isEmpty ? "" : give,
    topics: data.topics, parent: (data.trainee.name, TrainingPaths.trainee(data.trainee.id)), body: body)
}
// words: training.checklists.none-instructor, training.checklists.none-trainee

private func phaseSection(_ phase: ChecklistPhase, _ scene: Scene) -> HTML {
  "<section>\(phaseHead(phase, scene))\(list(phase.rows.map { checklistRow($0, scene) }, label: phaseName(phase, scene)))</section>"
}

func phaseName(_ phase: ChecklistPhase, _ scene: Scene) -> String {
  phase.name.isEmpty ? scene.words("training.checklists.no-phase") : phase.name
}

/// The phase, how many of its checklists are complete, and a bar of what is done and what is left.
private func phaseHead(_ phase: ChecklistPhase, _ scene: Scene) -> HTML {
  "\(sectionTitle(phaseName(phase, scene)))<div class=\"checklist-phase\">\(phasePicture(phase, isBare: false, scene))</div>"
}

func phasePicture(_ phase: ChecklistPhase, isBare: Bool, _ scene: Scene) -> HTML {
  let (words, count) = (scene.words, phase.count)
  let sentence = words(
    "training.checklists.phase-sentence", .text(phaseName(phase, scene)), .text(words.number(phase.complete)),
    .text(words.number(phase.rows.count)), .text(words.percent(count.percent)))
  return segmentedBar(
    [
      Segment(.good, words("training.checklists.part-done"), count.done),
      Segment(.empty, words("training.checklists.part-open"), count.total - count.done),
    ], sentence, scene, isBare: isBare)
}

func checklistRow(_ row: ChecklistRow, _ scene: Scene) -> HTML {
  let words = scene.words
  guard let content = row.content, let count = row.count else {
    return cell(
      "\(row.content?.name ?? words("training.checklists.damaged"))", meta: "\(words("training.checklists.damaged"))",
      lead: icon("warning", scene), to: ChecklistsPaths.checklist(row.checklist.id), scene)
  }
  var facts: [HTML] = [
    "\(words("training.checklists.done-of", .count(count.done), .text(words.number(count.total))))"
  ]
  if row.checklist.isLocked { facts.append("\(words("training.checklists.signed"))") }
  let mark: HTML =
    count.isComplete
    ? badge(words("training.checklists.complete"), .success, icon: icon("check", scene, size: .small)) : ""
  return cell(
    name(content.name), meta: dotted(facts), lead: ring(count.percent, isFull: count.isComplete, scene), trail: mark,
    to: ChecklistsPaths.checklist(row.checklist.id), scene)
}

/// On the page of the trainee: a picture for each phase, what is open first, and the way to all of them.
func checklistsCard(_ data: ChecklistsPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let link = linkButton(
    words("training.checklists.all", .count(data.rows.count)), to: ChecklistsPaths.of(data.trainee.id))
  guard !data.rows.isEmpty else {
    let give: HTML =
      data.access.isInstructor
      ? linkButton(
        words("training.checklists.give"), to: ChecklistsPaths.giving(data.trainee.id), icon: icon("plus", scene)) : ""
    return card(
      words("training.checklists.title"), id: "checklists",
      content: "<p class=\"quiet\">\(words("training.checklists.none"))</p>\(give)")
  }
  let phases = data.phases.map { phase -> HTML in
    """
    <li class="checklist-phase"><span class="checklist-phase__name"><bdi>\(phaseName(phase, scene))</bdi>\
    <span class="quiet">\(words("training.checklists.complete-of", .count(phase.complete), .text(words.number(phase.rows.count))))</span></span>\
    \(phasePicture(phase, isBare: true, scene))</li>
    """
  }
  let open = data.rows.filter { !($0.count?.isComplete ?? false) }.prefix(3)
  let next: HTML =
    open.isEmpty
    ? "" : list(open.map { checklistRow($0, scene) }, label: words("training.checklists.next"), isPlain: true)
  return card(
    words("training.checklists.title"), id: "checklists", foot: link,
    content: "<ul class=\"checklist-phases\" role=\"list\">\(each: phases, { $0 })</ul>\(next)")
}

/// In the list of trainees: a bar of everything that is asked for, and how many checklists are complete.
func checklistsShort(_ rows: [ChecklistRow], _ scene: Scene) -> HTML {
  let words = scene.words
  let all = ChecklistPhase(name: "", rows: rows)
  let said = words("training.checklists.complete-of", .count(all.complete), .text(words.number(all.rows.count)))
  let bar = segmentedBar(
    [
      Segment(.good, words("training.checklists.part-done"), all.count.done),
      Segment(.empty, words("training.checklists.part-open"), all.count.total - all.count.done),
    ], words("training.checklists.short-sentence", .text(said), .text(words.percent(all.count.percent))), scene,
    isBare: true)
  return "<span class=\"checklist-short\">\(bar)<span>\(said)</span></span>"
}
