import Base
import HTML
import Kit
import School

/// The places in the bar of a course.
enum CourseTab: CaseIterable { case outline, people, grades, quizzes, progress }

/// What all pages of a course share: its head in its colour, and the bar of its pages, the same on each of them.
///
/// It is made of the course and of what the reader is in it, and of nothing that another page would have to read.
///
/// - Parameters:
///   - current: the place that the page is, or stands below.
///   - facts: said below the title, on the outline alone.
///   - end: what one comes to the outline for, at the end of its head.
func courseSpace(
  _ course: Course, _ access: CourseAccess, current: CourseTab, _ scene: Scene, facts: [HTML] = [], end: HTML = "",
  isFirst: Bool = false
) -> Space {
  let bar = CourseTab.allCases.compactMap { courseTab($0, course.id, access, isCurrent: $0 == current, scene) }
  return Space(
    course.name, path: CoursesPaths.course(course.id), hue: hue(of: course.id), facts: facts, end: end, bar: bar,
    menu: courseMenu(course, access, scene), isFirst: isFirst)
}

/// Students meet their quizzes in the outline; a guardian of several children has each one's grades on one page.
private func courseTab(
  _ tab: CourseTab, _ id: ID<Course>, _ access: CourseAccess, isCurrent: Bool, _ scene: Scene
) -> Tab? {
  func at(_ key: String, _ path: String) -> Tab { Tab(scene.words(key), path: path, isCurrent: isCurrent) }
  switch (tab, access) {
  case (.outline, _): return at("courses.outline", CoursesPaths.course(id))
  case (.people, _): return at("enrolment.people", CoursesPaths.people(id))
  case (.grades, .office), (.grades, .teacher): return at("grades.gradebook", GradesPaths.gradebook(id))
  case (.grades, .student(let me)): return at("grades.title", GradesPaths.course(id, me))
  case (.grades, .guardian(let children)):
    let only = children.count == 1 ? children.first : nil
    return at("grades.title", only.map { GradesPaths.course(id, $0) } ?? GradesPaths.mine)
  case (.quizzes, _): return access.isStaff ? at("quizzes.quizzes", QuizzesPaths.all(in: id)) : nil
  case (.progress, _): return at("progress.title", ProgressPaths.course(id))
  }
}

/// What is seldom done, and done to the whole course.
private func courseMenu(_ course: Course, _ access: CourseAccess, _ scene: Scene) -> HTML {
  let items = access.isStaff ? staffItems(course, scene) : ownItems(course, access, scene)
  guard !items.isEmpty else { return "" }
  let label = scene.words("courses.more", .text(course.name))
  return iconButton("more", label, scene, kind: .ghost, popover: "course-menu") + menu("course-menu", label, items)
}

private func staffItems(_ course: Course, _ scene: Scene) -> [HTML] {
  let (words, id) = (scene.words, course.id)
  var items: [HTML] = []
  if !course.isArchived {
    items.append(menuLink(words("courses.edit"), to: CoursesPaths.edit(id), icon: icon("edit", scene)))
  }
  if course.entry != .closed {
    items.append(menuLink(words("enrolment.requests"), to: EnrolmentPaths.requests(id), icon: icon("people", scene)))
  }
  items += [
    menuLink(words("grades.settings"), to: GradesPaths.settings(id), icon: icon("settings", scene)),
    menuLink(words("grades.periods"), to: GradesPaths.periods(id), icon: icon("calendar", scene)),
    menuLink(words("courses.import-scores"), to: GradesPaths.importing(id), icon: icon("upload", scene)), menuLine,
  ]
  return items + wholeItems(course, scene)
}

/// Publishing, copying, putting away and deleting it.
private func wholeItems(_ course: Course, _ scene: Scene) -> [HTML] {
  let (words, id, isShown) = (scene.words, course.id, course.isPublished)
  let publish = menuAct(
    words(isShown ? "courses.unpublish" : "courses.publish"), to: CoursesPaths.publication(id), scene,
    fields: [Form.Field("published", isShown ? "0" : "1")], icon: icon(isShown ? "eye-off" : "eye", scene))
  return (course.isArchived ? [] : [publish]) + [
    menuLink(words("courses.copy"), to: CoursesPaths.copy(id), icon: icon("copy", scene)),
    menuAct(
      words(course.isArchived ? "courses.reopen" : "courses.archive"), to: CoursesPaths.archive(id), scene,
      fields: [Form.Field("open", course.isArchived ? "1" : "0")],
      icon: icon(course.isArchived ? "refresh" : "archive", scene)), menuLine,
    menuLink(words("courses.delete"), to: CoursesPaths.deletion(id), icon: icon("trash", scene), isDanger: true),
  ]
}

/// The way out, for a student in a course one enters by one's own wish.
private func ownItems(_ course: Course, _ access: CourseAccess, _ scene: Scene) -> [HTML] {
  guard case .student = access, course.entry != .closed, !course.isOver(scene.today) else { return [] }
  return [
    menuLink(
      scene.words("enrolment.drop"), to: EnrolmentPaths.leaving(course.id), icon: icon("sign-out", scene),
      isDanger: true)
  ]
}
