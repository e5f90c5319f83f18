import Base
import Database
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

extension AssignmentsStore where DB == WriteTransaction {
  /// The file is kept already.
  func put(_ sheet: Worksheet) throws(Refusal) { try tx.put(AssignmentsTables.sheet, sheet) }

  func save(_ permit: Permit<RemoveWorksheet>) throws(Refusal) {
    let (assignment, file) = (permit.command.assignment, permit.command.file)
    try tx.remove(AssignmentsTables.sheet, key: [.id(tx.school), .id(assignment), .id(file)])
    try tx.forgetFile(file.cast())
  }

  /// Puts a student's own copies of some files into the draft, those that are not there yet.
  func save(_ permit: Permit<TakeCopies>, _ sheets: [(sheet: Worksheet, file: KeptFile)], of student: ID<Student>)
    throws(Refusal)
  {
    let assignment = permit.command.assignment
    let there = Set(try draftFiles(of: student, for: assignment, in: tx.school).map { $0.id })
    for (sheet, file) in sheets {
      let copy: ID<KeptFile> = Worksheet.copy(of: sheet.file, for: student).cast()
      guard !there.contains(copy) else { continue }
      if try tx.file(copy, school: tx.school) == nil {
        try tx.keep(copy, file.content, name: file.name, type: file.type, by: permit.caller.account)
      }
      try attach(copy, to: assignment, of: student)
    }
    try see(student, at: assignment)
  }
}
