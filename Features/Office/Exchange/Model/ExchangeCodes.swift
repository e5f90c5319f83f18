extension Roster.Problem {
  /// What is wrong, as the key of a sentence; the keys never change their meaning.
  public enum Code: String, CaseIterable, Sendable {
    // The bytes.
    case encodingWindows1252 = "exchange.encoding.windows-1252"
    case encodingWindows1255 = "exchange.encoding.windows-1255"
    case encodingWindows1256 = "exchange.encoding.windows-1256"
    case encodingMacRoman = "exchange.encoding.mac-roman"
    case encodingDOSHebrew = "exchange.encoding.dos-hebrew"
    case encodingUTF32 = "exchange.encoding.utf-32"
    case encodingUnknown = "exchange.encoding.unknown"
    case encodingBroken = "exchange.encoding.broken"
    case notTextZIP = "exchange.not-text.zip-or-xlsx"
    case notTextXLS = "exchange.not-text.xls"
    case notTextPDF = "exchange.not-text.pdf"
    case empty = "exchange.file.empty"
    case fileNotThere = "exchange.file.not-there"

    // The cells.
    case nul = "exchange.csv.nul"
    case quoteOpen = "exchange.csv.quote-never-closed"
    case quoteStray = "exchange.csv.text-after-quote"
    case quoteInside = "exchange.csv.quote-inside-plain-cell"
    case cellTooLong = "exchange.csv.cell-too-long"
    case rowTooLong = "exchange.csv.row-too-long"
    case tooManyCells = "exchange.csv.too-many-cells"
    case tooManyRows = "exchange.csv.too-many-rows"
    case rowShort = "exchange.csv.row-shorter-than-headings"
    case rowWide = "exchange.csv.row-wider-than-headings"

    // The headings.
    case headingsUnknown = "exchange.heading.none-known"
    case headingMissing = "exchange.heading.missing"
    case headingUnknown = "exchange.heading.unknown"
    case headingMisspelt = "exchange.heading.misspelt"
    case headingTwice = "exchange.heading.twice"
    case headingUnused = "exchange.heading.unused"
    case nameSplit = "exchange.heading.name-split"
    case notPeople = "exchange.heading.not-people"
    case passwordDropped = "exchange.heading.password-dropped"

    // The values.
    case keyMissing = "exchange.value.key-missing"
    case keyTwice = "exchange.value.key-twice"
    case keyRenamed = "exchange.value.key-renamed"
    case keyConflict = "exchange.value.key-and-username-disagree"
    case nameMissing = "exchange.value.name-missing"
    case textTooLong = "exchange.value.too-long"
    case textControl = "exchange.value.control"
    case textDirection = "exchange.value.direction"
    case textMarks = "exchange.value.marks"
    case textUnfit = "exchange.value.unfit"
    case emailMalformed = "exchange.value.email-malformed"
    case roleUnknown = "exchange.value.role-unknown"
    case roleSecondary = "exchange.value.role-secondary"
    case roleOver = "exchange.value.role-over"
    case statusUnknown = "exchange.value.status-unknown"
    case statusMissing = "exchange.value.status-missing-in-delta"
    case dateOdd = "exchange.value.date-odd"
    case endOdd = "exchange.value.end-odd"
    case flagOdd = "exchange.value.flag-odd"
    case referenceUnknown = "exchange.reference.unknown"
    case referenceUnchecked = "exchange.reference.unchecked"

    // OneRoster.
    case manifestMissing = "exchange.oneroster.manifest-missing"
    case manifestBlank = "exchange.oneroster.manifest-blank"
    case versionUnknown = "exchange.oneroster.version-unknown"
    case fileMissing = "exchange.oneroster.file-missing"
    case fileUnannounced = "exchange.oneroster.file-unannounced"
    case fileIgnored = "exchange.oneroster.file-ignored"
    case fileNameCase = "exchange.oneroster.file-name-case"

    // The archive.
    case zipMalformed = "exchange.zip.malformed"
    case zipUnsupported = "exchange.zip.unsupported"
    case zipEncrypted = "exchange.zip.encrypted"
    case zipPath = "exchange.zip.unsafe-path"
    case zipDuplicate = "exchange.zip.same-name-twice"
    case zipTooManyEntries = "exchange.zip.too-many-entries"
    case zipTooLarge = "exchange.zip.too-large"
    case zipRatio = "exchange.zip.expands-too-much"
    case zipChecksum = "exchange.zip.checksum"

    // The plan.
    case removalsUnconfirmed = "exchange.plan.removals-unconfirmed"
    case removalsMiscounted = "exchange.plan.removals-miscounted"
    case removalsTooMany = "exchange.plan.removals-above-a-tenth"
  }
}
