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

  @Test func `the portrait has the child, whom one speaks to and what others know, in this order`() throws {
    var data = StudentPage(student: student("Ada", "Lovelace"), access: .teacher)
    data.classes = [
      .init(classroom: ID(high: 1, low: 7), name: "7B", from: Day(number: 20_000), until: nil),
      .init(classroom: ID(high: 1, low: 6), name: "6B", from: Day(number: 19_000), until: Day(number: 19_900)),
    ]
    data.staff = .init(
      note: "Hears less on the left.",
      guardians: [
        .init(account: ID(high: 2, low: 1), name: "Leila", relation: "Mother", isReachable: true),
        .init(account: ID(high: 2, low: 2), name: "Sami", relation: nil),
      ])
    data.parts = [
      PortraitParts(figures: [Stat("Attendance", "91%")], year: "<p>the year</p>"),
      PortraitParts(figures: [Stat("Missing", "2")], chips: ["Math A"], parts: ["<p>the courses</p>"]),
    ]
    let page = studentPage(data, scene())
    let html = page.body.string
    #expect(page.actions.string.contains("data-print"))
    var rest = html[...]
    for part in ["7B", "Leila", "Sami", "91%", "Math A", "the year", "the courses", "no-print", "Hears less", "6B"] {
      let place = try #require(rest.range(of: part), "\(part) in its place")
      rest = rest[place.upperBound...]
    }
    #expect(html.contains("value=\"\(ID<Account>(high: 2, low: 1).text)\"") && html.contains("action=\"/messages\""))
    #expect(!html.contains("value=\"\(ID<Account>(high: 2, low: 2).text)\""), "who may not be written to has no button")
    #expect(!html.contains("guardian-removal"), "only the office lets a guardian go")
  }

  @Test func `nobody sees of a portrait what they are not given`() throws {
    let page = studentPage(StudentPage(student: student("Ada"), access: .family), scene())
    let html = page.body.string
    #expect(
      !html.contains("portrait__figures") && !html.contains("/messages") && page.actions.string.contains("data-print"))
  }

  @Test func `in Hebrew a Latin name keeps its own direction, and a hostile one is text`() throws {
    let row = studentRow(student("</b><i>", "כהן"), classes: ["7B"], scene(.he)).string
    #expect(row.contains("<bdi>&lt;/b&gt;&lt;i&gt; כהן</bdi>") && row.contains("\u{2068}7B\u{2069}"))
  }
}
