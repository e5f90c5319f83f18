import Base
import Crypto
import Foundation
import Kit
import Learning
import Ledger
import People
import School
public import Web

extension CalendarDesk {
  /// An open calendar fetches itself again when an event in it changes: everybody sees it in their own way.
  public var views: [LiveView] {
    let ledger = ledger
    let tables: Set<Int> = [CalendarTables.event.number, CalendarTables.change.number]
    return [
      LiveView("calendar") { id, caller in
        guard let bucket = Self.bucket(id, caller) else { return false }
        return try await ledger.read { try $0.maySee(bucket, caller) }
      } touched: { change in
        Set(
          change.entries.filter { tables.contains($0.table) }.map { $0.bucket.kind.letter + "." + $0.bucket.id.text })
      } render: { id, _, _ in
        calendarAgain("calendar/" + id)
      }
    ]
  }

  /// `u.0190…`: only kinds that events lie in.
  private static func bucket(_ text: String, _ caller: Caller) -> Bucket? {
    let parts = text.split(separator: ".")
    guard parts.count == 2, let id = ID<Bucket>(parts[1]) else { return nil }
    let kinds: [Bucket] = [
      .school(id.cast()), .office(id.cast()), .person(id.cast()), .classStaff(id.cast()), .classMates(id.cast()),
      .courseStaff(id.cast()), .course(id.cast()),
    ]
    return kinds.first { $0.kind.letter == parts[0] }
  }

  /// The feed as bytes, or that it is as it was.
  func feedAnswer(_ ask: Ask) async throws -> Answer {
    let (bytes, updatedAt) = try await feed(ask.names["secret"] ?? "", source: ask.source)
    let tag = "\"" + String(hex(SHA256.hash(data: bytes)).prefix(32)) + "\""
    // The hash of what is sent decides whether it is known: a change of enrolment moves no date.
    var answer = Answer.bytes(bytes, type: "text/calendar; charset=utf-8")
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
