public import Base
public import Database
public import School

extension TemplatesStore {
  /// How many there are, the retired ones too.
  public func count(in school: ID<Tenant>) throws(Refusal) -> Int {
    try tx.count("SELECT COUNT(*) FROM checklist_template WHERE school = $1", [.id(school)])
  }

  /// All of them, the retired ones too.
  private func all(in school: ID<Tenant>) throws(Refusal) -> [ChecklistTemplate] {
    try tx.all(TemplatesTables.template, in: school, "ORDER BY \"createdAt\", id", [])
  }

  /// Every template with what was published of it last, the retired ones too.
  public func library(in school: ID<Tenant>) throws(Refusal) -> [KnownTemplate] {
    let latest = try tx.all(
      TemplatesTables.version, in: school,
      """
      AND number = (SELECT version FROM checklist_template AS t WHERE t.school = checklist_version.school \
      AND t.id = checklist_version.template)
      """, []
    ).keyed(by: { $0.template })
    return try all(in: school).map { KnownTemplate($0, latest: latest[$0.id]) }
  }

  /// Those of which the draft or any version, also an old one that somebody still goes through, is not what was written.
  ///
  /// All that was ever published is read and hashed, one template after the other: nothing for a page.
  public func damaged(in school: ID<Tenant>) throws(Refusal) -> [ChecklistTemplate] {
    try all(in: school).tryFilter { template throws(Refusal) in
      if template.draft == nil { return true }
      let sound = try versions(of: template.id, in: school).filter { $0.content != nil }.map { $0.number }
      return sound.sorted() != (0..<max(0, template.version)).map { $0 + 1 }
    }
  }

  /// A template with what the rules must know of it.
  public func known(_ id: ID<ChecklistTemplate>, in school: ID<Tenant>) throws(Refusal) -> KnownTemplate? {
    guard let template = try template(id, in: school) else { return nil }
    return KnownTemplate(template, latest: try version(template.version, of: id, in: school))
  }

  /// Answers “not found” to whoever is no instructor.
  public func mustKnow(_ id: ID<ChecklistTemplate>, _ caller: Caller) throws(Refusal) -> KnownTemplate {
    guard caller.role.isStaff, let known = try known(id, in: caller.school) else { throw .notFound }
    return known
  }
}

extension TemplatesStore where DB == WriteTransaction {
  private func make(
    _ id: ID<ChecklistTemplate>, _ content: ChecklistContent, by caller: Caller, at: Instant
  ) throws(Refusal) {
    try tx.put(
      TemplatesTables.template,
      ChecklistTemplate(
        id: id, draftText: content.text, nextKey: (content.items.map { $0.key }.max() ?? 0) + 1,
        createdBy: caller.account, createdAt: at, updatedAt: at))
  }

  func save(_ permit: Permit<CreateChecklistTemplate>, as id: ID<ChecklistTemplate>) throws(Refusal) {
    try make(id, permit.command.fields.content([]), by: permit.caller, at: permit.at)
  }

  public func save(_ permit: Permit<AddShippedTemplate>, as id: ID<ChecklistTemplate>) throws(Refusal) {
    let content = permit.command.shipped.content(in: permit.command.language)
    try make(id, content, by: permit.caller, at: permit.at)
  }

  func save(
    _ permit: Permit<ImportChecklistTemplate>, _ content: ChecklistContent, as id: ID<ChecklistTemplate>
  ) throws(Refusal) {
    try make(id, content, by: permit.caller, at: permit.at)
  }

  func save(
    _ permit: Permit<DuplicateChecklistTemplate>, _ content: ChecklistContent, as id: ID<ChecklistTemplate>
  ) throws(Refusal) {
    try make(id, content, by: permit.caller, at: permit.at)
  }

  func save(
    _ permit: Permit<EditChecklistTemplate>, _ draft: ChecklistContent, nextKey: Int, _ known: ChecklistTemplate
  ) throws(Refusal) {
    var changed = known
    changed.draft(draft)
    (changed.nextKey, changed.updatedAt) = (nextKey, permit.at)
    try tx.put(TemplatesTables.template, changed)
  }

  func save(
    _ permit: Permit<RestoreTemplateItem>, _ draft: ChecklistContent, _ known: ChecklistTemplate
  ) throws(Refusal) {
    var changed = known
    changed.draft(draft)
    changed.updatedAt = permit.at
    try tx.put(TemplatesTables.template, changed)
  }

  public func save(
    _ permit: Permit<PublishChecklistTemplate>, _ content: ChecklistContent, _ known: ChecklistTemplate
  ) throws(Refusal) {
    var changed = known
    (changed.version, changed.updatedAt) = (known.version + 1, permit.at)
    try tx.put(TemplatesTables.template, changed)
    try tx.put(
      TemplatesTables.version,
      ChecklistVersion(
        template: known.id, number: changed.version, content, at: permit.at, by: permit.caller.account))
  }

  func save(_ permit: Permit<RetireChecklistTemplate>, _ known: ChecklistTemplate) throws(Refusal) {
    var changed = known
    (changed.retiredAt, changed.updatedAt) = (permit.command.isRetired ? permit.at : nil, permit.at)
    try tx.put(TemplatesTables.template, changed)
  }
}
