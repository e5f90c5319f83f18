public import Base
import Database

/// What a pull is answered with, as it travels: some 60 bytes a row before it is packed, and no JSON to be parsed in a worker.
extension SyncAnswer {
  private static let format: UInt8 = 1
  private enum Kind: UInt8 { case page, reset, otherProgram, news }

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
    case .news(let news):
      out.number(UInt64(Kind.news.rawValue))
      news.write(to: &out)
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
    case .news: self = .news(try SyncNews(&reader))
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
    body.write(changes, &buckets)
    body.write(sums, &buckets)
    out.text(cursor.text)
    for flag in [isComplete, hasAllSums] { out.flag(flag) }
    for number in [head, durable, at.milliseconds] { out.signed(number) }
    out.write(buckets)
    out.count(receipts.count)
    for receipt in receipts { out.write(receipt) }
    out.append(body)
  }

  fileprivate init(_ reader: inout ByteReader) throws(Refusal) {
    guard let cursor = SyncCursor(try reader.text()) else { throw ByteReader.malformed }
    let (isComplete, hasAllSums) = (try reader.flag(), try reader.flag())
    let (head, durable, at) = (try reader.signed(), try reader.signed(), try reader.signed())
    let buckets = try reader.buckets()
    let receipts = try reader.list { reader throws(Refusal) in try reader.receipt() }
    let drop = try reader.list { reader throws(Refusal) in try reader.one(of: buckets) }
    let held = try reader.list { reader throws(Refusal) in try reader.one(of: buckets) }
    let (changes, sums) = (try reader.changes(buckets), try reader.sums(buckets))
    self.init(
      cursor: cursor, isComplete: isComplete, head: head, drop: drop, held: held, changes: changes,
      receipts: receipts, durable: durable, sums: sums, hasAllSums: hasAllSums, at: Instant(milliseconds: at))
  }
}

extension SyncNews {
  fileprivate func write(to out: inout ByteWriter) {
    var (buckets, body) = (BucketList(), ByteWriter())
    body.write(changes, &buckets)
    body.write(sums, &buckets)
    out.id(school)
    for number in [epoch, schema, after, head, at.milliseconds] { out.signed(number) }
    out.write(buckets)
    out.append(body)
  }

  fileprivate init(_ reader: inout ByteReader) throws(Refusal) {
    let school: ID<Tenant> = try reader.id()
    let (epoch, schema, after) = (try reader.signed(), try reader.signed(), try reader.signed())
    let (head, at) = (try reader.signed(), try reader.signed())
    let buckets = try reader.buckets()
    self.init(
      school: school, epoch: epoch, schema: schema, after: after, head: head, at: Instant(milliseconds: at),
      changes: try reader.changes(buckets), sums: try reader.sums(buckets))
  }
}

extension ByteWriter {
  fileprivate mutating func append(_ other: ByteWriter) { raw(other.bytes) }

  fileprivate mutating func write(_ changes: [RowChange], _ buckets: inout BucketList) {
    count(changes.count)
    var before: Int64 = 0
    for change in changes {
      count(buckets.place(change.bucket))
      count(change.table)
      block(change.key)
      signed(change.seq &- before)
      before = change.seq
      write(change.row)
    }
  }

  fileprivate mutating func write(_ sums: [SyncSum], _ buckets: inout BucketList) {
    count(sums.count)
    for one in sums {
      count(buckets.place(one.bucket))
      signed(one.number)
      signed(Int64(one.sum.count))
      number(one.sum.sum)
    }
  }

  fileprivate mutating func write(_ buckets: BucketList) {
    count(buckets.all.count)
    for bucket in buckets.all {
      text(bucket.kind.letter)
      id(bucket.id)
    }
  }

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
  fileprivate mutating func buckets() throws(Refusal) -> [Bucket] {
    try list { reader throws(Refusal) in
      Bucket(Bucket.Kind(try reader.text()), try reader.id() as ID<Bucket>)
    }
  }

  fileprivate mutating func changes(_ buckets: [Bucket]) throws(Refusal) -> [RowChange] {
    var before: Int64 = 0
    return try list { reader throws(Refusal) in
      let (bucket, table, key) = (try reader.one(of: buckets), try reader.number(), try reader.block())
      before &+= try reader.signed()
      return RowChange(bucket: bucket, table: Int(clamping: table), key: key, seq: before, row: try reader.row())
    }
  }

  fileprivate mutating func sums(_ buckets: [Bucket]) throws(Refusal) -> [SyncSum] {
    try list { reader throws(Refusal) in
      let (bucket, number) = (try reader.one(of: buckets), try reader.signed())
      let (count, sum) = (try reader.signed(), try reader.number())
      return SyncSum(bucket: bucket, number: number, sum: BucketSum(count: count, sum: sum))
    }
  }

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
