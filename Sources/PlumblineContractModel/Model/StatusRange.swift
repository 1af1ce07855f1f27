import PlumblineASCII

/// The statuses that a documented response covers: one, a class of them, or all others, in OpenAPI's terms.
///
/// If several cover a status, the most specific applies: `404` before `4XX` before `default`.
package enum StatusRange: Sendable, Hashable, CustomStringConvertible {
  /// One status: `404`.
  case exactly(Int)
  /// All statuses of a class: `4XX` is `hundred(4)`.
  case hundred(Int)
  /// Every error status: `default`.
  case failures

  /// Reads `404`, `4XX` or `default`; `nil` for any other text.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    if text == "default" {
      self = .failures
    } else if bytes.count == 3, let digit = bytes[0].asDigit, (1...5).contains(digit), bytes[1...] == [0x58, 0x58] {
      self = .hundred(digit)
    } else if bytes.count == 3, let number = Int(text), (100...599).contains(number) {
      self = .exactly(number)
    } else {
      return nil
    }
  }

  package func contains(_ status: Int) -> Bool {
    switch self {
    case .exactly(let one): status == one
    case .hundred(let digit): status / 100 == digit
    case .failures: (400...599).contains(status)
    }
  }

  /// The rank among ranges that contain the same status: the lowest is the most specific.
  package var width: Int {
    switch self {
    case .exactly: 0
    case .hundred: 1
    case .failures: 2
    }
  }

  /// The status that is sent for the range.
  package var typical: Int {
    switch self {
    case .exactly(let one): one
    case .hundred(3): 302
    case .hundred(let digit): digit * 100
    case .failures: 500
    }
  }

  /// `404`, `4XX` or `default`.
  package var description: String {
    switch self {
    case .exactly(let one): "\(one)"
    case .hundred(let digit): "\(digit)XX"
    case .failures: "default"
    }
  }
}

extension UInt8 {
  fileprivate var asDigit: Int? { isDigit ? Int(self) - 0x30 : nil }
}

extension Collection {
  /// Returns the most specific elements that cover a status.
  package func nearest(to status: Int, by statuses: (Element) -> StatusRange) -> [Element] {
    let fitting = filter { statuses($0).contains(status) }
    guard fitting.count > 1, let least = fitting.map({ statuses($0).width }).min() else { return fitting }
    return fitting.filter { statuses($0).width == least }
  }
}
