// swift-tools-version: 6.0
import PackageDescription

// A package of its own, so that measuring builds nothing else. The modules are the product's, by links.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "sync-bench", platforms: [.macOS(.v15)],
  targets: [
    .systemLibrary(name: "CSQLite"),
    .target(name: "Base", swiftSettings: settings),
    .target(name: "Database", dependencies: ["Base", "CSQLite"], swiftSettings: settings),
    .target(name: "Sync", dependencies: ["Base", "Database"], swiftSettings: settings),
    .executableTarget(name: "Time", dependencies: ["Base", "Database", "Sync"], swiftSettings: settings),
  ])
