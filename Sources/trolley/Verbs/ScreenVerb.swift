import TrolleyTerminal

/// The full screen, with options.
struct ScreenVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "screen", abstract: "Open the screen (as without a verb).")

  @OptionGroup var data: DataOptions

  @Option(help: "Colours: automatic, dark, light, high-contrast or none.")
  var theme: ThemeChoice?

  @Flag(help: "No confetti, nothing that moves.")
  var reduceMotion = false

  @Option(help: "How colours are sent: auto, direct, 256, 16 or none.")
  var colours = ColourMode.auto

  @Flag(name: [.customLong("no-colour"), .customLong("no-color")], help: "No colours at all.")
  var hasNoColour = false

  func run() throws {
    var options = ScreenOptions()
    options.data = data.directory
    options.theme = theme
    options.reduceMotion = reduceMotion
    options.colours = hasNoColour ? .none : colours
    try Launch.screen(options)
  }
}

extension ThemeChoice: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(rawValue: argument == "high-contrast" ? "highContrast" : argument)
  }
}

extension ColourMode: ExpressibleByArgument {}
