// swift-tools-version: 6.2
import PackageDescription

#if os(macOS)
  // Homebrew keeps them out of the compiler's way: their .pc files have the paths.
  func pkgConfig(_ name: String) -> String? { name }
#else
  // The module maps link the libraries themselves; Debian's .pc files would only add warnings.
  func pkgConfig(_ name: String) -> String? { nil }
#endif

// Fully static, where all the libraries are there as archives: `make` finds that out. It is a matter
// of the last step alone, so both programs share what is compiled.
let staticExecutable: [LinkerSetting] =
  Context.environment["TROLLEY_STATIC"] == "1"
  ? [.unsafeFlags(["-static-executable"], .when(platforms: [.linux], configuration: .release))]
  : []

let package = Package(
  name: "trolley",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "trolley", targets: ["trolley"]),
    .executable(name: "trolley-worker", targets: ["trolley-worker"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    .systemLibrary(
      name: "CNCurses", path: "CNCurses", pkgConfig: pkgConfig("ncursesw"),
      providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]),
    .systemLibrary(
      name: "CSodium", pkgConfig: pkgConfig("libsodium"),
      providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
    .systemLibrary(
      name: "CCurl", pkgConfig: pkgConfig("libcurl"),
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(
      name: "CCrypto", pkgConfig: pkgConfig("libcrypto"),
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(
      name: "CQREncode", pkgConfig: pkgConfig("libqrencode"),
      providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
    .systemLibrary(name: "CSystem"),
    .target(name: "CSeeds"),
    .target(name: "TrolleyCore", dependencies: ["CSeeds"]),
    .target(name: "TrolleyUI", dependencies: ["TrolleyCore"]),
    .target(
      name: "TrolleyTerminal", dependencies: ["TrolleyCore", "TrolleyUI", "CNCurses"],
      linkerSettings: [.linkedLibrary("tinfo", .when(platforms: [.linux]))]),
    .target(name: "TrolleySecrets", dependencies: ["TrolleyCore", "CSodium"]),
    .target(
      name: "TrolleyServices",
      dependencies: ["TrolleyCore", "CCurl", "CCrypto", "CQREncode", "CSodium"]),
    .executableTarget(
      name: "trolley",
      dependencies: [
        "TrolleyCore", "TrolleyUI", "TrolleyTerminal", "TrolleySecrets",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], linkerSettings: staticExecutable),
    // Never fully static: libcurl needs half a dozen libraries that come as shared ones only.
    .executableTarget(
      name: "trolley-worker", dependencies: ["TrolleyCore", "TrolleyServices", "CSystem"]),
    // The limits are C programs to compare with; `make bench` compiles them.
    .executableTarget(
      name: "trolley-bench", exclude: ["Limits"], linkerSettings: staticExecutable),
    .target(
      name: "TrolleyTestSupport", dependencies: ["TrolleyCore", "TrolleyUI"],
      path: "Tests/TrolleyTestSupport"),
    // Identity providers on this machine, and what somebody does with their pages.
    .target(
      name: "TrolleyProviderSupport", dependencies: ["TrolleyCore", "TrolleyServices", "CCrypto"],
      path: "Tests/TrolleyProviderSupport"),
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
      name: "TrolleyServicesTests",
      dependencies: [
        "TrolleyCore", "TrolleyServices", "TrolleyProviderSupport", "TrolleyTestSupport", "trolley",
        "trolley-worker",
      ]),
    .testTarget(
      name: "TrolleyEndToEndTests",
      dependencies: [
        "trolley", "trolley-worker", "TrolleyCore", "TrolleyTestSupport", "TrolleyProviderSupport",
      ]),
  ]
)
