import Archive
import Base
import Crypto
import Database
import Kit
import Learning
import Ledger
import People
import PeopleServer
import Router
import School
import Web

/// Everybody's work out as one archive, and the marked archive back to its students.
extension AssignmentsServer {
  /// The largest archive that comes back: it is looked through in memory.
  static let maxArchive = Int64(Limits.archive.most)
  static var limits: ZIP.Limits {
    var limits = ZIP.Limits()
    (limits.entries, limits.total, limits.hasFolders) = (5000, 500 << 20, true)
    return limits
  }

  // MARK: out

  private struct Outgoing: Sendable {
    let title: String
    /// Path in the archive, and the content or the text that is to become one.
    var files: [(path: String, content: FileContent)] = []
    var texts: [(path: String, text: String)] = []
  }

  /// The archive as it goes out, with its exact length; texts become files of their own first.
  func archive(_ request: Request) async throws -> Response {
    let (school, isUngraded) = (try request.caller().school, request.query["ungraded"] == "1")
    let out = try await ledger.read { tx in
      let (item, assignment) = try service.staffed(request, tx)
      return try Self.outgoing(assignment, item, isUngraded, school, tx)
    }
    var entries = out.files.map { FilesArchive.Entry(name: $0.path, content: $0.content) }
    for (path, text) in out.texts {
      // No row names it, so the nightly sweep takes it again.
      entries.append(.init(name: path, content: try await keep(Array(text.utf8))))
    }
    guard !entries.isEmpty else { throw Refusal.conflict(Phrase("assignments.nothing-to-download")) }
    return try FilesArchive(entries.sorted { $0.name < $1.name }, from: ledger)
      .answer(named: WorkArchive.name(out.title))
  }

  private static func outgoing(
    _ assignment: Assignment, _ item: CourseItem, _ isUngraded: Bool, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> Outgoing {
    let store = AssignmentsStore(tx: tx)
    let page = try AssignmentsService.page(assignment, item, school, tx)
    let layout = WorkArchive(page.rows.map(\.student))
    let wanted = Set(page.rows.filter { !isUngraded || $0.waits }.map(\.student.id))
    let sent = try store.submissions(for: item.id, in: school).filter { wanted.contains($0.student) }
    let files = try store.files(of: sent.map(\.id), in: school)
    var out = Outgoing(title: item.title)
    for work in sent {
      guard let folder = layout.folder(of: work.student) else { continue }
      let base = folder + "/" + String(work.attempt) + "/"
      var taken: Set<String> = []
      for file in files[work.id] ?? [] {
        out.files.append((base + WorkArchive.unique(file.name, among: &taken), file.content))
      }
      if !work.text.isEmpty { out.texts.append((base + WorkArchive.unique("answer.txt", among: &taken), work.text)) }
      if !work.link.isEmpty { out.texts.append((base + WorkArchive.unique("link.txt", among: &taken), work.link)) }
    }
    return out
  }

  // MARK: back

  /// An archive that came, and that can be read.
  func incomingArchive(_ request: Request) async throws -> IncomingFile {
    guard let archive = try await files.incoming(request, field: "archive").first else {
      throw Refusal.invalid("archive", Phrase("assignments.choose-archive"))
    }
    guard archive.content.size <= Self.maxArchive else {
      throw Refusal.invalid("archive", Phrase("files.too-large", .count(Int(Self.maxArchive >> 20))))
    }
    // Refused before it is kept: what cannot be read is not worth a page.
    _ = try await open(archive.content)
    return archive
  }

  /// Keeps an archive for its teacher until it is returned or replaced.
  func handle(
    _ command: KeepArchive, _ archive: IncomingFile, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let (_, _, access) = try AssignmentsService.found(command.assignment, caller, tx)
    let permit = try command.permit(for: caller, access: access, now: tx.now)
    let (id, owner) = (tx.newID(KeptFile.self), permit.caller.account)
    try WorkClock.forget(id, at: permit.at, tx)
    return .made(try FilesStore(tx: tx).keep(archive, as: id, by: owner, in: [.person(owner)]).id)
  }

  private func open(_ content: FileContent) async throws -> ZIP.Archive {
    let bytes = try await ledger.files.contents(content.hash, limit: Self.maxArchive)
    do throws(ZIP.Fault) { return try ZIP.Archive(bytes, limits: Self.limits) } catch {
      throw Refusal.invalid("archive", Self.sentence(error))
    }
  }

  private static func sentence(_ fault: ZIP.Fault) -> Phrase {
    let found = Roster.Problem.excerpt(of: fault.found)
    return switch fault.code {
    case .path: Phrase("assignments.archive-path", .text(found))
    case .tooLarge, .ratio, .tooManyEntries: Phrase("assignments.archive-too-large", .text(found))
    case .malformed, .unsupported, .encrypted, .duplicate, .checksum:
      Phrase("assignments.archive-broken", .text(found))
    }
  }

  /// What would become of each file of the archive, or what became of it.
  func marked(_ request: Request) async throws -> MarkedPage {
    let item = try await ledger.read { try service.staffed(request, $0).item }
    guard let id = request.query["archive"].flatMap({ ID<KeptFile>($0) }) else { return MarkedPage(item: item) }
    let plan = try await plan(id, request)
    return MarkedPage(item: item, archive: id.cast(), lines: plan.map(\.line))
  }

  struct Marked: Sendable {
    let line: MarkedPage.Line
    let student: ID<Student>?
    let file: (content: FileContent, type: String, name: String)?
  }

  func plan(_ id: ID<KeptFile>, _ request: Request) async throws -> [Marked] {
    let (caller, assignment) = (try request.caller(), try request.id("assignment", CourseItem.self))
    let known = try await ledger.read { tx in
      guard let kept = try tx.file(id, school: caller.school), kept.account == caller.account,
        try AssignmentsStore(tx: tx).places(of: id, in: caller.school).isEmpty
      else { throw Refusal.notFound }
      let (found, item, access) = try AssignmentsService.found(assignment, caller, tx)
      guard access.isStaff else { throw Refusal.notFound }
      let page = try AssignmentsService.page(found, item, caller.school, tx)
      return (kept.content, page.rows.map(\.student), try Self.hashes(item.id, caller.school, tx))
    }
    let archive = try await open(known.0)
    let layout = WorkArchive(known.1)
    var lines: [Marked] = []
    for entry in archive.entries { lines.append(try await look(entry, archive, layout, known.1, known.2)) }
    return lines
  }

  /// What everybody handed in or got back already, by content: such files have not been marked.
  private static func hashes(
    _ id: ID<CourseItem>, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> Set<[UInt8]> {
    let store = AssignmentsStore(tx: tx)
    let sent = try store.submissions(for: id, in: school)
    let files = try store.files(of: sent.map(\.id), in: school).values.flatMap { $0 }.map(\.content.hash)
    let texts = sent.flatMap { [$0.text, $0.link] }.filter { !$0.isEmpty }.map {
      Array(SHA256.hash(data: Array($0.utf8)))
    }
    return Set(files + texts)
  }

  private func look(
    _ entry: ZIP.Entry, _ archive: ZIP.Archive, _ layout: WorkArchive, _ roster: [Student], _ known: Set<[UInt8]>
  ) async throws -> Marked {
    guard let place = layout.place(of: entry.path) else {
      return Marked(
        line: .init(path: entry.path, student: nil, reason: Phrase("assignments.no-such-student")), student: nil,
        file: nil
      )
    }
    let name = roster.first { $0.id == place.student }?.name
    let reason: (String) -> Marked = {
      Marked(line: .init(path: entry.path, student: name, reason: Phrase($0)), student: nil, file: nil)
    }
    guard Int64(entry.size) <= FileLimits.maxOfStaff else { return reason("assignments.file-too-large") }
    guard let unpacked = try await unpack(entry, archive) else { return reason("assignments.file-broken") }
    if known.contains(unpacked.content.hash) { return reason("assignments.file-unchanged") }
    return Marked(
      line: .init(path: entry.path, student: name, reason: nil), student: place.student,
      file: (content: unpacked.content, type: unpacked.type, name: place.name))
  }

  /// The content of one entry, put into the store piece by piece; `nil` when it is not what its archive says.
  private func unpack(_ entry: ZIP.Entry, _ archive: ZIP.Archive) async throws -> (
    content: FileContent, type: String
  )? {
    let writing = try ledger.files.begin(limit: Int64(entry.size))
    var head: [UInt8] = []
    do throws(ZIP.Fault) {
      let next = try archive.pieces(of: entry, inflate: ZIP.inflate)
      while let piece = try next() {
        if head.count < ContentType.sample { head += piece.prefix(ContentType.sample - head.count) }
        do { try await writing.write(piece) } catch { throw ZIP.Fault(.tooLarge) }
      }
    } catch {
      writing.abort()
      return nil
    }
    return (try await writing.finish(), types.of(head))
  }

  /// The outcome is how many files went back.
  func handle(
    _ command: ReturnMarked, _ plan: [Marked], _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let (_, item, access) = try AssignmentsService.open(command.assignment, caller, tx)
    let permit = try command.permit(for: caller, access: access, now: tx.now)
    try AssignmentsService.columnMustBeOpen(of: item, tx)
    var count = 0
    for marked in plan {
      guard let student = marked.student, let file = marked.file else { continue }
      let id: ID<KeptFile> = tx.newID()
      try tx.keep(id, file.content, name: file.name, type: file.type, by: permit.caller.account)
      try AssignmentsStore(tx: tx).putMarked(id, item.id, student)
      count += 1
    }
    try tx.forgetFile(command.archive.cast(), from: [.person(caller.account)])
    return Outcome(String(count))
  }
}
