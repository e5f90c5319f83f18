import Archive
import HomeroomTesting
import Testing

@Suite struct `An archive that Windows made` {
  static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.utf8.map { $0 <= 0x39 ? $0 - 0x30 : $0 - 0x61 + 10 }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  static func folders() -> ZIP.Limits {
    var limits = ZIP.Limits()
    limits.hasFolders = true
    return limits
  }

  /// Names as Windows writes them in Hebrew, Arabic, Western Europe, America, Central Europe.
  @Test(arguments: [
    ("כהן_נועה_3f9a12cd/1/עבודה.pdf", "8b848f5f908592845f33663961313263642f312f92818583842e706466"),
    ("النجار_ليلى_3f9a12cd/1/واجب.pdf", "9fe9eba49fa95fe9efe9ee5f33663961313263642f312fed9fa4a02e706466"),
    (
      "Lefèvre_Maël_3f9a12cd/1/Éloïse à l'école.pdf",
      "4c65668a7672655f4d61896c5f33663961313263642f312f906c6f8b73652085206c2782636f6c652e706466"
    ),
    ("Müller_Jürgen_3f9a12cd/1/Übung.pdf", "4d816c6c65725f4a817267656e5f33663961313263642f312f9a62756e672e706466"),
    (
      "Dvořák_Jiří_3f9a12cd/1/úkol č. 2.pdf", "44766ffda06b5f4a69fda15f33663961313263642f312fa36b6f6c209f2e20322e706466"
    ),
    ("Ærø_Søren_3f9a12cd/1/opgave.pdf", "92729b5f539b72656e5f33663961313263642f312f6f70676176652e706466"),
  ])
  func `is read, its names in their own alphabet`(_ name: String, _ hex: String) throws {
    let entries = [1, 2].map { number in
      CrookedZIP.Entry(name: Self.bytes(hex) + [UInt8(0x30 + number)], content: [65, 66], flags: 0)
    }
    let archive = try ZIP.Archive(CrookedZIP.make(entries), limits: Self.folders())
    #expect(archive.entries.map(\.path) == [name + "1", name + "2"])
    for entry in archive.entries { #expect(try archive.content(of: entry) == [65, 66]) }
  }

  @Test func `is judged by the lengths it has, so that overlapping files are still refused`() {
    let name = Self.bytes("8b848f5f908592845f33663961313263642f312f92818583842e706466")
    var second = CrookedZIP.Entry(name: name + [0x32], content: [65], flags: 0)
    second.offset = 0
    #expect(
      `Opening an archive`.code([CrookedZIP.Entry(name: name, content: [65], flags: 0), second]) == .malformed)
    // One byte short of where the first one ends.
    second.offset = 30 + name.count
    #expect(
      `Opening an archive`.code([CrookedZIP.Entry(name: name, content: [65], flags: 0), second]) == .malformed)
  }

  @Test(arguments: ["a/..\u{5C}b", "../\u{5E9}"])
  func `reaches out of its folder in no alphabet`(_ name: String) {
    #expect(`Opening an archive`.code([`Opening an archive`.named(name)]) == .path)
  }
}
