/// What remembers when it was changed last, and is named by that to those who change it: a form, `ETag` and `If-Match` carry it.
public protocol Versioned {
  var updatedAt: Instant { get }
}

extension Versioned {
  public var version: String { String(updatedAt.milliseconds) }

  /// The moment of a change now: later than what is there, so that two changes within a millisecond have two versions.
  public func moment(_ now: Instant) -> Instant { max(now, Instant(milliseconds: updatedAt.milliseconds + 1)) }
}

/// What is taken away so that it can be brought back.
public protocol Restorable: Versioned {
  var updatedAt: Instant { get set }
  var deletedAt: Instant? { get set }
}

extension Restorable {
  public func deleted(at now: Instant) -> Self { with(now, at: now) }
  public func restored(at now: Instant) -> Self { with(nil, at: now) }

  private func with(_ deletedAt: Instant?, at now: Instant) -> Self {
    var copy = self
    (copy.deletedAt, copy.updatedAt) = (deletedAt, now)
    return copy
  }
}
