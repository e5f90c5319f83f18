/// What a newer content has that an older one has not, by the keys of its items.
///
/// Shown before a version is published, and to an instructor whose trainee goes through an older one.
public struct TemplateChanges: Hashable, Sendable {
  public struct Rewording: Hashable, Sendable {
    public let old: ChecklistItem, new: ChecklistItem
  }
  /// What it says besides its items.
  public enum Head: String, CaseIterable, Hashable, Sendable { case name, category, phase, relevantData }

  public let new: [ChecklistItem]
  public let reworded: [Rewording]
  public let retired: [ChecklistItem]
  /// Whether items that both have stand in another order.
  public let isReordered: Bool
  public let head: [Head]

  public init(from old: ChecklistContent, to now: ChecklistContent) {
    let before = Set(old.items.map { $0.key }), after = Set(now.items.map { $0.key })
    new = now.items.filter { !before.contains($0.key) }
    retired = old.items.filter { !after.contains($0.key) }
    reworded = now.items.compactMap { item in
      old.item(item.key).flatMap { $0 == item ? nil : Rewording(old: $0, new: item) }
    }
    isReordered =
      old.items.map { $0.key }.filter { after.contains($0) } != now.items.map { $0.key }.filter { before.contains($0) }
    head = Head.allCases.filter { $0.value(of: old) != $0.value(of: now) }
  }

  public var isEmpty: Bool { new.isEmpty && reworded.isEmpty && retired.isEmpty && !isReordered && head.isEmpty }
}

extension TemplateChanges.Head {
  func value(of content: ChecklistContent) -> String {
    switch self {
    case .name: content.name
    case .category: content.category
    case .phase: content.phase
    case .relevantData: content.relevantData
    }
  }
}
