public import Archive
import Delimited

extension Roster.Problem {
  /// What keeps a table from being read any further.
  init(_ fault: CSV.Fault, in file: String) {
    self.init(Self.code(fault.code), file: file, line: fault.line, column: fault.column, found: fault.found)
  }

  /// What keeps an archive, or a file in it, from being read.
  public init(_ fault: ZIP.Fault, in file: String) {
    self.init(Self.code(fault.code), file: file, found: fault.found)
  }

  private static func code(_ code: CSV.Fault.Code) -> Code {
    switch code {
    case .encodingWindows1252: .encodingWindows1252
    case .encodingWindows1255: .encodingWindows1255
    case .encodingWindows1256: .encodingWindows1256
    case .encodingMacRoman: .encodingMacRoman
    case .encodingDOSHebrew: .encodingDOSHebrew
    case .encodingUTF32: .encodingUTF32
    case .encodingUnknown: .encodingUnknown
    case .encodingBroken: .encodingBroken
    case .notTextZIP: .notTextZIP
    case .notTextXLS: .notTextXLS
    case .notTextPDF: .notTextPDF
    case .nul: .nul
    case .quoteOpen: .quoteOpen
    case .quoteStray: .quoteStray
    case .cellTooLong: .cellTooLong
    case .rowTooLong: .rowTooLong
    case .tooManyCells: .tooManyCells
    case .tooManyRows: .tooManyRows
    }
  }

  private static func code(_ code: ZIP.Fault.Code) -> Code {
    switch code {
    case .malformed: .zipMalformed
    case .unsupported: .zipUnsupported
    case .encrypted: .zipEncrypted
    case .path: .zipPath
    case .duplicate: .zipDuplicate
    case .tooManyEntries: .zipTooManyEntries
    case .tooLarge: .zipTooLarge
    case .ratio: .zipRatio
    case .checksum: .zipChecksum
    }
  }
}
