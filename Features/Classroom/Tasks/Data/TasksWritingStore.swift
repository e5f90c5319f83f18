import Base
import Database
import School

/// Writing. Each function takes a permit.
extension TasksStore where DB == WriteTransaction {
  func save(_ permit: Permit<AddTask>, as id: ID<ChildTask>) throws(Refusal) {
    let (command, fields) = (permit.command, permit.command.fields)
    try RecordsStore(tx: tx).open(command.student)
    try tx.put(
      TasksTables.task,
      ChildTask(
        id: id, student: command.student, title: fields.title, details: fields.details, day: fields.day,
        createdBy: permit.caller.account, createdAt: permit.at, updatedAt: permit.at))
  }

  func save(_ permit: Permit<EditTask>, _ task: ChildTask) throws(Refusal) {
    var changed = task
    let fields = permit.command.fields
    (changed.title, changed.details, changed.day, changed.updatedAt) = (
      fields.title, fields.details, fields.day, permit.at
    )
    try tx.put(TasksTables.task, changed)
  }

  func save<C: TaskCommand>(_ permit: Permit<C>, _ task: ChildTask) throws(Refusal) {
    guard let changed = permit.command.changed(task, by: permit.caller.account, at: permit.at) else { return }
    try tx.put(TasksTables.task, changed)
  }
}
