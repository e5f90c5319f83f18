public import Base

/// The kind of `ID` that names one picture of somebody or something; a new picture has a new one.
public enum Photo {}

extension ID where Thing == Photo {
  /// The address of the picture that is found at a place: its own id is in it, so that a new one is not mistaken for
  /// the old.
  public func path(at place: String) -> String { place + "?v=" + String(text.suffix(8)) }
}
