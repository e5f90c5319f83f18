// swift-tools-version: 6.0
import PackageDescription

// A package of its own, so that the product does not fetch Mustache. Sources/HTML is the product's, by a link.
let package = Package(
  name: "html-bench",
  dependencies: [.package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.0.0")],
  targets: [
    .target(name: "HTML", swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .executableTarget(name: "Compare", dependencies: ["HTML", .product(name: "Mustache", package: "swift-mustache")]),
  ])
