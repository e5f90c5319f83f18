import Foundation

/// What the program was started with.
public enum Arguments {
  /// The program's name first, then what follows it.
  ///
  /// Swift looks for them beside the environment, and finds none when a preloaded library (a profiler, an allocator, a
  /// false clock) has moved that before (swiftlang/swift#76080). The kernel knows them in any case.
  public static let all: [String] = {
    let found = CommandLine.arguments
    guard found.isEmpty, let kept = FileManager.default.contents(atPath: "/proc/self/cmdline") else { return found }
    return kept.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
  }()
}
