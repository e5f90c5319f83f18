import Base
import Kit
import Ledger
import People
import School
import Web

/// The pages of whole weeks.
extension AttendanceService {
  /// The form of the grid: as the week is, or as it was typed, with what that would change.
  func weekPage(_ request: Request, _ draft: Draft) async throws -> WeekPage {
    let (caller, zone) = (try request.caller(), request.scene.zone)
    let classroom = try request.id("classroom", Classroom.self)
    let command = try? SetWeek(draft.form.with("classroom", classroom.text))
    return try await ledger.read { [service = self] tx in
      let today = zone.day(of: tx.now)
      let books = try WeekBooks([classroom], from: command?.from ?? today, caller, zone, tx)
      guard let room = books.rooms[classroom] else { throw Refusal.notFound }
      let slots = books.slots[classroom] ?? []
      let said = (draft["from"] ?? request.query["from"]).flatMap { Day($0) }
      let from = said.map { max($0, today) } ?? WeekPage.first(slots, today)
      let shown = slots.filter { $0.isInForce(on: from) }
      let every = (draft["days"] ?? request.query["days"]) == "7"
      return WeekPage(
        classroom: room, from: from, today: today,
        weekdays: zone.schoolWeek(using: every ? Array(1...7) : shown.map(\.weekday)), isEvery: every,
        rows: WeekPage.Row.of(shown), titles: Set(slots.map(\.title)).sorted(),
        plan: try command.map { try service.facts(of: $0, caller, zone, tx).plans.first } ?? nil)
    }
  }

  func weekCopyPage(_ request: Request, _ draft: Draft) async throws -> WeekCopyPage {
    let (caller, zone) = (try request.caller(), request.scene.zone)
    let classroom = try request.id("classroom", Classroom.self)
    let command = try? CopyWeek(draft.form.with("classroom", classroom.text))
    return try await ledger.read { [service = self] tx in
      let books = try WeekBooks([classroom], from: zone.day(of: tx.now), caller, zone, tx)
      guard let room = books.rooms[classroom] else { throw Refusal.notFound }
      let others = Classroom.sorted(books.rooms.values.filter { $0.id != classroom }) { $0 }
      var plans: [(Classroom, WeekPlan)] = []
      if let command, !command.to.contains(classroom) {
        let facts = try service.facts(of: command, caller, zone, tx)
        guard facts.marksAll else { throw Refusal.notFound }
        plans = zip(command.to, facts.plans).compactMap { id, plan in books.rooms[id].map { ($0, plan) } }
      }
      let slots = books.slots[classroom] ?? []
      return WeekCopyPage(
        classroom: room, others: others, first: WeekPage.first(slots, books.today), today: books.today,
        isEmpty: slots.isEmpty, plans: plans)
    }
  }

  /// What a table would do; nothing is written.
  func importPage(_ command: ImportTimetable, _ request: Request) async throws -> TimetableImportPage {
    let (caller, zone) = (try request.caller(), request.scene.zone)
    guard caller.role.isOffice else { throw Refusal.notFound }
    let file = try TimetableFile(Array(command.file.utf8))
    return try await ledger.read { [service = self] tx in
      let look = try service.look(at: file, command, caller, zone, tx)
      return TimetableImportPage(
        command: command, plans: Array(zip(look.rooms, look.facts.plans)), faults: look.faults,
        hasTeachers: look.hasTeachers)
    }
  }

  /// The text of the table that was sent, as a file or in a field; what is not UTF-8 is written anew in it.
  func tableText(_ request: Request) async throws -> String {
    guard let upload = request.uploads.first(where: { $0.field == "file" && $0.size > 0 }) else {
      return request.form["file"] ?? ""
    }
    guard upload.size <= ImportTimetable.maxBytes else {
      throw Refusal.invalid("file", Phrase("attendance.file-long", .count(TimetableFile.maxLines)))
    }
    let bytes = try await ledger.files.contents(upload.hash)
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return try TimetableFile.rewritten(bytes)
  }

  /// Every lesson of every class as it is today, a line a lesson.
  func timetables(_ caller: Caller, _ words: Words, _ zone: Zone) async throws -> [UInt8] {
    guard caller.role.isOffice else { throw Refusal.notFound }
    return try await ledger.read { tx in
      let today = zone.day(of: tx.now)
      let classrooms = ClassroomsStore(tx: tx)
      let rooms = try classrooms.rooms(for: caller, on: today)
      let slots = try AttendanceStore(tx: tx).slots(of: rooms.map(\.id), in: caller.school)
      let known = Dictionary(grouping: slots.filter { $0.isInForce(on: today) }, by: \.classroom)
      let taught = try classrooms.teachers(in: caller.school, of: nil)
      let names = try AccountsStore(tx: tx).names(of: taught.values.flatMap(\.self))
      return TimetableFile.written(
        rooms.map { ($0.name, known[$0.id] ?? [], (taught[$0.id] ?? []).compactMap { names[$0] }) }, words,
        week: zone.schoolWeek(using: Array(1...7)))
    }
  }
}
