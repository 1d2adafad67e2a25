import Foundation
import Testing
import TrolleyProviderSupport
import TrolleyTestSupport

/// `.make/bootstrap.sh` on systems made of stubs: nothing else is on the PATH.
@Suite(.startsPrograms) struct BootstrapTests {
  private static let debianPackages =
    "binutils binutils-gold ca-certificates git libc6-dev libcurl4 libcurl4-openssl-dev"
    + " libncurses-dev libncurses6 libpq-dev libqrencode-dev libsodium-dev libsqlite3-0 libssl-dev"
    + " libstdc++-12-dev libxml2 zlib1g"

  @Test func `where nothing is missing it says nothing and installs nothing`() throws {
    let system = try StubSystem(managers: ["apt-get", "apt-cache"])
    let run = try system.bootstrap("build")
    #expect(run.status == 0)
    #expect(run.output + run.error == "")
    #expect(system.calls("apt-get").isEmpty)
    // It runs before every build: one compilation per library, and one look at each tool.
    #expect(system.calls("clang++").count == 7)
    #expect(system.calls("swift").count == 2)
  }

  @Test func `root of a bare Debian gets all that is missing in one step`() throws {
    let system = try StubSystem(managers: ["apt-get", "apt-cache"], isBare: true)
    let run = try system.bootstrap("build")
    #expect(run.status == 0, "\(run.error)")
    #expect(run.error == "trolley: installing \(Self.debianPackages)\n")
    #expect(
      system.calls("apt-get") == [
        "-qq -o DPkg::Lock::Timeout=120 update",
        "-qq -o DPkg::Lock::Timeout=120 install -y --no-install-recommends \(Self.debianPackages)",
      ])
    #expect(system.calls("sudo").isEmpty)
  }

  @Test func `who may use sudo without a password installs by it`() throws {
    let system = try StubSystem(
      managers: ["apt-get", "apt-cache"], missing: ["-lsodium"], user: 1000, sudo: 0)
    let run = try system.bootstrap("build")
    #expect(run.status == 0, "\(run.error)")
    #expect(
      system.calls("sudo").last
        == "-n env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120"
        + " install -y --no-install-recommends libsodium-dev")
    #expect(system.calls("apt-get").count == 2)
  }

  @Test(arguments: [nil, 1])
  func `who may not install is told what root has to type`(sudo: Int?) throws {
    let system = try StubSystem(
      managers: ["apt-get", "apt-cache"], isBare: true, user: 1000, sudo: sudo)
    let run = try system.bootstrap("build")
    #expect(run.status == 1)
    #expect(
      run.error.hasSuffix(
        "trolley: As root, type: apt-get update; apt-get install --no-install-recommends "
          + Self.debianPackages + "\n"))
    #expect(system.calls("apt-get").isEmpty)
  }

  @Test(arguments: [
    (
      "dnf",
      "Install it with: sudo dnf install binutils binutils-gold ca-certificates gcc-c++ git"
        + " libcurl libcurl-devel libpq-devel libsodium-devel libsodium-static libxml2 ncurses-devel"
        + " ncurses-libs openssl-devel qrencode-devel sqlite-libs zlib"
    ),
    (
      "pacman",
      "Install it with: sudo pacman -S --needed base-devel ca-certificates curl git libsodium"
        + " libxml2-legacy ncurses openssl postgresql-libs qrencode sqlite zlib"
    ),
    (
      "true",
      "Install your system's packages for: binutils ca-certificates g++ git libcurl4"
        + " libcurl4-openssl-dev libncurses-dev libncurses6 libpq-dev libqrencode-dev"
        + " libsodium-dev libsqlite3-0 libssl-dev libxml2 zlib1g"
    ),
  ])
  func `other systems are told their own names`(manager: String, line: String) throws {
    let run = try StubSystem(managers: [manager], isBare: true).bootstrap("build")
    #expect(run.status == 1)
    #expect(run.error.hasSuffix("trolley: \(line)\n"), "\(run.error)")
  }

  @Test func `on another system than Linux nothing is looked for`() throws {
    let run = try StubSystem(managers: ["apt-get"], isBare: true, kernel: "Darwin")
      .bootstrap("build")
    #expect(run.status == 1)
    #expect(run.error == "trolley: Trolley runs on Linux.\n")
  }

  @Test func `an older Swift than the manifest asks for is refused with both numbers`() throws {
    let system = try StubSystem(managers: ["apt-get", "apt-cache"], swift: "5.10.1")
    let run = try system.bootstrap("lint")
    #expect(run.status == 1)
    #expect(
      run.error == "trolley: Swift 5.10.1 is too old; \(try Repository.oldestSwift) or newer is"
        + " needed: https://www.swift.org/install\n")
    #expect(system.calls("apt-get").isEmpty)
  }

  @Test(arguments: ["6.3", "6.10", "7.0.1"])
  func `that Swift and newer ones are taken`(version: String) throws {
    #expect(try StubSystem(managers: [], swift: version).bootstrap("lint").status == 0)
  }

  @Test func `without Swift it says where to get it`() throws {
    let run = try StubSystem(managers: [], swift: nil).bootstrap("build")
    #expect(run.status == 1)
    #expect(run.error.contains("https://www.swift.org/install"))
  }

  @Test func `tests need the programs that they name, and no others`() throws {
    let system = try StubSystem(
      managers: ["apt-get", "apt-cache"], user: 1000, tests: #"let program = "sqlite3""#)
    let run = try system.bootstrap("test")
    #expect(run.status == 1)
    #expect(run.error.hasSuffix("--no-install-recommends sqlite3\n"), "\(run.error)")
    #expect(try system.bootstrap("build").status == 0)
  }

  @Test func `tests that start a server need one`() throws {
    let system = try StubSystem(
      managers: ["apt-get", "apt-cache"], user: 1000, tests: #"let program = "initdb""#)
    let run = try system.bootstrap("test")
    #expect(run.status == 1)
    #expect(run.error.hasSuffix("--no-install-recommends postgresql\n"), "\(run.error)")
  }

  @Test func `a package needs Debian's tools for packages`() throws {
    let run = try StubSystem(managers: ["apt-get", "apt-cache"], user: 1000).bootstrap("deb")
    #expect(run.status == 1)
    #expect(run.error.hasSuffix("--no-install-recommends dpkg-dev\n"), "\(run.error)")
  }

  @Test func `what only makes pictures look better is tried once and never stops a build`() throws {
    let system = try StubSystem(
      managers: ["apt-get", "apt-cache"], hasPictures: false, installs: false)
    let first = try system.bootstrap("build")
    #expect(first.status == 0)
    #expect(
      first.error == """
        trolley: installing fonts-noto-color-emoji libfreetype6 libgdk-pixbuf-2.0-0 ncurses-term \
        webp-pixbuf-loader (pictures and colours look best with it)
        trolley: that did not work, and is not needed

        """)
    let second = try system.bootstrap("build")
    #expect(second.status == 0)
    #expect(second.error == "")
  }

  @Test func `an installation that fails is told with what apt said`() throws {
    let system = try StubSystem(
      managers: ["apt-get", "apt-cache"], missing: ["-lcurl"], installs: false)
    let run = try system.bootstrap("build")
    #expect(run.status == 1)
    #expect(run.error.contains("E: no network\n"))
    #expect(run.error.hasSuffix("trolley: apt-get install failed (see above).\n"))
  }

  @Test func `make deps names every package and what is missing of them`() throws {
    let system = try StubSystem(managers: ["apt-get", "apt-cache"], missing: ["-lqrencode"])
    let run = try system.bootstrap("deps")
    #expect(run.status == 0, "\(run.error)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("To build and to test: binutils ") == true)
    #expect(lines.first?.contains(" libqrencode-dev ") == true)
    #expect(lines.last == "Missing now: libqrencode-dev")
    #expect(try system.bootstrap("deps").output.hasSuffix("Missing now: nothing\n"))
  }

  @Test func `a release is fully static where all archives are there`() throws {
    let all = try StubSystem(managers: []).bootstrap("release")
    let build = "swift build -c release --static-swift-stdlib "
    #expect(all.output.hasPrefix("env TROLLEY_STATIC=1 \(build)"))
    let some = try StubSystem(managers: [], missing: ["-print-file-name=libsodium.a"])
      .bootstrap("release")
    #expect(some.output.hasPrefix(build))
  }
}

/// A system of a few real tools, and of stubs that record their calls.
private final class StubSystem {
  private let folder: TemporaryFolder
  private let environment: [String: String]
  /// The shell creates the files: a file that this process has open for writing when another test
  /// starts a program could not be executed yet.
  private var setup = "set -e; mkdir bin calls\n"

  /// - Parameters:
  ///   - managers: the package managers that exist.
  ///   - isBare: whether a compiler, a linker, git, certificates and all libraries are missing.
  ///   - missing: arguments that the compiler refuses until something was installed.
  ///   - sudo: the status of `sudo -n`; nil for no sudo.
  ///   - swift: the toolchain's version; nil for no toolchain.
  ///   - tests: the content of the file of tests.
  ///   - installs: whether installing works.
  init(
    managers: [String], isBare: Bool = false, missing: [String] = [], user: Int = 0,
    sudo: Int? = nil, kernel: String = "Linux", swift: String? = "6.3.1", tests: String = "",
    hasPictures: Bool = true, installs: Bool = true
  ) throws {
    folder = try TemporaryFolder()
    let home = folder.url.path
    environment = [
      "PATH": "\(home)/bin", "HOME": home, "TMPDIR": home, "BOOTSTRAP_ROOT": "\(home)/root",
      "LC_ALL": "C", "MISSING": (missing + (isBare ? ["--version"] : [])).joined(separator: " "),
    ]
    for tool in [
      "sh", "sed", "tr", "sort", "head", "grep", "rm", "cat", "mktemp", "find", "mkdir", "env",
      "dirname", "cp",
    ] { setup += "ln -s \"$(command -v \(tool))\" bin/\(tool)\n" }
    file("Tests/Some.swift", tests)
    stub("uname", "case $1 in -m) echo x86_64 ;; *) echo \(kernel) ;; esac")
    stub("id", "echo \(user)")
    if let swift {
      stub("swift", Self.refusal + "echo 'Swift Package Manager - Swift \(swift)'")
    }
    if let sudo {
      stub("sudo", "shift; [ \(sudo) = 0 ] || exit 1; [ $1 = true ] || exec \"$@\"")
    }
    for manager in managers { stub(manager, Self.manager(installs: installs)) }
    // What an installation adds is kept aside until then.
    let aside = isBare ? "later/" : ""
    stub(
      "clang++",
      Self.refusal
        + "case $1 in -print-file-name=*) echo /lib/${1#*=} ;; *) cat >/dev/null ;; esac",
      under: aside)
    for tool in ["git", "ld.gold"] { stub(tool, "", under: aside) }
    file(aside + "root/etc/ssl/cert.pem", "")
    if hasPictures {
      for name in [
        "root/usr/lib/libgdk_pixbuf-2.0.so.0", "root/usr/share/terminfo/x/xterm-direct",
        "root/usr/lib/gdk-pixbuf-2.0/2.10.0/loaders/libpixbufloader-webp.so",
        "root/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf",
      ] { file(name, "") }
    }
    let made = try ChildProcess(
      "/bin/sh", [], environment: ["PATH": "/usr/bin:/bin"], directory: folder.url, input: setup
    ).finish()
    try #require(made.status == 0, "\(made.error)")
  }

  func bootstrap(_ purpose: String) throws -> ChildProcess.Outcome {
    try ChildProcess(
      "/bin/sh", [Repository.file(".make/bootstrap.sh").path, purpose], environment: environment,
      directory: folder.url
    ).finish()
  }

  /// The arguments of each call, oldest first.
  func calls(_ program: String) -> [String] {
    let log = folder.url.appending(path: "calls/\(program)")
    return ((try? String(contentsOf: log, encoding: .utf8)) ?? "").split(separator: "\n")
      .map(String.init)
  }

  /// Exits with 1 if an argument is missing.
  private static let refusal = """
    if [ ! -e "$HOME/installed" ]; then
      for word; do case " $MISSING " in *" $word "*) exit 1 ;; esac; done
    fi

    """

  private static func manager(installs: Bool) -> String {
    """
    case "$*" in
    --prefix) echo "$HOME" ;;
    "show binutils-gold") echo Package: binutils-gold ;;
    "depends g++") echo '  Depends: g++-12 (>= 12.2.0-1~)' ;;
    *install*)
      \(installs ? "" : "echo E: no network >&2; exit 100")
      : >"$HOME/installed"
      [ ! -e "$HOME/later" ] || cp -R "$HOME/later/." "$HOME/" ;;
    esac
    """
  }

  private func stub(_ name: String, _ body: String, under aside: String = "") {
    file("\(aside)bin/\(name)", "#!/bin/sh\necho \"$*\" >>\"$HOME/calls/\(name)\"\n\(body)\n")
    setup += "chmod +x \(aside)bin/\(name)\n"
  }

  private func file(_ name: String, _ text: String) {
    setup += "mkdir -p $(dirname \(name)); cat >\(name) <<'END'\n\(text)\nEND\n"
  }
}
