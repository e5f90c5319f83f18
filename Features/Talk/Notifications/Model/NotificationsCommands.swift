public import Base

/// One notification has been read.
public struct MarkRead: FormCommand {
  public static let name = "notifications.mark-read"
  public let notification: ID<Notification>
  public init(notification: ID<Notification>) { self.notification = notification }
  public init(_ form: inout FormReader) { notification = form.id("notification") }
}

/// Everything in the inbox has been read.
public struct MarkAllRead: FormCommand {
  public static let name = "notifications.mark-all-read"
  public init() {}
  public init(_ form: inout FormReader) {}
}
