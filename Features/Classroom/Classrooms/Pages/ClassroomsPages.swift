import Base
import HTML
import Kit
import School

/// What the list of classrooms shows.
struct ClassroomsPage: Sendable {
  struct Row: Sendable {
    var classroom: Classroom
    var students: Int
    var teachers: [String]
  }
  var rows: [Row]
  /// Those that were archived are shown.
  var archived = false
  /// What is searched for, and how many there are with it.
  var text = ""
  var total = 0
  var next: ID<Classroom>? = nil
  /// It is not the first part of the list.
  var isLater = false
  var isOffice = false
  /// Whether the caller may rename, as teachers may their own.
  var isStaff = false
  var topics: [String] = []
}

func classroomsPage(_ data: ClassroomsPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  guard !data.rows.isEmpty || data.archived || !data.isOffice || !data.text.isEmpty else {
    return firstClassroomPage(data, draft, scene)
  }
  let add = words("classrooms.add")
  let actions: HTML =
    !data.isOffice
    ? ""
    : linkButton(
      add, to: ClassroomsPaths.new, .primary, icon: icon("plus", scene), dialog: "new-classroom",
      style: ButtonStyle(key: "n"))
  let acts: HTML =
    !data.isOffice
    ? "" : newDialog(scene)
  let sifts: HTML =
    !data.isOffice
    ? ""
    : chips([
      chip(words("classrooms.open"), to: ClassroomsPaths.all, isCurrent: !data.archived),
      chip(words("classrooms.archived"), to: ClassroomsPaths.archived, isCurrent: data.archived),
    ])
  return Page(
    "classrooms.list", title: words("classrooms.title"), actions: actions, topics: data.topics,
    body:
      "<div class=\"stack\">\(finder(data, sifts, scene))\(classroomsList(data, scene))</div>\(deeds(data, scene))\(acts)"
  )
}

/// A search, where there are more than one part shows.
private func finder(_ data: ClassroomsPage, _ sifts: HTML, _ scene: Scene) -> HTML {
  guard data.next != nil || data.isLater || !data.text.isEmpty else { return sifts }
  return searchField(
    scene.words("classrooms.search"), value: data.text, results: data.archived ? "classes-archived" : "classes", scene,
    action: ClassroomsPaths.all, kept: data.archived ? [Form.Field("archived", "on")] : [], end: sifts)
}

private func query(_ data: ClassroomsPage, after: ID<Classroom>?) -> String {
  var parts: [String] = []
  if !data.text.isEmpty { parts.append("q=" + inQuery(data.text)) }
  if data.archived { parts.append("archived=on") }
  if let after { parts.append("after=" + after.text) }
  return ClassroomsPaths.all + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
}

/// The list with the menus of its rows.
private func classroomsList(_ data: ClassroomsPage, _ scene: Scene) -> HTML {
  let (words, id) = (scene.words, data.archived ? "classes-archived" : "classes")
  guard !data.rows.isEmpty else {
    let empty =
      !data.text.isEmpty
      ? emptyState("search", words("classrooms.none-found"), words("classrooms.none-found-text"), scene)
      : data.archived
        ? emptyState("class", words("classrooms.none-archived"), words("classrooms.none-archived-text"), scene)
        : emptyState("class", words("classrooms.none-mine"), words("classrooms.none-mine-text"), scene)
    return "<div id=\"\(id)\">\(empty)</div>"
  }
  let rows = data.rows.map { classroomRow($0, isStaff: data.isStaff, scene) }
  let menus = data.isStaff ? data.rows.map { classroomMenu($0.classroom, data, scene) } : []
  return """
    <div id="\(id)">\(list(rows, label: words("classrooms.title")))\(each: menus, { $0 })\
    \(pager(
      words("classrooms.count", .count(data.total)), previous: data.isLater ? query(data, after: nil) : nil,
      next: data.next.map { query(data, after: $0) }, scene))</div>
    """
}

private func classroomRow(_ row: ClassroomsPage.Row, isStaff: Bool, _ scene: Scene) -> HTML {
  let (words, room) = (scene.words, row.classroom)
  let more: HTML =
    !isStaff
    ? ""
    : iconButton(
      "more", words("classrooms.more", .text(room.name)), scene, kind: .ghost, popover: "menu-class-" + room.id.text)
  return cell(
    name(room.name), meta: classroomMeta(row, scene), lead: avatar(room.name, room.id, photo: room.coverPath),
    trail: more,
    to: ClassroomsPaths.classroom(room.id), scene, style: CellStyle(id: "class-" + room.id.text))
}

/// “18 students · Ms Okoro”.
private func classroomMeta(_ row: ClassroomsPage.Row, _ scene: Scene) -> HTML {
  let count = scene.words("classrooms.students", .count(row.students))
  let teachers: HTML = row.teachers.isEmpty ? "" : " · \(scene.words.list(row.teachers))"
  return "\(count)\(teachers)"
}

private func classroomMenu(_ room: Classroom, _ data: ClassroomsPage, _ scene: Scene) -> HTML {
  let words = scene.words
  var items = [
    menuLink(words("classrooms.enter"), to: ClassroomsPaths.classroom(room.id), icon: icon("class", scene)),
    menuLink(words("classrooms.rename"), to: ClassroomsPaths.edit(room.id), icon: icon("edit", scene)),
    coverItem(room, scene),
  ]
  if data.isOffice { items += [archiveItem(room, scene), menuLine, deleteItem(room, scene)] }
  return menu("menu-class-" + room.id.text, words("classrooms.more", .text(room.name)), items)
}

/// The button belongs to the form `classroom-deeds`, which alone holds the reader's proof.
func archiveItem(_ room: Classroom, _ scene: Scene) -> HTML {
  let isOpen = room.archivedAt == nil
  let label = isOpen ? scene.words("classrooms.archive") : scene.words("classrooms.reopen")
  return """
    <button class="menu__item" form="classroom-deeds" formaction="\(url: ClassroomsPaths.archive(room.id))" name="open" \
    value="\(isOpen ? "0" : "1")">\(icon(isOpen ? "lock" : "refresh", scene))\(label)</button>
    """
}

func deleteItem(_ room: Classroom, _ scene: Scene) -> HTML {
  menuLink(
    scene.words("classrooms.delete"), to: ClassroomsPaths.deletion(room.id), icon: icon("trash", scene), isDanger: true)
}

private func deeds(_ data: ClassroomsPage, _ scene: Scene) -> HTML {
  guard data.isOffice else { return "" }
  return form(ClassroomsPaths.all, scene, style: FormStyle(id: "classroom-deeds", classes: ""), content: "")
}
