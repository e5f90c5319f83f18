import HTML
import Mustache

/// One table of 200 rows, written three ways: by the page language, by a loop that appends bytes, by Mustache.
///
/// Prints `name microseconds` each; the bench makes ratios of them.
struct Student {
  let id: String, given: String, family: String, classroom: String
  let number: Int
  let isLate: Bool
}

let students = (0..<200).map { number in
  Student(
    id: "0190a000-0000-7000-8000-\(100_000_000_000 + number)",
    given: number % 9 == 0 ? "Zoë & <Ann>" : "Given \(number)",
    family: number % 7 == 0 ? "ח׳אלד \"O’Hara\"" : "Family \(number)", classroom: "\(number % 12 + 1)B",
    number: 20_000 + number,
    isLate: number % 5 == 0)
}

func row(_ student: Student) -> HTML {
  """
  <tr id="s-\(student.id)"\(flag: "data-late", student.isLate)><td><a href="\(url: "/students/" + student.id)">\(student.given) \
  \(student.family)</a></td><td>\(student.classroom)</td><td class="number">\(student.number)</td></tr>
  """
}

func language() -> [UInt8] {
  let page: HTML = "<table><tbody>\(each: students, row)</tbody></table>"
  return page.bytes
}

/// What somebody would write who wants nothing but speed, with the same escaping.
func loop() -> [UInt8] {
  var out: [UInt8] = []
  out.reserveCapacity(40_000)
  func put(_ text: StaticString) {
    out.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
  func say(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): put("&amp;")
      case UInt8(ascii: "<"): put("&lt;")
      case UInt8(ascii: ">"): put("&gt;")
      case UInt8(ascii: "\""): put("&quot;")
      case UInt8(ascii: "'"): put("&#39;")
      default: out.append(byte)
      }
    }
  }
  put("<table><tbody>")
  for student in students {
    put("<tr id=\"s-")
    say(student.id)
    put("\"")
    if student.isLate { put(" data-late") }
    put("><td><a href=\"")
    say("/students/" + student.id)
    put("\">")
    say(student.given)
    put(" ")
    say(student.family)
    put("</a></td><td>")
    say(student.classroom)
    put("</td><td class=\"number\">")
    say(String(student.number))
    put("</td></tr>")
  }
  put("</tbody></table>")
  return out
}

let template = try MustacheTemplate(
  string: """
    <table><tbody>{{#students}}<tr id="s-{{id}}"{{#isLate}} data-late{{/isLate}}><td><a href="/students/{{id}}">{{given}} {{family}}</a></td><td>{{classroom}}</td><td class="number">{{number}}</td></tr>{{/students}}</tbody></table>
    """)

func mustache() -> [UInt8] { Array(template.render(["students": students]).utf8) }

func best(_ times: Int, _ body: () -> [UInt8]) -> Double {
  var best = Double.infinity
  for _ in 0..<times {
    let start = ContinuousClock.now
    for _ in 0..<10 { precondition(body().count > 10_000) }
    let took = ContinuousClock.now - start
    best = min(best, Double(took.components.attoseconds) / 1e12 / 10)
  }
  return best
}

precondition(
  String(decoding: language(), as: UTF8.self) == String(decoding: loop(), as: UTF8.self),
  "The two must write the same page.")
print("loop", best(200, loop))
print("language", best(200, language))
print("mustache", best(30, mustache))
