import Base
import Classroom
import Crypto
import Database
import Foundation
import Kit
import Learning
import Ledger
import People
import Router
import School
public import Web

extension CalendarServer {
  /// An open calendar, and the page of an event, fetch themselves again when what they show changes: everybody sees it
  /// in their own way.
  public var views: [LiveView] { [calendarView, eventView] }

  /// What a calendar shows lies in these: events, lessons, closed days, and what is due, for all or for one student.
  private static let shown: Set<Int> = [
    CalendarTables.event.number, CalendarTables.change.number, AttendanceTables.period.number,
    AttendanceTables.holiday.number, CoursesTables.course.number, CoursesTables.meeting.number,
    CoursesTables.item.number, QuizzesTables.quiz.number, QuizzesTables.time.number,
    AssignmentsTables.dueExtension.number,
  ]

  /// The topic is a bucket, or `any` for who is in too many of them to name each.
  private var calendarView: LiveView {
    let ledger = ledger
    return LiveView("calendar") { id, caller in
      if id == CalendarService.any { return true }
      guard let bucket = Self.bucket(id) else { return false }
      return try await ledger.read { try Self.follows(bucket, caller, $0) }
    } touched: { change in
      let found = change.entries.filter { Self.shown.contains($0.table) }
      return Set(found.map { CalendarService.topic($0.bucket) } + (found.isEmpty ? [] : [CalendarService.any]))
    } render: { id, _, _ in
      calendarAgain("calendar/" + id)
    }
  }

  /// The topic is the event.
  private var eventView: LiveView {
    let ledger = ledger
    return LiveView("event") { id, caller in
      guard let id = ID<Event>(id) else { return false }
      return try await ledger.read { tx in
        guard let event = try CalendarStore(tx: tx).event(id, in: caller.school) else { return false }
        return try EventFacts(of: event, caller, tx).sees
      }
    } touched: { change in
      Set(
        change.entries.compactMap { entry in
          let id = entry.id("id", of: CalendarTables.event) ?? entry.id("event", of: CalendarTables.change, Event.self)
          return id?.text
        })
    } render: { id, _, _ in
      calendarAgain("event/" + id)
    }
  }

  // MARK: topics

  /// Guardians see a class's events and lessons through their children, and are in no bucket of it.
  private static func follows(_ bucket: Bucket, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> Bool {
    if try tx.maySee(bucket, caller) { return true }
    guard caller.role == .guardian, bucket.kind == Bucket.classMates(.none).kind else { return false }
    let today = try ClassroomsStore(tx: tx).today(in: caller.school)
    let access = try CalendarAccess(caller, on: today, tx)
    return access.classrooms.contains { Bucket.classMates($0.id) == bucket }
  }

  /// `u.0190…`: only kinds that what is shown lies in.
  private static func bucket(_ text: String) -> Bucket? {
    let parts = text.split(separator: ".")
    guard parts.count == 2, let id = ID<Bucket>(parts[1]) else { return nil }
    let kinds: [Bucket] = [
      .school(id.cast()), .office(id.cast()), .person(id.cast()), .classStaff(id.cast()), .classMates(id.cast()),
      .courseStaff(id.cast()), .course(id.cast()), .family(id.cast()),
    ]
    return kinds.first { $0.kind.letter == parts[0] }
  }

  /// The feed as bytes, or that it is as it was.
  func feedAnswer(_ request: Request) async throws -> Response {
    let (bytes, updatedAt) = try await feed(request.names["secret"] ?? "", source: request.source, request.scene.words)
    let tag = "\"" + String(hex(SHA256.hash(data: bytes)).prefix(32)) + "\""
    // The hash of what is sent decides whether it is known: a change of enrolment moves no date.
    var answer = Response.bytes(bytes, type: "text/calendar; charset=utf-8")
    answer.headers = [
      ("ETag", tag), ("Last-Modified", httpDate(updatedAt)), ("Cache-Control", "private, max-age=0, must-revalidate"),
      ("Referrer-Policy", "no-referrer"), ("X-Robots-Tag", "noindex"), ("Vary", "Accept-Encoding"),
    ]
    return answer
  }
}

/// `Sun, 06 Nov 1994 08:49:37 GMT`.
func httpDate(_ moment: Instant) -> String {
  let day = Zone.utc.day(of: moment)
  let (year, month, number) = day.parts
  let second = Int(floorModulo(floorDivide(moment.milliseconds, 1000), 86_400))
  let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  return names[day.weekday - 1] + ", " + pad(number) + " " + months[month - 1] + " " + pad(year, 4) + " "
    + pad(second / 3600) + ":" + pad(second / 60 % 60) + ":" + pad(second % 60) + " GMT"
}
