// swift-tools-version: 6.2
import PackageDescription

// Roles are the build's axis, features the reader's: a feature is one folder on disk, and each of its
// role folders is compiled by the target of that role (docs/decisions/0001).

enum Role: String, CaseIterable {
  case model = "Model", data = "Data", handlers = "Handlers", pages = "Pages", server = "Server", tests = "Tests"
}

struct Feature {
  let area: String, name: String, roles: Set<Role>
  init(_ area: String, _ name: String, without missing: Set<Role> = []) {
    (self.area, self.name, roles) = (area, name, Set(Role.allCases).subtracting(missing))
  }
}

/// One line per feature: its area, its folder, and the roles it does not have.
let features = [
  Feature("People", "Accounts"),
  Feature("People", "Schools"),
  Feature("People", "Members"),
  Feature("People", "Students"),
  Feature("People", "Files", without: [.pages]),
  Feature("People", "Consents", without: [.server]),
  Feature("People", "Devices", without: [.model, .data, .server]),
  Feature("Classroom", "Classrooms"),
  Feature("Classroom", "Attendance"),
  Feature("Classroom", "Records"),
  Feature("Classroom", "Curriculum"),
  Feature("Classroom", "Observations"),
  Feature("Classroom", "Presentations", without: [.server]),
  Feature("Classroom", "Tasks", without: [.server]),
  Feature("Classroom", "Habits", without: [.server]),
  Feature("Classroom", "Insights", without: [.server]),
  Feature("Classroom", "Summaries"),
  Feature("Classroom", "Capture", without: [.data]),
  Feature("Classroom", "MyDay", without: [.data, .server]),
  Feature("Classroom", "Outside"),
  Feature("Learning", "Courses", without: [.server]),
  Feature("Learning", "Enrolment"),
  Feature("Learning", "Lessons"),
  Feature("Learning", "Assignments"),
  Feature("Learning", "Questions"),
  Feature("Learning", "Quizzes"),
  Feature("Learning", "Attempts"),
  Feature("Learning", "Marking", without: [.server]),
  Feature("Learning", "Grades"),
  Feature("Learning", "Progress", without: [.server]),
  Feature("Study", "Tracks"),
  Feature("Study", "StudyLog"),
  Feature("Study", "Flashcards"),
  Feature("Study", "OwnFiles"),
  Feature("Study", "Tools", without: [.server]),
  Feature("Training", "Templates"),
  Feature("Training", "Trainees"),
  Feature("Training", "Checklists", without: [.server]),
  Feature("Training", "Documents"),
  Feature("Training", "Logbook"),
  Feature("Training", "Signatures"),
  Feature("Talk", "Notifications"),
  Feature("Talk", "Messages"),
  Feature("Talk", "Announcements"),
  Feature("Talk", "Calendar"),
  Feature("Office", "Exchange"),
  Feature("Office", "Journal", without: [.server]),
  Feature("Office", "Home"),
]

/// Everything below `prefix` that a target of `wanted` must not compile.
func others(than wanted: Set<Role>, in list: [Feature], prefix: (Feature) -> String) -> [String] {
  list.flatMap { feature in
    ["\(prefix(feature))/README.md"]
      + feature.roles.subtracting(wanted).map { "\(prefix(feature))/\($0.rawValue)" }.sorted()
  }
}

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// The areas in their order, each with those before it that it uses; its server uses their servers, too.
let areas = ["People", "Classroom", "Learning", "Study", "Training", "Talk", "Office"]
let used = [
  "Classroom": ["People"],
  "Learning": ["People", "Classroom"],
  "Study": ["People", "Classroom", "Learning"],
  "Training": ["People"],
  "Talk": ["People", "Classroom", "Learning", "Study", "Training"],
  "Office": ["People", "Classroom", "Learning", "Study", "Training", "Talk"],
]
/// What of the machinery the server of an area uses and no other.
let machinery: [String: [Target.Dependency]] = ["Study": ["Anki"], "Talk": ["Mail"]]

/// An area in all three homes: its rows, commands and pages, with nothing of a server beneath (docs/decisions/0046).
func area(_ name: String) -> Target {
  let mine = features.filter { $0.area == name }
  return .target(
    name: name,
    dependencies: [
      "Base", "Exact", "Archive", "Delimited", "ICalendar", "HTML", "Kit", "School", "Database", "Router",
    ] + dependencies(used[name] ?? []),
    path: "Features/\(name)", exclude: others(than: [.data, .handlers, .pages], in: mine) { $0.name },
    swiftSettings: settings)
}

/// What only a server of the area does.
func areaServer(_ name: String) -> Target {
  let mine = features.filter { $0.area == name }
  return .target(
    name: "\(name)Server",
    dependencies: [
      "Base", "Exact", "Archive", "Delimited", "ICalendar", "HTML", "Kit", "School", "Database", "Ledger", "Router",
      "Web",
      .byName(name: name),
    ] + dependencies(used[name] ?? []) + servers(used[name] ?? []) + (machinery[name] ?? []),
    path: "Features/\(name)", exclude: others(than: [.server], in: mine) { $0.name }, swiftSettings: settings)
}

func areaTests(_ name: String) -> Target {
  let mine = features.filter { $0.area == name }
  return .testTarget(
    name: "\(name)Tests",
    dependencies: [
      "Base", "Exact", "Archive", "Delimited", "ICalendar", "HTML", "Kit", "School", "Database", "Ledger", "Router",
      "Web",
      "HomeroomTesting",
    ] + dependencies((used[name] ?? []) + [name]) + servers((used[name] ?? []) + [name]) + (machinery[name] ?? []),
    path: "Features/\(name)", exclude: others(than: [.tests], in: mine) { $0.name }, swiftSettings: settings)
}

func dependencies(_ names: [String]) -> [Target.Dependency] { names.map { .byName(name: $0) } }
func servers(_ names: [String]) -> [Target.Dependency] { names.map { .byName(name: "\($0)Server") } }

let package = Package(
  name: "homeroom",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "homeroom", targets: ["homeroom"]),
    .library(name: "HomeroomClient", targets: ["HomeroomClient"]),
  ],
  dependencies: [
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
  ],
  targets: [
    // C libraries, all from apt (docs/dependencies.md).
    .systemLibrary(name: "CSQLite", path: "Sources/C/CSQLite", pkgConfig: "sqlite3"),
    .systemLibrary(name: "CPostgres", path: "Sources/C/CPostgres", pkgConfig: "libpq"),
    .systemLibrary(name: "CArgon2", path: "Sources/C/CArgon2", pkgConfig: "libargon2"),
    .systemLibrary(name: "CQREncode", path: "Sources/C/CQREncode", pkgConfig: "libqrencode"),
    .systemLibrary(name: "CZlib", path: "Sources/C/CZlib", pkgConfig: "zlib"),
    .systemLibrary(name: "CDeflate", path: "Sources/C/CDeflate", pkgConfig: "libdeflate"),
    .systemLibrary(name: "CZstd", path: "Sources/C/CZstd", pkgConfig: "libzstd"),
    .systemLibrary(name: "CMagic", path: "Sources/C/CMagic", pkgConfig: "libmagic"),
    .systemLibrary(name: "CCurl", path: "Sources/C/CCurl", pkgConfig: "libcurl"),
    .systemLibrary(name: "CGD", path: "Sources/C/CGD", pkgConfig: "gdlib"),

    // Machinery: no school words below this line.
    .target(name: "Base", swiftSettings: settings),
    .target(name: "HTML", swiftSettings: settings),
    .target(name: "Sync", dependencies: ["Base", "Database"], swiftSettings: settings),
    .target(name: "Kit", dependencies: ["Base", "HTML"], swiftSettings: settings),
    .target(name: "Exact", dependencies: ["Base"], swiftSettings: settings),
    .target(name: "Archive", dependencies: ["Base"], swiftSettings: settings),
    .target(name: "Delimited", dependencies: ["Base"], swiftSettings: settings),
    .target(name: "ICalendar", dependencies: ["Base"], swiftSettings: settings),
    .target(name: "XML", dependencies: ["Base"], swiftSettings: settings),
    .target(name: "Database", dependencies: ["Base", "CSQLite"], swiftSettings: settings),
    .target(
      name: "Anki",
      dependencies: ["Base", "Archive", "CZstd", "CSQLite", .product(name: "Crypto", package: "swift-crypto")],
      swiftSettings: settings),
    .target(
      name: "Ledger",
      dependencies: [
        "Base", "Database", "CPostgres", "CSQLite",
        .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "Crypto", package: "swift-crypto"), .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
      ], swiftSettings: settings),
    .target(name: "Router", dependencies: ["Base", "HTML", "Kit", "Database"], swiftSettings: settings),
    .target(
      name: "Web",
      dependencies: [
        "Base", "Archive", "HTML", "Kit", "Database", "Ledger", "Router", "CArgon2", "CQREncode", "CZlib", "CDeflate",
        "CMagic", "CGD",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Crypto", package: "swift-crypto"), .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"), .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ], swiftSettings: settings),
    .target(
      name: "Mail",
      dependencies: [
        "Base", "CCurl", .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
      ], swiftSettings: settings),

    // The school: every Model, and one server target per area.
    .target(
      name: "School", dependencies: ["Base", "Exact", "Archive", "Delimited", "ICalendar", "XML"], path: "Features",
      exclude: others(than: [.model], in: features) { "\($0.area)/\($0.name)" }, swiftSettings: settings),
  ] + areas.map(area) + areas.map(areaServer) + [
    .target(
      name: "Core",
      dependencies: [
        "Base", "HTML", "Kit", "School", "Database", "Router", "Sync", "People", "Classroom", "Learning", "Study",
        "Training", "Talk", "Office",
      ], swiftSettings: settings),
    // A device of one person with a way to the server: for programs on phones and desktops.
    .target(
      name: "HomeroomClient",
      dependencies: [
        "Base", "Database", "Router", "Sync", "Core", .target(name: "CCurl", condition: .when(platforms: [.linux])),
      ], path: "Sources/Client", swiftSettings: settings),
    .target(
      name: "App",
      dependencies: [
        "Base", "Exact", "Core", "Sync", "HTML", "Kit", "ICalendar", "School", "Database", "Ledger", "Router", "Web",
        "Mail",
        "People", "Classroom", "Learning", "Study", "Training", "Talk", "Office",
        .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdHTTP2", package: "hummingbird"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "SystemPackage", package: "swift-system"), .product(name: "Logging", package: "swift-log"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ] + servers(areas), swiftSettings: settings),
    .target(
      name: "Demo",
      dependencies: [
        "Base", "Exact", "ICalendar", "School", "Database", "Ledger", "Router", "Web", "People", "Classroom",
        "Learning", "Study", "Training", "Talk",
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
      ] + servers(["People"]), swiftSettings: settings),
    .executableTarget(
      name: "homeroom",
      dependencies: [
        "App", "Base", "Database", "Demo", "HomeroomClient", "Ledger", "School", "Sync",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: settings),

    .target(
      name: "HomeroomTesting",
      dependencies: [
        "Base", "Archive", "HTML", "Kit", "School", "Database", "Ledger", "Router", "Web", "People", "Classroom",
        "Learning", "Study", "Training", "App", "Demo",
        .product(name: "Hummingbird", package: "hummingbird"), .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "HTTPTypes", package: "swift-http-types"),
      ] + servers(["People", "Classroom"]), swiftSettings: settings),
    .testTarget(name: "BaseTests", dependencies: ["Base", "HTML", "Kit", "Sync"], swiftSettings: settings),
    .testTarget(name: "SyncTests", dependencies: ["Base", "Database", "Sync"], swiftSettings: settings),
    .testTarget(name: "ExactTests", dependencies: ["Base", "Exact"], swiftSettings: settings),
    .testTarget(name: "ArchiveTests", dependencies: ["Archive", "HomeroomTesting"], swiftSettings: settings),
    .testTarget(name: "DelimitedTests", dependencies: ["Delimited", "HomeroomTesting"], swiftSettings: settings),
    .testTarget(name: "ICalendarTests", dependencies: ["Base", "ICalendar"], swiftSettings: settings),
    .testTarget(name: "XMLTests", dependencies: ["XML"], swiftSettings: settings),
    .testTarget(
      name: "AnkiTests", dependencies: ["Base", "Anki", "Archive", "Web", "CSQLite", "CZstd", "HomeroomTesting"],
      swiftSettings: settings),
    .testTarget(
      name: "LedgerTests",
      dependencies: [
        "Base", "Database", "Ledger", "HomeroomTesting", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ], swiftSettings: settings),
    .testTarget(
      name: "WebTests",
      dependencies: [
        "Base", "HTML", "Kit", "Database", "Ledger", "Router", "Web", "School", "HomeroomTesting",
        .product(name: "NIOEmbedded", package: "swift-nio"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "MailTests",
      dependencies: [
        "Base", "Mail", .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOCore", package: "swift-nio"),
      ], swiftSettings: settings),
    .testTarget(
      name: "JourneyTests",
      dependencies: [
        "Base", "HTML", "Kit", "School", "Database", "Ledger", "Router", "Web", "App", "Core", "Demo", "Sync", "People",
        "Classroom",
        "Learning", "Study", "Training", "Talk",
        "HomeroomTesting", .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ] + servers(["People", "Classroom"]),
      swiftSettings: settings),
    .testTarget(
      name: "ClientTests",
      dependencies: [
        "Base", "Database", "Ledger", "Router", "Web", "App", "Core", "Demo", "Sync", "People", "Classroom", "School",
        "HomeroomClient", "HomeroomTesting",
      ], swiftSettings: settings),
  ] + areas.map(areaTests)
)
