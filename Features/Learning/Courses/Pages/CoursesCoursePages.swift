import Base
public import HTML
public import Kit
import School

/// What a course's own page shows, to whom it shows it.
struct CoursePage: Sendable {
  var course: Course
  var access: CourseAccess
  var teachers: [String]
  var meetings: [CourseMeeting]
  var modules: [CourseModule]
  /// Only those the reader may see: students and guardians no drafts.
  var items: [CourseItem]
  var counts = SeatCounts()
  /// What the neighbours say of items, at the end of their rows.
  var marks: [ID<CourseItem>: [CoursePiece]] = [:]
  /// What the neighbours show at the end of the head: the grade, how far one is.
  var heads: [CoursePiece] = []
  /// What they show above the outline: announcements.
  var cards: [CoursePiece] = []
  /// The kinds of items that can be made here.
  var making: [CourseItem.Kind] = []
  var topics: [String] = []
  /// For students: where their own seat stands, so that the way out can be shown.
  var seats: [Seat] = []
  var today = Day(number: 0)
  /// The days without school among the next, on which it does not meet.
  var holidays: Set<Day> = []

  func isDone(_ item: CourseItem) -> Bool { marks[item.id]?.contains { $0.isDone } ?? false }

  var outlineList: Outline { Outline(modules: modules, items: items) }

  /// Whether the reader may change the outline.
  var isOpen: Bool { access.isStaff && !course.isArchived }
}

/// A piece of a page that a neighbour draws.
public struct CoursePiece: Sendable {
  /// What a page that shows it listens to besides.
  let topics: [String]
  /// Of an item: whether the reader is through with it, or each child of the reader's is.
  public let isDone: Bool
  /// Of an item, for the staff: how many are through with it.
  public let count: Int?
  public let draw: @Sendable (Scene) -> HTML
  public init(
    topics: [String] = [], isDone: Bool = false, count: Int? = nil,
    _ draw: @escaping @Sendable (Scene) -> HTML = { _ in "" }
  ) {
    (self.topics, self.isDone, self.count, self.draw) = (topics, isDone, count, draw)
  }
}

func coursePage(_ data: CoursePage, _ scene: Scene) -> Page {
  let space = courseSpace(
    data.course, data.access, current: .outline, scene, facts: courseFacts(data, scene),
    end: "\(each: data.heads, { $0.draw(scene) })", isFirst: true)
  return Page(
    "courses.course", title: data.course.name, actions: addButton(data, scene), topics: data.topics, space: space,
    body: """
      <div class="stack stack--course">\(courseNotes(data, scene))\(each: data.cards, { $0.draw(scene) })\
      \(courseOutline(data, scene))\(newModule(data, scene))</div>\(addMenu(data, scene))\(courseAbout(data, scene))
      """)
}

/// What stays true about the course: nobody sees it yet, or nobody changes it any more.
private func courseNotes(_ data: CoursePage, _ scene: Scene) -> HTML {
  let words = scene.words
  if data.course.isArchived { return banner(HTML(text: words("courses.is-archived")), scene) }
  if data.seats.first?.state == .dropRequested {
    return banner(
      HTML(text: words("enrolment.drop-requested-text")), scene, .warning,
      action: postButton(
        words("enrolment.stay"), to: EnrolmentPaths.staying(data.course.id), scene, .secondary,
        style: ButtonStyle(isSmall: true)))
  }
  guard data.access.isStaff, !data.course.isPublished else { return "" }
  return banner(
    HTML(text: words("courses.is-draft")), scene, .warning,
    action: postButton(
      words("courses.publish"), to: CoursesPaths.publication(data.course.id), scene,
      fields: [Form.Field("published", "1")], .secondary, style: ButtonStyle(isSmall: true)))
}

/// One line: who teaches it, when it meets next, and the way to the rest.
private func courseFacts(_ data: CoursePage, _ scene: Scene) -> [HTML] {
  let (words, course) = (scene.words, data.course)
  let isPlain = course.isPublished && !course.isArchived
  var facts: [HTML] = isPlain ? [] : [courseState(course, scene)]
  if !data.teachers.isEmpty {
    facts.append("\(icon("person", scene))<span dir=\"auto\">\(words.list(data.teachers))</span>")
  }
  if let next = nextSitting(course, data.meetings, data.holidays, scene) {
    facts.append("\(icon("clock", scene))<span>\(next)</span>")
  }
  if data.access.isStaff, data.counts.requests > 0 {
    facts.append(
      "<a href=\"\(url: EnrolmentPaths.requests(course.id))\">\(words("progress.requests", .count(data.counts.requests)))</a>"
    )
  }
  facts.append("<button type=\"button\" popovertarget=\"course-about\">\(words("courses.about-it"))</button>")
  return facts
}

/// “Today 8:15–9:00”: when it meets next, or meets now.
func nextSitting(_ course: Course, _ meetings: [CourseMeeting], _ holidays: Set<Day>, _ scene: Scene) -> String? {
  let (words, today) = (scene.words, scene.today)
  let next = course.nextSitting(
    meetings, from: today, minute: scene.zone.minute(of: scene.now), holidays: holidays)
  guard let next else { return nil }
  let day =
    switch next.day.number - today.number {
    case 0: words("progress.today")
    case 1: words("progress.tomorrow")
    case 2..<7: words("date.wd." + String(next.day.weekday))
    default: words.date(next.day, .weekday)
    }
  return day + " " + hoursText(next.meeting, scene)
}

/// What one looks up once: when and where, from when until when, and what it is about.
private func courseAbout(_ data: CoursePage, _ scene: Scene) -> HTML {
  let (words, course) = (scene.words, data.course)
  var facts: [HTML] = []
  if let week = weekText(data.meetings, scene) { facts.append("\(icon("clock", scene))<span>\(week)</span>") }
  if let room = course.room { facts.append("\(icon("home", scene))\(name(room))") }
  if let dates = datesText(course, scene) { facts.append("\(icon("calendar", scene))<span>\(dates)</span>") }
  let tags = [course.subject, course.grade, course.term].compactMap { $0 }.map { badge($0) }
  let level: [HTML] = course.level == .regular ? [] : [badge(words("courses.level." + course.level.rawValue), .accent)]
  let about: HTML = course.about.isEmpty ? "" : "<p class=\"measure\" dir=\"auto\">\(course.about)</p>"
  let label = words("courses.about-it")
  return menu(
    "course-about", label,
    [
      """
      <div class="course-about stack stack--tight">\(cluster(tags + level))\
      <ul class="facts" role="list">\(each: facts, { "<li>\($0)</li>" })</ul>\(about)</div>
      """
    ], title: "<strong><bdi>\(course.name)</bdi></strong>")
}

/// “Sep 1 – Jun 20”.
func datesText(_ course: Course, _ scene: Scene) -> String? {
  let words = scene.words
  switch (course.from, course.until) {
  case (let from?, let until?): return words.range(words.date(from), words.date(until))
  case (let from?, nil): return words("courses.dates-from", .text(words.date(from)))
  case (nil, let until?): return words("courses.dates-until", .text(words.date(until)))
  case (nil, nil): return nil
  }
}

/// What is added most often, one click away.
private func addButton(_ data: CoursePage, _ scene: Scene) -> HTML {
  guard data.isOpen else { return "" }
  return button(
    scene.words("courses.add-something"), .primary, icon: icon("plus", scene), popover: "add-menu",
    style: ButtonStyle(key: "n"))
}

/// The fast way to what a course is made of.
private func addMenu(_ data: CoursePage, _ scene: Scene) -> HTML {
  guard data.isOpen else { return "" }
  let kinds = data.making.map { addLink($0, data.course.id, nil, scene) }
  let module = menuLink(scene.words("courses.add-module"), to: "#new-module", icon: icon("menu", scene))
  return menu("add-menu", scene.words("courses.add-something"), kinds + (kinds.isEmpty ? [] : [menuLine]) + [module])
}

func addLink(_ kind: CourseItem.Kind, _ course: ID<Course>, _ module: ID<CourseModule>?, _ scene: Scene) -> HTML {
  menuLink(
    scene.words("courses.add." + kind.rawValue), to: CoursesPaths.new(kind, in: course, module),
    icon: icon(itemIcon(kind), scene))
}
