public import Delimited

extension Roster {
  /// Writes people as our own CSV, which `PeopleReader` reads back without a difference.
  public struct PeopleWriter {
    static let headings = [
      "external key", "role", "first name", "last name", "username", "email", "student number", "class", "cohort",
      "guardian email", "birthday",
    ]

    private var writer: CSV.Writer

    public init(_ style: CSV.Style = CSV.Style()) {
      writer = CSV.Writer(style)
      writer.row(PeopleWriter.headings)
    }

    public mutating func add(_ person: Person) {
      writer.row([
        person.key, person.role.rawValue, person.given, person.family, person.username, person.email, person.number,
        Text.joined(person.classes), Text.joined(person.cohorts), Text.joined(person.guardians),
        person.birthday,
      ])
    }

    /// What was written since the last call.
    public mutating func drain() -> [UInt8] { writer.drain() }
  }
}
