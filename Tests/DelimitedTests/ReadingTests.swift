import Delimited
import Testing

/// Reads a whole text at once, or in chunks of a few bytes.
func rows(_ text: String, chunk: Int = .max) throws -> [CSV.Row] { try rows(Array(text.utf8), chunk: chunk) }

func rows(_ bytes: [UInt8], chunk: Int = .max, limits: CSV.Limits = CSV.Limits()) throws -> [CSV.Row] {
  var reader = CSV.Reader(limits: limits)
  var rows: [CSV.Row] = []
  for start in stride(from: 0, to: bytes.count, by: min(chunk, max(bytes.count, 1))) {
    try reader.feed(Array(bytes[start..<min(bytes.count, chunk == .max ? bytes.count : start + chunk)]))
    while let row = reader.next() { rows.append(row) }
  }
  try reader.finish()
  while let row = reader.next() { rows.append(row) }
  return rows
}

func cells(_ text: String) throws -> [[String]] { try rows(text).map { $0.cells } }

/// What reading a file ends with.
func fault(_ bytes: [UInt8], chunk: Int = .max, limits: CSV.Limits = CSV.Limits()) -> CSV.Fault? {
  do {
    _ = try rows(bytes, chunk: chunk, limits: limits)
    return nil
  } catch {
    return error as? CSV.Fault
  }
}

@Suite struct `Reading a table` {
  @Test func `quoted cells keep commas, quotes and line breaks`() throws {
    let text = "name,note\r\n\"Okoro, Ms\",\"says \"\"hi\"\"\r\nand leaves\"\r\n"
    #expect(try cells(text) == [["name", "note"], ["Okoro, Ms", "says \"hi\"\r\nand leaves"]])
  }

  @Test(arguments: ["\n", "\r", "\r\n"])
  func `every kind of line break ends a row`(_ end: String) throws {
    #expect(try cells("a,b\(end)1,2\(end)\(end)3,4") == [["a", "b"], ["1", "2"], ["3", "4"]])
  }

  @Test(arguments: ["\n", "\r", "\r\n"])
  func `a row knows the line it began on`(_ end: String) throws {
    let found = try rows("a,b\(end)\"x\(end)y\",2\(end)\(end)3,4\(end)")
    #expect(found.map { $0.line } == [1, 2, 5])
    #expect(try rows("\(end)a,b\(end)1,2").map { $0.line } == [2, 3])
  }

  @Test(arguments: [1, 2, 3, 5, 7])
  func `the size of the chunks makes no difference`(_ size: Int) throws {
    let text = "\u{FEFF}name;note\r\n\"שרה; לוי\";\"a \"\"b\"\"\r\nc\"\r\nÉloïse;😀\r\n;\r\n"
    #expect(try rows(text, chunk: size) == rows(text))
    #expect(try rows(text, chunk: size).last?.cells == ["", ""])
  }

  @Test(arguments: [",", ";", "\t"])
  func `the delimiter is found from the headings`(_ sign: String) throws {
    #expect(try cells("a\(sign)b\(sign)c\n1\(sign)\"x,;\ty\"\(sign)3") == [["a", "b", "c"], ["1", "x,;\ty", "3"]])
  }

  @Test func `delimiters inside quoted headings do not count`() throws {
    #expect(try cells("\"a,b,c,d\";e\n1;2") == [["a,b,c,d", "e"], ["1", "2"]])
  }

  @Test(arguments: ["\r\n", "\n"])
  func `Excel's line about the separator is obeyed and left out`(_ end: String) throws {
    let found = try rows("sep=;\(end)a;b,c\(end)1;2\(end)")
    #expect(found.map { $0.cells } == [["a", "b,c"], ["1", "2"]])
    #expect(found.map { $0.line } == [2, 3])
  }

  @Test func `a Hebrew abbreviation with a bare quote is read as it stands and noted`() throws {
    let found = try rows("שם,מורה\nנועה,ד\"ר כהן\n")
    #expect(found[1].cells == ["נועה", "ד\"ר כהן"])
    #expect(found[1].oddQuote == 2)
  }

  @Test func `a quote that never closes is reported where it opened`() {
    let found = fault(Array("a,b\n1,\"two\n3,4\n".utf8))
    #expect(found?.code == .quoteOpen)
    #expect(found?.line == 2)
    #expect(found?.column == 2)
  }

  @Test func `text after a closing quote is reported with line and column`() {
    let found = fault(Array("a,b\n\n\"x\"y,2\n".utf8))
    #expect(found == CSV.Fault(.quoteStray, line: 3, column: 1, found: "x"))
  }

  @Test func `a NUL is refused with its place`() {
    let found = fault(Array("a,b\n1,x\u{0}y\n".utf8))
    #expect(found?.code == .nul)
    #expect(found?.line == 2)
    #expect(found?.column == 2)
  }

  @Test func `rows before a fault can still be taken`() {
    var reader = CSV.Reader()
    #expect(throws: CSV.Fault.self) {
      try reader.feed(Array("a\n1\n\"x\"y".utf8) + [UInt8](repeating: 65, count: 2000))
    }
    #expect(reader.next()?.cells == ["a"])
    #expect(reader.next()?.cells == ["1"])
    #expect(reader.next() == nil)
  }

  @Test func `limits on cells, rows and their number are kept`() {
    var limits = CSV.Limits()
    (limits.cell, limits.row, limits.cells, limits.rows) = (5, 12, 3, 4)
    #expect(fault(Array("a\n123456\n".utf8), limits: limits)?.code == .cellTooLong)
    #expect(fault(Array("a,b,c\n12345,12345,12345\n".utf8), limits: limits)?.code == .rowTooLong)
    #expect(fault(Array("a,b,c,d\n".utf8), limits: limits)?.code == .tooManyCells)
    #expect(fault(Array("a\n1\n2\n3\n4\n".utf8), limits: limits)?.code == .tooManyRows)
    #expect(fault(Array("a\n1\n2\n3\n".utf8), limits: limits) == nil)
  }

  @Test func `a secret column is emptied before it is text, and a fault in it does not show it`() throws {
    var reader = CSV.Reader { headings in headings.indices.filter { headings[$0] == "pin" } }
    #expect(throws: CSV.Fault(.quoteStray, line: 3, column: 2)) {
      try reader.feed(Array("name,pin,note\nada,1234,x\nben,\"5678\"x,y\n".utf8))
      try reader.finish()
    }
    #expect(reader.secret == [1])
    #expect(reader.next()?.cells == ["name", "pin", "note"])
    #expect(reader.next()?.cells == ["ada", "", "x"])
    #expect(reader.next() == nil)
  }

  @Test func `an empty file has no rows`() throws {
    #expect(try rows("").isEmpty)
    #expect(try rows("\u{FEFF}\n\n").isEmpty)
  }
}
