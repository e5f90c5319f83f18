public import Base

extension Capture {
  /// Five minutes of speech are a tenth of it; an hour of sound is not what a capture is for.
  public static let largestSound: Int64 = 25_000_000

  /// A file that came along: what it is by its content, and by which field.
  public struct File: Hashable, Sendable {
    public let type: String, size: Int64
    public init(type: String, size: Int64) { (self.type, self.size) = (type, size) }
  }

  /// What is said of a capture as a whole; what an observation, a presentation or a task asks, these ask themselves.
  ///
  /// - Parameter seen: those of the children whom the caller sees as staff: others are not there.
  public func permit(
    for caller: Caller, seen: Set<ID<Student>>, files: [File], now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard caller.role.isStaff, fields.children.allSatisfy(seen.contains) else { throw .notFound }
    if !files.isEmpty, kind != .observation { throw .invalid("file", Phrase("capture.files-observation")) }
    for file in files {
      switch ObservationFile.kind(of: file.type) {
      case .picture: break
      case .sound:
        guard file.size <= Self.largestSound else {
          throw .invalid("sound", Phrase("capture.sound-large", .count(Int(Self.largestSound / 1_000_000))))
        }
      case .other: throw .invalid("file", Phrase("capture.pictures-only"))
      }
    }
    return Permit(self, caller: caller, at: now)
  }

  /// A task's title is the first line of the text; what does not fit in it are the details.
  public var task: TaskFields {
    let lines = fields.text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: true)
    let first = lines.first.map { String($0) } ?? ""
    guard first.unicodeScalars.count <= 200 else {
      var short = String.UnicodeScalarView()
      short.append(contentsOf: first.unicodeScalars.prefix(199))
      return TaskFields(title: String(short) + "…", details: fields.text, day: day)
    }
    return TaskFields(title: first, details: lines.count > 1 ? String(lines[1]) : "", day: day)
  }
}
