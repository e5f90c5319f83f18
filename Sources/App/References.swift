import Database

/// What each column that holds an id points to, by its name, for the doctor to follow where the books themselves do not.
enum References {
  /// Columns of these names point to the account of a person.
  private static let people: Set = [
    "acceptedBy", "account", "acknowledgedBy", "addedBy", "author", "by", "createdBy", "deletedBy", "doneBy",
    "guardian", "lastBy", "publishedBy", "redeemedBy", "rejectedBy", "sender", "settledBy", "uploadedBy", "withdrawnBy",
  ]
  /// Columns that are called as what they point to, in the same school.
  private static let named: Set = [
    "assignment", "checklist", "classroom", "conversation", "course", "event", "file", "notification", "observation",
    "question", "sitting", "student", "summary", "trainee",
  ]
  /// Those that are called otherwise.
  private static let others = [
    "due_extension.item": "course_item", "school.picture": "file", "flashcard_event.note": "flashcard_note",
    "flashcard_state.note": "flashcard_note", "track_cycle.first": "track_item",
    "record_tag.mergedInto": "record_tag", "curriculum_node.parent": "curriculum_node",
    "curriculum_node.mergedInto": "curriculum_node", "log_entry.lesson": "training_lesson",
    "training_lesson.instructor": "account",
    "prerequisite.needs": "curriculum_node", "presentation_act.presentation": "curriculum_node",
    "presentation_plan.presentation": "curriculum_node", "checklist.template": "checklist_template",
  ]

  /// What is said of people and things that may be gone: histories, the machine's own, and ids of more than one kind.
  static let exempt: Set = [
    "member.bucket", "member.account", "receipt.account", "receipt.sending", "journal.account",
    "journal.sending", "job.account", "account.lastSchool", "session.lastSchool", "push_device.session",
    "delivery.account", "delivery.about", "delivery.target", "delivery.notification", "conversation.about",
    "calendar_choice.target", "event.target", "feed.target", "event_left.target", "announcement.target",
    "notice_mute.subject", "notification.thing", "notification.student", "talker.told", "sitting.slot",
    "roster_person.account", "roster_person.student", "roster_enrolment.account", "roster_enrolment.student",
    "roster_enrolment.classroom", "roster_class.classroom", "invite.student", "waiting_picture.file", "lease.holder",
    "track.target", "deck.target", "flashcard_event.undoes", "training_document.kind",
  ]

  /// Where a column points; `nil` when nothing is known of it.
  static func target(_ column: String, of table: String) -> String? {
    if let other = others[table + "." + column] { return other }
    if people.contains(column) { return "account" }
    return named.contains(column) ? column : nil
  }

  /// The columns that hold an id and that no foreign key of the books watches over.
  static func unwatched(_ table: TableSchema) -> [String] {
    let watched = Set(table.foreign.flatMap(\.columns))
    return table.columns.filter { $0.kind == .id && !watched.contains($0.name) }.map(\.name)
      .filter { !["id", "school"].contains($0) && !exempt.contains(table.name + "." + $0) }
  }

  static func proofs(_ tables: [TableSchema]) -> [Proof] {
    tables.flatMap { table in
      unwatched(table).compactMap { column in
        target(column, of: table.name).map { Proof(table, column: column, pointsTo: $0, inSchool: $0 != "account") }
      }
    }
  }
}
