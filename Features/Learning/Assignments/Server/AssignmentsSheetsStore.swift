import Base
import Ledger
import People
import School

/// What the teacher gives with the work.
extension AssignmentsStore {
  func sheets(of assignment: ID<CourseItem>, in school: ID<Tenant>) throws(Refusal) -> [(
    sheet: Worksheet, file: KeptFile
  )] {
    let table = AssignmentsTables.sheet
    return try tx.rows(
      """
      SELECT \(table.columns(of: "l")), f.id, f.hash, f.size, f.type, f.name, f.account, f."createdAt"
      FROM assignment_sheet l JOIN file f ON f.school = l.school AND f.id = l.file
      WHERE l.school = $1 AND l.assignment = $2 ORDER BY l."addedAt", l.file
      """, [.id(school), .id(assignment)]
    ) { row throws(Refusal) in (try table.record(row), KeptFile(row: row, from: table.width)) }
  }
}

extension AssignmentsStore where Books == WriteTransaction {
  /// Where an assignment's own files are seen: by the staff, and by everybody in the course once it is handed out.
  private func buckets(_ item: CourseItem) -> [Bucket] {
    item.publishedAt == nil ? [.courseStaff(item.course)] : [.courseStaff(item.course), .course(item.course)]
  }

  func put(_ sheet: Worksheet, _ file: KeptFile, of item: CourseItem) throws(Refusal) {
    try tx.keep(file.id, file.content, name: file.name, type: file.type, by: file.account, in: buckets(item))
    try tx.put(AssignmentsTables.sheet, sheet, in: buckets(item))
  }

  /// What is seen where follows the assignment.
  func showSheets(of item: CourseItem) throws(Refusal) {
    for (sheet, file) in try sheets(of: item.id, in: tx.school) {
      for (table, key) in [
        (AssignmentsTables.sheet, [.id(tx.school), .id(item.id), .id(sheet.file)]),
        (LedgerTables.file, [.id(tx.school), .id(file.id)]),
      ] as [(any SchemaHolder, [Value])] {
        tx.touch(table, key: key, in: buckets(item))
        if item.publishedAt == nil { tx.withdraw(table, key: key, from: [.course(item.course)]) }
      }
    }
  }

  func save(_ permit: Permit<RemoveWorksheet>, of item: CourseItem) throws(Refusal) {
    let all: [Bucket] = [.courseStaff(item.course), .course(item.course)]
    try tx.remove(
      AssignmentsTables.sheet, key: [.id(tx.school), .id(item.id), .id(permit.command.file)], from: all)
    try tx.forgetFile(permit.command.file.cast(), from: all)
  }

  /// Puts a student's own copies of some files into the draft, those that are not there yet.
  func save(_ permit: Permit<TakeCopies>, _ sheets: [(sheet: Worksheet, file: KeptFile)], of student: ID<Student>)
    throws(Refusal)
  {
    let (assignment, account) = (permit.command.assignment, permit.caller.account)
    let there = Set(try draftFiles(of: student, for: assignment, in: tx.school).map(\.id))
    for (sheet, file) in sheets {
      let copy: ID<KeptFile> = Worksheet.copy(of: sheet.file, for: student).cast()
      guard !there.contains(copy) else { continue }
      if try tx.file(copy, school: tx.school) == nil {
        try tx.keep(copy, file.content, name: file.name, type: file.type, by: account, in: [.person(account)])
      }
      try attach(copy, to: assignment, of: student, by: account)
    }
    try see(student, at: assignment)
  }
}
