/// What an overlay does, as functions of its state: each state has one in the file of its feature.
package struct OverlayBehaviour {
  let scope: Scope
  /// Returns false for a global command that it does not handle.
  let perform: (inout AppState, Command, inout [Effect]) -> Bool
  /// What its hints depend on.
  let facts: (AppState) -> Situation
  /// What enter does, for the hints.
  var action = "open"
  var type: (inout AppState, String) -> Void = { _, _ in }
  /// A click on the entry with this index.
  var press: (inout AppState, Int, inout [Effect]) -> Void = { _, _, _ in }
  /// The pictures it shows, the most wanted first.
  var images: (AppState) -> [VisibleImage] = { _ in [] }
}

package protocol OverlayState { var behaviour: OverlayBehaviour { get } }
