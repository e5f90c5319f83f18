public import Base

/// What a command works out once, when everything else of it is written.
struct EndWork {
  let name: String
  // A struct round the closure: the compiler of Swift 6.3.1 crashes on stored lists of closures that say what they throw.
  let carryOut: (WriteTransaction) throws(Refusal) -> Void
}

extension WriteTransaction {
  /// Has something worked out at the end of the command, once however often it is asked for.
  ///
  /// Two hundred scores of one column are two hundred rows, and one look at how the class did.
  /// - Parameter name: who asks and of what, as `grades.statistics 0190…`.
  public func atEnd(_ name: String, _ work: @escaping (WriteTransaction) throws(Refusal) -> Void) {
    guard endWorkNames.insert(name).inserted else { return }
    endWork.append(EndWork(name: name, carryOut: work))
  }

  /// Carries out what was left for the end, then writes what was counted.
  package func finish() throws(Refusal) {
    while !endWork.isEmpty {
      let next = endWork.removeFirst()
      endWorkNames.remove(next.name)
      try next.carryOut(self)
    }
    try recalculateTallies()
  }
}
