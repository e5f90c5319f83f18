import Archive
import Base
import Foundation
import Office
import Router
import School
import Web

/// A roster on the disk: one CSV file, an archive, or a folder of CSV files.
///
/// Read in pieces, never whole but archives.
struct RosterFile: Sendable {
  /// What reading a file to its end, or to its first fatal fault, came to.
  struct Reading {
    var problems = Roster.Problems()
    /// How many rows had an error, by what they are about.
    var failed: [Roster.Kind: Int] = [:]
    /// Whether there is a column that says what people are called.
    var hasNames = true
    /// The kinds whose file is complete, so that what it lacks may be proposed for removal.
    var complete: [Roster.Kind] = []
    /// Why it could not be read to its end.
    var failure: Roster.Problem?
  }
  typealias Progress = @Sendable (_ done: Int, _ total: Int) -> Void

  /// An archive is read into memory before it is unpacked in pieces; so it is kept small.
  static let maxPacked = Limits.roster.most

  let path: String
  /// What its sender calls it.
  let name: String

  /// - Parameter today: the school's day: what ended before it gives nobody anything.
  func read(
    today: Day, isKnown: @escaping (OneRoster.File, String) -> Bool, progress: @escaping Progress,
    each: (Roster.Entry) -> Void
  ) -> Reading {
    var reading = Reading()
    do throws(Roster.Problem) {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw Roster.Problem(.fileNotThere, file: name, found: name)
      }
      if isFolder.boolValue { return try readFolder(today, isKnown, progress, each) }
      if try isArchive() { return try readArchive(today, isKnown, progress, each) }
      return try readPeople(today, progress, each)
    } catch {
      reading.problems.add(error)
      reading.failure = error
      return reading
    }
  }

  private func isArchive() throws(Roster.Problem) -> Bool {
    let next = try pieces(path, size: 4) { _ in }
    return try next() == [0x50, 0x4B, 0x03, 0x04]
  }

  private func readPeople(
    _ today: Day, _ progress: @escaping Progress, _ each: (Roster.Entry) -> Void
  ) throws(Roster.Problem) -> Reading {
    var reader = Roster.PeopleReader(file: name, today: today)
    let total = size(of: path)
    let next = try pieces(path) { progress($0, total) }
    var reading = Reading()
    do throws(Roster.Problem) { try reader.read(next, each: each) } catch { reading.failure = error }
    (reading.problems, reading.failed) = (reader.problems, [.person: reader.failedRows])
    reading.hasNames = reader.headings?.hasNames ?? false
    return reading
  }

  private func readFolder(
    _ today: Day, _ isKnown: @escaping (OneRoster.File, String) -> Bool, _ progress: @escaping Progress,
    _ each: (Roster.Entry) -> Void
  ) throws(Roster.Problem) -> Reading {
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: path).sorted() } catch {
      throw Roster.Problem(.fileMissing, file: name)
    }
    let total = names.reduce(0) { $0 + size(of: path + "/" + $1) }
    let count = Tally()
    return read(names, today, isKnown, each) { file throws(Roster.Problem) in
      let before = count.value
      return try pieces(path + "/" + file) { done in
        count.value = before + done
        progress(count.value, total)
      }
    }
  }

  private func readArchive(
    _ today: Day, _ isKnown: @escaping (OneRoster.File, String) -> Bool, _ progress: @escaping Progress,
    _ each: (Roster.Entry) -> Void
  ) throws(Roster.Problem) -> Reading {
    guard size(of: path) <= Self.maxPacked else { throw Roster.Problem(.zipTooLarge, file: name) }
    var bytes: [UInt8] = []
    let next = try pieces(path, size: 1 << 20) { _ in }
    while let piece = try next() { bytes += piece }
    let archive: ZIP.Archive
    do throws(ZIP.Fault) { archive = try ZIP.Archive(bytes) } catch { throw Roster.Problem(error, in: name) }
    bytes = []
    // A spreadsheet is an archive, too.
    if archive.entry(named: "[Content_Types].xml") != nil { throw Roster.Problem(.notTextZIP, file: name) }
    let total = archive.entries.reduce(0) { $0 + $1.size }
    let count = Tally()
    return read(archive.entries.map(\.path), today, isKnown, each) { file throws(Roster.Problem) in
      guard let entry = archive.entries.first(where: { $0.path == file }) else {
        throw Roster.Problem(.fileMissing, file: file)
      }
      let next = try unpacked(entry, archive)
      return { () throws(Roster.Problem) -> [UInt8]? in
        let piece = try next()
        count.value += piece?.count ?? 0
        progress(count.value, total)
        return piece
      }
    }
  }

  private func read(
    _ names: [String], _ today: Day, _ isKnown: @escaping (OneRoster.File, String) -> Bool,
    _ each: (Roster.Entry) -> Void, open: @escaping OneRoster.Reader.Open
  ) -> Reading {
    var reader = OneRoster.Reader(names: names, today: today.text, isKnown: isKnown, open: open)
    var reading = Reading()
    do throws(Roster.Problem) { try reader.read(each: each) } catch { reading.failure = error }
    (reading.problems, reading.complete, reading.failed) = (reader.problems, reader.complete, reader.failed)
    return reading
  }

  private func unpacked(_ entry: ZIP.Entry, _ archive: ZIP.Archive) throws(Roster.Problem) -> Roster.Pieces {
    let name = name
    let next: ZIP.Pieces
    do throws(ZIP.Fault) { next = try archive.pieces(of: entry, inflate: ZIP.inflate) } catch {
      throw Roster.Problem(error, in: name)
    }
    return { () throws(Roster.Problem) -> [UInt8]? in
      do throws(ZIP.Fault) { return try next() } catch { throw Roster.Problem(error, in: name) }
    }
  }

  private func size(of path: String) -> Int {
    // A file that is gone is noticed when it is opened.
    let facts = try? FileManager.default.attributesOfItem(atPath: path)
    return (facts?[.size] as? NSNumber)?.intValue ?? 0
  }

  /// - Parameter progress: how many bytes of this file have been read.
  private func pieces(
    _ path: String, size: Int = 65_536, progress: @escaping (Int) -> Void
  ) throws(Roster.Problem) -> Roster.Pieces {
    let name = name
    guard let handle = FileHandle(forReadingAtPath: path) else { throw Roster.Problem(.fileMissing, file: name) }
    var done = 0
    return { () throws(Roster.Problem) -> [UInt8]? in
      let piece: Data?
      do { piece = try handle.read(upToCount: size) } catch { throw Roster.Problem(.fileMissing, file: name) }
      guard let piece, !piece.isEmpty else { return nil }
      done += piece.count
      progress(done)
      return Array(piece)
    }
  }
}

/// A count that several closures share while one file is read.
private final class Tally {
  var value = 0
}
