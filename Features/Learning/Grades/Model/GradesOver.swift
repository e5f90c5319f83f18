public import Base
import Exact

extension GradeItem {
  /// What was probably meant by more points than there are to get.
  public func meant(_ raw: Amount?) -> Amount? { raw.flatMap { $0.meant(of: possible) } }
}

extension Amount {
  /// What was probably meant by more points than there are to get: a point that was not typed (85 of 10), or the most.
  ///
  /// More is taken, for it may be extra credit; `nil` where it is not more.
  public func meant(of possible: Amount) -> Amount? {
    guard possible > .zero, self > possible else { return nil }
    let tenth = Amount(units: units / 10)
    let isPoint = units % 10 == 0 && tenth <= possible && tenth.units >= possible.units / 2
    return isPoint ? tenth : possible
  }
}

extension GradeBook {
  /// What counts of a late score, where that is another number than what was given.
  public func left(_ score: Score, _ item: GradeItem) -> Amount? {
    guard let raw = score.raw, !score.excused else { return nil }
    let taken = settings.late.deduction(raw: raw, possible: item.possible, lateSeconds: score.lateSeconds)
    return taken > .zero ? (Ratio(raw) - taken).amount() : nil
  }
}
