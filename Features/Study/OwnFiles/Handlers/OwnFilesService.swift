package import Base
package import Database
package import People
package import Router
package import School

/// A file that came for oneself, looked at as far as it takes its content.
package struct IncomingOwnFile: Sendable {
  let file: IncomingFile
  var small: FileContent?
  /// What it was drawn with.
  package var strokes: FileContent?

  package init(file: IncomingFile, small: FileContent? = nil, strokes: FileContent? = nil) {
    (self.file, self.small, self.strokes) = (file, small, strokes)
  }

  var isDrawing: Bool { OwnFile.Kind(type: file.type, said: .drawing) == .drawing }
}

/// Carries out what is asked of one's own files, and answers what pages ask.
public struct OwnFilesService: Sendable {
  public init() {}

  package func handle(
    _ command: KeepOwnFiles, _ incoming: [IncomingOwnFile], _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), OwnFilesStore(tx: tx))
    let known = try store.count(of: caller.account, in: caller.school)
    let permit = try command.permit(
      for: caller, count: incoming.count, known: known, drawings: incoming.count { $0.isDrawing }, now: tx.now)
    let strokes = incoming.compactMap { $0.strokes?.size }
    if !strokes.isEmpty {
      let files = FilesStore(tx: tx)
      try files.limits(in: caller.school).mustTake(
        strokes, of: caller, used: files.used(by: caller.account, in: caller.school), in: "file")
    }
    for one in incoming { try store.save(permit, one.file, small: one.small, strokes: one.strokes) }
    return .done
  }

  func handle(_ command: RenameOwnFile, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), OwnFilesStore(tx: tx))
    let known = try store.file(command.file, in: caller.school)
    let permit = try command.permit(for: caller, known: known, now: tx.now)
    if let known { try store.save(permit, known) }
    return .done
  }

  func handle(_ command: RemoveOwnFile, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), OwnFilesStore(tx: tx))
    let known = try store.file(command.file, deleted: true, in: caller.school)
    let count = try store.count(of: caller.account, in: caller.school)
    let permit = try command.permit(for: caller, known: known, count: count, now: tx.now)
    if let known { try store.save(permit, known) }
    return .done
  }
}

extension OwnFilesService {
  func list(_ request: Request, _ tx: Transaction) throws(Refusal) -> OwnFilesPage {
    let (caller, store) = (try request.caller(), OwnFilesStore(tx: tx))
    var reader = FormReader(request.query)
    let kind = reader.optionalChoice("kind", OwnFile.Kind.self)
    let typed = reader.optionalText("page", max: 3).flatMap { Int($0) } ?? 1
    try reader.finish()
    let count = try store.count(of: caller.account, kind, in: caller.school)
    let pages = max(1, (count + OwnFile.listed - 1) / OwnFile.listed)
    let page = max(1, min(pages, typed))
    return OwnFilesPage(
      files: try store.files(of: caller.account, kind, page: page, in: caller.school), kind: kind, count: count,
      page: page, pages: pages, most: try FilesStore(tx: tx).limits(in: caller.school).megabytes(for: caller),
      topics: Self.topics(caller))
  }

  /// Only one's own; another's answers like one that is not there.
  func file(_ request: Request, _ tx: Transaction) throws(Refusal) -> OwnFile {
    let caller = try request.caller()
    let found = try OwnFilesStore(tx: tx).file(request.id("file"), in: caller.school)
    guard let found, found.account == caller.account else { throw .notFound }
    return found
  }

  func page(_ request: Request, _ tx: Transaction) throws(Refusal) -> OwnFilePage {
    OwnFilePage(file: try file(request, tx), topics: Self.topics(try request.caller()))
  }

  func content(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let file = try file(request, tx)
    guard let kept = try tx.file(file.id.cast(), school: request.caller().school) else { throw .notFound }
    return .file(kept.called(file.name, type: file.type), inline: request.query["save"] == nil)
  }

  /// What a drawing was drawn with.
  func strokes(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (file, school) = (try file(request, tx), try request.caller().school)
    guard file.hasStrokes, let kept = try tx.file(file.id.strokes, school: school) else { throw .notFound }
    return .file(kept, inline: true)
  }

  /// What a list shows of a picture.
  func small(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (file, school) = (try file(request, tx), try request.caller().school)
    guard file.isShownSmall,
      let kept = try tx.file(file.hasSmallCopy ? file.id.smallCopy : file.id.cast(), school: school)
    else { throw .notFound }
    return .file(kept, inline: true)
  }

  private static func topics(_ caller: Caller) -> [String] {
    .watching([.person(caller.account)], [OwnFilesTables.file.number])
  }
}
