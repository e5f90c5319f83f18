import Base
import HTML
import Kit
import School

/// A module's name, and its end.
func modulePage(_ course: Course, _ module: CourseModule, count: Int, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let fields = [Field.text("title", words("courses.module-title"), value: module.title).focused()]
  let deletion: HTML = """
    <p class="quiet">\(words(count > 0 ? "courses.delete-module-full" : "courses.delete-module-text"))</p>\
    \(postButton(
      words("courses.delete-module"), to: CoursesPaths.moduleDeletion(module), scene, .destructive,
      icon: icon("trash", scene)))
    """
  return Page(
    "courses.module", title: words("courses.edit-module-named", .text(module.title)),
    parent: (course.name, CoursesPaths.course(course.id)),
    body: stack([
      card(
        content: form(
          CoursesPaths.module(module), fields, draft, scene, submit: words("courses.save"),
          cancel: (words("kit.cancel"), CoursesPaths.course(course.id)))),
      card(words("courses.delete-module"), id: "delete-module", content: deletion),
    ]))
}
