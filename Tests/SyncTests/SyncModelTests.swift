import Testing

@Suite struct `A school's devices and its server` {
  /// - Returns: what was noticed; `nil` when all was well.
  private func violation(_ seed: UInt64, without mutant: SyncModel.Mutant? = nil) -> SyncModel.Violation? {
    do throws(SyncModel.Violation) {
      try SyncModel.History.run(seed: seed, without: mutant)
      return nil
    } catch {
      return error
    }
  }

  @Test func `agree in the end, whatever is lost, late, doubled, restored or cloned on the way`() {
    // `make model` goes on to a million.
    for seed in UInt64(0)..<2000 { #expect(violation(seed) == nil, "seed \(seed)") }
  }

  /// Its rules are each needed: without any one of them somebody would notice.
  @Test(arguments: SyncModel.Mutant.allCases)
  func `are seen to disagree when a rule is taken away`(mutant: SyncModel.Mutant) {
    let budget: Range<UInt64> = 0..<2000
    #expect(budget.contains { violation($0, without: mutant) == mutant.symptom }, "\(mutant.rawValue) is not noticed")
  }

  /// The first numbers of SplitMix64 as its author publishes them.
  @Test func `live through the same history on every machine when the seed is the same`() {
    var chance = SyncModel.Chance(seed: 1_234_567)
    #expect((0..<3).map { _ in chance.next() } == [6457827717110365317, 3203168211198807973, 9817491932198370423])
  }
}
