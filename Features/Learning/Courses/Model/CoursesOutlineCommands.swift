public import Base

/// One line of an outline as it is moved: a module with what it holds, or an item.
public enum OutlineEntry: Hashable, Sendable {
  case module(ID<CourseModule>)
  case item(ID<CourseItem>)

  /// `m.0190…` or `i.0190…`.
  public var text: String {
    switch self {
    case .module(let id): "m." + id.text
    case .item(let id): "i." + id.text
    }
  }

  public init?(_ text: some StringProtocol) {
    let rest = text.dropFirst(2)
    if text.hasPrefix("m."), let id = ID<CourseModule>(rest) {
      self = .module(id)
    } else if text.hasPrefix("i."), let id = ID<CourseItem>(rest) {
      self = .item(id)
    } else {
      return nil
    }
  }
}

/// An outline as one list: the items of no module, then each module followed by its items.
public struct Outline: Hashable, Sendable {
  public private(set) var entries: [OutlineEntry]
  public init(_ entries: [OutlineEntry]) { self.entries = entries }

  public init(modules: [CourseModule], items: [CourseItem]) {
    entries = items.filter { $0.module == nil }.map { .item($0.id) }
    for module in modules {
      entries.append(.module(module.id))
      entries += items.filter { $0.module == module.id }.map { .item($0.id) }
    }
  }

  /// Where the block of an entry lies: a module goes with everything up to the next one.
  private func block(_ entry: OutlineEntry) -> Range<Int>? {
    guard let start = entries.firstIndex(of: entry) else { return nil }
    guard case .module = entry else { return start..<start + 1 }
    var end = start + 1
    while end < entries.count, case .item = entries[end] { end += 1 }
    return start..<end
  }

  /// The entry that stands after one's block: naming it puts the block back where it is.
  public func follower(of entry: OutlineEntry) -> OutlineEntry? {
    guard let block = block(entry), block.upperBound < entries.count else { return nil }
    return entries[block.upperBound]
  }

  /// The outline with one entry moved before another, or to the end; `nil` when either is not there.
  ///
  /// A module moves with its items and lands before a module or at the end.
  public func moving(_ moved: OutlineEntry, before target: OutlineEntry?) -> Outline? {
    guard let block = block(moved) else { return nil }
    if case .module = moved, case .item? = target { return nil }
    if target == moved { return self }
    var rest = entries
    let part = rest[block]
    rest.removeSubrange(block)
    guard let target else { return Outline(rest + part) }
    guard let place = rest.firstIndex(of: target) else { return nil }
    rest.insert(contentsOf: part, at: place)
    return Outline(rest)
  }

  /// What to name for one step up: the entry before an item, the module before a module.
  ///
  /// There is none for the first.
  public func above(_ entry: OutlineEntry) -> OutlineEntry? {
    guard let place = entries.firstIndex(of: entry), place > 0 else { return nil }
    guard case .module = entry else { return entries[place - 1] }
    return entries[..<place].last { if case .module = $0 { true } else { false } }
  }

  /// What to name for one step down; `.some(nil)` is the end, `nil` when it is the last already.
  public func below(_ entry: OutlineEntry) -> OutlineEntry?? {
    guard let next = follower(of: entry), let block = block(next) else { return nil }
    if case .item = entry { return .some(block.lowerBound + 1 < entries.count ? entries[block.lowerBound + 1] : nil) }
    return .some(block.upperBound < entries.count ? entries[block.upperBound] : nil)
  }

  /// The module and the place of each entry.
  public var places: [(entry: OutlineEntry, module: ID<CourseModule>?, place: Int)] {
    var module: ID<CourseModule>?
    var found: [(entry: OutlineEntry, module: ID<CourseModule>?, place: Int)] = []
    for (place, entry) in entries.enumerated() {
      if case .module(let id) = entry { module = id }
      found.append((entry, module, place))
    }
    return found
  }
}

/// A module or an item goes elsewhere in the outline: by a drag, by a key or by a button.
public struct ArrangeOutline: FormCommand {
  public static let name = "courses.arrange"
  public let course: ID<Course>
  public let moved: OutlineEntry
  /// What it stands before from now on; `nil` is the end.
  public let before: OutlineEntry?
  public init(course: ID<Course>, moved: OutlineEntry, before: OutlineEntry?) {
    (self.course, self.moved, self.before) = (course, moved, before)
  }

  /// One field, so that one button can say it: `move` is what moves, a space, and what it moves before.
  public init(_ form: inout FormReader) {
    let about = "m.ID or i.ID, and after a space what it is to stand before; alone, to the end."
    let parts = form.text("move", max: 90, about: about).split(separator: " ")
    let moved = parts.first.flatMap { OutlineEntry($0) }
    let before = parts.count > 1 ? OutlineEntry(parts[1]) : nil
    if form.problems.isEmpty, moved == nil || parts.count > 2 || parts.count == 2 && before == nil {
      form.fail("move", Phrase("form.id"))
    }
    self.init(course: form.id("course"), moved: moved ?? .item(.none), before: before)
  }

  public var text: String { moved.text + (before.map { " " + $0.text } ?? "") }
}

/// A chapter opens at the end of the outline.
public struct AddModule: FormCommand {
  public static let name = "courses.add-module"
  public let course: ID<Course>
  public let title: String
  public init(course: ID<Course>, title: String) { (self.course, self.title) = (course, title) }

  public init(_ form: inout FormReader) {
    self.init(course: form.id("course"), title: form.text("title", about: "The name of the module."))
  }
}

public struct RenameModule: FormCommand {
  public static let name = "courses.rename-module"
  public let course: ID<Course>
  public let module: ID<CourseModule>
  public let title: String
  public init(course: ID<Course>, module: ID<CourseModule>, title: String) {
    (self.course, self.module, self.title) = (course, module, title)
  }

  public init(_ form: inout FormReader) {
    self.init(
      course: form.id("course"), module: form.id("module"), title: form.text("title", about: "The name of the module."))
  }
}

/// A chapter closes; what it held stands above the modules, and nothing is lost.
public struct DeleteModule: FormCommand {
  public static let name = "courses.delete-module"
  public let course: ID<Course>
  public let module: ID<CourseModule>
  public init(course: ID<Course>, module: ID<CourseModule>) { (self.course, self.module) = (course, module) }

  public init(_ form: inout FormReader) { self.init(course: form.id("course"), module: form.id("module")) }
}

/// Students see the item from now on, or no longer.
public struct PublishItem: FormCommand {
  public static let name = "courses.publish-item"
  public let course: ID<Course>
  public let item: ID<CourseItem>
  public let isPublished: Bool
  public init(course: ID<Course>, item: ID<CourseItem>, isPublished: Bool = true) {
    (self.course, self.item, self.isPublished) = (course, item, isPublished)
  }

  public init(_ form: inout FormReader) {
    self.init(
      course: form.id("course"), item: form.id("item"),
      isPublished: form.flag("published", about: "Whether the students see it."))
  }
}
