import PlumblineDriftDetection

/// The exchanges that fit into a JSON report. Those of the most severe findings take precedence.
///
/// A report with tens of thousands of exchanges would be too large to read back, and would mostly repeat the same few.
struct ExchangeRoom {
  /// The maximum total size of the exchanges' text in bytes.
  static let bytes = 32 << 20

  /// The number of exchanges that don't fit.
  let leftOut: Int
  private let isKept: [Bool]

  init(_ findings: [Drift], bytes: Int = Self.bytes) {
    var isKept = [Bool](repeating: true, count: findings.count)
    var leftOut = 0
    if findings.reduce(0, { $0 + ($1.exchange?.weight ?? 0) }) > bytes {
      var room = bytes
      let order = findings.indices.sorted { (findings[$1].severity, $0) < (findings[$0].severity, $1) }
      for index in order {
        guard let exchange = findings[index].exchange else { continue }
        room -= exchange.weight
        if room >= 0 { continue }
        isKept[index] = false
        leftOut += 1
      }
    }
    self.isKept = isKept
    self.leftOut = leftOut
  }

  /// Returns a Boolean value that indicates whether the exchange of a finding fits. The finding is given by its index.
  func holds(_ index: Int) -> Bool { isKept[index] }
}
