public import Base

/// One notification has been read.
public struct MarkRead: Command {
  public static let name = "notifications.mark-read"
  public let notification: ID<Notification>
  public init(notification: ID<Notification>) { self.notification = notification }
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    notification = reader.id("notification", Notification.self)
    try reader.finish()
  }
  /// For a form whose path says which.
  public init(_ form: Form, notification: ID<Notification>) throws(Refusal) {
    var reader = FormReader(form)
    self.notification = notification
    try reader.finish()
  }
}

/// Everything in the inbox has been read.
public struct MarkAllRead: Command {
  public static let name = "notifications.mark-all-read"
  public init() {}
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    try reader.finish()
  }
}
