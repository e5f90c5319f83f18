import Base

final class PostgresEngine: Engine {
  let dialect = Dialect.postgres
  init(url: String, readers: Int) throws { throw BooksClosed("not yet") }
  func read<Answer>(_ body: (Connection) throws -> Answer) throws -> Answer { throw BooksClosed("not yet") }
  func write<Answer>(_ body: (Connection) throws -> Answer) throws -> Answer { throw BooksClosed("not yet") }
  func backUp(to path: String) throws {}
  func close() {}
}
struct PostgresRow {
  func isNull(_ column: Int) -> Bool { true }
  func integer(_ column: Int) -> Int64 { 0 }
  func text(_ column: Int) -> String { "" }
  func bytes(_ column: Int) -> [UInt8] { [] }
  func id<Thing>(_ column: Int) -> ID<Thing> { .none }
  func flag(_ column: Int) -> Bool { false }
}
