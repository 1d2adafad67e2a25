// swift-tools-version: 6.2
import PackageDescription

#if os(macOS)
  // Homebrew's ncurses is keg-only: its .pc file has the paths.
  let ncursesPackage: String? = "ncursesw"
  let sodiumPackage: String? = "libsodium"
#else
  // The module map links ncursesw itself; Debian's .pc file would only add warnings.
  let ncursesPackage: String? = nil
  let sodiumPackage: String? = nil
#endif

let package = Package(
  name: "trolley",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "trolley", targets: ["trolley"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    .systemLibrary(
      name: "CNCurses", path: "CNCurses", pkgConfig: ncursesPackage,
      providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]),
    .systemLibrary(
      name: "CSodium", path: "CSodium", pkgConfig: sodiumPackage,
      providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
    .target(name: "CSeeds"),
    .target(name: "TrolleyCore", dependencies: ["CSeeds"]),
    .target(name: "TrolleyUI", dependencies: ["TrolleyCore"]),
    .target(
      name: "TrolleyTerminal", dependencies: ["TrolleyCore", "TrolleyUI", "CNCurses"],
      linkerSettings: [.linkedLibrary("tinfo", .when(platforms: [.linux]))]),
    .target(name: "TrolleySecrets", dependencies: ["TrolleyCore", "CSodium"]),
    .executableTarget(
      name: "trolley",
      dependencies: [
        "TrolleyCore", "TrolleyUI", "TrolleyTerminal", "TrolleySecrets",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // The limits are C programs to compare with; `make bench` compiles them.
    .executableTarget(name: "trolley-bench", exclude: ["Limits"]),
    .target(
      name: "TrolleyTestSupport", dependencies: ["TrolleyCore", "TrolleyUI"],
      path: "Tests/TrolleyTestSupport"),
    // Several of them write to one journal, and are killed.
    .executableTarget(
      name: "journal-writer", dependencies: ["TrolleyCore"], path: "Tests/JournalWriter"),
    // Several of them are online at once, and are killed.
    .executableTarget(
      name: "online-person", dependencies: ["TrolleyCore"], path: "Tests/OnlinePerson"),
    .testTarget(
      name: "TrolleyCoreTests",
      dependencies: ["TrolleyCore", "TrolleyTestSupport", "journal-writer", "online-person"]),
    .testTarget(
      name: "TrolleyUITests", dependencies: ["TrolleyCore", "TrolleyUI", "TrolleyTestSupport"],
      exclude: ["Goldens"]),
    .testTarget(
      name: "TrolleyTerminalTests", dependencies: ["TrolleyCore", "TrolleyUI", "TrolleyTerminal"]),
    .testTarget(
      name: "TrolleySecretsTests",
      dependencies: ["TrolleyCore", "TrolleySecrets", "TrolleyTestSupport"]),
    .testTarget(
      name: "TrolleyEndToEndTests",
      dependencies: ["trolley", "TrolleyCore", "TrolleyTestSupport"]),
  ]
)
