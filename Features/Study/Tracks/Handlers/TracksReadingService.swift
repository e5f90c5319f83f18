import Base
import Classroom
import Database
import Kit
import Router
import School

/// What pages about tracks show.
extension TracksService {
  func list(_ request: Request, _ tx: Transaction) throws(Refusal) -> TracksPage {
    let (caller, store) = (try request.caller(), TracksStore(tx: tx))
    let tracks = try store.seen(by: caller)
    let joined = try store.joinedIDs(of: caller.account, in: caller.school)
    let counts = try store.counts(of: tracks.map { $0.id }, in: caller.school)
    let names = try classNames(tracks, caller, tx)
    return TracksPage(
      rows: tracks.map { track in
        TrackRow(
          track: track, place: track.audience.classroom.flatMap { names[$0] }, texts: counts[track.id] ?? 0,
          isJoined: joined.contains(track.id))
      },
      topics: .watchingAll([TracksTables.track.number, TracksTables.item.number, TracksTables.member.number]))
  }

  private func classNames(
    _ tracks: [Track], _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> [ID<Classroom>: String] {
    var names: [ID<Classroom>: String] = [:]
    for track in tracks {
      guard let id = track.audience.classroom, names[id] == nil else { continue }
      names[id] = try ClassroomsStore(tx: tx).classroom(id, in: caller.school)?.name
    }
    return names
  }

  /// One that was deleted is seen by those who may bring it back.
  func page(_ request: Request, _ tx: Transaction) throws(Refusal) -> TrackPage {
    let (caller, store) = (try request.caller(), TracksStore(tx: tx))
    let (track, access) = try store.mustSee(request.id("track"), caller)
    guard track.deletedAt == nil || access == .keeper else { throw .notFound }
    var reader = FormReader(request.query)
    let text = reader.optionalText("after", max: 9) ?? "0"
    try reader.finish()
    guard let after = wholeNumber(text.utf8), after <= Track.mostItems else { throw .notFound }
    let items = try store.items(of: track.id, after: after, limit: TrackPage.size + 1, in: caller.school)
    let today = try today(caller, tx)
    let days = try store.days(
      of: track.id, from: today, until: today.plus(days: TrackCycle.horizon), in: caller.school)
    var next: [ID<TrackItem>: Day] = [:]
    for day in days { for item in day.items where next[item] == nil { next[item] = day.day } }
    let member = try store.membership(track.id, of: caller.account, in: caller.school)
    return TrackPage(
      track: track, access: access, place: try classNames([track], caller, tx).values.first,
      texts: items.prefix(TrackPage.size).enumerated().map { place, item in
        TrackTextRow(item: item, number: after + place + 1, next: next[item.id])
      },
      count: try store.count(of: track.id, in: caller.school), after: after,
      next: items.count > TrackPage.size ? after + TrackPage.size : nil, today: today,
      hasToday: days.first.map { $0.day == today && !$0.items.isEmpty } ?? false,
      cycle: try store.cycle(of: track.id, in: caller.school), isJoined: member != nil && member?.leftAt == nil,
      topics: .watchingAll(Self.watched))
  }

  /// What the page of a track shows.
  private static let watched = [
    TracksTables.track.number, TracksTables.item.number, TracksTables.day.number, TracksTables.member.number,
    TracksTables.cycle.number,
  ]

  func blank(_ request: Request, _ tx: Transaction) throws(Refusal) -> TrackForm {
    let caller = try request.caller()
    return TrackForm(reach: try TracksStore(tx: tx).reach(of: caller), isOffice: caller.role.isOffice)
  }

  func form(_ request: Request, _ tx: Transaction) throws(Refusal) -> TrackForm {
    let caller = try request.caller()
    let track = try kept(request, caller, tx)
    return TrackForm(known: track, reach: try TracksStore(tx: tx).reach(of: caller), isOffice: caller.role.isOffice)
  }

  /// The track of the path, for those who may change it as it stands.
  private func kept(_ request: Request, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> Track {
    let (track, access) = try TracksStore(tx: tx).mustSee(request.id("track"), caller)
    guard access == .keeper, track.deletedAt == nil else { throw .notFound }
    return track
  }

  func blankText(_ request: Request, _ tx: Transaction) throws(Refusal) -> TrackTextForm {
    let caller = try request.caller()
    let track = try kept(request, caller, tx)
    return TrackTextForm(track: track, count: try TracksStore(tx: tx).count(of: track.id, in: caller.school))
  }

  func textForm(_ request: Request, _ tx: Transaction) throws(Refusal) -> TrackTextForm {
    let (caller, store) = (try request.caller(), TracksStore(tx: tx))
    let track = try kept(request, caller, tx)
    guard let item = try store.item(request.id("item"), of: track.id, in: caller.school), item.deletedAt == nil else {
      throw .notFound
    }
    let order = try store.order(of: track.id, in: caller.school)
    return TrackTextForm(
      track: track, known: item, number: (order.firstIndex { $0 == item.id } ?? 0) + 1, count: order.count)
  }

  func cycle(_ request: Request, _ tx: Transaction) throws(Refusal) -> TrackCyclePage {
    let (caller, store) = (try request.caller(), TracksStore(tx: tx))
    let track = try kept(request, caller, tx)
    let (today, order) = (try today(caller, tx), try store.order(of: track.id, in: caller.school))
    let rows = try store.days(
      of: track.id, from: today, until: today.plus(days: TrackCyclePage.shown - 1), in: caller.school)
    let named = try store.items(Array(Set(rows.flatMap { $0.items })), in: caller.school)
    return TrackCyclePage(
      track: track, cycle: try store.cycle(of: track.id, in: caller.school), count: order.count, today: today,
      days: rows.keyed(by: { $0.day }), labels: named.keyed(by: { $0.id }, to: { $0.label }))
  }

  func cycleDay(_ request: Request, _ tx: Transaction) throws(Refusal) -> TrackDayForm {
    let (caller, store) = (try request.caller(), TracksStore(tx: tx))
    let track = try kept(request, caller, tx)
    guard let day = Day(request.names["day"] ?? ""), day >= (try today(caller, tx)) else { throw .notFound }
    let order = try store.order(of: track.id, in: caller.school)
    let row = try store.day(day, of: track.id, in: caller.school)
    let places = (row?.items ?? []).compactMap { item in order.firstIndex { $0 == item }.map { $0 + 1 } }
    return TrackDayForm(
      track: track, day: day, places: places, texts: try store.items(row?.items ?? [], in: caller.school),
      isEdited: row?.isEdited ?? false, hasCycle: try store.cycle(of: track.id, in: caller.school) != nil,
      count: order.count)
  }
}

extension StudyAudience {
  var classroom: ID<Classroom>? { if case .classroom(let id) = self { id } else { nil } }
}
