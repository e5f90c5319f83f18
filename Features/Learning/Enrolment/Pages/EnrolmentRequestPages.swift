import Base
import HTML
import Kit
import School

/// What waits for a yes or a no: in one course, or in all that the reader handles.
struct RequestsPage: Sendable {
  struct Request: Sendable {
    let student: Student, seat: Seat
    /// What else the student waits for to be known: the place there is.
    let course: Course, counts: SeatCounts
  }
  /// `nil` for all courses.
  var course: Course?
  var requests: [Request]
  var next: Int?
  var topics: [String] = []
}

func requestsPage(_ data: RequestsPage, _ scene: Scene) -> Page {
  let words = scene.words
  // Whoever answers requests is its staff.
  let space = data.course.map { courseSpace($0, .teacher, current: .people, scene) }
  let tabs: HTML =
    space == nil
    ? courseTabs(EnrolmentPaths.requests, isStaff: true, requests: data.requests.count, scene) : ""
  return Page(
    "enrolment.requests", title: words("enrolment.requests"), topics: data.topics, space: space,
    body: """
      <div class="stack">\(tabs)<div class="stack" id="requests">\(requestList(data, scene))</div></div>\
      \(requestForm(data, scene))
      """)
}

/// The form that the buttons of all rows belong to; with `all`, the answer leads back to all courses.
private func requestForm(_ data: RequestsPage, _ scene: Scene) -> HTML {
  form(
    data.course.map { EnrolmentPaths.requests($0.id) } ?? EnrolmentPaths.requests, scene,
    style: FormStyle(id: "request-form", classes: ""),
    content: data.course == nil ? hidden([Form.Field("all", "1")]) : "")
}

private func requestList(_ data: RequestsPage, _ scene: Scene) -> HTML {
  let words = scene.words
  guard !data.requests.isEmpty else {
    return nothingLeft(words("enrolment.no-requests"), words("enrolment.no-requests-text"), scene)
  }
  let (coming, going) = (
    data.requests.filter { $0.seat.state == .pending }, data.requests.filter { $0.seat.state == .dropRequested }
  )
  return "\(part("enrolment.coming", coming, data, scene))\(part("enrolment.going", going, data, scene))"
}

private func part(_ key: String, _ requests: [RequestsPage.Request], _ data: RequestsPage, _ scene: Scene) -> HTML {
  guard !requests.isEmpty else { return "" }
  // words: enrolment.coming enrolment.going
  let rows = requests.map { requestRow($0, isNamed: data.course == nil, scene) }
  return "<section class=\"stack stack--tight\">\(sectionTitle(scene.words(key)))\(list(rows))</section>"
}

private func requestRow(_ request: RequestsPage.Request, isNamed: Bool, _ scene: Scene) -> HTML {
  let words = scene.words
  let asked = words("enrolment.asked", .text(words.moment(request.seat.changedAt, in: scene.ownZone)))
  let card = CourseCard(course: request.course, teachers: [], meetings: [], counts: request.counts)
  let course: HTML = isNamed ? "\(name(request.course.name)) · " : ""
  return cell(
    name(request.student.name), meta: "\(course)\(asked) · \(plainPlaces(card, scene))",
    lead: avatar(request.student.name, request.student.id), trail: answers(request, scene), scene,
    style: CellStyle(id: "request-" + request.course.id.text + "-" + request.student.id.text))
}

/// The same words as a card's, without the id: several rows may be of one course.
private func plainPlaces(_ card: CourseCard, _ scene: Scene) -> String {
  let words = scene.words
  guard let capacity = card.course.capacity else { return words("courses.students", .count(card.counts.enrolled)) }
  if card.counts.enrolled >= capacity { return words("enrolment.state.full") }
  return words("enrolment.places", .text(words.number(card.counts.enrolled)), .text(words.number(capacity)))
}

private func answers(_ request: RequestsPage.Request, _ scene: Scene) -> HTML {
  "\(answer("approve", "button--secondary", request, scene))\(answer("deny", "button--ghost", request, scene))"
}

private func answer(_ verdict: String, _ kind: String, _ request: RequestsPage.Request, _ scene: Scene) -> HTML {
  let words = scene.words
  let label = words("enrolment." + verdict)  // words: enrolment.approve enrolment.deny
  return """
    <button class="button button--small \(kind)" form="request-form" \
    formaction="\(url: EnrolmentPaths.requests(request.course.id))" name="\(verdict)" value="\(request.student.id.text)" \
    aria-label="\(words("enrolment.act-named", .text(label), .text(request.student.name)))">\(label)</button>
    """
}
