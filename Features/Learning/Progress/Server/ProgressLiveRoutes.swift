import Base
import Database
import HTML
import Kit
import Ledger
import People
import Router
import School
public import Web

/// What stays true on first pages: a student's board, and what waits for a teacher.
public func progressViews(_ server: ProgressServer) -> [LiveView] {
  [server.boardView, server.familyBoardView, server.toGradeView, server.progressView, server.courseProgressView]
}

extension ProgressServer {
  /// The topic is the student; whatever lies in the family's sight can change the board.
  var boardView: LiveView { view("board") { studentBoard($0, $1) } }

  /// The same as a parent sees it.
  var familyBoardView: LiveView { view("child-board") { childBoard($0, $1) } }

  /// That something was handed in, judged or asked for in a course; each teacher's list is their own.
  var toGradeView: LiveView {
    let tables: Set<Int> = [
      AssignmentsTables.submission.number, AssignmentsTables.feedback.number, GradesTables.score.number,
      AttemptsTables.result.number, EnrolmentTables.seat.number,
    ]
    return LiveView(again: "to-grade") { [ledger] id, caller in
      guard let course = ID<Course>(id) else { return false }
      return try await ledger.read { try EnrolmentStore(tx: $0).access(of: course, caller)?.isStaff == true }
    } touched: { change in
      Set(
        change.entries.compactMap {
          tables.contains($0.table) && $0.bucket.kind == Bucket.courseStaff(.none).kind ? $0.bucket.id.text : nil
        })
    }
  }

  /// That a student did something, or that it was judged: for pages that everybody sees in their own way.
  var progressView: LiveView {
    LiveView(again: "progress") { [ledger] id, caller in
      guard let student = ID<Student>(id) else { return false }
      return try await ledger.read { try $0.isMember(caller.account, of: .family(student), school: caller.school) }
    } touched: { change in
      change.families
    }
  }

  /// That anybody did anything in a course, for its staff.
  var courseProgressView: LiveView {
    LiveView(again: "course-progress") { [ledger] id, caller in
      guard let course = ID<Course>(id) else { return false }
      return try await ledger.read { try EnrolmentStore(tx: $0).access(of: course, caller)?.isStaff == true }
    } touched: { change in
      Set(
        change.entries.filter { entry in
          entry.bucket.kind == Bucket.courseStaff(.none).kind && Change.ofLearning.contains(entry.table)
        }.map { $0.bucket.id.text })
    }
  }

  private func view(_ name: String, _ draw: @escaping @Sendable (StudentBoard, Scene) -> HTML) -> LiveView {
    let sources = service.sources
    return LiveView(name) { id, caller in
      guard let student = ID<Student>(id) else { return false }
      return try await ledger.read { try $0.isMember(caller.account, of: .family(student), school: caller.school) }
    } touched: { change in
      change.families
    } render: { id, change, scene in
      guard let student = ID<Student>(id) else { return nil }
      let boards = try await ledger.read { tx in
        let known = try StudentsStore(tx: tx).students(in: change.school, ids: [student])
        return try StudentBoard.of(known, sources, scene.zone, change.school, tx)
      }
      return boards.first.map { fragment(.replace, "board-" + id, draw($0, scene)) }
    }
  }
}

extension Change {
  /// The numbers of the tables of lessons, work, quizzes and grades.
  fileprivate static let ofLearning = 120..<175

  /// The students for whose families something of that is other.
  fileprivate var families: Set<String> {
    Set(
      entries.filter { $0.bucket.kind == Bucket.family(.none).kind && Self.ofLearning.contains($0.table) }
        .map { $0.bucket.id.text })
  }
}
