import Base
import Classroom
import Database
import Ledger
import People
import School

extension DemoBuilder {
  /// Portraits for the children of the first class, and covers for the first two.
  ///
  /// They are drawn as small as a picture is that somebody has sent, and go in where such a copy would.
  func draw(_ rooms: [Room]) async throws {
    guard plan.hasPictures, plan.kind == .k12, let first = rooms.first else { return }
    var (portraits, covers) = ([(ID<Student>, IncomingFile)](), [(ID<Classroom>, IncomingFile)]())
    for (place, student) in first.students.enumerated() {
      portraits.append((student, try await drawn(DemoPortrait.png(of: place), "portrait.png")))
    }
    for (room, bytes) in zip(rooms, [DemoCover.rounds, DemoCover.sunflowers]) {
      covers.append((room.classroom.id, try await drawn(bytes, "cover.png")))
    }
    let caller = Caller(account: accounts[0], school: school, role: .owner)
    try await ledger.write(envelope("demo.draw", accounts[0])) { [portraits, covers] tx in
      for (student, picture) in portraits {
        let permit = try SetPhoto(student: student).permit(for: caller, access: .office, now: tx.now)
        try StudentsStore(tx: tx).save(permit, picture, staff: [.classStaff(first.classroom.id)])
      }
      for (room, picture) in covers {
        let permit = try SetCover(classroom: room).permit(for: caller, access: .office, now: tx.now)
        try ClassroomsStore(tx: tx).save(permit, picture)
      }
      return ""
    }
  }

  private func drawn(_ bytes: [UInt8], _ name: String) async throws -> IncomingFile {
    let writing = try ledger.files.begin(limit: 1 << 20)
    try await writing.write(bytes)
    return IncomingFile(made: try await writing.finish(), name: name, type: "image/png")
  }
}
