package import Base
package import Database
import Delimited
import People
import School

extension StudyLogService {
  /// Everything the caller has logged, the oldest first: also of tracks that were deleted or left, and days that were undone.
  ///
  /// The names of the columns are for programs and the same in every language. A track that the caller may not see any more is
  /// called by no name, nor are its texts: the days stay theirs.
  package func exported(
    _ caller: Caller, _ words: Words, hasMark: Bool = false, _ tx: Transaction
  ) throws(Refusal) -> [UInt8] {
    var writer = CSV.Writer(CSV.Style(hasMark: hasMark))
    writer.row(["day", "track", "texts", "done", "late", "tapped_at", "zone"])
    let entries = try StudyLogStore(tx: tx).log(of: caller.account, in: caller.school)
    var (names, labels): ([ID<Track>: String], [ID<TrackItem>: String]) = ([:], [:])
    let store = TracksStore(tx: tx)
    for id in Set(entries.map { $0.track }).sorted() {
      guard let track = try store.track(id, in: caller.school), try store.access(to: track, caller) != nil else {
        continue
      }
      names[id] = track.name
    }
    let shown = Set(entries.filter { names[$0.track] != nil }.flatMap { $0.items })
    for part in Array(shown).sorted().chunks(of: 500) {
      for item in try store.items(Array(part), in: caller.school) { labels[item.id] = item.label }
    }
    let hidden = words("study.export.hidden-track")
    for entry in entries {
      let texts = names[entry.track] == nil ? [] : entry.items.compactMap { labels[$0] }
      writer.row([
        entry.day.text, names[entry.track] ?? hidden, texts.joined(separator: "; "), entry.isDone ? "yes" : "no",
        entry.isLate ? "yes" : "no", entry.tappedAt.text, entry.zone,
      ])
    }
    return writer.drain()
  }
}
