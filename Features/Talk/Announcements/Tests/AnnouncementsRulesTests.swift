import Base
import School
import Testing

@Suite struct `Who may announce what to whom` {
  private let now = Instant(milliseconds: 1_000_000)
  private let room = ID<Classroom>(high: 0x7000, low: 1 << 63 | 71)
  private let course = ID<Course>(high: 0x7000, low: 1 << 63 | 72)
  private func caller(_ role: Role) -> Caller {
    Caller(
      account: ID(high: 0x7000, low: 1 << 63 | 1), school: ID(high: 0x7000, low: 1 << 63 | 2), role: role)
  }
  private func command(_ audience: AnnouncementAudience) -> CreateAnnouncement {
    CreateAnnouncement(
      id: ID(high: 0x7000, low: 1 << 63 | 3),
      fields: AnnouncementFields(
        audience: audience, original: AnnouncementText(.en, title: "Trip on Friday", text: "We leave at 8.")))
  }
  private func known(_ state: Announcement.State, _ audience: AnnouncementAudience = .school) -> Announcement {
    Announcement(
      id: ID(high: 0x7000, low: 1 << 63 | 3), audience: audience, author: ID(high: 0x7000, low: 1 << 63 | 1),
      original: AnnouncementText(.en, title: "Trip", text: ""), state: state, publishAt: now, createdAt: now,
      updatedAt: now)
  }
  private var own: AnnouncementReach {
    AnnouncementReach(isOffice: false, classrooms: [(room, "7B")], courses: [])
  }

  @Test func `teachers speak to their own classes, the office to everybody, families to nobody`() throws {
    _ = try command(.classroom(room)).permit(for: caller(.teacher), reach: own, at: nil, files: 0, now: now)
    for audience in [AnnouncementAudience.school, .role(.guardian), .course(course)] {
      #expect(throws: Refusal.invalid("audience", Phrase("announcements.audience-wrong"))) {
        try command(audience).permit(for: caller(.teacher), reach: own, at: nil, files: 0, now: now)
      }
    }
    let all = AnnouncementReach(isOffice: true, classrooms: [], courses: [])
    _ = try command(.role(.guardian)).permit(for: caller(.admin), reach: all, at: nil, files: 0, now: now)
    for role in [Role.student, .guardian] {
      #expect(throws: Refusal.notAllowed(Phrase("announcements.staff-only"))) {
        try command(.school).permit(for: caller(role), reach: all, at: nil, files: 0, now: now)
      }
    }
  }

  @Test func `a moment that has passed is refused, and so is a crowd of files`() {
    #expect(throws: Refusal.invalid("publishAt", Phrase("announcements.time-past"))) {
      try command(.classroom(room)).permit(for: caller(.teacher), reach: own, at: now, files: 0, now: now)
    }
    #expect(throws: Refusal.invalid("file", Phrase("announcements.files-many", .count(20)))) {
      try command(.classroom(room)).permit(for: caller(.teacher), reach: own, at: nil, files: 21, now: now)
    }
  }

  @Test func `what is out keeps its audience, and readers change nothing`() {
    let edit = EditAnnouncement(announcement: known(.published).id, fields: command(.classroom(room)).fields)
    #expect(throws: Refusal.invalid("audience", Phrase("announcements.audience-fixed"))) {
      try edit.permit(
        for: caller(.teacher), access: .keeper, known: known(.published), reach: own, at: nil, files: 0, now: now)
    }
    #expect(throws: Refusal.notAllowed(Phrase("announcements.keepers-only"))) {
      try RetractAnnouncement(announcement: known(.published).id).permit(
        for: caller(.guardian), access: .reader, known: known(.published), now: now)
    }
  }

  @Test func `what was taken back is brought back first, before anything else is done with it`() throws {
    var gone = known(.published)
    gone.retractedAt = now
    let all = AnnouncementReach(isOffice: true, classrooms: [], courses: [])
    let (owner, refusal) = (caller(.owner), Refusal.conflict(Phrase("announcements.is-retracted")))
    #expect(throws: refusal) {
      try EditAnnouncement(announcement: gone.id, fields: command(.school).fields).permit(
        for: owner, access: .keeper, known: gone, reach: all, at: nil, files: 0, now: now)
    }
    #expect(throws: refusal) {
      try PublishAnnouncement(announcement: gone.id).permit(
        for: owner, access: .keeper, known: gone, reach: all, now: now)
    }
    #expect(throws: refusal) {
      try PinAnnouncement(announcement: gone.id, isPinned: true).permit(
        for: owner, access: .keeper, known: gone, now: now)
    }
    #expect(throws: Refusal.notFound) {
      try ReadAnnouncement(announcement: gone.id).permit(for: caller(.guardian), known: gone, isRead: false, now: now)
    }
  }

  @Test func `the clock says only what its author may still say, and nothing twice`() throws {
    let due = PublishDue(announcement: known(.scheduled).id)
    let mine = known(.scheduled, .classroom(room))
    #expect(try due.permit(author: caller(.teacher), known: mine, reach: own, now: now) != nil)
    #expect(try due.permit(author: caller(.teacher), known: known(.published), reach: own, now: now) == nil)
    let early = Instant(milliseconds: now.milliseconds - 1)
    #expect(try due.permit(author: caller(.teacher), known: mine, reach: own, now: early) == nil)
    #expect(throws: Refusal.notAllowed(Phrase("announcements.audience-wrong"))) {
      try due.permit(author: nil, known: mine, reach: nil, now: now)
    }
  }

  @Test func `a version in the language of the text is refused, an empty one is none`() throws {
    let form = Form([
      "audience": "school", "language": "ar", "title": "رحلة", "text": "", "title.ar": "رحلة", "title.en": "",
      "text.en": "",
    ])
    #expect(throws: Refusal.invalid("title.ar", Phrase("announcements.version-same"))) {
      try CreateAnnouncement(form)
    }
  }

  @Test(arguments: ["school", "role-guardian", "role-owner", "class-x", "galaxy", ""])
  func `an audience is what it says or nothing`(_ text: String) {
    #expect((AnnouncementAudience(text)?.text == text) == ["school", "role-guardian"].contains(text))
  }
}
