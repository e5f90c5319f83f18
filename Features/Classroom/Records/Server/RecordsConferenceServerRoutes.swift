import Base
public import Classroom
import Database
import Kit
public import Ledger
import People
import PeopleServer
public import Router
import School
import Web

/// A child's record of some days as one archive.
public func conferenceServerRoutes(_ ledger: Ledger, _ service: ConferenceService) -> [Route] {
  [
    .get(
      "/students/:student/conference/archive", .staff,
      "What the page says as JSON, and the pictures and sounds that the child's family may be shown, as a ZIP.",
      query: conferenceInputs, inAPI: false
    ) { request in
      let (data, files) = try await ledger.read { try service.archive(request, $0) }
      let bytes = data.json.bytes
      let writing = try ledger.files.begin(limit: Int64(bytes.count))
      try await writing.write(bytes)
      // No row names it, so the nightly sweep takes it again.
      let record = FilesArchive.Entry(name: "record.json", content: try await writing.finish())
      return try FilesArchive([record] + files, from: ledger).answer(named: "record.zip")
    }
  ]
}

extension ConferenceService {
  /// Of the files only what this family may be shown: nobody else on them, and everybody allows it.
  func archive(_ request: Request, _ tx: Transaction) throws(Refusal) -> (ConferencePage, [FilesArchive.Entry]) {
    let page = try data(request, nil, tx)
    let (school, store, zone) = (try request.caller().school, ObservationsStore(tx: tx), request.scene.zone)
    let days = page.seen.map { ($0.one.id, zone.day(of: $0.one.happenedAt)) }
    var entries: [FilesArchive.Entry] = []
    let files = try store.files(of: days.map { $0.0 }, in: school)
    for file in try store.sharable(files, with: page.student.id, in: school) {
      guard try store.isAllowed(file, in: school), let kept = try tx.file(file.id.cast(), school: school) else {
        continue
      }
      let day = days.first { $0.0 == file.observation }?.1.text ?? ""
      let ending = kept.name.split(separator: ".").last.map { "." + $0.prefix(8) } ?? ""
      entries.append(FilesArchive.Entry(name: "files/" + day + "-" + file.id.text + ending, content: kept.content))
    }
    return (page, entries)
  }
}
