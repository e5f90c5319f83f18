import Base
import Database

extension Examination {

  /// What buckets know of themselves, compared with what lies in them.
  static func sums(_ tx: Transaction) throws -> [Finding] {
    var found: [Int64: (sum: BucketSum, head: Int64)] = [:]
    try tx.each("SELECT bucket, tbl, row, seq, op FROM bucket_row") { row in
      var (sum, head) = found[row.integer(0)] ?? (BucketSum(), 0)
      if row.integer(4) == 1 { sum.add(table: row.int(1), key: row.bytes(2), seq: row.integer(3)) }
      head = max(head, row.integer(3))
      found[row.integer(0)] = (sum, head)
    }
    var (wrong, late) = (0, 0)
    try tx.each("SELECT num, head, count, sum FROM bucket") { row in
      let (sum, head) = found[row.integer(0)] ?? (BucketSum(), 0)
      // Without a sum nobody has added it up yet.
      let kept = row.isNull(3) ? sum : BucketSum(count: row.integer(2), sum: UInt64(bitPattern: row.integer(3)))
      if kept != sum { wrong += 1 }
      if row.integer(1) < head { late += 1 }
    }
    let sums =
      wrong == 0 ? [] : [Finding(.counts, "The sum that is kept of \(wrong) buckets is not that of their rows.")]
    return late == 0
      ? sums : sums + [Finding(.counts, "\(late) buckets hold rows that are newer than they know; devices miss them.")]
  }
}
