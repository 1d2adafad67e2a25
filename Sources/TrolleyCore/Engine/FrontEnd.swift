/// What the engine leaves to the front end: everything that concerns the terminal and the desktop.
package protocol FrontEnd: AnyObject {
  /// Copies a text to the clipboard.
  func copy(_ text: String)
  func notify(title: String, body: String)
  /// Shows a web address or a draft outside.
  func open(address: String)
  /// Paints everything again.
  func redraw()
  /// Stops the program until the shell continues it.
  func suspend()
  func quit()
  /// Tells the user something after the screen was left.
  func say(_ sentence: String)
}
