import Base
import HTML
import Kit
import School

private func nameField(_ scene: Scene, value: String = "") -> Field {
  Field.text(
    "name", scene.words("classrooms.name"), value: value, hint: scene.words("classrooms.name-hint"), max: 80
  ).focused()
}

private func newFields(_ scene: Scene) -> [Field] { [nameField(scene), coverField(scene)] }

/// The form of the first classroom and of the others, over the list they will appear in.
func newDialog(_ scene: Scene) -> HTML {
  let content: HTML = """
    \(dialogBody("\(each: newFields(scene), { field($0, Draft(), scene, scope: "new") })"))\
    \(dialogFoot(submit(scene.words("classrooms.create"))))
    """
  return dialog(
    "new-classroom", scene.words("classrooms.new"), scene,
    content: form(ClassroomsPaths.all, scene, style: FormStyle(isMultipart: true, classes: ""), content: content))
}

/// No classroom yet: the page is the form that makes the first.
func firstClassroomPage(_ data: ClassroomsPage, _ draft: Draft, _ scene: Scene) -> Page {
  let creation = creation(draft, scene, cancel: nil)
  let empty = emptyState(
    "class", scene.words("classrooms.none"), scene.words("classrooms.none-text"), scene, action: creation)
  return Page(
    "classrooms.first", title: scene.words("classrooms.first"), topics: data.topics,
    body: "<div id=\"classes\">\(empty)</div>")
}

private func creation(_ draft: Draft, _ scene: Scene, cancel: (label: String, path: String)?) -> HTML {
  form(
    ClassroomsPaths.all, newFields(scene), draft, scene, submit: scene.words("classrooms.create"), cancel: cancel,
    style: FormStyle(isMultipart: true))
}

func newClassroomPage(_ draft: Draft, _ scene: Scene) -> Page {
  Page(
    "classrooms.new", title: scene.words("classrooms.new"),
    parent: (scene.words("classrooms.title"), ClassroomsPaths.all),
    body: card(content: creation(draft, scene, cancel: (scene.words("kit.cancel"), ClassroomsPaths.all))))
}

func editClassroomPage(_ room: Classroom, _ draft: Draft, _ scene: Scene) -> Page {
  let path = ClassroomsPaths.classroom(room.id)
  let fields = [nameField(scene, value: room.name), Field.hidden("version", room.version)]
  return Page(
    "classrooms.edit", title: scene.words("classrooms.rename-named", .text(room.name)), parent: (room.name, path),
    body: card(
      content: form(
        path, fields, draft, scene, submit: scene.words("classrooms.save"), cancel: (scene.words("kit.cancel"), path))))
}

func deleteClassroomPage(_ room: Classroom, wasUsed: Bool, _ scene: Scene) -> Page {
  let (words, path) = (scene.words, ClassroomsPaths.classroom(room.id))
  guard wasUsed else {
    return Confirmation(
      words("classrooms.delete-named", .text(room.name)), words("classrooms.delete-text"),
      label: words("classrooms.delete"),
      action: ClassroomsPaths.deletion(room.id), back: path
    ).page("classrooms.deletion", scene)
  }
  return Page(
    "classrooms.deletion", title: words("classrooms.delete-named", .text(room.name)), parent: (room.name, path),
    body: banner(
      HTML(text: words("classrooms.was-used")), scene, .warning,
      action: postButton(words("classrooms.archive"), to: ClassroomsPaths.archive(room.id), scene)))
}
