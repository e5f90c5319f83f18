import Base
import HTML
import Kit
import People
package import School

/// A child's record of some days.
package struct ConferencePage: Sendable {
  package var student: Student
  var filter: ConferenceFilter
  var today: Day
  /// What was seen, in words for the family, the newest first.
  package var seen: [(one: Observation, text: String)] = []
  var acts: [(act: PresentationAct, name: String)] = []
  /// With on how many of the days each was done.
  var habits: [(habit: Habit, days: Int)] = []
  var tasks: [ChildTask] = []

  init(student: Student, filter: ConferenceFilter, today: Day) {
    (self.student, self.filter, self.today) = (student, filter, today)
  }
}

func conferencePage(_ data: ConferencePage, _ scene: Scene) -> Page {
  let words = scene.words
  let print: HTML = """
    <button type="button" class="button js-only"\(behaviour: .print) data-key="p">\(icon("print", scene))\
    \(words("students.print"))</button>
    """
  let ways = cluster([
    print,
    linkButton(
      words("records.download"), to: ConferencePaths.archive(data.student.id) + data.filter.query,
      icon: icon("download", scene)),
  ])
  let span = words(
    "summaries.span", .text(words.date(data.filter.from)), .text(words.date(data.filter.until)))
  return Page(
    "records.conference", title: words("records.conference-of", .text(data.student.name)),
    parent: (data.student.name, StudentsPaths.student(data.student.id)),
    body: stack(
      [
        "<p>\(span)</p>",
        "<div class=\"no-print stack\">\(filterForm(data, scene))\(ways)</div>",
      ] + ConferenceFilter.Kind.allCases.filter { data.filter.kinds.contains($0) }.map { part($0, data, scene) },
      isLoose: true))
}

private func filterForm(_ data: ConferencePage, _ scene: Scene) -> HTML {
  let words = scene.words
  let days = fieldRow([
    field(.date("from", words("summaries.from"), value: data.filter.from, to: data.today), Draft(), scene),
    field(.date("until", words("summaries.until"), value: data.filter.until, to: data.today), Draft(), scene),
  ])
  let kinds = ConferenceFilter.Kind.allCases.map { kind -> HTML in
    """
    <label class="check"><input type="checkbox" name="kind" value="\(kind.rawValue)"\
    \(flag: "checked", data.filter.kinds.contains(kind))>\
    <span class="check__text">\(words("records.kind." + kind.rawValue))</span></label>
    """
  }
  return """
    <form method="get" action="\(url: ConferencePaths.of(data.student.id))" class="form">\(days)\
    <fieldset class="choices"><legend>\(words("records.kinds"))</legend>\(each: kinds, { $0 })</fieldset>\
    <div class="form__actions">\(submit(words("records.show"), .secondary))</div></form>
    """
}
// words: records.kind.*

private func part(_ kind: ConferenceFilter.Kind, _ data: ConferencePage, _ scene: Scene) -> HTML {
  let words = scene.words
  let rows: [HTML]
  switch kind {
  case .observations:
    rows = data.seen.map { seen in
      let text: HTML =
        seen.text.isEmpty
        ? "<span class=\"quiet\">\(words("observations.no-text"))</span>"
        : "<span class=\"observation__text\" dir=\"auto\">\(seen.text)</span>"
      return cell(text, meta: time(seen.one.happenedAt, scene), scene)
    }
  case .presentations:
    rows = data.acts.map { one in
      let note: HTML = one.act.note.isEmpty ? "" : "<span dir=\"auto\">\(one.act.note)</span>"
      return cell(
        name(one.name),
        meta: dotted([
          HTML(text: words("presentations.kind." + one.act.kind.rawValue)), day(one.act.day, scene), note,
        ]), scene)
    }
  case .habits:
    rows = data.habits.map { one in
      cell(name(one.habit.name), meta: HTML(text: words("records.days", .count(one.days))), scene)
    }
  case .tasks:
    rows = data.tasks.map { task in
      cell(
        "<span dir=\"auto\">\(task.title)</span>",
        meta: task.doneAt.map { time($0, scene) } ?? HTML(text: words("tasks.open")), scene)
    }
  }
  let some: HTML = rows.isEmpty ? "<p class=\"quiet\">\(words("records.nothing"))</p>" : list(rows)
  return "<section class=\"stack\">\(sectionTitle(words("records.kind." + kind.rawValue)))\(some)</section>"
}
