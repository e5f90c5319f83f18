import Base
import Foundation
import School
import Training
import TrainingServer

extension Homeroom {
  /// Looks at signed training records that were taken out of a school; needs no books.
  ///
  /// - Parameter key: the public key that is expected; without one, the keys are said and it is for the reader to compare them.
  /// - Returns: a sentence for each signature, and whether all of them are sealed and unchanged.
  public static func verifySignatures(in file: String, key: String?) throws -> (lines: [String], isGood: Bool) {
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    guard let record = SealedRecord(Array(data)) else {
      return (["This file holds no signed training records."], false)
    }
    return record.said(expecting: key)
  }
}
