import Base
import Crypto
import Foundation
import Kit
import Router
import Talk

extension CalendarServer {
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
