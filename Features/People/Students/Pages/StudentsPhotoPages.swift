import Base
import HTML
import Kit
import School

/// Puts a picture in, or takes it out.
func studentPhotoPage(_ student: Student, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, path) = (scene.words, StudentsPaths.student(student.id))
  let fields: HTML = """
    \(fileField("photo", words("students.photo"), hint: words("students.photo-hint"), isMultiple: false,
      accept: "image/jpeg,image/png,image/webp,image/gif", isRequired: true, draft, scene))\
    <div class="form__actions">\(submit(words("students.photo-save")))\
    \(linkButton(words("kit.cancel"), to: path, .ghost))</div>
    """
  let removal: HTML =
    student.photo == nil
    ? ""
    : card(
      words("students.photo-remove"), .flat, id: "photo-removal",
      foot: postButton(words("students.photo-remove"), to: StudentsPaths.photoRemoval(student.id), scene, .destructive),
      content: "<p>\(words("students.photo-remove-text"))</p>")
  return Page(
    "students.photo", title: words("students.photo-of", .text(student.name)), parent: (student.name, path),
    body: stack([
      card(
        content: stack([
          avatar(student.name, student.id, size: .large, photo: student.photoPath),
          form(
            StudentsPaths.photo(student.id), scene, style: FormStyle(isMultipart: true), content: fields),
        ])), removal,
    ]))
}
