public import Base
import Exact

/// What somebody typed into a cell of a gradebook.
public enum ScoreText: Hashable, Sendable {
  case clear, excused
  case points(Amount)
  /// Of what is possible.
  case percent(Amount)
  case letter(String)

  /// Reads `8.5`, `8,5`, `٨٫٥`, `85%`, `EX`, `A-` and nothing; `nil` for anything else.
  public init?(_ typed: String) {
    let text = plainNumber(typed)
    if text.isEmpty || text == "-" { self = .clear; return }
    if text.uppercased() == "EX" { self = .excused; return }
    if let last = text.last, last == "%" || last == "\u{66A}" {
      guard let amount = Amount(String(text.dropLast())) else { return nil }
      self = .percent(amount)
      return
    }
    if let amount = Amount(text) { self = .points(amount); return }
    guard text.unicodeScalars.count <= 12, text.first?.isLetter == true else { return nil }
    self = .letter(text)
  }
}

extension Score {
  /// How a cell of a gradebook shows it, and how it is typed again.
  public var cellText: String { excused ? "EX" : raw?.text ?? "" }
}

/// What one cell is to become, and what its writer saw there.
public struct CellEdit: Hashable, Sendable {
  public let item: ID<GradeItem>
  public let student: ID<Student>
  public let typed: String
  /// What the cell showed when it was written over; `nil` writes over anything.
  public let was: String?
  public init(item: ID<GradeItem>, student: ID<Student>, typed: String, was: String? = nil) {
    (self.item, self.student, self.typed, self.was) = (item, student, typed, was)
  }
}

/// What became of one cell.
public enum CellVerdict: Hashable, Sendable {
  case saved
  /// It was so already.
  case same
  case refused(Phrase)
  /// Somebody wrote something else there in the meantime; this is it now.
  case conflict(String)

  public var isSaved: Bool { self == .saved || self == .same }
}

/// A cell's edit with what the rules say to it.
public struct CellStep: Sendable {
  public let edit: CellEdit
  public let verdict: CellVerdict
  public let before: Score?
  public let after: Score?
}
