public import Base

/// A file that somebody keeps for themselves: what they drew, scanned, recorded or brought along.
public struct OwnFile: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Sendable { case picture, drawing, document, sound, text, other }

  /// Of the row, and of the kept file alike.
  public let id: ID<OwnFile>
  public let account: ID<Account>
  public var name: String
  public let kind: Kind
  /// What it is by its content.
  public let type: String
  public let size: Int64
  /// Whether there is a small copy to be shown in lists; what is small itself has none and needs none.
  public let hasSmallCopy: Bool
  /// Whether the strokes of a drawing lie beside it, so that it can be drawn on.
  public let hasStrokes: Bool
  public let createdAt: Instant
  /// One that was taken away comes back until it is forgotten.
  public var deletedAt: Instant?

  public init(
    id: ID<OwnFile>, account: ID<Account>, name: String, kind: Kind, type: String, size: Int64, hasSmallCopy: Bool,
    hasStrokes: Bool = false, createdAt: Instant, deletedAt: Instant? = nil
  ) {
    (self.id, self.account, self.name, self.kind, self.type) = (id, account, name, kind, type)
    (self.size, self.hasSmallCopy, self.hasStrokes) = (size, hasSmallCopy, hasStrokes)
    (self.createdAt, self.deletedAt) = (createdAt, deletedAt)
  }

  /// Of one person, not counting what was deleted.
  public static let most = 1000
  /// That come with one form.
  public static let mostAtOnce = 20
  /// On one page of the list.
  public static let listed = 50
  public static let longestName = 120
  /// How many seconds one that was deleted can be had back.
  public static let regret: Int64 = 3600
  /// Bytes of a picture that is shown in a list as it is.
  public static let small: Int64 = 100_000

  public var isPicture: Bool { Self.pictures.contains(type) }
  /// Something to listen to in the page.
  public var isSound: Bool { kind == .sound }
  private static let pictures: Set<String> = ["image/png", "image/jpeg", "image/gif", "image/webp"]

  /// Whether a list may show it, rather than the sign of its kind.
  public var isShownSmall: Bool { isPicture && (hasSmallCopy || size <= Self.small) }
}

extension OwnFile.Kind {
  /// By what a file is.
  ///
  /// - Parameter said: what its sender calls it, which counts where it cannot be told from the content: a drawing is a picture.
  public init(type: String, said: OwnFile.Kind? = nil) {
    self =
      if type.hasPrefix("image/") {
        said == .drawing ? .drawing : .picture
      } else if type.hasPrefix("audio/") {
        .sound
      } else if type == "application/pdf" || type.hasPrefix("application/vnd.") || type == "application/msword" {
        .document
      } else if type.hasPrefix("text/") { .text } else { .other }
  }
}

public enum OwnFilesPaths {
  public static let all = "/study/files"
  public static func kind(_ kind: OwnFile.Kind?, page: Int = 1) -> String {
    let parts = [kind.map { "kind=" + $0.rawValue }, page > 1 ? "page=" + String(page) : nil].compactMap { $0 }
    return parts.isEmpty ? all : all + "?" + parts.joined(separator: "&")
  }
  public static func file(_ id: ID<OwnFile>) -> String { all + "/" + id.text }
  public static func content(_ id: ID<OwnFile>) -> String { file(id) + "/content" }
  /// What a drawing was drawn with.
  public static func strokes(_ id: ID<OwnFile>) -> String { file(id) + "/strokes" }
  public static func saved(_ id: ID<OwnFile>) -> String { content(id) + "?save=1" }
  public static func small(_ id: ID<OwnFile>) -> String { file(id) + "/small" }
  public static func removal(_ id: ID<OwnFile>) -> String { file(id) + "/removal" }
}
