import Testing
import TrolleyModel
import TrolleyTestSupport
import TrolleyUI

/// Frames: each has one top and one bottom.
@Suite struct FrameTests {
  private struct Edge: Hashable {
    let left: Int
    let right: Int
  }

  /// The edges in a row that begin and end with these corners.
  private func edges(_ row: [String], _ left: String, _ right: String) -> [Edge] {
    row.indices.filter { row[$0] == left }.compactMap { start in
      row[start...].firstIndex(of: right).map { Edge(left: start, right: $0) }
    }
  }

  @Test(
    arguments: Scenario.all,
    [(40, 8), (40, 12), (59, 24), (60, 15), (60, 16), (80, 18), (80, 24)].map { Size($0) })
  func `no frame ends twice`(_ scene: Scenario, _ size: Size) {
    let canvas = scene.shopper(size).canvas
    var open: [Edge: Bool] = [:]
    for y in 0..<size.height {
      let row = (0..<size.width).map { canvas[$0, y].text }
      for edge in edges(row, "╭", "╮") { open[edge] = true }
      for edge in edges(row, "╰", "╯") {
        #expect(open[edge] != false, "line \(y) of \(scene.name)\n\(canvas.text)")
        open[edge] = false
      }
    }
  }
}

extension Size {
  fileprivate init(_ sides: (Int, Int)) { self.init(width: sides.0, height: sides.1) }
}
