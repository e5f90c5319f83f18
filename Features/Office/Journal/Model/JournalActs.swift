/// What the journal's page calls the commands.
///
/// A sentence names the act and never what was in it: a score, a message and a reason are read where their readers may
/// read them. It has no subject, so that no language must know whether a person is a man or a woman.
public enum JournalActs {
  /// The key of the sentence; `nil` for what is a person's own business.
  public static func key(_ command: String) -> String? {
    if own.contains(command) { return nil }
    // words: journal.did.* journal.in.*
    for act in acts where act.commands.contains(command) { return "journal.did." + act.name }
    let feature = String(command.prefix { $0 != "." })
    return "journal.in." + (features.contains(feature) ? feature : "other")
  }

  /// Where somebody has read to, what they keep for themselves, how they like to be told: the office learns that nowhere
  /// else, and not here.
  public static let own: [String] = [
    "announcements.read", "assignments.drop-phrase", "assignments.keep-phrase", "assignments.save-work",
    "calendar.choose-dates", "calendar.make-feed", "calendar.revoke-feed", "calendar.rotate-feed", "files.add-piece",
    "files.begin-upload", "flashcards.answer", "flashcards.bury", "flashcards.reset", "flashcards.resume",
    "flashcards.suspend", "flashcards.undo", "lessons.keep-place", "lessons.write-note", "messages.mute",
    "messages.see",
    "notifications.add-device", "notifications.choose", "notifications.mark-all-read", "notifications.mark-read",
    "notifications.remove-device", "notifications.stop-mail", "own-files.keep", "own-files.remove", "own-files.rename",
    "progress.join-leaderboard", "quizzes.save-answers", "study.end-pause", "study.mark", "study.pause", "study.remind",
    "study.undo", "tools.answer", "tools.save",
    "tracks.join-track", "tracks.leave-track",
  ]

  /// Features that say for what has no sentence of its own where it was.
  public static let features: [String] = [
    "accounts", "announcements", "assignments", "attendance", "calendar", "checklists", "classrooms", "courses",
    "curriculum", "demo", "enrolment", "exchange", "files", "flashcards", "grades", "habits", "insights", "lessons",
    "logbook", "members", "messages", "notifications", "observations", "presentations", "progress", "quizzes",
    "schools", "students", "summaries", "tasks", "tracks", "trainees", "training-documents",
  ]

  struct Act: Sendable {
    let name: String
    let commands: [String]
    init(_ name: String, _ commands: String...) { (self.name, self.commands) = (name, commands) }
  }

  // a table of data
  static let acts: [Act] = [
    Act("school-opened", "schools.create", "home.furnish-school"),
    Act("school-changed", "schools.change", "schools.set-attendance"),
    Act("school-picture", "schools.set-picture", "schools.remove-picture"),
    Act("terms", "schools.add-term", "schools.change-term", "schools.remove-term"),
    Act("school-deleted", "schools.delete"),
    Act("school-restored", "schools.restore"),
    Act("invited", "members.create-invite"),
    Act("invite-revoked", "members.revoke-invite"),
    Act("slips", "members.give-access"),
    Act("joined", "members.join"),
    Act("claimed", "members.claim"),
    Act("role", "members.change-role"),
    Act("renamed", "members.rename"),
    Act("member-removed", "members.remove"),
    Act("member-left", "members.leave"),
    Act("student-added", "students.add-student"),
    Act("student-edited", "students.edit-student", "students.set-photo", "students.remove-photo"),
    Act("student-left", "students.leave-school"),
    Act("student-returned", "students.return-to-school"),
    Act("student-deleted", "students.delete-student"),
    Act("guardian-linked", "students.link-guardian"),
    Act("guardian-unlinked", "students.unlink-guardian"),
    Act("login-unlinked", "students.unlink-login"),
    Act("consent", "consents.answer", "consents.record-paper"),
    Act("consent-order", "consents.record-order"),
    Act("class-added", "classrooms.add-classroom"),
    Act("class-changed", "classrooms.rename-classroom", "classrooms.set-cover", "classrooms.remove-cover"),
    Act("class-archived", "classrooms.archive-classroom"),
    Act("class-deleted", "classrooms.delete-classroom"),
    Act("class-joined", "classrooms.add-student", "classrooms.enrol-students", "classrooms.rejoin-student"),
    Act("class-left", "classrooms.remove-student", "classrooms.turn-day"),
    Act("class-teachers", "classrooms.assign-teacher", "classrooms.unassign-teacher"),
    Act("register", "attendance.take-register", "attendance.mark-rest-present"),
    Act("register-undone", "attendance.undo-register"),
    Act("absence", "attendance.report-absence"),
    Act("home-call", "attendance.note-home-call", "attendance.drop-home-call"),
    Act("absence-withdrawn", "attendance.withdraw-absence"),
    Act(
      "timetable", "attendance.plan-slot", "attendance.change-slot", "attendance.end-slot", "attendance.set-week",
      "attendance.copy-week", "attendance.import-timetable"),
    Act("holidays", "attendance.name-holiday", "attendance.drop-holiday", "calendar.close-days"),
    Act("roster-uploaded", "exchange.begin-import", "exchange.weigh-roster"),
    Act("roster-applied", "exchange.agree-to-import", "exchange.apply-roster"),
    Act("roster-discarded", "exchange.discard-import"),
    Act("exported", "exchange.export"),
    Act("course-added", "courses.add-course", "courses.copy-course"),
    Act("course-changed", "courses.edit-course", "courses.publish-course"),
    Act("course-archived", "courses.archive-course"),
    Act("course-deleted", "courses.delete-course"),
    Act("course-teachers", "courses.assign-teacher", "courses.unassign-teacher"),
    Act("course-asked", "enrolment.request-seat"),
    Act("course-answered", "enrolment.answer-request"),
    Act("course-joined", "enrolment.add-students", "enrolment.rejoin-student", "enrolment.stay"),
    Act("course-left", "enrolment.remove-student", "enrolment.leave-course"),
    Act("lesson-finished", "lessons.finish-lesson"),
    Act("work-handed-in", "assignments.hand-in"),
    Act("work-begun", "assignments.begin-attempt"),
    Act("work-graded", "assignments.grade-work", "assignments.return-marked"),
    Act("work-extended", "assignments.extend-due", "assignments.end-extension"),
    Act("quiz-begun", "quizzes.start-attempt"),
    Act("quiz-submitted", "quizzes.submit-attempt", "quizzes.close-attempt", "quizzes.accept-late"),
    Act("quiz-scored", "quizzes.score-answers", "quizzes.regrade-question", "quizzes.undo-regrade"),
    Act("quiz-released", "quizzes.release-results"),
    Act("quiz-time", "quizzes.set-time", "quizzes.end-time"),
    Act("scores", "grades.record-scores", "grades.write-cell", "grades.undo-scores"),
    Act("scores-posted", "grades.post-scores"),
    Act("grade-override", "grades.override"),
    Act("grade-settings", "grades.change-settings", "grades.undo-settings", "grades.set-letters"),
    Act("periods", "grades.add-period", "grades.change-period", "grades.edit-period"),
    Act("message", "messages.send", "messages.start"),
    Act("message-edited", "messages.edit", "messages.delete", "messages.bring-back"),
    Act("message-reported", "messages.report"),
    Act("report-opened", "messages.open-reported"),
    Act("report-settled", "messages.settle-report"),
    Act("messages-copied", "messages.export"),
    Act("messages-policy", "messages.set-policy"),
    Act("announced", "announcements.create", "announcements.publish", "announcements.publish-due"),
    Act("announcement-retracted", "announcements.retract"),
    Act("events-imported", "calendar.import-events"),
    Act("reminded", "notifications.remind"),
    Act("observed", "observations.write"),
    Act("captured", "capture.save"),
    Act("observation-edited", "observations.edit"),
    Act("outside-switched", "outside.switch"),
    Act("outside-asked", "outside.ask-summary", "outside.ask-explanation", "outside.ask-transcript"),
    Act("observation-deleted", "observations.delete"),
    Act("observation-restored", "observations.restore"),
    Act(
      "observation-files", "observations.add-file", "observations.describe-file", "observations.remove-file"),
    Act("observation-shared", "observations.share"),
    Act("observation-withdrawn", "observations.withdraw"),
    Act(
      "record-tags", "observations.add-tag", "observations.rename-tag", "observations.archive-tag",
      "observations.merge-tags"),
    Act(
      "template-made", "templates.create", "templates.add-shipped", "templates.import", "templates.duplicate"),
    Act("template-edited", "templates.edit", "templates.restore-item"),
    Act("template-published", "templates.publish"),
    Act("template-retired", "templates.retire"),
    Act("checklist-signed", "signatures.sign"),
    Act("identity-consent", "training-documents.record-consent", "training-documents.withdraw-consent"),
    Act("document-endorsed", "training-documents.endorse"),
    Act("hours-named", "logbook.name-kinds"),
  ]
}
