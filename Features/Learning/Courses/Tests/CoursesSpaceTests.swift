import Base
import Database
import Foundation
import HTML
import HomeroomTesting
import Kit
import School
import Testing

@testable import Learning

private let course = Course(
  id: ID(high: 1, low: 13), name: "Math 7", entry: .open, publishedAt: Instant(milliseconds: 0),
  createdAt: Instant(milliseconds: 0), updatedAt: Instant(milliseconds: 0))
private let maya: ID<Student> = ID(high: 2, low: 1), noor: ID<Student> = ID(high: 2, low: 2)

/// Two modules of two lessons each; the first is done.
private func outline(_ access: CourseAccess, marks: [CoursePiece] = []) -> CoursePage {
  let modules = (0..<2).map {
    CourseModule(id: ID(high: 3, low: UInt64($0)), course: course.id, title: "Module \($0)", place: $0 * 3)
  }
  let items = (0..<4).map {
    CourseItem(
      id: ID(high: 4, low: UInt64($0)), course: course.id, module: modules[$0 / 2].id, kind: .lesson,
      title: "Lesson \($0)", place: $0 / 2 * 3 + $0 % 2 + 1, publishedAt: Instant(milliseconds: 0),
      updatedAt: Instant(milliseconds: 0))
  }
  var page = CoursePage(
    course: course, access: access, teachers: ["Omar"], meetings: [], modules: modules, items: items,
    counts: SeatCounts())
  page.counts.enrolled = 24
  for (item, mark) in zip(items, marks) { page.marks[item.id] = [mark] }
  return page
}

@Suite struct `The space of a course` {
  @Test(arguments: [CourseAccess.teacher, .office, .student(maya), .guardian([maya]), .guardian([maya, noor])])
  func `has the same bar and menu on each of its pages`(access: CourseAccess) async throws {
    let scene = try await ProgressSchool.open(.sqlite).scene()
    let spaces = CourseTab.allCases.map { courseSpace(course, access, current: $0, scene) }
    let first = try #require(spaces.first)
    #expect(spaces.allSatisfy { $0.bar.map(\.path) == first.bar.map(\.path) && $0.title == "Math 7" && $0.hue == 5 })
    #expect(first.bar.count == (access.isStaff ? 5 : 4))
    #expect(
      first.menu.string.contains(access.isStaff ? CoursesPaths.copy(course.id) : "popover") == !isGuardian(access))
    for (tab, space) in zip(CourseTab.allCases, spaces) where tab != .quizzes || access.isStaff {
      #expect(space.bar.filter(\.isCurrent).count == 1)
    }
  }

  private func isGuardian(_ access: CourseAccess) -> Bool { if case .guardian = access { true } else { false } }

  @Test func `leads each to their own grades`() async throws {
    let scene = try await ProgressSchool.open(.sqlite).scene()
    func grades(_ access: CourseAccess) -> String? {
      courseSpace(course, access, current: .grades, scene).bar.first { $0.isCurrent }?.path
    }
    #expect(grades(.teacher) == GradesPaths.gradebook(course.id))
    #expect(grades(.student(maya)) == GradesPaths.course(course.id, maya))
    #expect(grades(.guardian([noor])) == GradesPaths.course(course.id, noor))
    #expect(grades(.guardian([maya, noor])) == GradesPaths.mine)
  }
}

@Suite struct `The outline that one reads` {
  @Test func `folds what is done, ticks it, and opens the rest`() async throws {
    let scene = try await ProgressSchool.open(.sqlite).scene()
    let done = CoursePiece(isDone: true)
    let html = courseOutline(outline(.student(maya), marks: [done, done, done]), scene).string
    let modules = html.components(separatedBy: "<details").dropFirst().map { String($0) }
    #expect(modules.count == 2)
    #expect(modules.first?.contains("\" open>") == false && modules.last?.contains("\" open>") == true)
    #expect(modules.first?.contains("2/2") == true && modules.last?.contains("1/2") == true)
    #expect(html.components(separatedBy: "class=\"tick\" data-done").count == 4)
    #expect(!html.contains("<progress"))
  }

  @Test func `says to the staff how many are through, and folds nothing under their hands`() async throws {
    let scene = try await ProgressSchool.open(.sqlite).scene()
    let html = courseOutline(outline(.teacher, marks: [CoursePiece(count: 22), CoursePiece(count: 30)]), scene).string
    #expect(html.contains("<progress value=\"22\" max=\"24\"") && html.contains("22/24"))
    // Whoever has left since is not among them.
    #expect(html.contains("<progress value=\"24\" max=\"24\""))
    #expect(!html.contains("<details") && !html.contains("class=\"tick\"") && html.contains("data-handle"))
  }
}
