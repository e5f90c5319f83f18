import Base
import Database

/// Adding up what lies in buckets (spec/sync.md §2.10): commands keep the sums from then on.
public enum BucketSums {
  static let fill = "sums.fill"
  /// So many buckets in one commit, so that nobody waits long for it.
  private static let batch = 50

  /// Adds up the buckets of a school whose sums are not known: those of books from before there were sums.
  public static let handlers = [
    JobHandler(fill) { job, ledger in
      while true {
        // A command of its own, because it must be alone in the books of the school.
        let sent = CommandEnvelope(ledger.world.id(), job.kind, school: job.school, by: nil)
        let left = try await ledger.write(sent) { tx throws(Refusal) in try tx.addUp(atMost: batch) ? "more" : "" }
        if left.text.isEmpty { return }
      }
    }
  ]

  /// What lies in one bucket, added up.
  static func sum(of bucket: Int64, _ tx: Transaction) throws(Refusal) -> BucketSum {
    var sum = BucketSum()
    try tx.each("SELECT tbl, row, seq FROM bucket_row WHERE bucket = $1 AND op = 1", [.integer(bucket)]) { row in
      sum.add(table: row.int(0), key: row.bytes(1), seq: row.integer(2))
    }
    return sum
  }
}

extension WriteTransaction {
  /// - Returns: whether there may be more to add up.
  fileprivate func addUp(atMost count: Int) throws(Refusal) -> Bool {
    let numbers = try rows(
      "SELECT num FROM bucket WHERE school = $1 AND sum IS NULL ORDER BY num LIMIT $2", [.id(school), .int(count)]
    ) { $0.integer(0) }
    for number in numbers {
      let sum = try BucketSums.sum(of: number, self)
      try execute(
        "UPDATE bucket SET count = $2, sum = $3 WHERE num = $1",
        [.integer(number), .integer(sum.count), .integer(Int64(bitPattern: sum.sum))])
    }
    return numbers.count == count
  }
}
