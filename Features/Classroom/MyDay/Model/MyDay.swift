public enum MyDayPaths {
  /// What a guide has today.
  public static let today = "/my-day"
}
