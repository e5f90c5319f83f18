import Base
import Database
import HTML
import Kit
import Ledger
import People
import Router
import School
public import Web

/// What stays true on open screens: the words of a lesson, and where it was published or gone.
public func lessonViews(_ server: LessonsServer) -> [LiveView] { [server.lessonView] }

extension LessonsServer {
  /// The topic is the lesson; drafts stay the staff's.
  var lessonView: LiveView {
    LiveView("lesson") { id, caller in
      guard let lesson = ID<CourseItem>(id) else { return false }
      return try await ledger.read { tx in
        // What may not be seen is not found, and not found is no.
        (try? EnrolmentStore(tx: tx).mustSee(lesson, caller)) != nil
      }
    } touched: { change in
      Set(change.entries.compactMap { $0.id("id", of: LessonsTables.lesson, CourseItem.self)?.text })
    } render: { id, change, scene in
      guard let lesson = ID<CourseItem>(id) else { return nil }
      let data = try await ledger.read { tx -> LessonPage? in
        guard let item = try CoursesStore(tx: tx).item(lesson, in: change.school), item.publishedAt != nil else {
          return nil
        }
        // As a family sees it: what is in it is in everybody's sight.
        return try LessonPage(item, .guardian([]), change.school, tx)
      }
      return data.map { fragment(.replace, "lesson-text", lessonText($0, scene)) }
    }
  }
}
