import Base
import HTML
import Kit
import School

func studyGuestPage(_ tracks: [GuestTrack], _ scene: Scene) -> Page {
  let words = scene.words
  let cards = tracks.map { track in
    cardLink(
      name(track.name), to: StudyLogPaths.guest(track.track, in: track.school),
      content: "<p>\(name(track.about))</p><p class=\"quiet\">\(name(track.schoolName))</p>")
  }
  let known: HTML =
    cards.isEmpty ? emptyState("flame", words("study.guest.none"), words("study.guest.none-text"), scene) : grid(cards)
  return Page(
    "study.guest", title: words("study.guest.title"), isPlain: true,
    body: stack(["<p>\(words("study.guest.about"))</p>", known], isLoose: true))
}

/// Today of a track for somebody without an account; who made it is nobody's business here.
struct StudyGuestTrackPage: Sendable {
  let school: ID<Tenant>
  let track: Track
  /// The day of study by the school's clock.
  let day: Day
  let items: [TrackItem]
  /// Of the days that the address names.
  let streak: Streak
  let isDone: Bool

  var path: String { StudyLogPaths.guest(track.id, in: school) }
}

func studyGuestTrackPage(_ data: StudyGuestTrackPage, _ scene: Scene) -> Page {
  let words = scene.words
  let texts: HTML =
    data.items.isEmpty
    ? emptyState("sun", words("study.guest.no-text"), words("study.guest.no-text-more"), scene)
    : "\(studySizes(scene))\(each: data.items, { studyText($0, in: data.track, scene) })"
  return Page(
    "study.guest-day", title: data.track.name, parent: (words("study.guest.title"), StudyLogPaths.guest),
    isPlain: true,
    body: """
      <div class="study stack"><p class="quiet">\(day(data.day, scene, .today))</p>\
      <div id="guest-streak">\(data.streak.current == 0 ? "" : streakMark(data.streak, scene))</div>\
      \(texts)\(data.items.isEmpty ? "" : guestDone(data, scene))\
      \(linkButton(words("study.guest.all"), to: StudyLogPaths.guest, icon: icon("lesson", scene)))</div>
      """)
}

/// The button, and what it comes to: the script shows one of the two, by what the browser keeps.
private func guestDone(_ data: StudyGuestTrackPage, _ scene: Scene) -> HTML {
  let words = scene.words
  return """
    <div class="js-only stack"\(behaviour: .guestDay, data.path) data-school="\(data.school.text)" data-track="\(data.track.id.text)" \
    data-day="\(data.day.text)">\
    <button type="button" class="button button--primary button--wide study-button" data-guest-done data-feedback="success"\
    \(flag: "hidden", data.isDone)>\(words("study.done"))</button>\
    <section class="card card--tinted study-finished" data-guest-finished\(flag: "hidden", !data.isDone) role="status">\
    <p class="study-finished__mark">\(words("study.is-done"))</p><h2 class="card__title">\(words("study.well-done"))</h2>\
    <p>\(words("study.today-complete"))</p>\
    <button type="button" class="button button--ghost button--small" data-guest-undo>\(words("study.undo"))</button></section>\
    <p class="quiet" data-guest-failed hidden role="alert">\(words("study.guest.not-kept"))</p></div>\
    <noscript><p class="quiet">\(words("study.guest.no-scripts"))</p></noscript>
    """
}

/// What this browser kept for a guest may be added to the log of who has signed in; the script shows it where there is
/// anything.
func studyGuestOffer(_ scene: Scene) -> HTML {
  guard let school = scene.reader?.school else { return "" }
  let words = scene.words
  return """
    <section class="card stack" hidden\(behaviour: .guestOffer, school.id.text) data-csrf="\(scene.csrf)">\
    <h2 class="card__title">\(words("study.guest.offer"))</h2><p>\(words("study.guest.offer-text"))</p>\
    <button type="button" class="button button--secondary" data-guest-add>\(words("study.guest.add"))</button>\
    <p role="status" data-guest-added hidden>\(words("study.guest.added"))</p>\
    <p role="status" data-guest-waiting hidden>\(words("study.guest.waiting"))</p></section>
    """
}

extension Behaviour {
  /// A day that a guest's browser keeps.
  static let guestDay = Behaviour("guest", on: "data-guest")
  /// What of a guest's log may be added to an account.
  static let guestOffer = Behaviour("guest", on: "data-guest-offer")
}
