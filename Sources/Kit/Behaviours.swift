public import HTML

/// What the components do in the browser; what only a feature does stands with its pages.
extension Behaviour {
  /// Files go up in pieces, and go on where a cut left them.
  static let upload = Behaviour("uploads", on: "data-upload")
  /// A button that has the file of that path without a network, too.
  static let keepFile = Behaviour("keptfiles", on: "data-keep-file")
  /// A form whose words survive a reload, under that name.
  static let draft = Behaviour("drafts", on: "data-draft")
  /// A row of a register that keys walk through and mark.
  static let row = Behaviour("register", on: "data-row")
  /// A button that copies the text of the element of that id.
  static let copy = Behaviour("copy", on: "data-copy")
  /// A form that asks while one types.
  public static let search = Behaviour("search", on: "data-search")
  /// A form whose choices are saved when they are made.
  public static let choices = Behaviour("choices", on: "data-choices")
  /// A list whose rows open as a sheet over it.
  public static let sheet = Behaviour("sheet", on: "data-sheet")
  /// A button that opens the browser's own sheet for printing.
  public static let print = Behaviour("print", on: "data-print")
  /// What is written in the form's text, as readers will see it; the address is the renderer's.
  public static let preview = Behaviour("writing", on: "data-preview")
}
