import Base
import HTML
import Kit
import School

/// Puts a picture in, or takes it out.
func studentPhotoPage(_ student: Student, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, path) = (scene.words, StudentsPaths.student(student.id))
  // words: students.photo students.photo-*
  let editor = PictureEditor(
    StudentPhoto.field, words: "students.photo", at: StudentsPaths.photo(student.id), back: path)
  return Page(
    "students.photo", title: words("students.photo-of", .text(student.name)), parent: (student.name, path),
    body: pictureEditor(
      editor, shown: avatar(student.name, student.id, size: .large, photo: student.photoPath),
      isThere: student.photo != nil, draft, scene))
}
