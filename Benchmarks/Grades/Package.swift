// swift-tools-version: 6.0
import Foundation
import PackageDescription

// A package of its own, so that measuring the engine builds nothing else. Base, the
// formats and the Models are the product's, by links.
let features = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Sources/School")
let models = (FileManager.default.enumerator(atPath: features.resolvingSymlinksInPath().path)?.allObjects ?? [])
  .compactMap { $0 as? String }.filter { $0.hasSuffix("/Model") }.sorted()
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "grades-bench", platforms: [.macOS(.v15)],
  targets: [
    .target(name: "Base", swiftSettings: settings),
    .target(name: "Archive", dependencies: ["Base"], swiftSettings: settings),
    .target(name: "Delimited", dependencies: ["Base"], swiftSettings: settings),
    .target(name: "ICalendar", dependencies: ["Base"], swiftSettings: settings),
    .target(name: "Exact", dependencies: ["Base"], swiftSettings: settings),
    .target(name: "XML", dependencies: ["Base"], swiftSettings: settings),
    .target(
      name: "School", dependencies: ["Base", "Archive", "Delimited", "Exact", "ICalendar", "XML"], sources: models,
      swiftSettings: settings),
    .executableTarget(
      name: "Time", dependencies: ["Base", "School"], swiftSettings: settings,
      linkerSettings: [.linkedLibrary("m")]),
  ])
