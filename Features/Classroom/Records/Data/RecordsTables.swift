import Base
public import Database
public import School

/// One row of each child that is written about; what is written follows it from class to class.
public enum RecordsTables {
  public static let record = Table<ChildRecord>(
    "record", number: 254,
    {
      $0.school()
      // The child's own id: what belongs to a child names its record by it.
      $0.id("id") { $0.student }
      $0.instant("openedAt") { $0.openedAt }
    }, key: ["school", "id"], foreign: [.init(["school", "id"], to: "student", ["school", "id"])],
    // The teachers that the child has now; `followRecords` takes it along from class to class.
    seen: .asking { record, tx throws(Refusal) in try RecordsStore(tx: tx).staff(of: [record.student]) }
  ) { ChildRecord(student: $0.id(), openedAt: $0.instant()) }

  public static let migrations = [Migration("2026-11-26 records: the tables", create: record.schema)]
}
