/// A shared library that the program also works without; opened at the first use and never closed.
struct OptionalLibrary {
  private let handle: UnsafeMutableRawPointer

  /// Nil where it is not installed.
  init?(_ name: String) {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
    self.handle = handle
  }

  /// The address of a function, also of a library that this one depends on, with the type of the
  /// constant that it is assigned to.
  func function<Function>(_ name: String) throws(Missing) -> Function {
    guard let address = dlsym(handle, name) else { throw Missing() }
    return unsafeBitCast(address, to: Function.self)
  }

  struct Missing: Error {}
}
