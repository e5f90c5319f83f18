import Base
import HTML
import Kit
package import School

/// A course as lists show it.
package struct CourseCard: Sendable {
  package var course: Course
  var teachers: [String]
  var meetings: [CourseMeeting]
  package var counts = SeatCounts()
  /// For guardians: which of their children are in it.
  var children: [String] = []
  /// What the neighbours say of it: how far one is, what is to do.
  var pieces: [CoursePiece] = []

  package init(
    course: Course, teachers: [String], meetings: [CourseMeeting], counts: SeatCounts = SeatCounts(),
    children: [String] = [], pieces: [CoursePiece] = []
  ) {
    (self.course, self.teachers, self.meetings, self.counts, self.children, self.pieces) = (
      course, teachers, meetings, counts, children, pieces
    )
  }
}

/// The courses somebody teaches or takes; the office's are all there are.
struct CoursesPage: Sendable {
  var cards: [CourseCard]
  var isArchived = false
  var isStaff = false
  var isOffice = false
  /// Requests that wait for a word of the reader.
  var requests = 0
  var next: ID<Course>?
  var isLater = false
  /// The days without school among the next, on which nothing meets.
  var holidays: Set<Day> = []
  var topics: [String] = []
}

func coursesPage(_ data: CoursesPage, _ scene: Scene) -> Page {
  let words = scene.words
  let sifts: HTML =
    !data.isStaff
    ? ""
    : chips([
      chip(words("courses.current"), to: CoursesPaths.all, isCurrent: !data.isArchived),
      chip(words("courses.archived"), to: CoursesPaths.archived, isCurrent: data.isArchived),
    ])
  let act: HTML = data.isStaff ? fab("plus", words("courses.add"), to: CoursesPaths.new, scene) : ""
  return Page(
    "courses.list", title: words("courses.title"), actions: addCourse(data, scene), topics: data.topics,
    body: """
      <div class="stack">\(courseTabs(CoursesPaths.all, isStaff: data.isStaff, requests: data.requests, scene))\(sifts)\
      \(coursesList(data, scene))</div>\(act)
      """)
}

private func addCourse(_ data: CoursesPage, _ scene: Scene) -> HTML {
  guard data.isStaff else { return "" }
  return linkButton(
    scene.words("courses.add"), to: CoursesPaths.new, .primary, icon: icon("plus", scene),
    style: ButtonStyle(key: "n", classes: "desk-only"))
}

/// The list itself.
func coursesList(_ data: CoursesPage, _ scene: Scene) -> HTML {
  guard !data.cards.isEmpty else { return "<div id=\"courses\">\(noCourses(data, scene))</div>" }
  let path = data.isArchived ? CoursesPaths.archived + "&after=" : CoursesPaths.all + "?after="
  let pages = pager(
    "", previous: data.isLater ? data.isArchived ? CoursesPaths.archived : CoursesPaths.all : nil,
    next: data.next.map { path + $0.text }, scene)
  return
    "<div id=\"courses\"><ul class=\"grid\" role=\"list\">\(each: data.cards, { courseCard($0, data, scene) })</ul>\(pages)</div>"
}

private func noCourses(_ data: CoursesPage, _ scene: Scene) -> HTML {
  let words = scene.words
  if data.isArchived {
    return emptyState("school", words("courses.none-archived"), words("courses.none-archived-text"), scene)
  }
  guard data.isStaff else {
    return emptyState(
      "school", words("courses.none-taken"), words("courses.none-taken-text"), scene,
      action: linkButton(words("enrolment.catalogue"), to: EnrolmentPaths.catalogue, .primary))
  }
  return emptyState(
    "school", words("courses.none"), words("courses.none-text"), scene,
    action: linkButton(words("courses.add"), to: CoursesPaths.new, .primary, icon: icon("plus", scene)))
}

/// A course as a card in its colour: who and when, and at its foot what is to do.
private func courseCard(_ card: CourseCard, _ data: CoursesPage, _ scene: Scene) -> HTML {
  let course = card.course
  let next: HTML =
    nextSitting(course, card.meetings, data.holidays, scene).map {
      "<p class=\"course-card__next\">\(icon("clock", scene))<span>\($0)</span></p>"
    } ?? ""
  let foot: HTML =
    card.pieces.isEmpty ? "" : "<div class=\"course-card__foot\">\(each: card.pieces, { $0.draw(scene) })</div>"
  return """
    <li class="course-card" id="course-\(course.id.text)" data-hue="\(hue(of: course.id))">\
    <div class="course-card__head"><h2><a href="\(url: CoursesPaths.course(course.id))">\(name(course.name))</a></h2>\
    \(courseState(course, scene))</div><div class="course-card__body"><p class="quiet">\(courseMeta(card, isStaff: data.isStaff, scene))</p>\
    \(next)\(foot)</div></li>
    """
}

/// “Omar Haddad · 24 students”; families know their own places, and the staff all.
private func courseMeta(_ card: CourseCard, isStaff: Bool, _ scene: Scene) -> HTML {
  var parts: [String] = []
  if !card.children.isEmpty { parts.append(scene.words.list(card.children)) }
  if !card.teachers.isEmpty { parts.append(scene.words.list(card.teachers)) }
  if isStaff { parts.append(scene.words("courses.students", .count(card.counts.enrolled))) }
  return HTML(text: parts.joined(separator: " · "))
}

/// Draft or archived; what is simply open needs no word.
func courseState(_ course: Course, _ scene: Scene) -> HTML {
  if course.isArchived { return badge(scene.words("courses.state.archived"), .neutral, icon: icon("archive", scene)) }
  if !course.isPublished { return badge(scene.words("courses.state.draft"), .warning, icon: icon("edit", scene)) }
  return ""
}

/// “Sun, Mon, Tue 08:15–09:00”; days of the same hours together, in the order the reader's week begins.
func weekText(_ meetings: [CourseMeeting], _ scene: Scene) -> String? {
  guard !meetings.isEmpty else { return nil }
  let first = scene.zone.firstWeekday
  let sorted = meetings.sorted {
    (($0.weekday - first + 7) % 7, $0.start, $0.end) < (($1.weekday - first + 7) % 7, $1.start, $1.end)
  }
  var groups: [(hours: String, days: [String])] = []
  for meeting in sorted {
    let hours = hoursText(meeting, scene)
    let day = scene.words("date.wd." + String(meeting.weekday))
    if let place = groups.firstIndex(where: { $0.hours == hours }) {
      groups[place].days.append(day)
    } else {
      groups.append((hours, [day]))
    }
  }
  return groups.map { $0.days.joined(separator: scene.words("list.comma")) + " " + $0.hours }.joined(separator: " · ")
}

/// “08:15–09:00”, kept together whatever way the reader reads.
func hoursText(_ meeting: CourseMeeting, _ scene: Scene) -> String {
  scene.words.hours(meeting.start, meeting.end)
}

/// The places of the area: one's own courses, the catalogue, and what waits for a word.
func courseTabs(_ path: String, isStaff: Bool, requests: Int, _ scene: Scene) -> HTML {
  let words = scene.words
  var all = [
    Tab(words("courses.mine"), path: CoursesPaths.all, isCurrent: path == CoursesPaths.all),
    Tab(words("enrolment.catalogue"), path: EnrolmentPaths.catalogue, isCurrent: path == EnrolmentPaths.catalogue),
  ]
  if isStaff {
    all.append(
      Tab(
        words("enrolment.requests"), path: EnrolmentPaths.requests, isCurrent: path == EnrolmentPaths.requests,
        count: requests))
  }
  return tabs(words("courses.title"), all, scene)
}
