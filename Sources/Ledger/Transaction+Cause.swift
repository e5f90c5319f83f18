import Base
import Database

extension Transaction {
  /// The statement that failed first, where an error is no more than what was said of one that failed; else the error,
  /// which is its author's own word.
  func cause(of error: any Error) -> any Error {
    guard let failure else { return error }
    if let refusal = error as? Refusal, refusal != failure.failure.refusal, refusal != last { return error }
    return failure
  }
}
