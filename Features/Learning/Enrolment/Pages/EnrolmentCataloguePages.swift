import Base
import HTML
import Kit
import School

/// What can be chosen, and where the reader stands in each.
struct CataloguePage: Sendable {
  struct Card: Sendable {
    var card: CourseCard
    /// The reader's own seat, or those of a guardian's children with their names.
    var seats: [(name: String, seat: Seat, position: Int?)] = []
    /// Whether the reader sees the course from inside.
    var isOpen = false
    /// Of those who wait, what they have at the same time: the line passes them over.
    var clashes: [(name: String, other: String)] = []

    var free: Int? { card.course.capacity.map { $0 - card.counts.enrolled } }
  }
  struct Choices: Sendable {
    var subjects: [String] = []
    var grades: [String] = []
    var teachers: [(account: ID<Account>, name: String)] = []
  }
  var cards: [Card]
  var choices = Choices()
  var text = ""
  var subject: String?
  var grade: String?
  var teacher: ID<Account>?
  var weekday: Int?
  var count = 0
  var next: ID<Course>?
  var isLater = false
  /// Only students enrol by themselves.
  var isStudent = false
  var isStaff = false
  var requests = 0
  var today = Day(number: 0)
  var topics: [String] = []

  var isSifted: Bool { !text.isEmpty || subject != nil || grade != nil || teacher != nil || weekday != nil }
}

func cataloguePage(_ data: CataloguePage, _ scene: Scene) -> Page {
  let words = scene.words
  return Page(
    "enrolment.catalogue", title: words("enrolment.catalogue"), topics: data.topics,
    body: """
      <div class="stack">\(courseTabs(EnrolmentPaths.catalogue, isStaff: data.isStaff, requests: data.requests, scene))\
      \(filters(data, scene))<div class="stack" id="catalogue">\(catalogueResults(data, scene))</div></div>\
      \(seatForm(data, scene))
      """)
}

/// Search and filter are one form, so that each keeps what the other holds.
private func filters(_ data: CataloguePage, _ scene: Scene) -> HTML {
  let words = scene.words
  let (first, days) = (scene.zone.firstWeekday, 0..<7)
  let week = days.map { (first - 1 + $0) % 7 + 1 }
  let selects = [
    filter("subject", words("courses.subject"), data.choices.subjects.map { ($0, $0) }, data.subject, scene),
    filter("grade", words("courses.grade"), data.choices.grades.map { ($0, $0) }, data.grade, scene),
    filter(
      "teacher", words("courses.teacher"), data.choices.teachers.map { ($0.account.text, $0.name) },
      data.teacher?.text, scene),
    filter(
      "weekday", words("enrolment.weekday"), week.map { (String($0), words("date.weekday." + String($0))) },
      data.weekday.map { String($0) }, scene),
  ]
  let label = words("enrolment.search")
  return """
    <form role="search" method="get" action="\(url: EnrolmentPaths.catalogue)"\(behaviour: .search) data-results="catalogue" \
    class="catalogue__filters"><div class="search">\(icon("search", scene))<input class="search__input" type="search" \
    name="q" value="\(data.text)" placeholder="\(label)" aria-label="\(label)" autocomplete="off" \
    enterkeyhint="search" dir="auto" data-key="s"><a class="search__clear" href="\(url: EnrolmentPaths.catalogue)" \
    aria-label="\(words("kit.clear"))">\(icon("x", scene))</a></div>\(each: selects, { $0 })\
    \(submit(words("enrolment.filter"), .secondary, icon: icon("filter", scene)))</form>
    """
}

private func filter(
  _ name: String, _ label: String, _ choices: [(value: String, title: String)], _ chosen: String?, _ scene: Scene
) -> HTML {
  guard !choices.isEmpty else { return "" }
  let options = choices.map { choice -> HTML in
    "<option value=\"\(choice.value)\"\(flag: "selected", choice.value == chosen)>\(choice.title)</option>"
  }
  return """
    <select name="\(name)" aria-label="\(label)"><option value="">\(scene.words("enrolment.any", .text(label)))</option>\
    \(each: options, { $0 })</select>
    """
}

func catalogueResults(_ data: CataloguePage, _ scene: Scene) -> HTML {
  let words = scene.words
  let said: HTML = """
    <p class="quiet" role="status">\(words("enrolment.found", .count(data.count)))</p>
    """
  guard !data.cards.isEmpty else {
    let empty =
      data.isSifted
      ? emptyState(
        "search", words("enrolment.none-found"), words("enrolment.none-found-text"), scene,
        action: linkButton(words("kit.clear"), to: EnrolmentPaths.catalogue))
      : emptyState("school", words("enrolment.nothing"), words("enrolment.nothing-text"), scene)
    return "\(said)\(empty)"
  }
  let pages = pager(
    "", previous: data.isLater ? cataloguePath(data, after: nil) : nil,
    next: data.next.map { cataloguePath(data, after: $0) }, scene)
  return "\(said)\(grid(data.cards.map { catalogueCard($0, data, scene) }))\(pages)"
}

private func cataloguePath(_ data: CataloguePage, after: ID<Course>?) -> String {
  var parts: [String] = []
  if !data.text.isEmpty { parts.append("q=" + inQuery(data.text)) }
  if let subject = data.subject { parts.append("subject=" + inQuery(subject)) }
  if let grade = data.grade { parts.append("grade=" + inQuery(grade)) }
  if let teacher = data.teacher { parts.append("teacher=" + teacher.text) }
  if let weekday = data.weekday { parts.append("weekday=" + String(weekday)) }
  if let after { parts.append("after=" + after.text) }
  return parts.isEmpty ? EnrolmentPaths.catalogue : EnrolmentPaths.catalogue + "?" + parts.joined(separator: "&")
}
