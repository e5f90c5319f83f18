import Base
import Testing

@testable import School

@Suite struct `A marked archive` {
  /// The names that `Tests/ArchiveTests` reads from archives that Windows made.
  @Test(arguments: [
    "כהן_נועה_3f9a12cd/1/עבודה.pdf", "النجار_ليلى_3f9a12cd/1/واجب.pdf", "Lefèvre_Maël_3f9a12cd/1/Éloïse à l'école.pdf",
    "Müller_Jürgen_3f9a12cd/1/Übung.pdf", "Dvořák_Jiří_3f9a12cd/1/úkol č. 2.pdf", "Ærø_Søren_3f9a12cd/1/opgave.pdf",
  ])
  func `finds the student of each file in every alphabet`(_ path: String) {
    let student = Student(
      id: ID(high: 1, low: 0x0000_0000_3F9A_12CD), given: "Maya", family: "Khoury", updatedAt: .init(milliseconds: 0))
    #expect(WorkArchive([student]).place(of: path)?.student == student.id)
  }

  @Test(arguments: [
    "Khoury_Maya_3f9a12cd/essay.pdf", "Khoury Maya 3F9A12CD - Kopie/essay.pdf", "back/3f9a12cd (2)/essay.pdf",
    "Khoury_Maya_3f9a12cd.pdf",
  ])
  func `comes back with renamed folders, and the number in the name still says whose it is`(_ path: String) {
    let student = Student(
      id: ID(high: 1, low: 0x0000_0000_3F9A_12CD), given: "Maya", family: "Khoury", updatedAt: .init(milliseconds: 0))
    #expect(WorkArchive([student]).place(of: path)?.student == student.id)
    #expect(WorkArchive([student]).place(of: "Khoury_Maya/essay.pdf") == nil)
  }
}
