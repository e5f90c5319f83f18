import Base
import HTML
import Kit
import School

/// At which hour the reader is reminded, and how that reaches them.
struct StudyReminderPage: Sendable {
  let reminder: StudyReminder?
  /// What the reader studies.
  let tracks: [Track]
  var topics: [String] = []

  /// A reminder of a track that one has left is none.
  var isOn: Bool {
    guard let reminder, reminder.isOn else { return false }
    return reminder.track.map { id in tracks.contains { $0.id == id } } ?? true
  }
}

func studyReminderPage(_ data: StudyReminderPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let known = data.reminder
  let about: [Field] =
    data.tracks.isEmpty
    ? []
    : [
      .select(
        "about", words("study.reminder.about"), data.tracks.map { .init($0.id.text, $0.name) },
        value: data.isOn ? known?.track?.text ?? "" : "", isRequired: false, empty: words("study.reminder.all"))
    ]
  let fields: [Field] =
    [
      .check("on", words("study.reminder.on"), isOn: data.isOn),
      .time(
        "at", words("study.reminder.at"), minute: known?.minute ?? StudyReminder.usualMinute,
        hint: words("study.reminder.zone", .text(scene.ownZone.name))),
    ] + about + [.check("calendar", words("study.reminder.calendar"), isOn: known?.inCalendar ?? true)]
  // Only the device itself knows whether it rings; without its word the page says what holds for all.
  let here: HTML = """
    <div\(behaviour: .studyWay)><p data-way="push" hidden><strong>\(words("study.reminder.here-push"))</strong></p>\
    <p data-way="feed" hidden><strong>\(words("study.reminder.here-feed"))</strong></p></div>
    """
  let ways = stack([
    "<p>\(words("study.reminder.ways-text"))</p>", here,
    cluster([
      linkButton(words("study.reminder.devices"), to: NotificationsPaths.settings),
      linkButton(words("study.reminder.feeds"), to: CalendarPaths.feeds),
    ]),
  ])
  return Page(
    "study.reminder", title: words("study.reminder"), topics: data.topics,
    parent: (words("study.title"), StudyLogPaths.study),
    body: stack([
      card(
        nil, id: "reminder",
        content: form(StudyLogPaths.reminder, fields, draft, scene, submit: words("study.reminder.save"))),
      card(words("study.reminder.ways"), id: "ways", content: ways),
    ]))
}

extension Behaviour {
  /// Which way this device has a reminder, said by the device.
  static let studyWay = Behaviour("study", on: "data-study-way")
}
