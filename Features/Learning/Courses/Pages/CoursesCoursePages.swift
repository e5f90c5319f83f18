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
  /// What the neighbours show above the outline: grades, progress.
  var cards: [CoursePiece] = []
  var ways: [CourseWay] = []
  /// The kinds of items that can be made here.
  var making: [CourseItem.Kind] = []
  var topics: [String] = []
  /// For students: where their own seat stands, so that the way out can be shown.
  var seats: [Seat] = []
  var today = Day(number: 0)

  var outlineList: Outline { Outline(modules: modules, items: items) }

  /// Whether the reader may change the outline.
  var isOpen: Bool { access.isStaff && !course.isArchived }
}

/// A piece of a page that a neighbour draws.
public struct CoursePiece: Sendable {
  /// What a page that shows it listens to besides.
  let topics: [String]
  public let draw: @Sendable (Scene) -> HTML
  public init(topics: [String] = [], _ draw: @escaping @Sendable (Scene) -> HTML) {
    (self.topics, self.draw) = (topics, draw)
  }
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
      \(courseMenu(data, scene))
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

/// Who teaches it, when and where, and what it is about.
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
  case (let from?, let until?): return words.range(words.date(from), words.date(until))
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

/// The page's main acts: what is added most, and the rest behind the dots.
func courseActs(_ data: CoursePage, _ scene: Scene) -> HTML {
  let words = scene.words
  let more = iconButton("more", words("courses.more", .text(data.course.name)), scene, popover: "course-menu")
  guard data.access.isStaff else { return data.seats.isEmpty ? "" : more }
  guard data.isOpen else { return more }
  let add = button(
    words("courses.add-something"), .primary, icon: icon("plus", scene), popover: "add-menu",
    style: ButtonStyle(key: "n"))
  return "\(add)\(more)"
}

/// The menus of the acts, and the forms that their buttons belong to.
func courseMenu(_ data: CoursePage, _ scene: Scene) -> HTML {
  guard data.access.isStaff else { return studentMenu(data, scene) }
  let (words, course) = (scene.words, data.course)
  let deeds = form(
    CoursesPaths.publication(course.id), scene, style: FormStyle(id: "course-deeds", classes: ""), content: "")
  var items: [HTML] = []
  if data.isOpen {
    items += [
      menuLink(words("courses.edit"), to: CoursesPaths.edit(course.id), icon: icon("edit", scene)),
      deed(
        words(course.isPublished ? "courses.unpublish" : "courses.publish"), course.isPublished ? "eye-off" : "eye",
        CoursesPaths.publication(course.id), "published", course.isPublished ? "0" : "1", scene),
    ]
  }
  items += [
    menuLink(words("courses.copy"), to: CoursesPaths.copy(course.id), icon: icon("copy", scene)),
    deed(
      words(course.isArchived ? "courses.reopen" : "courses.archive"), course.isArchived ? "undo" : "archive",
      CoursesPaths.archive(course.id), "open", course.isArchived ? "1" : "0", scene), menuLine,
    menuLink(
      words("courses.delete"), to: CoursesPaths.deletion(course.id), icon: icon("trash", scene), isDanger: true),
  ]
  return "\(menu("course-menu", words("courses.more", .text(course.name)), items))\(addMenu(data, scene))\(deeds)"
}

private func deed(
  _ label: String, _ symbol: String, _ path: String, _ name: String, _ value: String, _ scene: Scene
) -> HTML {
  """
  <button class="menu__item" form="course-deeds" formaction="\(url: path)" name="\(name)" value="\(value)">\
  \(icon(symbol, scene))\(label)</button>
  """
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

/// The way out, for a student in a course one enters by one's own wish.
private func studentMenu(_ data: CoursePage, _ scene: Scene) -> HTML {
  guard let seat = data.seats.first else { return "" }
  let drop = menuLink(
    scene.words("enrolment.drop"), to: EnrolmentPaths.leaving(data.course.id), icon: icon("sign-out", scene),
    isDanger: true)
  let dialog: HTML =
    seat.state == .dropRequested
    ? "" : dropConfirmation(data.course, today: data.today, scene).dialog("drop-course", scene)
  return "\(menu("course-menu", scene.words("courses.more", .text(data.course.name)), [drop]))\(dialog)"
}
