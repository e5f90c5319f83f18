public import Base
public import Database
import Kit
public import People
public import School

/// What a child's page shows those who keep its record: what is to be done today, and the ways on.
///
/// In a Montessori school it is always there; elsewhere when something has been written about the child.
public func recordPiece(
  _ student: Student, _ access: StudentAccess, _ caller: Caller, _ zone: Zone, _ tx: Transaction
) throws(Refusal) -> StudentPiece {
  guard access.isStaff, student.leftAt == nil else { return StudentPiece(tables: []) { _ in PortraitParts() } }
  let isMontessori = try SchoolsStore(tx: tx).school(caller.school)?.kind == .montessori
  if !isMontessori, try RecordsStore(tx: tx).record(of: student.id, in: caller.school) == nil {
    return StudentPiece(tables: [RecordsTables.record.number]) { _ in PortraitParts() }
  }
  let today = try ClassroomsStore(tx: tx).today(in: caller.school)
  let curriculum = CurriculumStore(tx: tx)
  let data = RecordToday(
    student: student, today: today,
    habits: try HabitsStore(tx: tx).due(
      of: [student.id], on: today, firstWeekday: zone.firstWeekday, in: caller.school),
    plans: try PresentationsStore(tx: tx).plans(of: student.id, in: caller.school).filter { plan in
      plan.day.map { $0 <= today } ?? false
    }.tryCompactMap { plan throws(Refusal) -> (plan: PresentationPlan, name: String)? in
      guard let id = plan.presentation else { return (plan, plan.title) }
      return (plan, try curriculum.node(id, in: caller.school)?.name ?? plan.title)
    }, tasks: try TasksStore(tx: tx).due(of: [student.id], until: today, in: caller.school))
  return StudentPiece(tables: recordTables) { PortraitParts(today: recordToday(data, $0)) }
}

private let recordTables = [
  HabitsTables.habit.number, HabitsTables.log.number, PresentationsTables.plan.number, TasksTables.task.number,
  RecordsTables.record.number,
]
