public import Base

/// One roster file on its way into the school: uploaded, weighed, agreed to, applied.
public struct RosterImport: Sendable {
  public enum State: String, CaseIterable, Hashable, Sendable {
    /// Uploaded; nobody has looked into it yet.
    case waiting
    /// Weighed: the report says what it would do.
    case ready
    /// Cannot be read at all; the report says why. Nothing was written.
    case refused
    /// Agreed to; it is being written.
    case applying
    case done
    /// Could not be applied as it was weighed; nothing was written.
    case failed
  }

  public let id: ID<RosterImport>
  public let hash: [UInt8]
  /// As the sender called the file.
  public let name: String
  public let size: Int
  /// Whether what a complete file lacks is proposed for removal.
  public let removes: Bool
  public var state: State
  /// How many removals were agreed to.
  public let confirmed: Int?
  public var report: RosterReport?
  public let by: ID<Account>
  public let createdAt: Instant
  public var appliedAt: Instant?
  /// What was answered to what the preview asks.
  public let answers: RosterAnswers?

  public init(
    id: ID<RosterImport>, hash: [UInt8], name: String, size: Int, removes: Bool, state: State, confirmed: Int? = nil,
    report: RosterReport?, by: ID<Account>, createdAt: Instant, appliedAt: Instant?, answers: RosterAnswers? = nil
  ) {
    (self.id, self.hash, self.name, self.size, self.removes) = (id, hash, name, size, removes)
    (self.state, self.confirmed, self.report, self.answers) = (state, confirmed, report, answers)
    (self.by, self.createdAt, self.appliedAt) = (by, createdAt, appliedAt)
  }

  /// Whether something is under way, so that the page has news soon.
  public var isBusy: Bool { state == .waiting || state == .applying }
}
