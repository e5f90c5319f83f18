import Base
import HTML
import Kit
public import Ledger
import People
import School
public import Web

/// What stays true on first pages: a student's board, and what waits for a teacher.
public func progressViews(_ desk: ProgressDesk) -> [LiveView] { [desk.boardView, desk.familyBoardView] }

extension ProgressDesk {
  /// The topic is the student; whatever lies in the family's sight can change the board.
  var boardView: LiveView { view("board") { studentBoard($0, $1) } }

  /// The same as a parent sees it.
  var familyBoardView: LiveView { view("child-board") { childBoard($0, $1) } }

  private func view(_ name: String, _ draw: @escaping @Sendable (StudentBoard, Scene) -> HTML) -> LiveView {
    let sources = sources
    return LiveView(name) { id, caller in
      guard let student = ID<Student>(id) else { return false }
      return try await ledger.read { try $0.isMember(caller.account, of: .family(student), school: caller.school) }
    } touched: { change in
      Set(
        change.entries.filter { entry in
          entry.bucket.kind == Bucket.family(.none).kind && (120..<175).contains(entry.table)
        }.map { $0.bucket.id.text })
    } render: { id, change, scene in
      guard let student = ID<Student>(id) else { return nil }
      let boards = try await ledger.read { tx in
        let known = try StudentsStore(tx: tx).students(in: change.school, ids: [student])
        return try StudentBoard.of(known, sources, scene.zone, scene.words.language, change.school, tx)
      }
      return boards.first.map { fragment(.replace, "board-" + id, draw($0, scene)) }
    }
  }
}
