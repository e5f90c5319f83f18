import Base

extension Roster {
  /// How long the texts of a file may be: as long as in the forms where people type the same.
  enum Longest {
    static let name = 80
    static let number = 40
    static let username = 120
    /// Keys, codes and titles of other systems.
    static let key = 255

    static func of(_ field: Field) -> Int {
      switch field {
      case .given, .family, .classes, .cohorts, .title: name
      case .name: 2 * name + 1
      case .number: number
      case .username: username
      default: key
      }
    }
  }
}

extension Roster.Text {
  /// What keeps a text of a file from being taken in: the forms refuse the same, so that nothing comes in by a file that
  /// nobody could type.
  static func fault(_ value: String, max: Int) -> Roster.Problem.Code? {
    guard let reason = Form.wrongWithLine(value, max: max) else { return nil }
    switch reason.key {
    case "form.too-long": return .textTooLong
    case "form.control": return .textControl
    case "form.direction": return .textDirection
    case "form.marks": return .textMarks
    default: return .textUnfit
    }
  }
}
