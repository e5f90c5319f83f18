import NIOConcurrencyHelpers

/// A value that is made when it is first asked for; whoever asks meanwhile waits for it.
final class Once<Value: Sendable>: Sendable {
  private let made = NIOLockedValueBox<Value?>(nil)
  private let make: @Sendable () -> Value

  init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  func callAsFunction() -> Value {
    made.withLockedValue { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}
