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
      \(seatForm(data, scene))\(liveMarks(data.topics))
      """)
}

/// Search and sieve are one form, so that each keeps what the other holds.
private func filters(_ data: CataloguePage, _ scene: Scene) -> HTML {
  let words = scene.words
  let (first, days) = (words.language.firstWeekday, 0..<7)
  let week = days.map { (first - 1 + $0) % 7 + 1 }
  let selects = [
    sieve("subject", words("courses.subject"), data.choices.subjects.map { ($0, $0) }, data.subject, scene),
    sieve("grade", words("courses.grade"), data.choices.grades.map { ($0, $0) }, data.grade, scene),
    sieve(
      "teacher", words("courses.teacher"), data.choices.teachers.map { ($0.account.text, $0.name) },
      data.teacher?.text, scene),
    sieve(
      "weekday", words("enrolment.weekday"), week.map { (String($0), words("date.weekday." + String($0))) },
      data.weekday.map { String($0) }, scene),
  ]
  let label = words("enrolment.search")
  return """
    <form role="search" method="get" action="\(EnrolmentPaths.catalogue)" data-search data-results="catalogue" \
    class="catalogue__filters"><div class="search">\(icon("search", scene))<input class="search__input" type="search" \
    name="q" value="\(data.text)" placeholder="\(label)" aria-label="\(label)" autocomplete="off" \
    enterkeyhint="search" dir="auto" data-key="s"><a class="search__clear" href="\(EnrolmentPaths.catalogue)" \
    aria-label="\(words("kit.clear"))">\(icon("x", scene))</a></div>\(each: selects, { $0 })\
    \(submit(words("enrolment.filter"), .secondary, icon: icon("filter", scene)))</form>
    """
}

private func sieve(
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
  if !data.text.isEmpty { parts.append("q=" + inAddress(data.text)) }
  if let subject = data.subject { parts.append("subject=" + inAddress(subject)) }
  if let grade = data.grade { parts.append("grade=" + inAddress(grade)) }
  if let teacher = data.teacher { parts.append("teacher=" + teacher.text) }
  if let weekday = data.weekday { parts.append("weekday=" + String(weekday)) }
  if let after { parts.append("after=" + after.text) }
  return parts.isEmpty ? EnrolmentPaths.catalogue : EnrolmentPaths.catalogue + "?" + parts.joined(separator: "&")
}

/// Text as the value of an address's query.
func inAddress(_ text: String) -> String {
  var out: [UInt8] = []
  for byte in text.utf8 {
    let isPlain = byte >= 48 && byte <= 57 || byte >= 65 && byte <= 90 || byte >= 97 && byte <= 122 || byte == 45
    if isPlain { out.append(byte) } else { out += [37, hexDigit(byte >> 4), hexDigit(byte & 15)] }
  }
  return String(decoding: out, as: UTF8.self)
}

// MARK: one card

private func catalogueCard(_ card: CataloguePage.Card, _ data: CataloguePage, _ scene: Scene) -> HTML {
  let course = card.card.course
  let title: HTML =
    card.isOpen
    ? "<a href=\"\(url: CoursesPaths.course(course.id))\">\(name(course.name))</a>" : name(course.name)
  let tags = [course.subject, course.grade].compactMap { $0 }.map { badge($0) }
  let about: HTML = course.about.isEmpty ? "" : "<p class=\"catalogue__about\" dir=\"auto\">\(course.about)</p>"
  return """
    <section class="card catalogue__card" id="course-\(course.id.text)" aria-labelledby="course-\(course.id.text)-title">\
    <div class="card__head"><h2 class="card__title" id="course-\(course.id.text)-title">\(title)</h2>\
    \(cardState(card, data, scene))</div>\(cluster(tags))\(cardFacts(card, scene))\(about)\
    \(cardFoot(card, data, scene))</section>
    """
}

private func cardFacts(_ card: CataloguePage.Card, _ scene: Scene) -> HTML {
  let words = scene.words
  var facts: [HTML] = []
  if !card.card.teachers.isEmpty { facts.append("\(icon("person", scene))\(words.list(card.card.teachers))") }
  if let week = weekText(card.card.meetings, scene) { facts.append("\(icon("clock", scene))\(week)") }
  if let dates = datesText(card.card.course, scene) { facts.append("\(icon("calendar", scene))\(dates)") }
  facts.append("\(icon("people", scene))\(placesText(card.card, scene))")
  return "<ul class=\"facts\" role=\"list\">\(each: facts, { "<li>\($0)</li>" })</ul>"
}

/// “12 of 20 places taken”: what a live line replaces.
func placesText(_ card: CourseCard, _ scene: Scene) -> HTML {
  let words = scene.words
  let waiting = card.counts.waiting > 0 ? " · " + words("enrolment.waiting", .count(card.counts.waiting)) : ""
  let text =
    card.course.capacity.map {
      words("enrolment.places", .text(words.number(card.counts.enrolled)), .text(words.number($0)))
    } ?? words("courses.students", .count(card.counts.enrolled))
  return "<span id=\"course-\(card.course.id.text)-places\">\(text + waiting)</span>"
}

/// Where the reader stands: enrolled, asked, in the line; or what the course is to everybody.
private func cardState(_ card: CataloguePage.Card, _ data: CataloguePage, _ scene: Scene) -> HTML {
  let words = scene.words
  let own = card.seats.filter { $0.seat.state.isActive }
  guard own.isEmpty else {
    return
      "\(each: own, { seatBadge($0.seat.state, position: $0.position, of: data.isStudent ? nil : $0.name, scene) })"
  }
  if let free = card.free, free <= 0 { return badge(words("enrolment.state.full"), .warning) }
  return badge(words("enrolment.state.available"), .success)
}

/// The state of one seat as a word: “Waitlisted, 2nd”, and whose it is where that is not plain.
func seatBadge(_ state: Seat.State, position: Int?, of person: String?, _ scene: Scene) -> HTML {
  let words = scene.words
  var text = words("enrolment.state." + state.rawValue)
  if let position { text = words("enrolment.state.waitlisted-at", .count(position)) }
  if let person { text = words("enrolment.state-of", .text(person), .text(text)) }
  switch state {
  case .enrolled: return badge(text, .success, icon: icon("check", scene))
  case .pending, .waitlisted, .dropRequested: return badge(text, .info, icon: icon("clock", scene))
  case .dropped, .denied, .removed, .completed, .left: return badge(text)
  }
}

/// The one button that fits.
private func cardFoot(_ card: CataloguePage.Card, _ data: CataloguePage, _ scene: Scene) -> HTML {
  let act: HTML =
    data.isStudent
    ? seatAct(card, scene)
    : card.isOpen
      ? linkButton(scene.words("enrolment.open-course"), to: CoursesPaths.course(card.card.course.id)) : ""
  return act.isEmpty ? "" : "<div class=\"card__foot cluster\">\(act)</div>"
}

private func seatAct(_ card: CataloguePage.Card, _ scene: Scene) -> HTML {
  let (words, course) = (scene.words, card.card.course)
  let (ask, leave) = (EnrolmentPaths.seats(course.id), EnrolmentPaths.leaving(course.id))
  switch card.seats.first?.seat.state {
  case .enrolled?, .dropRequested?:
    return linkButton(words("enrolment.open-course"), to: CoursesPaths.course(course.id), .secondary)
  case .pending?: return seatButton("enrolment.cancel-request", leave, course, isPrimary: false, scene)
  case .waitlisted?: return seatButton("enrolment.leave-line", leave, course, isPrimary: false, scene)
  case .dropped?, .denied?, .removed?, .completed?, .left?, nil:
    if course.entry == .approval { return seatButton("enrolment.request", ask, course, scene) }
    let isFull = card.free.map { $0 <= 0 } ?? false
    return seatButton(
      isFull || card.card.counts.waiting > 0 ? "enrolment.join-line" : "enrolment.enrol", ask, course, scene)
  }
}

/// A button of the one form of the page, named for the ear with its course.
private func seatButton(
  _ key: String, _ path: String, _ course: Course, isPrimary: Bool = true, _ scene: Scene
) -> HTML {
  // words: enrolment.enrol enrolment.request enrolment.join-line enrolment.cancel-request enrolment.leave-line
  let label = scene.words(key)
  let kind = isPrimary ? "button button--primary" : "button"
  return """
    <button class="\(kind)" form="seat-form" formaction="\(url: path)" \
    aria-label="\(scene.words("enrolment.act-named", .text(label), .text(course.name)))">\(label)</button>
    """
}

private func seatForm(_ data: CataloguePage, _ scene: Scene) -> HTML {
  guard data.isStudent else { return "" }
  return form(
    EnrolmentPaths.catalogue, scene, style: FormStyle(id: "seat-form", classes: ""), content: "")
}

// MARK: leaving

func dropConfirmation(_ course: Course, today: Day, _ scene: Scene) -> Confirmation {
  let words = scene.words
  let asks = course.dropUntil.map { today > $0 } ?? false
  return Confirmation(
    words("enrolment.drop-named", .text(course.name)), words(asks ? "enrolment.drop-asks" : "enrolment.drop-text"),
    label: words(asks ? "enrolment.ask-to-drop" : "enrolment.drop"), action: EnrolmentPaths.leaving(course.id),
    back: CoursesPaths.course(course.id))
}

func dropPage(_ course: Course, today: Day, _ scene: Scene) -> Page {
  dropConfirmation(course, today: today, scene).page("enrolment.leaving", scene)
}
