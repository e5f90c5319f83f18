import App
import Base
import Core
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import School
import Testing

@testable import Web

/// What the pages of the demo school watch, each as every role sees it.
@Suite(.timeLimit(.minutes(10))) struct `The pages of the demo school` {
  /// Pages that keep themselves true by what they say they watch.
  private static let live: Set<String> = [
    "students.list", "students.student", "members.list", "members.invites", "classrooms.list",
    "classrooms.classroom", "courses.list", "courses.course", "lessons.lesson", "enrolment.people",
    "enrolment.requests", "enrolment.catalogue", "assignments.assignment", "grades.mine", "grades.course",
    "grades.gradebook", "progress.all", "progress.course", "announcements.list", "announcements.announcement",
    "calendar.week", "calendar.event",
  ]

  @Test func `watch only what their readers see, and no more than an address holds`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    var live: Set<String> = []
    for person in try await `A replica`().people(school) {
      let walk = try await ReplicaWalk(school, person, Device.tables)
      for (path, page) in await walk.pages() {
        let interests = page.topics.compactMap { Interest(topic: $0) }
        let features = page.topics.filter { $0.contains("/") }
        #expect(interests.count + features.count == page.topics.count, "\(path): \(page.topics)")
        #expect(page.topics.joined(separator: ",").utf8.count < 6000, "\(path) as \(person.role)")
        let asked = Set(interests.compactMap(\.bucket))
        let reader = Caller(account: person.account, school: person.school, role: person.role)
        let sight = try await school.homeroom.ledger.read { try $0.sight(of: asked, all: false, reader) }
        #expect(sight.seen == asked, "\(path) as \(person.role) watches what they do not see")
        if !interests.isEmpty { live.insert(page.name) }
      }
    }
    #expect(Self.live.subtracting(live).isEmpty)
  }
}

extension ReplicaWalk {
  /// At most three pages of each route, by their links.
  fileprivate func pages() async -> [(path: String, page: Page)] {
    var queue = table.routes.filter { $0.method == .get && !$0.path.contains(":") && !$0.path.hasPrefix("/api") }
      .map(\.path)
    var (known, visits, found) = (Set(queue), [String: Int](), [(path: String, page: Page)]())
    while let path = queue.popLast() {
      guard let request = request(path, .en), case .page(let read) = request.route.work else { continue }
      visits[request.route.path, default: 0] += 1
      if visits[request.route.path, default: 0] > 3 { continue }
      guard let response = try? await school.homeroom.ledger.read({ try read(request, $0) }),
        let page = response.page(request.scene)
      else { continue }
      for link in Self.links(page.drawn) where known.insert(link).inserted {
        queue.append(link)
      }
      found.append((path, page))
    }
    return found
  }
}
