// swift-tools-version: 6.0
import PackageDescription

// The model of the sync protocol as its tests have it, by links, optimized: for more histories than a check has time for.
let package = Package(
  name: "sync-model", platforms: [.macOS(.v15)],
  targets: [.executableTarget(name: "Model")])
