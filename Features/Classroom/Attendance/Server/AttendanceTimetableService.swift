import Base
import Kit
import Ledger
import People
import School
import Web

/// The week of a classroom and the days the school is closed.
extension AttendanceService {
  func run(_ command: PlanSlot, _ request: Request) async throws -> ID<Slot> {
    let caller = try request.caller()
    let new = command.id ?? world.id()
    let answered = try await ledger.write(request.sent(PlanSlot.self)) { tx in
      let facts = try PlanFacts(command.classroom, caller, tx)
      if try AttendanceStore(tx: tx).slot(new, in: caller.school) != nil {
        throw Refusal.conflict(Phrase("ledger.taken"))
      }
      let permit = try command.permit(for: caller, plan: facts, as: new, now: tx.now)
      try AttendanceStore(tx: tx).save(permit, as: new)
      return new.text
    }
    return ID(answered.text) ?? new
  }

  @discardableResult
  func run(_ command: ChangeSlot, in classroom: ID<Classroom>, _ request: Request) async throws -> Answered {
    let caller = try request.caller()
    return try await ledger.write(request.sent(ChangeSlot.self)) { tx in
      let facts = try PlanFacts(classroom, caller, tx)
      let permit = try command.permit(for: caller, plan: facts, now: tx.now)
      guard let old = facts.slots.first(where: { $0.id == command.slot }) else { throw Refusal.notFound }
      try AttendanceStore(tx: tx).save(permit, old)
      return old.id.text
    }
  }

  @discardableResult
  func run(_ command: EndSlot, in classroom: ID<Classroom>, _ request: Request) async throws -> Answered {
    let caller = try request.caller()
    return try await ledger.write(request.sent(EndSlot.self)) { tx in
      let facts = try PlanFacts(classroom, caller, tx)
      let permit = try command.permit(for: caller, plan: facts, now: tx.now)
      guard let old = facts.slots.first(where: { $0.id == command.slot }) else { throw Refusal.notFound }
      try AttendanceStore(tx: tx).save(permit, old)
      return old.id.text
    }
  }

  @discardableResult
  func run(_ command: NameHoliday, _ request: Request) async throws -> Answered {
    let caller = try request.caller()
    return try await ledger.write(request.sent(NameHoliday.self)) { tx in
      let permit = try command.permit(for: caller, now: tx.now)
      try AttendanceStore(tx: tx).save(permit)
      return command.from.text
    }
  }

  @discardableResult
  func run(_ command: DropHoliday, _ request: Request) async throws -> Answered {
    let caller = try request.caller()
    return try await ledger.write(request.sent(DropHoliday.self)) { tx in
      let store = AttendanceStore(tx: tx)
      let known = try store.breaks(in: caller.school, from: command.day, through: command.until)
      try store.save(
        try command.permit(
          for: caller, isNamed: !known.isEmpty, isPlanned: known.allSatisfy { $0.event != nil }, now: tx.now))
      return command.day.text
    }
  }

  // MARK: questions

  func timetablePage(_ classroom: ID<Classroom>, _ caller: Caller, _ zone: Zone) async throws -> TimetablePage {
    try await ledger.read { tx in
      try tx.mustSee(.classStaff(classroom), caller)
      guard caller.role.isStaff, let room = try ClassroomsStore(tx: tx).classroom(classroom, in: caller.school) else {
        throw Refusal.notFound
      }
      let today = zone.day(of: tx.now)
      let slots = try AttendanceStore(tx: tx).slots(of: [classroom], in: caller.school)
      let shown = slots.filter { $0.until.map { $0 >= today } ?? true }
      return TimetablePage(
        classroom: room, slots: shown, today: today, weekdays: zone.schoolWeek(using: shown.map(\.weekday)))
    }
  }

  func slotPage(
    _ slot: ID<Slot>, _ classroom: ID<Classroom>, _ caller: Caller, _ zone: Zone
  ) async throws -> SlotPage {
    try await ledger.read { tx in
      try tx.mustSee(.classStaff(classroom), caller)
      guard caller.role.isStaff, let room = try ClassroomsStore(tx: tx).classroom(classroom, in: caller.school),
        let slot = try AttendanceStore(tx: tx).slot(slot, in: caller.school), slot.classroom == classroom
      else { throw Refusal.notFound }
      return SlotPage(slot: slot, classroom: room.name, today: zone.day(of: tx.now))
    }
  }

  /// The holidays of the year past and the one to come.
  func holidaysPage(_ caller: Caller, _ zone: Zone) async throws -> HolidaysPage {
    try await ledger.read { tx in
      let today = zone.day(of: tx.now)
      let breaks = try AttendanceStore(tx: tx).breaks(
        in: caller.school, from: today.plus(days: -31), through: today.plus(days: 500))
      return HolidaysPage(school: caller.school, breaks: breaks, today: today)
    }
  }
}

extension PlanFacts {
  init(_ classroom: ID<Classroom>, _ caller: Caller, _ tx: Transaction) throws {
    let room = try ClassroomsStore(tx: tx).classroom(classroom, in: caller.school)
    let isOpen = room.map { $0.archivedAt == nil } ?? false
    self.init(
      marksClass: try isOpen && tx.maySee(.classStaff(classroom), caller),
      slots: try AttendanceStore(tx: tx).slots(of: [classroom], in: caller.school))
  }
}
