public import Base
public import HTML

/// One field of a form as plain data: what it is called, how it is filled in, what stands in it before anybody types.
///
/// A field knows its label, so the error summary can name it and lead to it.
public struct Field: Sendable {
  public enum Control: Sendable {
    /// An `input`; the type as HTML says it.
    case line(type: String)
    case area(rows: Int)
    /// A closed list, as a drop-down. With `empty`, nothing is chosen at first and that text says so.
    case select([Choice], empty: String?)
    /// A closed list, as cards that are big enough to read.
    case cards([Choice])
    case check
    case hidden
  }

  /// One of a closed list.
  public struct Choice: Sendable {
    public var value: String, title: String, text: String
    /// Something drawn below the words, as the colours of a theme.
    public var picture: HTML
    public init(_ value: String, _ title: String, text: String = "", picture: HTML = "") {
      (self.value, self.title, self.text, self.picture) = (value, title, text, picture)
    }
  }

  public var name: String
  public var label: String
  public var control: Control
  public var value: String
  public var hint: String?
  public var isRequired: Bool
  public var autocomplete: String?
  public var inputmode: String?
  public var enterkeyhint: String?
  public var placeholder: String?
  public var autocapitalize: String?
  public var max: Int?
  /// `dir` of what is typed: `auto` for people's words, `ltr` for codes and addresses.
  public var direction: String?
  public var low: String?, high: String?, step: String?
  public var isFocused = false
  public var isDisabled = false
  public var isCode = false

  @inline(never) public init(
    _ name: String, _ label: String, _ control: Control, value: String = "", hint: String? = nil,
    isRequired: Bool = true, autocomplete: String? = nil, direction: String? = nil, max: Int? = nil
  ) {
    (self.name, self.label, self.control, self.value, self.hint) = (name, label, control, value, hint)
    (self.isRequired, self.autocomplete, self.direction, self.max) = (isRequired, autocomplete, direction, max)
  }

  /// The field takes the cursor when the page opens.
  ///
  /// One to a page, and only where typing is all there is to do.
  @inline(never) public func focused() -> Field {
    var copy = self
    copy.isFocused = true
    return copy
  }
  @inline(never) public func locked(_ yes: Bool = true) -> Field {
    var copy = self
    copy.isDisabled = yes
    return copy
  }

  /// The id of its control, for links to it.
  public func id(in scope: String) -> String { scope.isEmpty ? "f-" + name : "f-" + scope + "-" + name }
}

extension Field {
  /// Free text of one line, in whatever direction it is written.
  @inline(never) public static func text(
    _ name: String, _ label: String, value: String = "", hint: String? = nil, isRequired: Bool = true,
    autocomplete: String? = "off", max: Int = 120
  ) -> Field {
    Field(
      name, label, .line(type: "text"), value: value, hint: hint, isRequired: isRequired, autocomplete: autocomplete,
      direction: "auto", max: max)
  }

  @inline(never) public static func email(
    _ name: String, _ label: String, value: String = "", hint: String? = nil, isRequired: Bool = true,
    autocomplete: String = "email"
  ) -> Field {
    var field = Field(
      name, label, .line(type: "email"), value: value, hint: hint, isRequired: isRequired,
      autocomplete: autocomplete, direction: "ltr", max: 254)
    (field.inputmode, field.autocapitalize) = ("email", "none")
    return field
  }

  /// A telephone number.
  @inline(never) public static func phone(
    _ name: String, _ label: String, value: String = "", hint: String? = nil, isRequired: Bool = true
  ) -> Field {
    var field = Field(
      name, label, .line(type: "tel"), value: value, hint: hint, isRequired: isRequired,
      autocomplete: "tel", direction: "ltr", max: 40)
    field.inputmode = "tel"
    return field
  }

  /// A password: the one there is, or a new one.
  ///
  /// What was typed never comes back in a page.
  @inline(never) public static func password(_ name: String, _ label: String, isNew: Bool = false, hint: String? = nil)
    -> Field
  {
    Field(
      name, label, .line(type: "password"), hint: hint,
      autocomplete: isNew ? "new-password" : "current-password", direction: "ltr")
  }

  /// A code copied from elsewhere: capitals, wide letters, no spelling.
  ///
  /// `isOnce` is for codes of the second factor.
  @inline(never) public static func code(
    _ name: String, _ label: String, value: String = "", hint: String? = nil, max: Int = 12, isOnce: Bool = false
  ) -> Field {
    var field = Field(
      name, label, .line(type: "text"), value: value, hint: hint,
      autocomplete: isOnce ? "one-time-code" : "off", direction: "ltr", max: max)
    (field.isCode, field.autocapitalize) = (true, "characters")
    if isOnce { field.inputmode = "numeric" }
    return field
  }

  @inline(never) public static func date(
    _ name: String, _ label: String, value: Day? = nil, hint: String? = nil, isRequired: Bool = true,
    from low: Day? = nil, to high: Day? = nil
  ) -> Field {
    var field = Field(name, label, .line(type: "date"), value: value?.text ?? "", hint: hint, isRequired: isRequired)
    (field.low, field.high) = (low?.text, high?.text)
    return field
  }

  /// A time of the day, in minutes since midnight.
  @inline(never) public static func time(
    _ name: String, _ label: String, minute: Int? = nil, hint: String? = nil, isRequired: Bool = true
  ) -> Field {
    let value = minute.map { pad($0 / 60 % 24) + ":" + pad($0 % 60) } ?? ""
    return Field(name, label, .line(type: "time"), value: value, hint: hint, isRequired: isRequired)
  }

  /// A whole number in a range.
  @inline(never) public static func number(
    _ name: String, _ label: String, value: Int? = nil, in range: ClosedRange<Int>? = nil, hint: String? = nil,
    isRequired: Bool = true
  ) -> Field {
    var field = Field(
      name, label, .line(type: "number"), value: value.map { String($0) } ?? "", hint: hint,
      isRequired: isRequired, autocomplete: "off")
    field.inputmode = "numeric"
    (field.low, field.high) = (range.map { String($0.lowerBound) }, range.map { String($0.upperBound) })
    return field
  }

  /// Free text of several lines.
  @inline(never) public static func area(
    _ name: String, _ label: String, value: String = "", hint: String? = nil, isRequired: Bool = false,
    rows: Int = 4, max: Int = 2000
  ) -> Field {
    Field(name, label, .area(rows: rows), value: value, hint: hint, isRequired: isRequired, direction: "auto", max: max)
  }

  @inline(never) public static func select(
    _ name: String, _ label: String, _ choices: [Choice], value: String = "", hint: String? = nil,
    isRequired: Bool = true, empty: String? = nil
  ) -> Field {
    Field(name, label, .select(choices, empty: empty), value: value, hint: hint, isRequired: isRequired)
  }

  /// A few choices as cards, one of them chosen.
  @inline(never) public static func cards(
    _ name: String, _ label: String, _ choices: [Choice], value: String = "", hint: String? = nil,
    isRequired: Bool = true
  ) -> Field {
    Field(name, label, .cards(choices), value: value, hint: hint, isRequired: isRequired)
  }

  /// A tick box.
  @inline(never) public static func check(_ name: String, _ label: String, isOn: Bool = false, hint: String? = nil)
    -> Field
  {
    Field(name, label, .check, value: isOn ? "on" : "", hint: hint, isRequired: false)
  }

  @inline(never) public static func hidden(_ name: String, _ value: String) -> Field {
    Field(name, "", .hidden, value: value, isRequired: false)
  }

  @inline(never) public static func file(_ name: String, _ label: String, accept: String? = nil, hint: String? = nil)
    -> Field
  {
    var field = Field(name, label, .line(type: "file"), hint: hint)
    field.placeholder = accept
    return field
  }

  /// A picture that may come with a form, and need not.
  @inline(never) public static func picture(_ name: String, _ label: String, hint: String? = nil) -> Field {
    var field = Field.file(name, label, accept: pictureTypes, hint: hint)
    field.isRequired = false
    return field
  }
}
