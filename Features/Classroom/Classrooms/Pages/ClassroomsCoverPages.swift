import Base
import HTML
import Kit
import School

/// The picture at the head of a class's page, where it has one.
func classroomCover(_ room: Classroom) -> HTML {
  room.coverPath.map { "<div><img class=\"cover\" src=\"\(url: $0)\" alt=\"\"></div>" } ?? ""
}

func coverItem(_ room: Classroom, _ scene: Scene) -> HTML {
  menuLink(scene.words("classrooms.cover-change"), to: ClassroomsPaths.coverEdit(room.id), icon: icon("picture", scene))
}

/// The field for a picture in the form that makes a class.
func coverField(_ scene: Scene) -> Field {
  .picture(ClassroomCover.field, scene.words("classrooms.cover"), hint: scene.words("classrooms.cover-hint"))
}

/// Puts a picture in, or takes it out.
func classroomCoverPage(_ room: Classroom, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, path) = (scene.words, ClassroomsPaths.classroom(room.id))
  // words: classrooms.cover classrooms.cover-*
  let editor = PictureEditor(
    ClassroomCover.field, words: "classrooms.cover", at: ClassroomsPaths.cover(room.id), back: path)
  let shown = room.cover == nil ? avatar(room.name, room.id, size: .large) : classroomCover(room)
  return Page(
    "classrooms.cover", title: words("classrooms.cover-of", .text(room.name)), parent: (room.name, path),
    body: pictureEditor(editor, shown: shown, isThere: room.cover != nil, draft, scene))
}
