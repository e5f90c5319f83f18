import Base
import Database
import Foundation
import Sync

/// How long a device waits for the change index: prints `name number` each.
///
/// A school of 3,000 buckets with 300,000 rows, of which a twentieth is in one bucket that all see; somebody who is in 40.
struct Entry {
  static let table = Table<Entry>(
    "entry", number: 901,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("place") { $0.place }
      $0.text("text") { $0.text }
    }, key: ["school", "id"], seen: .by { entry, _ in [Bucket(Bucket.Kind("c"), entry.place)] }
  ) { Entry(id: $0.id(), place: $0.id(), text: $0.text()) }
  let id: ID<Entry>, place: ID<Bucket>, text: String
}

let school = ID<Tenant>(high: 1, low: 1), account = ID<Account>(high: 2, low: 1)
let tables = SyncTables([Migration("entry", create: Entry.table.schema)])
let (buckets, mine, rows) = (3000, 40, 300_000)
let text = String(repeating: "What somebody wrote. ", count: 12)
let temporary = FileManager.default.temporaryDirectory
let folder = try FileManager.default.url(
  for: .itemReplacementDirectory, in: .userDomainMask, appropriateFor: temporary, create: true)
defer { try? FileManager.default.removeItem(at: folder) }  // best effort: it is the system's place for such
let books = try LiteConnection(path: folder.appending(path: "books.sqlite").path)

func bucket(_ number: Int) -> ID<Bucket> { ID(high: 3 << 16 | 0x7000, low: UInt64(number) &* 0x9E37_79B9_7F4A_7C15) }

func make() throws {
  let machinery = [
    DatabaseTables.tenant, DatabaseTables.bucket, DatabaseTables.bucketRow, DatabaseTables.member, DatabaseTables.tally,
    DatabaseTables.epochCut,
  ]
  try books.run("PRAGMA journal_mode = WAL")
  for table in tables.all + machinery { for sql in Dialect.sqlite.create(table) { try books.run(sql) } }
  try books.run("CREATE TABLE receipt (school, sending, account, seq, PRIMARY KEY (school, sending))")
  try books.run("INSERT INTO tenant (id, head, chain, epoch) VALUES ($1, 0, $2, 1)", [.id(school), .bytes([])])
}

/// One command, as the writer would carry it out.
func write(_ body: (WriteTransaction) throws(Refusal) -> Void) throws {
  let tx = WriteTransaction(
    books, school: school, now: Instant(milliseconds: 1), zones: .none, followings: Followings(tables.all),
    newIDs: NewIDs(for: CommandEnvelope(ID(high: 5, low: 5), "", school: school, by: nil)))
  try tx.execute("SAVEPOINT command")
  try body(tx)
  let seq = try tx.number().seq
  try tx.index(seq)
  try tx.recalculateSeats(seq)
  try tx.execute("RELEASE command")
}

func entry(_ number: Int) -> Entry {
  let place = number % 20 == 0 ? 0 : Int(UInt64(number) &* 0xD134_2543_DE82_EF95 >> 40) % buckets
  return Entry(
    id: ID(high: UInt64(number) << 16 | 0x7000, low: 1 << 63 | UInt64(number)), place: bucket(place), text: text)
}

func fill() throws {
  try books.run("BEGIN")
  try write { tx throws(Refusal) in
    for number in 0..<mine { try tx.grant(account, Bucket(Bucket.Kind("c"), bucket(number))) }
  }
  for start in stride(from: 0, to: rows, by: 3) {
    try write { tx throws(Refusal) in for number in start..<start + 3 { try tx.put(Entry.table, entry(number)) } }
  }
  try books.run("COMMIT")
  try books.run("ANALYZE")
}

func answer(_ cursor: SyncCursor?, limit: Int = 1000) throws -> SyncPage {
  let tx = Transaction(books, now: Instant(milliseconds: 1))
  let answer = try SyncPull(tx, tables, school: school, account: account).answer(cursor, limit: limit)
  guard case .page(let page) = answer else { throw Refusal.stale }
  return page
}

func pull(limit: Int) throws -> (cursor: SyncCursor, rows: Int, pages: Int) {
  var (page, count, pages) = (try answer(nil, limit: limit), 0, 1)
  while true {
    count += page.changes.count
    if page.isComplete { return (page.cursor, count, pages) }
    (page, pages) = (try answer(page.cursor, limit: limit), pages + 1)
  }
}

/// Of the processor, which others may be using, too.
func milliseconds(_ work: () throws -> Void) rethrows -> Double {
  let start = clock()
  try work()
  return Double(clock() - start) * 1000 / Double(CLOCKS_PER_SEC)
}

func median(of times: Int, _ work: () throws -> Void) throws -> Double {
  let all = try (0..<times).map { _ in
    let took = try ContinuousClock().measure { try work() }
    return Double(took.components.attoseconds) / 1e15 + Double(took.components.seconds) * 1000
  }
  return all.sorted()[times / 2]
}

func say(_ name: String, _ number: Double) { print(name, String(format: "%.3f", number)) }

try make()
say("command", try milliseconds { try fill() } * 3 / Double(rows))
var size = 0.0
try books.run("SELECT sum(pgsize) FROM dbstat WHERE name LIKE '%bucket%'") { size = Double($0.integer(0)) }
say("entry", size / Double(rows))
let all = try pull(limit: .max)
say("idle", try median(of: 500) { _ = try answer(all.cursor) })
for limit in [1000, 5000, 1_000_000] {
  var found = all
  let took = try milliseconds { found = try pull(limit: limit) }
  say("rows-in-pages-of-\(limit)", Double(found.rows) / took * 1000)
}
try books.run("BEGIN")
try write { tx throws(Refusal) in try tx.put(Entry.table, entry(0)) }
try books.run("COMMIT")
say("news", try median(of: 200) { _ = try answer(all.cursor) })
