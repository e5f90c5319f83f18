import Base
import Database
import Kit
public import Router
import School

// The paths are `TracksPaths`, beside the model, because pages of other features lead here.

public func trackRoutes(_ service: TracksService) -> [Route] {
  trackListRoutes(service) + trackKeepingRoutes(service) + trackTextRoutes(service) + trackCycleRoutes(service)
    + trackImportRoutes(service)
}

private func trackListRoutes(_ service: TracksService) -> [Route] {
  let blank: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.blank(request, tx), request.draft)
    return .page { trackFormPage(data, draft, $0) }
  }
  return [
    .get(
      "/study/tracks", .members, "The tracks that the caller may study, and which they do.", offline: .everybody
    ) { request, tx throws(Refusal) in
      let data = try service.list(request, tx)
      return .page(json: { data.json }) { tracksPage(data, $0) }
    },
    .get("/study/tracks/new", .members, "The form of a new track.", inAPI: false, offline: .everybody, blank),
    .post(
      "/study/tracks", .members, "Makes a track for oneself, for a class one teaches, or for the school.",
      form: blank, CreateTrack.self, service.handle
    ) { handled in
      let id: ID<Track> = handled.id()
      return .done(
        TracksPaths.track(id), toast: Toast(Phrase("tracks.created")), created: true,
        json: { .object([("id", .id(id))]) })
    },
    .get(
      "/study/tracks/:track", .members, "A track with its texts, and the day on which each comes next.",
      query: [.optional("after", "How many texts came before.")], offline: .everybody
    ) { request, tx throws(Refusal) in
      let data = try service.page(request, tx)
      return .page(version: data.track.version, next: data.next.map { String($0) }, json: { data.json }) {
        trackPage(data, $0)
      }
    },
    .post(
      "/study/tracks/:track/membership", .members, "The caller studies it from now on.", JoinTrack.self, service.handle
    ) { handled in
      let track = handled.command.track
      return .done(
        TracksPaths.track(track), toast: Toast(Phrase("tracks.was-joined"), undo: (TracksPaths.leaving(track), [])))
    },
    .post(
      "/study/tracks/:track/leaving", .members, "The caller studies it no more; the days studied stay.",
      LeaveTrack.self, service.handle
    ) { handled in
      let undo = TracksPaths.membership(handled.command.track)
      return .done(TracksPaths.all, toast: Toast(Phrase("tracks.was-left"), undo: (undo, [])))
    },
  ]
}

private func trackKeepingRoutes(_ service: TracksService) -> [Route] {
  let editing: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.form(request, tx), request.draft)
    return .page { trackFormPage(data, draft, $0) }
  }
  return [
    .get("/study/tracks/:track/edit", .members, "The form of a track.", inAPI: false, offline: .everybody, editing),
    .post(
      "/study/tracks/:track", .members, "Changes what is said of a track; for whom it is stays.", form: editing,
      EditTrack.self, service.handle
    ) { handled in .done(TracksPaths.track(handled.command.track), toast: Toast(Phrase("tracks.saved"))) },
    .post(
      "/study/tracks/:track/deletion", .members, "Takes it out of sight; the logs stay, and it can be brought back.",
      DeleteTrack.self, service.handle
    ) { handled in
      let undo = TracksPaths.restoration(handled.command.track)
      return .done(TracksPaths.all, toast: Toast(Phrase("tracks.was-deleted"), undo: (undo, [])))
    },
    .post(
      "/study/tracks/:track/restoration", .members, "Brings back what was deleted.", RestoreTrack.self, service.handle
    ) { handled in .done(TracksPaths.track(handled.command.track), toast: Toast(Phrase("tracks.was-restored"))) },
  ]
}

private func trackTextRoutes(_ service: TracksService) -> [Route] {
  let blank: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.blankText(request, tx), request.draft)
    return .page { trackTextFormPage(data, draft, $0) }
  }
  let editing: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.textForm(request, tx), request.draft)
    return .page { trackTextFormPage(data, draft, $0) }
  }
  return [
    .get(
      "/study/tracks/:track/texts/new", .members, "The form of a new text.", inAPI: false, offline: .everybody, blank),
    .post(
      "/study/tracks/:track/texts", .members, "Puts a text at the end of a track.", bodyLimit: Limits.textBody.most,
      form: blank, AddTrackItem.self, service.handle
    ) { handled in
      let id: ID<TrackItem> = handled.id()
      return .done(
        TracksPaths.track(handled.command.track), toast: Toast(Phrase("tracks.text-added")), created: true,
        json: { .object([("id", .id(id))]) })
    },
    .get(
      "/study/tracks/:track/texts/:item/edit", .members, "The form of a text.", inAPI: false, offline: .everybody,
      editing),
    .post(
      "/study/tracks/:track/texts/:item", .members, "Changes a text.", bodyLimit: Limits.textBody.most, form: editing,
      EditTrackItem.self, service.handle
    ) { handled in .done(TracksPaths.track(handled.command.track), toast: Toast(Phrase("tracks.saved"))) },
    .post(
      "/study/tracks/:track/texts/:item/place", .members, "Puts a text in another place.", MoveTrackItem.self,
      service.handle
    ) { handled in .done(TracksPaths.track(handled.command.track), toast: Toast(Phrase("tracks.text-moved"))) },
    .post(
      "/study/tracks/:track/texts/:item/removal", .members,
      "Takes a text out, or brings it back; days that had it keep it.", RemoveTrackItem.self, service.handle
    ) { handled in
      let undo = (handled.request.path, [Form.Field("restore", "1")])
      return .done(
        TracksPaths.track(handled.command.track),
        toast: handled.command.isRemoved
          ? Toast(Phrase("tracks.text-removed"), undo: undo) : Toast(Phrase("tracks.text-restored")))
    },
  ]
}

private func trackCycleRoutes(_ service: TracksService) -> [Route] {
  let cycle: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.cycle(request, tx), request.draft)
    return .page(json: { data.json }) { trackCyclePage(data, draft, $0) }
  }
  let day: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.cycleDay(request, tx), request.draft)
    return .page { trackDayFormPage(data, draft, $0) }
  }
  return [
    .get(
      "/study/tracks/:track/cycle", .members, "How its texts fall on days, and what the coming days have.",
      offline: .everybody, cycle),
    .post(
      "/study/tracks/:track/cycle", .members, "Says how its texts fall on days, from a day on.", form: cycle,
      SetCycle.self, service.handle
    ) { handled in .done(TracksPaths.cycle(handled.command.track), toast: Toast(Phrase("tracks.cycle-saved"))) },
    .get(
      "/study/tracks/:track/cycle/:day", .members, "The form of one day.", inAPI: false, offline: .everybody, day),
    .post(
      "/study/tracks/:track/cycle/:day", .members, "Says by hand what one day has, or gives it back to the cycle.",
      form: day, EditTrackDay.self, service.handle
    ) { handled in .done(TracksPaths.cycle(handled.command.track), toast: Toast(Phrase("tracks.day-saved"))) },
  ]
}

// MARK: for programs

extension Track {
  var json: [(String, JSON)] {
    [
      ("id", .id(id)), ("audience", .text(audience.text)), ("name", .text(name)), ("about", .text(about)),
      ("language", .text(language)), ("public", .flag(isPublic)),
      ("weekdays", .list(weekdays.sorted().map { .integer($0) })), ("freezes", .flag(hasFreezes)),
      ("deletedAt", .optional(deletedAt?.text)), ("version", .text(version)),
    ]
  }
}

extension TracksPage {
  var json: JSON {
    .object([
      (
        "tracks",
        .list(rows.map { .object($0.track.json + [("texts", .integer($0.texts)), ("joined", .flag($0.isJoined))]) })
      )
    ])
  }
}

extension TrackPage {
  var json: JSON {
    .object(
      track.json + [
        ("joined", .flag(isJoined)), ("keeper", .flag(access == .keeper)), ("count", .integer(count)),
        (
          "texts",
          .list(
            texts.map {
              .object([
                ("id", .id($0.item.id)), ("number", .integer($0.number)), ("label", .text($0.item.label)),
                ("reference", .text($0.item.reference)), ("version", .text($0.item.version)),
                ("source", .text($0.item.source)),
                ("language", .optional($0.item.language)), ("commentary", .text($0.item.commentary)),
                ("commentaryLanguage", .optional($0.item.commentaryLanguage)), ("next", .optional($0.next?.text)),
              ])
            })
        ),
      ])
  }
}

extension TrackCyclePage {
  var json: JSON {
    .object([
      (
        "cycle",
        cycle.map { cycle in
          .object([
            ("from", .text(cycle.from.text)), ("perDay", .integer(cycle.perDay)),
            ("weekdays", .list(cycle.weekdays.sorted().map { .integer($0) })),
            ("skips", .list(cycle.skips.map { .text($0.text) })),
            ("merged", .list(cycle.merged.sorted().map { .text($0.text) })), ("end", .text(cycle.end.rawValue)),
          ])
        } ?? .null
      ),
      (
        "days",
        .list(
          days.values.sorted { $0.day < $1.day }.map {
            .object([
              ("day", .text($0.day.text)), ("texts", .list($0.items.map { .id($0) })), ("byHand", .flag($0.isEdited)),
            ])
          })
      ),
    ])
  }
}
