import Base
import Foundation
import HTML
import HomeroomTesting
import Kit
import Router
import School
import Testing

@testable import People
@testable import Web

@Suite struct `What the students' pages show` {
  private func scene(_ language: Language = .en) -> Scene {
    Scene(words: TestWords.of(language), zone: .utc, now: Instant(milliseconds: 1_794_000_000_000))
  }
  private func student(_ given: String, _ family: String = "") -> Student {
    Student(id: ID(high: 1, low: 2), given: given, family: family, updatedAt: Instant(milliseconds: 0))
  }

  @Test func `nobody yet, nobody found and nobody left are three different pages`() throws {
    let none = studentsPage(StudentsPage(students: [], total: 0), scene()).body.string
    let search = studentsPage(StudentsPage(students: [], text: "zzz", total: 0), scene()).body.string
    let left = studentsPage(StudentsPage(students: [], left: true, total: 0), scene()).body.string
    #expect(none.contains("No students yet") && search.contains("Nobody found") && left.contains("Nobody has left"))
  }

  @Test func `a list that goes on says so, and keeps what was searched`() throws {
    let data = StudentsPage(
      students: [student("Ada")], text: "a&b", total: 90, next: ID(high: 1, low: 2), isLater: true)
    let page = studentsPage(data, scene()).body.string
    #expect(page.contains("href=\"/students?q=a%26b&amp;after=00000000-0000-0001-0000-000000000002\""))
    #expect(page.contains("rel=\"prev\" href=\"/students?q=a%26b\""))
  }

  @Test func `a family's page holds nothing that is for staff`() throws {
    let page = studentPage(StudentPage(student: student("Ada"), access: .family), scene())
    let html = page.actions.string + page.body.string
    #expect(!html.contains("Guardians") && !html.contains("Note") && !html.contains("Edit") && page.parent == nil)
  }

  @Test func `in Hebrew a Latin name keeps its own direction, and a hostile one is text`() throws {
    let row = studentRow(student("</b><i>", "כהן"), classes: ["7B"], scene(.he)).string
    #expect(row.contains("<bdi>&lt;/b&gt;&lt;i&gt; כהן</bdi>") && row.contains("\u{2068}7B\u{2069}"))
  }
}
