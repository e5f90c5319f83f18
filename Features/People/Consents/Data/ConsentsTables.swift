import Base
public import Database
public import School

/// What families allow, as they said it and as it stands.
public enum ConsentsTables {
  public static let consent = Table<Consent>(
    "consent", number: 250,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("student") { $0.student }
      $0.choice("scope") { $0.scope }
      $0.choice("answer") { $0.answer }
      $0.choice("source") { $0.source }
      $0.id("guardian", onMerge: .follows) { $0.guardian }
      $0.day("day") { $0.day }
      $0.text("note") { $0.note }
      $0.id("by", onMerge: .stays) { $0.by }
      $0.instant("at") { $0.at }
    }, key: ["school", "id"], indexes: [["school", "student", "scope", "at"]],
    foreign: [.init(["school", "student"], to: "student", ["school", "id"])],
    // A guardian sees what they said, and not what another said.
    seen: .by { consent, school in [.office(school)] + (consent.guardian.map { [.person($0)] } ?? []) }
  ) { cells throws(Refusal) in
    Consent(
      id: cells.id(), student: cells.id(), scope: try cells.choice(), answer: try cells.choice(),
      source: try cells.choice(), guardian: cells.optionalID(), day: cells.day(), note: cells.text(), by: cells.id(),
      at: cells.instant())
  }

  public static let state = Table<ConsentState>(
    "consent_state", number: 251,
    {
      $0.school()
      $0.id("student") { $0.student }
      $0.choice("scope") { $0.scope }
      $0.flag("allowed") { $0.isAllowed }
      $0.instant("since") { $0.since }
    }, key: ["school", "student", "scope"],
    foreign: [.init(["school", "student"], to: "student", ["school", "id"])],
    // Whoever sees the child: its teachers must know it before they take a picture.
    seen: .with("student", by: "student")
  ) { cells throws(Refusal) in
    ConsentState(
      student: cells.id(), scope: try cells.choice(), isAllowed: cells.flag(), since: cells.instant())
  }

  /// How states were until 27 November 2026: with the reason, on every device that holds the child.
  private static let reasonedState = state.schema.with([Column("why", .text, initial: "'no'")])

  public static let migrations = [
    Migration("2026-11-26 consents: the tables", create: consent.schema, reasonedState),
    Migration("2026-11-27 consents: how it stands is no more why") { _ in
      ["ALTER TABLE consent_state DROP COLUMN why"]
    },
  ]
}
