public import Base
public import Database
public import School

extension SchoolsStore where DB == WriteTransaction {
  public func save(_ permit: Permit<SetSchoolPicture>, _ picture: IncomingFile) throws(Refusal) {
    guard var school = try school(tx.school) else { throw Refusal.notFound }
    let (files, id) = (FilesStore(tx: tx), permit.command.picture ?? tx.newID())
    try files.replacePicture(
      school.picture, with: picture, as: id, by: permit.caller.account, in: [.school(school.id)])
    (school.picture, school.updatedAt) = (id, school.next(after: permit.at))
    try put(school)
  }

  /// - Returns: what was taken out.
  func save(_ permit: Permit<RemoveSchoolPicture>) throws(Refusal) -> ID<Photo>? {
    guard var school = try school(tx.school), let picture = school.picture else { return nil }
    try FilesStore(tx: tx).takeOut(picture, from: [.school(school.id)], by: permit.caller.account)
    (school.picture, school.updatedAt) = (nil, school.next(after: permit.at))
    try put(school)
    return picture
  }
}
