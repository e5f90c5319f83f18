public import Base
public import HTML

/// One page before its frame is put round it.
public struct Page: Sendable {
  /// `feature.page`, on the root element: a grep from the screen to its function.
  public let name: String
  public let title: String
  public let body: HTML
  /// What stands at the end of the title's line, as the page's main act.
  public let actions: HTML
  /// What this page listens to while it is open: the rows it watches (`watching`), and the names of fragments.
  public let topics: [String]
  /// Where “back” leads, when the page has a parent.
  public let parent: (title: String, path: String)?
  /// Pages that come before there is anything to navigate, as sign-in and the wizard, stand alone in a column.
  public let isPlain: Bool
  /// A page whose table or grid takes all the room there is, as a gradebook or a week.
  public let isWide: Bool
  /// What this page and its neighbours are pages of, as a course; then its head stands for the title's line.
  public let space: Space?

  public init(
    _ name: String, title: String, actions: HTML = "", topics: [String] = [],
    parent: (title: String, path: String)? = nil, isPlain: Bool = false, isWide: Bool = false,
    space: Space? = nil, body: HTML
  ) {
    (self.name, self.title, self.actions, self.topics) = (name, title, actions, topics)
    (self.parent, self.isPlain, self.isWide, self.space, self.body) = (parent, isPlain, isWide, space, body)
  }
}

/// What a person had typed and what was wrong with it, so that a form comes back as it was.
public struct Draft: Sendable {
  public let form: Form
  public let problems: [Problem]
  public init(_ form: Form = Form(), problems: [Problem] = []) { (self.form, self.problems) = (form, problems) }

  public subscript(_ field: String) -> String? { form[field] }
  public func problem(_ field: String) -> Phrase? { problems.first { $0.field == field }?.reason }
}
