public import Base
public import Database
public import School

/// All SQL about templates and what was published of them.
public struct TemplatesStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  public func template(_ id: ID<ChecklistTemplate>, in school: ID<Tenant>) throws(Refusal) -> ChecklistTemplate? {
    try tx.find(TemplatesTables.template, id, in: school)
  }

  public func version(
    _ number: Int, of template: ID<ChecklistTemplate>, in school: ID<Tenant>
  ) throws(Refusal) -> ChecklistVersion? {
    try tx.first(
      TemplatesTables.version, in: school, "AND template = $2 AND number = $3", [.id(template), .int(number)])
  }

  /// The newest first.
  public func versions(
    of template: ID<ChecklistTemplate>, in school: ID<Tenant>
  ) throws(Refusal) -> [ChecklistVersion] {
    try tx.all(TemplatesTables.version, in: school, "AND template = $2 ORDER BY number DESC", [.id(template)])
  }
}
