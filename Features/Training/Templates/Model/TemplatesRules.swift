public import Base

/// What the rules must know of a template, and of what was published of it last.
public struct KnownTemplate: Hashable, Sendable {
  public let template: ChecklistTemplate
  /// The latest version's row, if there is one.
  public let latest: ChecklistVersion?
  /// What the draft says; nothing when it is damaged.
  public let draft: ChecklistContent?
  /// What the latest version says; nothing when it is damaged or there is none.
  ///
  /// Hashed here, once.
  public let published: ChecklistContent?
  public init(_ template: ChecklistTemplate, latest: ChecklistVersion?) {
    (self.template, self.latest) = (template, latest)
    (draft, published) = (template.draft, latest?.content)
  }

  /// Whether everything is what it was when it was written.
  ///
  /// A version that is missing, or that is not what its hash says, is never guessed at.
  public var isSound: Bool {
    guard draft != nil else { return false }
    return template.version == 0 || latest?.number == template.version && published != nil
  }

  /// Whether a trainee may be given it.
  public var isOffered: Bool { isSound && template.version > 0 && template.retiredAt == nil }
  /// Whether the draft says something else than what was published last.
  public var hasChanges: Bool { draft != published }
}

extension ChecklistTemplate {
  /// What a form says it was made from.
  public var versionTag: String { String(updatedAt.milliseconds) }
  /// Later than what is there, so that two changes within a millisecond have two versions.
  public func moment(_ now: Instant) -> Instant { max(now, Instant(milliseconds: updatedAt.milliseconds + 1)) }
}

/// Instructors alone have a library; to anybody else there is none.
private func staffMay(_ caller: Caller) throws(Refusal) {
  guard caller.role.isStaff else { throw .notFound }
}

private func mustHaveRoom(_ count: Int) throws(Refusal) {
  guard count < ChecklistTemplate.most else {
    throw .conflict(Phrase("training.templates.many", .count(ChecklistTemplate.most)))
  }
}

/// - Returns: the draft as it is.
private func mustBeSound(_ known: KnownTemplate) throws(Refusal) -> ChecklistContent {
  guard known.isSound, let draft = known.draft else {
    throw .conflict(Phrase("training.templates.damaged"))
  }
  return draft
}

extension CreateChecklistTemplate {
  /// - Parameter count: the templates of the school.
  public func permit(for caller: Caller, count: Int, now: Instant) throws(Refusal) -> Permit<Self> {
    try staffMay(caller)
    try mustHaveRoom(count)
    return Permit(self, caller: caller, at: now)
  }
}

extension AddShippedTemplate {
  public func permit(for caller: Caller, count: Int, now: Instant) throws(Refusal) -> Permit<Self> {
    try staffMay(caller)
    try mustHaveRoom(count)
    return Permit(self, caller: caller, at: now)
  }
}

extension ImportChecklistTemplate {
  /// - Returns: also what is made, which is what the preview showed.
  public func permit(
    for caller: Caller, file: TemplateImport, count: Int, now: Instant
  ) throws(Refusal) -> (permit: Permit<Self>, content: ChecklistContent) {
    try staffMay(caller)
    try mustHaveRoom(count)
    let content = try file.content(named: title)
    return (Permit(self, caller: caller, at: now), content)
  }
}

extension EditChecklistTemplate {
  /// - Returns: also what the draft becomes, and the next key.
  public func permit(
    for caller: Caller, known: KnownTemplate, now: Instant
  ) throws(Refusal) -> (permit: Permit<Self>, draft: ChecklistContent, nextKey: Int) {
    try staffMay(caller)
    let draft = try mustBeSound(known)
    if let version, version != known.template.versionTag { throw .stale }
    // A key names an item for ever: none comes from outside.
    guard items.allSatisfy({ draft.item($0.key) != nil }) else { throw .invalid("title", Phrase("form.choice")) }
    var (items, nextKey) = (items, known.template.nextKey)
    if let added {
      items.append(ChecklistItem(key: nextKey, title: added.title, notes: added.notes))
      nextKey += 1
    }
    switch act {
    case .save, .add: break
    case .remove(let key): items.removeAll { $0.key == key }
    case .up(let key), .down(let key):
      let step = act == .up(key) ? -1 : 1
      if let place = items.firstIndex(where: { $0.key == key }), items.indices.contains(place + step) {
        items.swapAt(place, place + step)
      }
    }
    guard items.count <= ChecklistContent.mostItems else {
      throw .invalid("title.new", Phrase("training.templates.items-many", .count(ChecklistContent.mostItems)))
    }
    return (Permit(self, caller: caller, at: now), fields.content(items), nextKey)
  }

  /// What is removed, with its place, so that it can come back.
  public func removed(from draft: ChecklistContent?) -> (item: ChecklistItem, place: Int)? {
    guard case .remove(let key) = act, let place = items.firstIndex(where: { $0.key == key }),
      let item = draft?.item(key)
    else { return nil }
    return (item, place)
  }
}

extension RestoreTemplateItem {
  /// - Returns: `nil` when it is there already; else also what the draft becomes.
  public func permit(
    for caller: Caller, known: KnownTemplate, now: Instant
  ) throws(Refusal) -> (permit: Permit<Self>, draft: ChecklistContent)? {
    try staffMay(caller)
    var draft = try mustBeSound(known)
    if draft.item(item.key) != nil { return nil }
    guard item.key < known.template.nextKey else { throw .invalid("key", Phrase("form.choice")) }
    guard draft.items.count < ChecklistContent.mostItems else {
      throw .conflict(Phrase("training.templates.items-many", .count(ChecklistContent.mostItems)))
    }
    draft.items.insert(item, at: min(place, draft.items.count))
    return (Permit(self, caller: caller, at: now), draft)
  }
}

extension PublishChecklistTemplate {
  /// - Returns: also what is published.
  public func permit(
    for caller: Caller, known: KnownTemplate, now: Instant
  ) throws(Refusal) -> (permit: Permit<Self>, content: ChecklistContent) {
    try staffMay(caller)
    let draft = try mustBeSound(known)
    if let version, version != known.template.versionTag { throw .stale }
    guard known.template.retiredAt == nil else { throw .conflict(Phrase("training.templates.is-retired")) }
    guard !draft.items.isEmpty else { throw .conflict(Phrase("training.templates.publish-empty")) }
    guard known.hasChanges else { throw .conflict(Phrase("training.templates.publish-same")) }
    return (Permit(self, caller: caller, at: now), draft)
  }
}

extension RetireChecklistTemplate {
  /// A damaged one may be retired: nobody works with it any more.
  ///
  /// - Returns: `nil` when it is so already.
  public func permit(for caller: Caller, known: KnownTemplate, now: Instant) throws(Refusal) -> Permit<Self>? {
    try staffMay(caller)
    return (known.template.retiredAt != nil) == isRetired ? nil : Permit(self, caller: caller, at: now)
  }
}

extension DuplicateChecklistTemplate {
  /// - Returns: also what the copy says, its items counted anew.
  public func permit(
    for caller: Caller, known: KnownTemplate, count: Int, now: Instant
  ) throws(Refusal) -> (permit: Permit<Self>, content: ChecklistContent) {
    try staffMay(caller)
    try mustHaveRoom(count)
    var draft = try mustBeSound(known)
    draft.name = title
    draft.items = draft.items.enumerated().map { ChecklistItem(key: $0 + 1, title: $1.title, notes: $1.notes) }
    return (Permit(self, caller: caller, at: now), draft)
  }
}
