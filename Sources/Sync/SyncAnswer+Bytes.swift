public import Base
import Database

/// What a pull is answered with, as it travels: some 60 bytes a row before it is packed, and no JSON to be parsed in a worker.
extension SyncAnswer {
  private static let format: UInt8 = 1
  private enum Kind: UInt8 { case page, reset, otherProgram }

  public var bytes: [UInt8] {
    var out = ByteWriter()
    out.number(UInt64(Self.format))
    switch self {
    case .page(let page):
      out.number(UInt64(Kind.page.rawValue))
      page.write(to: &out)
    case .reset(let reason, let epoch, let restored):
      out.number(UInt64(Kind.reset.rawValue))
      out.text(reason.rawValue)
      out.signed(epoch)
      out.signed(restored)
    case .otherProgram: out.number(UInt64(Kind.otherProgram.rawValue))
    }
    return out.bytes
  }

  /// - Throws: `Refusal.invalid` for what is no answer, or one of another format.
  public init(bytes: [UInt8]) throws(Refusal) {
    var reader = ByteReader(bytes)
    guard try reader.byte() == Self.format, let kind = Kind(rawValue: try reader.byte()) else {
      throw ByteReader.malformed
    }
    switch kind {
    case .page: self = .page(try SyncPage(&reader))
    case .reset:
      guard let reason = ResetReason(rawValue: try reader.text()) else { throw ByteReader.malformed }
      self = .reset(reason, epoch: try reader.signed(), restored: try reader.signed())
    case .otherProgram: self = .otherProgram
    }
    guard reader.isAtEnd else { throw ByteReader.malformed }
  }
}

/// The buckets that a page speaks of, each written once; elsewhere it stands for a number.
private struct BucketList {
  private(set) var all: [Bucket] = []
  private var places: [Bucket: Int] = [:]

  mutating func place(_ bucket: Bucket) -> Int {
    if let place = places[bucket] { return place }
    places[bucket] = all.count
    all.append(bucket)
    return all.count - 1
  }
}

extension SyncPage {
  fileprivate func write(to out: inout ByteWriter) {
    var (buckets, body) = (BucketList(), ByteWriter())
    for list in [drop, held] {
      body.count(list.count)
      for bucket in list { body.count(buckets.place(bucket)) }
    }
    body.count(changes.count)
    var before: Int64 = 0
    for change in changes {
      body.count(buckets.place(change.bucket))
      body.count(change.table)
      body.block(change.key)
      body.signed(change.seq &- before)
      before = change.seq
      body.write(change.row)
    }
    body.count(sums.count)
    for one in sums {
      body.count(buckets.place(one.bucket))
      body.signed(one.number)
      body.signed(Int64(one.sum.count))
      body.number(one.sum.sum)
    }
    out.text(cursor.text)
    for flag in [isComplete, hasAllSums] { out.flag(flag) }
    for number in [head, durable, at.milliseconds] { out.signed(number) }
    out.count(buckets.all.count)
    for bucket in buckets.all {
      out.text(bucket.kind.letter)
      out.id(bucket.id)
    }
    out.count(receipts.count)
    for receipt in receipts { out.write(receipt) }
    out.append(body)
  }

  fileprivate init(_ reader: inout ByteReader) throws(Refusal) {
    guard let cursor = SyncCursor(try reader.text()) else { throw ByteReader.malformed }
    let (isComplete, hasAllSums) = (try reader.flag(), try reader.flag())
    let (head, durable, at) = (try reader.signed(), try reader.signed(), try reader.signed())
    let buckets = try reader.list { reader throws(Refusal) in
      Bucket(Bucket.Kind(try reader.text()), try reader.id() as ID<Bucket>)
    }
    let receipts = try reader.list { reader throws(Refusal) in try reader.receipt() }
    let drop = try reader.list { reader throws(Refusal) in try reader.one(of: buckets) }
    let held = try reader.list { reader throws(Refusal) in try reader.one(of: buckets) }
    var before: Int64 = 0
    let changes = try reader.list { reader throws(Refusal) in
      let (bucket, table, key) = (try reader.one(of: buckets), try reader.number(), try reader.block())
      before &+= try reader.signed()
      return RowChange(bucket: bucket, table: Int(clamping: table), key: key, seq: before, row: try reader.row())
    }
    let sums = try reader.list { reader throws(Refusal) in
      let (bucket, number) = (try reader.one(of: buckets), try reader.signed())
      let (count, sum) = (try reader.signed(), try reader.number())
      return SyncSum(bucket: bucket, number: number, sum: BucketSum(count: count, sum: sum))
    }
    self.init(
      cursor: cursor, isComplete: isComplete, head: head, drop: drop, held: held, changes: changes,
      receipts: receipts, durable: durable, sums: sums, hasAllSums: hasAllSums, at: Instant(milliseconds: at))
  }
}

extension ByteWriter {
  fileprivate mutating func append(_ other: ByteWriter) { raw(other.bytes) }

  fileprivate mutating func write(_ receipt: RequestReceipt) {
    id(receipt.key)
    switch receipt.outcome {
    case .accepted(let seq):
      flag(true)
      signed(seq)
    case .refused(let reason):
      flag(false)
      text(reason)
    }
  }

  /// A row that is gone has no columns; every table has one at least.
  fileprivate mutating func write(_ row: [Value]?) {
    count(row?.count ?? 0)
    for value in row ?? [] { write(value) }
  }

  private mutating func write(_ value: Value) {
    switch value {
    case .null: number(0)
    case .integer(let integer):
      number(1)
      signed(integer)
    case .text(let text):
      number(2)
      self.text(text)
    case .bytes(let bytes):
      number(3)
      block(bytes)
    case .flag(let flag): number(flag ? 5 : 4)
    case .uuid(let high, let low):
      number(6)
      id(ID<Bucket>(high: high, low: low))
    }
  }
}

extension ByteReader {
  fileprivate mutating func one(of buckets: [Bucket]) throws(Refusal) -> Bucket {
    let place = try number()
    guard place < UInt64(buckets.count) else { throw ByteReader.malformed }
    return buckets[Int(place)]
  }

  fileprivate mutating func receipt() throws(Refusal) -> RequestReceipt {
    let key: ID<IdempotencyKey> = try id()
    return RequestReceipt(key: key, outcome: try flag() ? .accepted(seq: signed()) : .refused(text()))
  }

  fileprivate mutating func row() throws(Refusal) -> [Value]? {
    let values = try list { reader throws(Refusal) in try reader.value() }
    return values.isEmpty ? nil : values
  }

  private mutating func value() throws(Refusal) -> Value {
    switch try byte() {
    case 0: return .null
    case 1: return .integer(try signed())
    case 2: return .text(try text())
    case 3: return .bytes(try block())
    case 4: return .flag(false)
    case 5: return .flag(true)
    case 6:
      let id: ID<Bucket> = try id()
      return .uuid(id.high, id.low)
    default: throw ByteReader.malformed
    }
  }
}
