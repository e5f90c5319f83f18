extension CSV {
  /// Why the rest of a table is not read, and where that became clear.
  public struct Fault: Error, Equatable, Sendable {
    public enum Code: Error, Sendable {
      // The bytes.
      case encodingWindows1252, encodingWindows1255, encodingWindows1256, encodingMacRoman, encodingDOSHebrew
      case encodingUTF32, encodingUnknown, encodingBroken
      case notTextZIP, notTextXLS, notTextPDF

      // The cells.
      case nul, quoteOpen, quoteStray, cellTooLong, rowTooLong, tooManyCells, tooManyRows
    }

    public let code: Code
    /// The physical line, from 1.
    public let line: Int
    /// The cell within its row, from 1.
    public let column: Int
    /// The beginning of the cell; empty in the headings and in columns that are emptied.
    public let found: String

    public init(_ code: Code, line: Int, column: Int, found: String = "") {
      (self.code, self.line, self.column, self.found) = (code, line, column, found)
    }
  }
}
