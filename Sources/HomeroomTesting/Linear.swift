import Foundation

/// How many times as long four times as much takes: four when each step costs the same, sixteen when something is
/// quadratic.
///
/// Processor time of this thread, the least of three runs, so that a busy machine changes little; looked at again where it
/// seems too long, because what is quadratic is so every time.
///
/// - Returns: `nil` when it is near four.
public func growth(of size: Int, _ make: (Int) -> String, _ read: (String) -> Void) -> Double? {
  var ratio = 0.0
  for _ in 0..<4 {
    let times = [1, 4].map { factor in
      let text = make(size * factor)
      return (0..<3).map { _ in processorTime { read(text) } }.min() ?? 0
    }
    ratio = times[1] / max(times[0], 1e-9)
    if ratio < 9 { return nil }
  }
  return ratio
}

/// Seconds this thread has worked.
private func processorTime(_ work: () -> Void) -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  work()
  return now() - start
}
