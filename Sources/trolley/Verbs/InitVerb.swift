import ArgumentParser
import TrolleyCore

struct InitVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Make the directory of the list with the starter items.")

  @OptionGroup var data: DataOptions
  @OptionGroup var json: JSONOption

  func run() throws {
    let list = try OpenList(data.directory)
    let path = CleanText.line(list.directory, limit: .address)
    try list.answer("The list is kept in \(path).", isJSON: json.isOn) {
      $0.member("directory", path)
    }
  }
}
