public import Base

/// The kind of `ID` that names one picture of somebody or something; a new picture has a new one.
public enum Photo {}

extension ID where Thing == Photo {
  /// The address of the picture that is found at a place: its own id is in it, so that a new one is not mistaken for
  /// the old.
  public func path(at place: String) -> String { place + "?v=" + String(text.suffix(8)) }
}

/// A picture that is nowhere yet, because what it is of is not there yet; or nowhere any more, and may come back.
public enum WaitingPicture {
  /// The field of a form that takes one back.
  public static let field = "waiting"
  /// How many seconds one waits for what is not there yet.
  public static let maxDelay: Int64 = 12 * 3600
  /// How many seconds one that was taken out can be had back.
  public static let regret: Int64 = 3600
  /// So many wait for one account in one place; then the oldest give way.
  public static let most = 500
}
