import Base
public import HTML
public import Kit
import School

/// What a course's own page shows, to whom it shows it.
struct CoursePage: Sendable {
  var course: Course
  var sight: CourseSight
  var teachers: [String]
  var meetings: [CourseMeeting]
  var modules: [CourseModule]
  /// Only those the reader may see: students and guardians no drafts.
  var items: [CourseItem]
  var counts = SeatCounts()
  /// What the neighbours say of items, at the end of their rows.
  var marks: [ID<CourseItem>: [CoursePiece]] = [:]
  /// What the neighbours show above the outline: grades, progress.
  var cards: [CoursePiece] = []
  var ways: [CourseWay] = []
  /// The kinds of items that can be made here.
  var making: [CourseItem.Kind] = []
  var topics: [String] = []
  /// For students: where their own seat stands, so that the way out can be shown.
  var seats: [Seat] = []

  /// Whether the reader may change the outline.
  var isOpen: Bool { sight.isStaff && !course.isArchived }
}

/// A piece of a page that a neighbour draws.
public struct CoursePiece: Sendable {
  public let draw: @Sendable (Scene) -> HTML
  public init(_ draw: @escaping @Sendable (Scene) -> HTML) { self.draw = draw }
}

/// A page of a course besides its outline: a tab.
public struct CourseWay: Sendable {
  public let key: String, path: String, count: Int?
  public init(_ key: String, path: String, count: Int? = nil) { (self.key, self.path, self.count) = (key, path, count) }
}

func coursePage(_ data: CoursePage, _ scene: Scene) -> Page {
  let words = scene.words
  return Page(
    "courses.course", title: data.course.name, actions: courseActs(data, scene), topics: data.topics,
    parent: (words("courses.title"), CoursesPaths.all),
    body: """
      <div class="stack stack--loose">\(courseNotes(data, scene))\(courseHead(data, scene))\
      \(courseWays(data.course, data.ways, CoursesPaths.course(data.course.id), scene))\
      \(each: data.cards, { $0.draw(scene) })\(courseOutline(data, scene))\(newModule(data, scene))</div>\
      \(outlineForms(data, scene))\(courseMenu(data, scene))
      """)
}

/// What stays true about the course: nobody sees it yet, or nobody changes it any more.
private func courseNotes(_ data: CoursePage, _ scene: Scene) -> HTML {
  let words = scene.words
  if data.course.isArchived { return banner(HTML(text: words("courses.is-archived")), scene) }
  guard data.sight.isStaff, !data.course.isPublished else { return "" }
  return banner(
    HTML(text: words("courses.is-draft")), scene, .warning,
    action: postButton(
      words("courses.publish"), to: CoursesPaths.publication(data.course.id), scene,
      fields: [Form.Field("published", "1")], .secondary, style: ButtonStyle(isSmall: true)))
}

/// Who teaches it, when and where, and what it is about: the part that a live line replaces.
func courseHead(_ data: CoursePage, _ scene: Scene) -> HTML {
  let (words, course) = (scene.words, data.course)
  var facts: [HTML] = []
  if !data.teachers.isEmpty { facts.append("\(icon("person", scene))\(words.list(data.teachers))") }
  if let week = weekText(data.meetings, scene) { facts.append("\(icon("clock", scene))\(week)") }
  if let room = course.room { facts.append("\(icon("home", scene))\(name(room))") }
  if let dates = datesText(course, scene) { facts.append("\(icon("calendar", scene))\(dates)") }
  let tags = [course.subject, course.grade, course.term].compactMap { $0 }.map { badge($0) }
  let level: [HTML] = course.level == .regular ? [] : [badge(words("courses.level." + course.level.rawValue), .accent)]
  let about: HTML = course.about.isEmpty ? "" : "<p class=\"measure\" dir=\"auto\">\(course.about)</p>"
  return """
    <div class="stack stack--tight" id="course-\(course.id.text)-head">\(cluster(tags + level + [courseState(course, scene)]))\
    <ul class="facts" role="list">\(each: facts, { "<li>\($0)</li>" })</ul>\(about)</div>
    """
}

/// “Sep 1 – Jun 20”.
func datesText(_ course: Course, _ scene: Scene) -> String? {
  let words = scene.words
  switch (course.from, course.until) {
  case (let from?, let until?): return words("courses.dates", .text(words.date(from)), .text(words.date(until)))
  case (let from?, nil): return words("courses.dates-from", .text(words.date(from)))
  case (nil, let until?): return words("courses.dates-until", .text(words.date(until)))
  case (nil, nil): return nil
  }
}

/// The course's own pages as tabs; the outline is the first of them.
func courseWays(_ course: Course, _ ways: [CourseWay], _ path: String, _ scene: Scene) -> HTML {
  guard !ways.isEmpty else { return "" }
  let outline = Tab(
    scene.words("courses.outline"), path: CoursesPaths.course(course.id),
    isCurrent: path == CoursesPaths.course(course.id))
  let others = ways.map { Tab(scene.words($0.key), path: $0.path, isCurrent: path == $0.path, count: $0.count) }
  return tabs(course.name, [outline] + others, scene)
}
