import Base
import Database
import Kit
import People
import Router
import School

/// What pages about checklists show; all of it lies in the sight of the trainee and of the instructors.
extension ChecklistsService {
  func page(_ request: Request, _ tx: Transaction) throws(Refusal) -> ChecklistPage {
    let caller = try request.caller()
    var reader = FormReader(request.query)
    let comment = reader.optionalText("comment", max: 60)
    try reader.finish()
    return try page(request.id("checklist"), of: caller, highlighted: comment, tx)
  }

  func page(
    _ id: ID<Checklist>, of caller: Caller, highlighted: String? = nil, _ tx: Transaction
  ) throws(Refusal) -> ChecklistPage {
    let store = ChecklistsStore(tx: tx)
    let (checklist, trainee, access) = try store.mustSee(id, caller)
    let (content, merge) = try merged(checklist, caller, tx)
    let (notes, comments) = (
      try store.notes(of: id, in: caller.school), try store.comments(of: id, in: caller.school)
    )
    let people =
      (checklist.progress?.authors ?? []) + notes.map { $0.by } + comments.map { $0.by }
      + comments.compactMap { $0.acknowledgedBy }
    return ChecklistPage(
      trainee: trainee, access: access, me: caller.account, checklist: checklist, content: content, merge: merge,
      notes: Dictionary(grouping: notes) { $0.item }, comments: comments,
      names: try AccountsStore(tx: tx).names(of: people),
      newer: access.isInstructor ? try newer(checklist, content, caller, tx) : nil,
      dual: try LogbookStore(tx: tx).dual(of: id, in: caller.school),
      logScheme: try LogbookStore(tx: tx).scheme(in: caller.school),
      today: try SchoolsStore(tx: tx).zone(of: caller.school).day(of: tx.now),
      highlighted: highlighted.flatMap { ID<ChecklistComment>($0) }, topics: topics(caller))
  }

  /// What its version says, and that with what was done; nothing of what is damaged.
  private func merged(
    _ checklist: Checklist, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> (content: ChecklistContent?, merge: ChecklistMerge?) {
    let versions = try versions(of: checklist, caller, tx)
    guard let content = versions[checklist.version], let progress = checklist.progress else {
      return (versions[checklist.version], nil)
    }
    return (content, ChecklistMerge(content, progress, versions: versions))
  }

  /// What each version says under which something was done, and the one that stands now; nothing of damaged ones.
  private func versions(
    of checklist: Checklist, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> [Int: ChecklistContent] {
    var wanted = (checklist.progress?.versions ?? []).map { ChecklistVersionName(checklist.template, $0) }
    wanted.append(checklist.versionName)
    var found: [Int: ChecklistContent] = [:]
    for (name, content) in try ChecklistsStore(tx: tx).contents(of: Set(wanted), in: caller.school) {
      found[name.number] = content
    }
    return found
  }

  private func newer(
    _ checklist: Checklist, _ content: ChecklistContent?, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> ChecklistPage.Newer? {
    guard !checklist.isLocked, let content, checklist.progress != nil,
      let newest = try ChecklistsStore(tx: tx).newest(of: checklist.template, in: caller.school),
      newest.number > checklist.version, let next = newest.content
    else { return nil }
    return ChecklistPage.Newer(number: newest.number, content: next, changes: TemplateChanges(from: content, to: next))
  }

  /// Rows of the training lie in the reader's own sight, versions in the school's.
  private func topics(_ caller: Caller) -> [String] {
    .watching(
      [.person(caller.account)],
      [
        ChecklistsTables.checklist.number, ChecklistsTables.note.number, ChecklistsTables.comment.number,
        LogbookTables.entry.number,
      ])
      + .watching([.school(caller.school)], [TemplatesTables.version.number])
  }

  // MARK: all of a trainee's

  func list(_ request: Request, _ tx: Transaction) throws(Refusal) -> ChecklistsPage {
    let caller = try request.caller()
    let (trainee, access) = try TraineesStore(tx: tx).mustSee(request.id("trainee"), caller)
    return try list(of: trainee, access, caller, tx)
  }

  func list(
    of trainee: Trainee, _ access: TraineeAccess, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> ChecklistsPage {
    let rows = try rows(of: [trainee.id], caller, tx)
    // What was given in one act has one time: then the name says the order, and no id.
    let sorted = rows.sorted {
      ($0.checklist.createdAt, $0.content?.name ?? "") < ($1.checklist.createdAt, $1.content?.name ?? "")
    }
    return ChecklistsPage(
      trainee: trainee, access: access, rows: sorted,
      topics: .watching([.person(caller.account)], [ChecklistsTables.checklist.number]))
  }

  /// The checklists of some trainees, each with how far it is.
  func rows(of trainees: [ID<Trainee>], _ caller: Caller, _ tx: Transaction) throws(Refusal) -> [ChecklistRow] {
    let store = ChecklistsStore(tx: tx)
    let all = try store.checklists(of: trainees, in: caller.school)
    let contents = try store.contents(of: Set(all.map { $0.versionName }), in: caller.school)
    return all.map { one in
      let content = contents[one.versionName]
      var count: ChecklistCount?
      if let content, let progress = one.progress { count = progress.count(of: content) }
      return ChecklistRow(checklist: one, content: content, count: count)
    }
  }

  // MARK: forms

  func giving(_ request: Request, _ tx: Transaction) throws(Refusal) -> ChecklistGiving {
    let (caller, store) = (try request.caller(), ChecklistsStore(tx: tx))
    let trainee = try TraineesStore(tx: tx).mustTrain(request.id("trainee"), caller)
    let open = Set(
      try store.checklists(of: trainee.id, in: caller.school).filter { !$0.isLocked }.map { $0.template })
    let choices = try TemplatesStore(tx: tx).library(in: caller.school).compactMap { known in
      known.isOffered && !open.contains(known.template.id)
        ? known.published.map {
          ChecklistGiving.Choice(template: known.template.id, number: known.template.version, content: $0)
        } : nil
    }
    return ChecklistGiving(
      trainee: trainee,
      choices: choices.sorted { ($0.content.phase, $0.content.name) < ($1.content.phase, $1.content.name) })
  }

  func noteForm(_ request: Request, _ tx: Transaction) throws(Refusal) -> ChecklistNoteForm {
    let caller = try request.caller()
    let typed = request.query["item"] ?? request.form["item"] ?? ""
    let (checklist, content) = try written(request, caller, tx)
    guard let key = wholeNumber(typed.utf8), let item = try self.item(key, of: checklist, content, tx, caller) else {
      throw .notFound
    }
    let note = try ChecklistsStore(tx: tx).note(of: key, checklist.id, by: caller.account, in: caller.school)
    return ChecklistNoteForm(checklist: checklist.id, name: content.name, item: item, text: note?.text ?? "")
  }

  /// Also one that is asked for no more, as long as something was done of it.
  private func item(
    _ key: Int, of checklist: Checklist, _ content: ChecklistContent, _ tx: Transaction, _ caller: Caller
  ) throws(Refusal) -> ChecklistItem? {
    if let item = content.item(key) { return item }
    guard let tick = checklist.progress?.tick(of: key) else { return nil }
    return try TemplatesStore(tx: tx).version(tick.version, of: checklist.template, in: caller.school)?.content?.item(
      key)
  }

  /// The checklist of the path, for those who may write in it as it stands.
  private func written(
    _ request: Request, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> (Checklist, ChecklistContent) {
    let (checklist, _, access) = try ChecklistsStore(tx: tx).mustSee(request.id("checklist"), caller)
    guard access.isInstructor, !checklist.isLocked, checklist.progress != nil,
      let version = try TemplatesStore(tx: tx).version(checklist.version, of: checklist.template, in: caller.school),
      let content = version.content
    else { throw .notFound }
    return (checklist, content)
  }

  func commentForm(_ request: Request, _ tx: Transaction) throws(Refusal) -> ChecklistCommentForm {
    let caller = try request.caller()
    let (checklist, content) = try written(request, caller, tx)
    guard let comment = try ChecklistsStore(tx: tx).comment(request.id("comment"), in: caller.school),
      comment.checklist == checklist.id, comment.by == caller.account
    else { throw .notFound }
    return ChecklistCommentForm(comment: comment, name: content.name)
  }

  func history(_ request: Request, _ tx: Transaction) throws(Refusal) -> ChecklistHistory {
    let (caller, store) = (try request.caller(), ChecklistsStore(tx: tx))
    var reader = FormReader(request.query)
    let typed = reader.optionalText("item", max: 9)
    try reader.finish()
    let key = typed.flatMap { wholeNumber($0.utf8) }
    guard typed == nil || key != nil else { throw .notFound }
    let (checklist, _, _) = try store.mustSee(request.id("checklist"), caller)
    guard let progress = checklist.progress else { throw .notFound }
    let versions = try versions(of: checklist, caller, tx)
    var lines: [ChecklistHistory.Line] = []
    for item in progress.items where key == nil || key == item.key {
      let live = Set(progress.ticks(of: item.key).map { $0.mark })
      for act in item.acts {
        let said = versions[act.version]?.item(item.key) ?? versions[checklist.version]?.item(item.key)
        lines.append(
          ChecklistHistory.Line(title: said?.title ?? "", act: act, counts: !act.isTick || live.contains(act.mark)))
      }
    }
    lines.sort { ($1.act.minute, $1.act.mark) < ($0.act.minute, $0.act.mark) }
    return ChecklistHistory(
      checklist: checklist, name: versions[checklist.version]?.name, isOfItem: key != nil, lines: lines,
      names: try AccountsStore(tx: tx).names(of: progress.authors), topics: topics(caller))
  }

  /// What a newer version would change, for this trainee and for all of one's own who have an older one.
  func preview(_ request: Request, _ tx: Transaction) throws(Refusal) -> ChecklistPreview {
    let (caller, store) = (try request.caller(), ChecklistsStore(tx: tx))
    let (checklist, trainee, access) = try store.mustSee(request.id("checklist"), caller)
    let (found, merge) = try merged(checklist, caller, tx)
    guard access.isInstructor, let content = found, let merge, let progress = checklist.progress,
      let newer = try self.newer(checklist, content, caller, tx)
    else { throw .notFound }
    let all = try store.older(than: newer.number, of: checklist.template, caller)
    let contents = try store.contents(of: Set(all.map { $0.versionName }), in: caller.school)
    var (others, reopened) = (0, 0)
    for one in all {
      guard let progress = one.progress, let now = contents[one.versionName] else { continue }
      others += 1
      if progress.count(of: now).isComplete, !progress.count(of: newer.content).isComplete { reopened += 1 }
    }
    return ChecklistPreview(
      trainee: trainee, checklist: checklist, name: content.name, newer: newer, before: merge.count,
      after: progress.count(of: newer.content), all: others, reopened: reopened, topics: topics(caller))
  }
}
