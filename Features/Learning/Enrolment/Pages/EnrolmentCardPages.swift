import Base
package import HTML
package import Kit
import School

func catalogueCard(_ card: CataloguePage.Card, _ data: CataloguePage, _ scene: Scene) -> HTML {
  let course = card.card.course
  let title: HTML =
    card.isOpen
    ? "<a href=\"\(url: CoursesPaths.course(course.id))\">\(name(course.name))</a>" : name(course.name)
  let tags = [course.subject, course.grade].compactMap { $0 }.map { badge($0) }
  let about: HTML = course.about.isEmpty ? "" : "<p class=\"catalogue__about\" dir=\"auto\">\(course.about)</p>"
  return """
    <section class="card catalogue__card" id="course-\(course.id.text)" aria-labelledby="course-\(course.id.text)-title">\
    <div class="card__head"><h2 class="card__title" id="course-\(course.id.text)-title">\(title)</h2>\
    \(cardState(card, data, scene))</div>\(passedOver(card, data, scene))\(cluster(tags))\(cardFacts(card, scene))\(about)\
    \(cardFoot(card, data, scene))</section>
    """
}

/// Why somebody who waits would not come in, though a place were free.
private func passedOver(_ card: CataloguePage.Card, _ data: CataloguePage, _ scene: Scene) -> HTML {
  let lines = card.clashes.map { clash in
    data.isStudent
      ? scene.words("enrolment.passed-over", .text(clash.other))
      : scene.words("enrolment.passed-over-of", .text(clash.name), .text(clash.other))
  }
  let isStill =
    !card.card.course.movesUp(on: scene.zone.day(of: scene.now))
    && card.seats.contains { $0.seat.state == .waitlisted }
  return """
    \(each: lines, { banner(HTML(text: $0), scene, .warning) })\
    \(when: isStill, banner(HTML(text: scene.words("enrolment.line-still")), scene))
    """
}

private func cardFacts(_ card: CataloguePage.Card, _ scene: Scene) -> HTML {
  let words = scene.words
  var facts: [HTML] = []
  if !card.card.teachers.isEmpty { facts.append("\(icon("person", scene))\(words.list(card.card.teachers))") }
  if let week = weekText(card.card.meetings, scene) { facts.append("\(icon("clock", scene))\(week)") }
  if let dates = datesText(card.card.course, scene) { facts.append("\(icon("calendar", scene))\(dates)") }
  facts.append("\(icon("people", scene))\(placesText(card.card, scene))")
  return "<ul class=\"facts\" role=\"list\">\(each: facts, { "<li>\($0)</li>" })</ul>"
}

/// “12 of 20 places taken”: what a live line replaces.
package func placesText(_ card: CourseCard, _ scene: Scene) -> HTML {
  let words = scene.words
  let waiting = card.counts.waiting > 0 ? " · " + words("enrolment.waiting", .count(card.counts.waiting)) : ""
  let text =
    card.course.capacity.map {
      words("enrolment.places", .text(words.number(card.counts.enrolled)), .text(words.number($0)))
    } ?? words("courses.students", .count(card.counts.enrolled))
  return "<span id=\"course-\(card.course.id.text)-places\">\(text + waiting)</span>"
}

/// Where the reader stands: enrolled, asked, in the line; or what the course is to everybody.
private func cardState(_ card: CataloguePage.Card, _ data: CataloguePage, _ scene: Scene) -> HTML {
  let words = scene.words
  let own = card.seats.filter { $0.seat.state.isActive }
  guard own.isEmpty else {
    return
      "\(each: own, { seatBadge($0.seat.state, position: $0.position, of: data.isStudent ? nil : $0.name, scene) })"
  }
  if let free = card.free, free <= 0 { return badge(words("enrolment.state.full"), .warning) }
  return badge(words("enrolment.state.available"), .success)
}

/// The state of one seat as a word: “Waitlisted, 2nd”, and whose it is where that is not plain.
func seatBadge(_ state: Seat.State, position: Int?, of person: String?, _ scene: Scene) -> HTML {
  let words = scene.words
  var text = words("enrolment.state." + state.rawValue)
  if let position { text = words("enrolment.state.waitlisted-at", .count(position)) }
  if let person { text = words("enrolment.state-of", .text(person), .text(text)) }
  switch state {
  case .enrolled: return badge(text, .success, icon: icon("check", scene))
  case .pending, .waitlisted, .dropRequested: return badge(text, .info, icon: icon("clock", scene))
  case .dropped, .denied, .removed, .completed, .left: return badge(text)
  }
}

/// The one button that fits.
private func cardFoot(_ card: CataloguePage.Card, _ data: CataloguePage, _ scene: Scene) -> HTML {
  let act: HTML =
    data.isStudent
    ? seatAct(card, scene)
    : card.isOpen
      ? linkButton(scene.words("enrolment.open-course"), to: CoursesPaths.course(card.card.course.id)) : ""
  return act.isEmpty ? "" : "<div class=\"card__foot cluster\">\(act)</div>"
}

private func seatAct(_ card: CataloguePage.Card, _ scene: Scene) -> HTML {
  let (words, course) = (scene.words, card.card.course)
  let (request, leave) = (EnrolmentPaths.seats(course.id), EnrolmentPaths.leaving(course.id))
  switch card.seats.first?.seat.state {
  case .enrolled?, .dropRequested?:
    return linkButton(words("enrolment.open-course"), to: CoursesPaths.course(course.id), .secondary)
  case .pending?: return seatButton("enrolment.cancel-request", leave, course, isPrimary: false, scene)
  case .waitlisted?: return seatButton("enrolment.leave-line", leave, course, isPrimary: false, scene)
  case .dropped?, .denied?, .removed?, .completed?, .left?, nil:
    if course.entry == .approval { return seatButton("enrolment.request", request, course, scene) }
    let isFull = card.free.map { $0 <= 0 } ?? false
    return seatButton(
      isFull || card.card.counts.waiting > 0 ? "enrolment.join-line" : "enrolment.enrol", request, course, scene)
  }
}

/// A button of the one form of the page, named for the ear with its course.
private func seatButton(
  _ key: String, _ path: String, _ course: Course, isPrimary: Bool = true, _ scene: Scene
) -> HTML {
  // words: enrolment.enrol enrolment.request enrolment.join-line enrolment.cancel-request enrolment.leave-line
  let label = scene.words(key)
  let kind = isPrimary ? "button button--primary" : "button"
  return """
    <button class="\(kind)" form="seat-form" formaction="\(url: path)" \
    aria-label="\(scene.words("enrolment.act-named", .text(label), .text(course.name)))">\(label)</button>
    """
}

func seatForm(_ data: CataloguePage, _ scene: Scene) -> HTML {
  guard data.isStudent else { return "" }
  return form(
    EnrolmentPaths.catalogue, scene, style: FormStyle(id: "seat-form", classes: ""), content: "")
}

// MARK: leaving

func dropConfirmation(_ course: Course, today: Day, _ scene: Scene) -> Confirmation {
  let words = scene.words
  let asks = course.dropUntil.map { today > $0 } ?? false
  return Confirmation(
    words("enrolment.drop-named", .text(course.name)), words(asks ? "enrolment.drop-asks" : "enrolment.drop-text"),
    label: words(asks ? "enrolment.ask-to-drop" : "enrolment.drop"), action: EnrolmentPaths.leaving(course.id),
    back: CoursesPaths.course(course.id))
}

func dropPage(_ course: Course, today: Day, _ scene: Scene) -> Page {
  dropConfirmation(course, today: today, scene).page("enrolment.leaving", scene)
}
