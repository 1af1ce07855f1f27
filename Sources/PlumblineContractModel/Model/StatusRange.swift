import PlumblineASCII

/// The statuses of a documented response, as in OpenAPI: a single status, a class of them, or all others.
///
/// If several ranges contain a status, the most specific one applies: `404` before `4XX` before `default`.
package enum StatusRange: Sendable, Hashable, CustomStringConvertible {
  /// A single status, such as `404`.
  case exactly(Int)
  /// All statuses of a class. For example, `4XX` is `hundred(4)`.
  case hundred(Int)
  /// All error statuses, written as `default`.
  case failures

  /// Parses `404`, `4XX` or `default`, or returns `nil` for any other string.
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

  /// The rank of the range compared to other ranges that contain the same status. The lowest is the most specific.
  package var width: Int {
    switch self {
    case .exactly: 0
    case .hundred: 1
    case .failures: 2
    }
  }

  /// The status to send for the range.
  package var typical: Int {
    switch self {
    case .exactly(let one): one
    case .hundred(3): 302
    case .hundred(let digit): digit * 100
    case .failures: 500
    }
  }

  /// The range in the form `404`, `4XX` or `default`.
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
  /// Returns the elements with the most specific ranges that contain a status.
  package func nearest(to status: Int, by statuses: (Element) -> StatusRange) -> [Element] {
    let fitting = filter { statuses($0).contains(status) }
    guard fitting.count > 1, let least = fitting.map({ statuses($0).width }).min() else { return fitting }
    return fitting.filter { statuses($0).width == least }
  }
}
