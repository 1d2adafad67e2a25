// swift-tools-version: 6.3
import PackageDescription

// `make` links fully static if all libraries are available as archives. Only linking differs, so
// both programs share the compiled modules.
let isStatic = Context.environment["TROLLEY_STATIC"] == "1"
let staticExecutable: [LinkerSetting] =
  isStatic ? [.unsafeFlags(["-static-executable"], .when(configuration: .release))] : []

// What runs at every start lies together in a program: `make order`. Some small functions have no name
// to be ordered by; they lie together in a section of their own.
let isOrdered = Context.environment["TROLLEY_ORDERED"] == "1"
func ordered(_ list: String) -> [LinkerSetting] {
  guard isOrdered else { return [] }
  let folder = "\(Context.packageDirectory)/.make"
  let arguments = [
    "--symbol-ordering-file=\(folder)/\(list)", "--no-warn-symbol-ordering",
    "--script=\(folder)/unnamed.ld",
  ]
  return [
    .unsafeFlags(
      ["-use-ld=lld"] + arguments.flatMap { ["-Xlinker", $0] }, .when(configuration: .release))
  ]
}

let package = Package(
  name: "trolley",
  products: [
    .executable(name: "trolley", targets: ["trolley"]),
    .executable(name: "trolley-worker", targets: ["trolley-worker"]),
    .executable(name: "trolley-sync", targets: ["trolley-sync"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    .systemLibrary(
      name: "CNCurses", path: "CNCurses",
      providers: [.apt(["libncurses-dev"])]),
    .systemLibrary(
      name: "CSodium",
      providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(
      name: "CCurl",
      providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(
      name: "CCrypto",
      providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CQREncode",
      providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(
      name: "CPostgres",
      providers: [.apt(["libpq-dev", "libssl-dev"])]),
    .systemLibrary(name: "CSystem"),
    .target(name: "CSeeds"),
    .target(name: "TrolleySystem", dependencies: ["CSystem"]),
    .target(name: "TrolleyModel", dependencies: ["CSeeds"]),
    .target(name: "TrolleyFormats", dependencies: ["TrolleyModel"]),
    .target(name: "TrolleyWire", dependencies: ["TrolleyModel"]),
    .target(name: "TrolleyStorage", dependencies: ["TrolleySystem", "TrolleyModel"]),
    .target(
      name: "TrolleyMachine", dependencies: ["TrolleyModel", "TrolleyFormats", "TrolleyWire"]),
    .target(
      name: "TrolleyCore",
      dependencies: [
        "TrolleySystem", "TrolleyModel", "TrolleyWire", "TrolleyStorage", "TrolleyMachine",
        "TrolleySecrets",
      ]),
    .target(name: "TrolleyUI", dependencies: ["TrolleyModel", "TrolleyWire", "TrolleyMachine"]),
    .target(
      name: "TrolleyTerminal",
      dependencies: ["TrolleySystem", "TrolleyModel", "TrolleyMachine", "TrolleyUI", "CNCurses"],
      linkerSettings: [.linkedLibrary("tinfo")]),
    .target(name: "TrolleySecrets", dependencies: ["TrolleyModel", "TrolleyWire", "CSodium"]),
    .target(
      name: "TrolleyServices",
      dependencies: [
        "TrolleySystem", "TrolleyModel", "TrolleyWire", "TrolleyStorage", "CCurl", "CCrypto",
        "CQREncode", "CSodium",
      ]),
    // Only what talks to a database links with libpq, which brings 30 other libraries.
    .target(
      name: "TrolleySync",
      dependencies: [
        "TrolleySystem", "TrolleyModel", "TrolleyWire", "TrolleyStorage", "CPostgres",
      ]),
    .executableTarget(
      name: "trolley",
      dependencies: [
        "TrolleySystem", "TrolleyModel", "TrolleyFormats", "TrolleyWire", "TrolleyStorage",
        "TrolleyMachine", "TrolleyCore", "TrolleyUI", "TrolleyTerminal", "TrolleySecrets",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], linkerSettings: staticExecutable + ordered("order")),
    // Never fully static: libcurl needs several libraries that exist only as shared ones.
    .executableTarget(
      name: "trolley-worker",
      dependencies: [
        "TrolleySystem", "TrolleyModel", "TrolleyWire", "TrolleyStorage", "TrolleyServices",
      ],
      linkerSettings: ordered("order-worker")),
    // Never fully static either: libpq needs OpenSSL, Kerberos and LDAP as shared libraries.
    .executableTarget(
      name: "trolley-sync",
      dependencies: [
        "TrolleySystem", "TrolleyModel", "TrolleyWire", "TrolleyStorage", "TrolleySync",
      ]),
    // The limits are C programs for comparison; `make bench` compiles them.
    .executableTarget(
      name: "trolley-bench",
      dependencies: [
        "TrolleyModel", "TrolleyWire", "TrolleyStorage", "TrolleyMachine", "TrolleyCore",
        "TrolleyUI", "TrolleyTerminal", "TrolleySecrets",
      ],
      exclude: ["Limits"], linkerSettings: staticExecutable),
    .target(
      name: "TrolleyTestSupport",
      dependencies: [
        "TrolleyModel", "TrolleyFormats", "TrolleyWire", "TrolleyStorage", "TrolleyMachine",
        "TrolleyCore", "TrolleyUI",
      ],
      path: "Tests/TrolleyTestSupport"),
    // Fake servers on this machine, such as identity providers, and a test browser.
    .target(
      name: "TrolleyProviderSupport", dependencies: ["TrolleyModel", "TrolleyServices", "CCrypto"],
      path: "Tests/TrolleyProviderSupport", linkerSettings: [.linkedLibrary("crypto")]),
    // A PostgreSQL server of the tests' own.
    .target(
      name: "TrolleySyncSupport",
      dependencies: [
        "TrolleySystem", "TrolleyModel", "TrolleyStorage", "TrolleySync", "TrolleyTestSupport",
      ],
      path: "Tests/TrolleySyncSupport"),
    // Tests let several of them write to one journal, and kill them.
    .executableTarget(
      name: "journal-writer", dependencies: ["TrolleySystem", "TrolleyModel", "TrolleyStorage"],
      path: "Tests/JournalWriter"),
    // Tests let several of them be online at once, and kill them.
    .executableTarget(
      name: "online-person", dependencies: ["TrolleyModel", "TrolleyStorage"],
      path: "Tests/OnlinePerson"),
    .testTarget(
      name: "TrolleyCoreTests",
      dependencies: [
        "TrolleySystem", "TrolleyModel", "TrolleyFormats", "TrolleyWire", "TrolleyStorage",
        "TrolleyMachine", "TrolleyCore", "TrolleyUI", "TrolleyTestSupport", "journal-writer",
        "online-person", "CSodium",
      ]),
    .testTarget(
      name: "TrolleyUITests",
      dependencies: [
        "TrolleyModel", "TrolleyWire", "TrolleyMachine", "TrolleyUI", "TrolleyTestSupport",
      ],
      exclude: ["Goldens"]),
    .testTarget(
      name: "TrolleyTerminalTests",
      dependencies: [
        "TrolleyModel", "TrolleyMachine", "TrolleyUI", "TrolleyTerminal", "TrolleyTestSupport",
      ]),
    .testTarget(
      name: "TrolleySecretsTests",
      dependencies: [
        "TrolleyModel", "TrolleyWire", "TrolleyCore", "TrolleySecrets", "TrolleyTestSupport",
        "CSodium",
      ]),
    .testTarget(
      name: "TrolleyServicesTests",
      dependencies: [
        "TrolleySystem", "TrolleyModel", "TrolleyWire", "TrolleyServices", "TrolleyTestSupport",
        "TrolleyProviderSupport", "trolley", "trolley-worker",
      ]),
    .testTarget(
      name: "TrolleySyncTests",
      dependencies: [
        "TrolleySystem", "TrolleyModel", "TrolleyWire", "TrolleyStorage", "TrolleySync",
        "TrolleyTestSupport", "TrolleySyncSupport", "trolley-sync",
      ]),
    .testTarget(
      name: "TrolleyBenchTests", dependencies: ["TrolleyTestSupport", "trolley-bench"]),
    .testTarget(
      name: "TrolleyEndToEndTests",
      dependencies: [
        "TrolleyModel", "TrolleyStorage", "TrolleySync", "TrolleyTestSupport",
        "TrolleyProviderSupport", "TrolleySyncSupport", "trolley", "trolley-worker", "trolley-sync",
      ]),
  ]
)
