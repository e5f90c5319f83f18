import Delimited
import HomeroomTesting
import Testing

@Suite struct `Writing a table and reading it back` {
  @Test(arguments: [UInt8(0x2C), 0x3B, 0x09], [false, true])
  func `any cells come back byte for byte`(_ delimiter: UInt8, _ hasMark: Bool) throws {
    var generator = SeededGenerator(seed: 2026)
    for _ in 0..<300 {
      let width = generator.number(1...4)
      var table = [(0..<width).map { "h\($0)" }]
      for _ in 0..<4 { table.append((0..<width).map { _ in generator.oddText() }) }
      var writer = CSV.Writer(CSV.Style(hasMark: hasMark, delimiter: delimiter))
      for row in table { writer.row(row) }
      let read = try rows(writer.drain(), chunk: generator.number(1...50)).map { $0.cells }
      #expect(read.map { $0.map { Array($0.utf8) } } == table.map { $0.map { Array($0.utf8) } })
    }
  }

  @Test func `random bytes are read or refused, never a crash`() {
    var generator = SeededGenerator(seed: 99)
    for _ in 0..<500 {
      let alphabet: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D, 0x61, 0xD7, 0xA9, 0, 0xFF, 0xFE, 0xEF, 0xBB, 0xBF, 0x27, 0x3D]
      let bytes = (0..<generator.number(0...40)).map { _ in
        generator.pick(alphabet)
      }
      let whole = fault(bytes)
      #expect(whole == fault(bytes, chunk: 1))
    }
  }
}
