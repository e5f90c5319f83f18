import Base
import Database
import People
import School

/// A course is taught again: its lessons with their files, and nobody is through with them yet.
///
/// A kept file of the new lesson has the content of the old one, so nothing is stored twice.
public func lessonCopying() -> CourseCopying {
  CourseCopying(.lesson) { copy, tx throws(Refusal) in
    let store = LessonsStore(tx: tx)
    for (old, new) in copy.items.sorted(by: { $0.key < $1.key }) {
      guard let lesson = try store.lesson(old, in: tx.school) else { continue }
      try store.put(
        Lesson(
          id: new, course: copy.to.id, text: lesson.text, minutes: lesson.minutes, video: lesson.video,
          updatedAt: tx.now))
      for file in try store.files(of: old, in: tx.school) {
        guard let kept = try tx.file(file.id.cast(), school: tx.school) else { continue }
        let id: ID<LessonFile> = tx.newID()
        try tx.keep(id.cast(), kept.content, name: file.name, type: file.type, by: copy.by)
        try store.put(
          LessonFile(
            id: id, lesson: new, use: file.use, name: file.name, type: file.type, size: file.size, about: file.about,
            language: file.language, createdAt: file.createdAt))
      }
    }
  }
}
