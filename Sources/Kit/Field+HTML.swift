import Base
public import HTML

/// A field with its label, its hint, what was typed, and what was wrong with it.
///
/// `scope` keeps the ids of two forms on one page apart.
@inline(never) public func field(_ field: Field, _ draft: Draft, _ scene: Scene, scope: String = "") -> HTML {
  let drawn = Drawing(field: field, draft: draft, scene: scene, id: field.id(in: scope))
  switch field.control {
  case .hidden: return "<input type=\"hidden\" name=\"\(field.name)\" value=\"\(drawn.value)\">"
  case .check: return drawn.check
  case .cards(let choices): return drawn.cards(choices)
  default: return drawn.labelled
  }
}

/// Short fields side by side.
@inline(never) public func fieldRow(_ fields: [HTML]) -> HTML {
  "<div class=\"field-row\">\(each: fields, { $0 })</div>"
}

/// The colours of a theme, drawn with that theme's own tokens.
@inline(never) public func swatches(_ theme: Appearance.Theme) -> HTML {
  "<span class=\"swatches\" data-theme=\"\(theme.rawValue)\" aria-hidden=\"true\"><i></i><i></i><i></i><i></i><i></i></span>"
}

/// A field that is being written: the data, the draft and the id together.
private struct Drawing {
  let field: Field, draft: Draft, scene: Scene, id: String

  /// What was typed wins over what stood there.
  ///
  /// A password or a file is never handed back.
  var value: String {
    if case .line(let type) = field.control, type == "password" || type == "file" { return "" }
    return draft[field.name] ?? field.value
  }

  var problem: String? { draft.problem(field.name).map { scene.words($0) } }

  var describedBy: String? {
    let parts = [field.hint == nil ? nil : id + "-hint", problem == nil ? nil : id + "-error"].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  var hint: HTML {
    guard let hint = field.hint else { return "" }
    return "<span class=\"field__hint\" id=\"\(id)-hint\">\(hint)</span>"
  }

  var error: HTML {
    guard let problem else { return "" }
    return "<p class=\"field__error\" id=\"\(id)-error\">\(icon("warning", scene))\(problem)</p>"
  }

  var optional: HTML {
    field.isRequired ? "" : " <span class=\"field__optional\">\(scene.words("kit.optional"))</span>"
  }

  var labelled: HTML {
    """
    <div class="field\(field.isCode ? " field--code" : "")"><label class="field__label" for="\(id)">\
    \(field.label)\(optional)</label>\(hint)\(control)\(error)</div>
    """
  }

  /// A select without an empty choice always has a value: nothing to require.
  private var mayBeEmpty: Bool {
    if case .select(_, nil) = field.control { return false }
    return true
  }

  /// The attributes every control has.
  var common: HTML {
    """
     id="\(id)" name="\(field.name)"\(flag: "required", field.isRequired && mayBeEmpty)\(flag: "disabled", field.isDisabled)\
    \(flag: "autofocus", field.isFocused)\(attribute: "aria-describedby", describedBy)\
    \(attribute: "aria-invalid", problem == nil ? nil : "true")
    """
  }

  /// The attributes of everything one types in.
  var typing: HTML {
    """
    \(attribute: "dir", field.direction)\(attribute: "autocomplete", field.autocomplete)\
    \(attribute: "inputmode", field.inputmode)\(attribute: "enterkeyhint", field.enterkeyhint)\
    \(attribute: "autocapitalize", field.autocapitalize)\
    \(attribute: "spellcheck", field.direction == "ltr" ? "false" : nil)\
    \(attribute: "maxlength", field.max.map { String($0) })\(attribute: "placeholder", placeholder)
    """
  }

  /// A field of either direction always has one: by it the style knows that the field is empty, and which side it begins.
  private var placeholder: String? { field.placeholder ?? (field.direction == "auto" ? " " : nil) }

  var control: HTML {
    switch field.control {
    case .area(let rows):
      // A line break right after the tag is dropped by browsers; one of ours keeps the writer's own first one.
      return
        "<textarea\(common) rows=\"\(rows)\"\(typing)>\n\(value)</textarea>"
    case .select(let choices, let empty): return select(choices, empty)
    case .line("file"):
      return "<input type=\"file\"\(common)\(attribute: "accept", field.placeholder)>"
    case .line(let type):
      return """
        <input type="\(type)"\(common) value="\(value)"\(typing)\
        \(attribute: "min", field.low)\(attribute: "max", field.high)\(attribute: "step", field.step)>
        """
    case .check, .cards, .hidden: return ""
    }
  }

  func select(_ choices: [Field.Choice], _ empty: String?) -> HTML {
    let none: HTML = empty.map { "<option value=\"\">\($0)</option>" } ?? ""
    return
      "<select\(common)\(attribute: "autocomplete", field.autocomplete)>\(none)\(each: choices, { option($0) })</select>"
  }

  func option(_ choice: Field.Choice) -> HTML {
    "<option value=\"\(choice.value)\"\(flag: "selected", choice.value == value)>\(choice.title)</option>"
  }

  /// A tick box that is not ticked is not sent, so a draft that came back without it means no.
  var isTicked: Bool {
    let said = draft.form.fields.isEmpty ? field.value : draft[field.name] ?? ""
    return said == "on" || said == "true" || said == "1" || said == "yes"
  }

  var check: HTML {
    let hint: HTML = field.hint.map { "<span class=\"check__hint\" id=\"\(id)-hint\">\($0)</span>" } ?? ""
    return """
      <div class="field"><label class="check"><input type="checkbox"\(common) value="on"\(flag: "checked", isTicked)>\
      <span class="check__text">\(field.label)\(hint)</span></label>\(error)</div>
      """
  }

  /// The first card carries the field's own id, so that the error summary leads to it.
  func cards(_ choices: [Field.Choice]) -> HTML {
    let cards = choices.enumerated().map { card($0.element, id: $0.offset == 0 ? id : id + "-" + String($0.offset)) }
    return """
      <fieldset class="choices"\(attribute: "aria-describedby", describedBy)>\
      <legend>\(field.label)\(optional)</legend>\(hint)\(each: cards, { $0 })\(error)</fieldset>
      """
  }

  func card(_ choice: Field.Choice, id: String) -> HTML {
    let text: HTML = choice.text.isEmpty ? "" : "<span class=\"choice__text\">\(choice.text)</span>"
    return """
      <label class="choice"><input type="radio" id="\(id)" name="\(field.name)" value="\(choice.value)"\
      \(flag: "checked", choice.value == value)\(flag: "required", field.isRequired)\(flag: "disabled", field.isDisabled)\
      \(attribute: "aria-describedby", problem == nil ? nil : self.id + "-error")>\
      <span class="choice__body"><span class="choice__title">\(choice.title)</span>\(text)</span>\(choice.picture)</label>
      """
  }
}
