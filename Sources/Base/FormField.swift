/// One field that a form may bring, as the description of the API says it.
public struct FormField: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// One line, and text of several, of so many characters.
    case line(max: Int), text(max: Int)
    case secret, id, flag, day, clock
    case integer(ClosedRange<Int>)
    case choice([String])
    /// Several under one name.
    case ids(max: Int), values
    /// One for each of several things, by the end of its name: `marks.<student>`; in JSON an object.
    case entries
  }
  public let name: String
  public let kind: Kind
  public let isRequired: Bool
  /// One sentence, in English, as all of the API.
  public let about: String
}

extension FormCommand {
  /// What its form may bring.
  ///
  /// - Parameter path: the names that stand in the path.
  public static func fields(path: Set<String>) -> [FormField] {
    var reader = FormReader(describing: path)
    _ = Self(&reader)
    return reader.fields
  }
}
