import Foundation

/// Lives through many histories of the sync model on all cores: `Model [COUNT] [FIRST]`, from one seed on.
///
/// What a test does with two thousand at each change, a night does with a million.
let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let count = numbers.first ?? 1_000_000, first = numbers.dropFirst().first ?? 0
let piece: UInt64 = 1000

/// - Returns: what somebody would have noticed.
@Sendable func violations(_ seeds: Range<UInt64>) -> [String] {
  seeds.compactMap { seed in
    do throws(SyncModel.Violation) {
      try SyncModel.History.run(seed: seed, without: nil)
      return nil
    } catch { return "seed \(seed): \(error)" }
  }
}

let clock = ContinuousClock(), began = clock.now
let pieces = stride(from: first, to: first + count, by: UInt64.Stride(piece)).map {
  $0..<min($0 + piece, first + count)
}
let found = await withTaskGroup(of: [String].self) { group in
  var (waiting, found) = (pieces.makeIterator(), [String]())
  // More than there are cores: as many run at once as the machine has.
  for _ in 0..<64 {
    if let next = waiting.next() { group.addTask { violations(next) } }
  }
  for await wrong in group {
    for line in wrong { print(line) }
    found += wrong
    if let next = waiting.next() { group.addTask { violations(next) } }
  }
  return found
}
print("\(count - UInt64(found.count)) passed, \(found.count) failed, \((clock.now - began).components.seconds) s")
exit(found.isEmpty ? 0 : 1)
