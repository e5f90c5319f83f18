import Base

/// Tables as text: comma-separated values and their relatives.
public enum CSV {}

extension CSV {
  /// One record: its cells, and the physical line on which it began.
  public struct Row: Equatable, Sendable {
    public var line: Int
    public var cells: [String]
    /// The first cell with a quote in the middle of plain text, from 1; 0 when there is none.
    public var oddQuote = 0

    public var isBlank: Bool { cells.allSatisfy { $0.isEmpty } }
  }

  /// How much of a file is believed before it is refused.
  public struct Limits: Sendable {
    /// Bytes of UTF-8.
    public var cell = Base.Limits.tableCell.most
    public var row = 1_048_576
    public var cells = Base.Limits.tableCells.most
    public var rows = Base.Limits.tableRows.most

    public init() {}
  }

  /// Reads delimited text in chunks: `feed` bytes, take rows with `next`, then `finish` and take the rest.
  ///
  /// Memory stays that of a chunk. The first row is taken for the headings, and the cells of columns that are secret by
  /// them are emptied before they become text. A leading `'` that guards a formula is taken off.
  ///
  /// - Note: Source: RFC 4180. Also LF and CR alone, `;` and TAB, and `sep=` as Excel writes it.
  public struct Reader {
    enum State { case start, plain, quoted, quoteSeen }

    /// The columns, from 0, whose cells nobody may see, by the headings.
    public typealias Secrets = (_ headings: [String]) -> [Int]

    public let limits: Limits
    /// `nil` until enough has been read to know.
    public private(set) var delimiter: UInt8?
    /// The columns, from 0, whose cells are emptied.
    public private(set) var secret: [Int] = []
    public var encoding: Encoding? { decoder.encoding }

    private let secrets: Secrets
    private var decoder = Decoder()
    private var head: [UInt8] = []
    private var ready: [Row] = []
    private var taken = 0
    private var count = 0
    private var failure: Fault?

    private var state = State.start
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    private var cellLength = 0
    private var isSecret = false
    private var oddQuote = 0
    private var afterCR = false
    private var line = 1
    private var rowLine = 1
    private var quoteLine = 0

    public init(limits: Limits = Limits(), secrets: @escaping Secrets = { _ in [] }) {
      (self.limits, self.secrets) = (limits, secrets)
    }

    /// Takes the next bytes of the file, any number of them.
    ///
    /// - Throws: what makes the rest of the file unreadable; the rows before it can still be taken.
    public mutating func feed(_ bytes: [UInt8]) throws(Fault) { try pass(bytes, atEnd: false) }

    /// Says that the file ends here.
    public mutating func finish() throws(Fault) {
      try pass([], atEnd: true)
      if state == .quoted { throw fail(.quoteOpen, line: quoteLine) }
      if state != .start || !ends.isEmpty { try endRow() }
    }

    /// The next row, in the order of the file; `nil` when more bytes are needed.
    public mutating func next() -> Row? {
      guard taken < ready.count else {
        ready.removeAll(keepingCapacity: true)
        taken = 0
        return nil
      }
      taken += 1
      return ready[taken - 1]
    }
  }
}

extension CSV.Reader {
  private mutating func pass(_ raw: [UInt8], atEnd: Bool) throws(CSV.Fault) {
    if let failure { throw failure }
    var text: [UInt8] = []
    var broken: CSV.Fault.Code?
    do { try decoder.decode(raw, atEnd: atEnd, into: &text) } catch { broken = error }
    if delimiter != nil {
      try parse(text)
    } else {
      head += text
      try begin(atEnd: atEnd || broken != nil)
    }
    if let broken { throw fail(broken) }
  }

  /// Settles the delimiter from the first record, once it is complete.
  private mutating func begin(atEnd: Bool) throws(CSV.Fault) {
    guard let found = CSV.Delimiter.find(in: head, atEnd: atEnd) else { return }
    delimiter = found.byte
    line += found.lines
    rowLine = line
    let text = Array(head[found.skipped...])
    head = []
    try parse(text)
  }

  /// Runs of ordinary bytes are taken at once; the five that mean something, one by one.
  private mutating func parse(_ text: [UInt8]) throws(CSV.Fault) {
    let delimiter = delimiter ?? 0
    var at = 0
    while at < text.count {
      var end = at
      while end < text.count {
        let byte = text[end]
        if byte == delimiter || byte == 0x22 || byte == 0x0A || byte == 0x0D || byte == 0 { break }
        end += 1
      }
      if end > at { try take(text[at..<end]) }
      if end < text.count { try step(text[end]) }
      at = end + 1
    }
  }

  private mutating func take(_ run: ArraySlice<UInt8>) throws(CSV.Fault) {
    afterCR = false
    switch state {
    case .start: state = .plain
    case .quoteSeen:
      if run.allSatisfy({ $0 == 0x20 }) { return }
      throw fail(.quoteStray)
    case .plain, .quoted: break
    }
    cellLength += run.count
    if cellLength > limits.cell { throw fail(.cellTooLong) }
    if bytes.count + run.count > limits.row { throw fail(.rowTooLong) }
    if !isSecret { bytes += run }
  }

  private mutating func step(_ byte: UInt8) throws(CSV.Fault) {
    switch byte {
    case 0: throw fail(.nul)
    case 0x22: try quote()
    case 0x0A, 0x0D: try lineEnd(byte)
    default:
      if state == .quoted { try take([byte]) } else { try endCell() }
      afterCR = false
    }
  }

  private mutating func quote() throws(CSV.Fault) {
    afterCR = false
    switch state {
    case .start: (state, quoteLine) = (.quoted, line)
    case .quoted: state = .quoteSeen
    case .quoteSeen:
      state = .quoted
      try take([0x22])
    case .plain:
      if oddQuote == 0 { oddQuote = ends.count + 1 }
      try take([0x22])
    }
  }

  private mutating func lineEnd(_ byte: UInt8) throws(CSV.Fault) {
    let isSecondHalf = byte == 0x0A && afterCR
    if !isSecondHalf { line += 1 }
    if state == .quoted {
      try take([byte])
    } else if !isSecondHalf {
      try endRow()
    }
    afterCR = byte == 0x0D
  }

  private mutating func endCell() throws(CSV.Fault) {
    ends.append(bytes.count)
    if ends.count > limits.cells { throw fail(.tooManyCells) }
    (state, cellLength) = (.start, 0)
    isSecret = !secret.isEmpty && secret.contains(ends.count)
  }

  /// A line with nothing on it is no row.
  private mutating func endRow() throws(CSV.Fault) {
    if state != .start || !ends.isEmpty {
      try endCell()
      count += 1
      if count > limits.rows { throw fail(.tooManyRows) }
      ready.append(CSV.Row(line: rowLine, cells: cells(), oddQuote: oddQuote))
      if count == 1 { secret = secrets(ready[ready.count - 1].cells) }
    }
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    (state, oddQuote, rowLine) = (.start, 0, line)
    isSecret = secret.contains(0)
  }

  private func cells() -> [String] {
    var cells: [String] = []
    cells.reserveCapacity(ends.count)
    var start = 0
    for end in ends {
      let guarded = CSV.Guard.isGuarded(bytes[start..<end])
      cells.append(String(decoding: bytes[(guarded ? start + 1 : start)..<end], as: UTF8.self))
      start = end
    }
    return cells
  }

  private mutating func fail(_ code: CSV.Fault.Code, line at: Int? = nil) -> CSV.Fault {
    let shown = isSecret || count == 0 ? "" : String(decoding: bytes[(ends.last ?? 0)...].prefix(200), as: UTF8.self)
    let fault = CSV.Fault(code, line: at ?? line, column: ends.count + 1, found: shown)
    failure = fault
    return fault
  }
}
