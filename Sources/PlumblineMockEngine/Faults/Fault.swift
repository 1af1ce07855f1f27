import PlumblineASCII
import PlumblineContractModel

/// An error injected into a response.
package enum Fault: Sendable, Hashable, CustomStringConvertible {
  /// An error of the contract, by name, such as `notFound`. It is sent in the contract's envelope.
  case failure(String)
  /// An error with a status, such as `503`.
  case status(Int)
  /// A 200 without a body.
  case empty
  /// The connection is reset before the first byte.
  case reset
  /// The head announces the whole body, but the connection is closed after half of it.
  case truncated
  /// The body is sent in chunks, and the size of one of them isn't a number.
  case badChunk
  /// Random bytes are sent instead of HTTP.
  case random
  /// The whole response is sent, but its body takes five seconds. It is sent piece by piece, or event by event if it is
  /// a stream.
  case drip
  /// The head and the given number of events of a stream are sent, or all events if there are fewer. The connection is
  /// then closed without ending the body. For a body that isn't a stream, this is the same as ``truncated``.
  case breakOff(after: Int)
  /// The connection is closed immediately, without sending a byte.
  case offline

  /// The faults that aren't errors and have no number, by name.
  package static let words: [(word: String, fault: Fault)] = [
    ("empty", .empty), ("reset", .reset), ("truncated", .truncated), ("bad-chunk", .badChunk), ("random", .random),
    ("drip", .drip), ("offline", .offline),
  ]

  /// The names of faults for messages, including the syntax of those with a number.
  package static let spellings: [String] = words.map(\.word) + ["\(breakOffPrefix)N"]

  /// The text before the number of events in a fault's name.
  private static let breakOffPrefix = "break-off-"

  /// Parses the name of a fault: one of ``words``, a name such as `break-off-3`, a status from 400 to 599, or the name
  /// of an error.
  package init(parsing text: String) throws(RuleError) {
    if let known = Self.words.first(where: { $0.word == text }) {
      self = known.fault
    } else if text.hasPrefix(Self.breakOffPrefix.dropLast()) {
      self = .breakOff(after: try Self.events(text))
    } else if let status = Int(text) {
      guard (400...599).contains(status) else {
        throw RuleError("\(text) isn't an error status: use 400 to 599.")
      }
      self = .status(status)
    } else if !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) {
      self = .failure(text)
    } else {
      let words = Spelling.list(Self.spellings, joining: "or")
      throw RuleError("\"\(text)\" isn't a fault: use \(words), a status such as 503, or the name of an error.")
    }
  }

  /// Returns the number after `break-off-`.
  private static func events(_ text: String) throws(RuleError) -> Int {
    let digits = text.dropFirst(breakOffPrefix.count)
    guard digits.utf8.allSatisfy({ $0.isDigit }), let count = Int(digits) else {
      throw RuleError("\"\(text)\" needs the number of events after which the stream breaks off, such as break-off-3.")
    }
    return count
  }

  /// The name of the fault.
  package var description: String {
    switch self {
    case .breakOff(let events): "\(Self.breakOffPrefix)\(events)"
    case .failure(let name): name
    case .status(let status): "\(status)"
    default: Self.words.first { $0.fault == self }?.word ?? ""
    }
  }

  /// A Boolean value that indicates whether the fault damages a response and therefore needs one. For other faults, the
  /// mock isn't called, so its state doesn't change.
  var needsAnswer: Bool {
    switch self {
    case .truncated, .badChunk, .drip, .breakOff: true
    case .failure, .status, .empty, .reset, .random, .offline: false
    }
  }
}
