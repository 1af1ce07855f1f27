import PlumblineContractModel
import PlumblineHTTPMessages

/// Something that goes wrong with an answer.
package enum Fault: Sendable, Hashable, CustomStringConvertible {
  /// A failure of the contract, by its name, in its envelope: `notFound`.
  case failure(String)
  /// A failure with a status: `503`.
  case status(Int)
  /// 200 and no body.
  case empty
  /// The connection is reset before the first byte.
  case reset
  /// The head promises the whole body, half of it comes, and the connection closes.
  case truncated
  /// The body comes in chunks, and one of them has a size that is no number.
  case badChunk
  /// Random bytes in place of HTTP.
  case random
  /// The whole answer, but its body takes five seconds.
  case drip
  /// The connection closes at once, without a byte.
  case offline

  /// Those that aren't failures, by the words for them.
  package static let words: [(word: String, fault: Fault)] = [
    ("empty", .empty), ("reset", .reset), ("truncated", .truncated), ("bad-chunk", .badChunk), ("random", .random),
    ("drip", .drip), ("offline", .offline),
  ]

  /// Reads a fault's word: one of ``words``, a status from 400 to 599, or a failure's name.
  package init(parsing text: String) throws(RuleError) {
    if let known = Self.words.first(where: { $0.word == text }) {
      self = known.fault
    } else if let status = Int(text) {
      guard (400...599).contains(status) else {
        throw RuleError("\(text) is no status of a failure: use 400 to 599.")
      }
      self = .status(status)
    } else if !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) {
      self = .failure(text)
    } else {
      let words = Spelling.list(Self.words.map(\.word), joining: "or")
      throw RuleError("\"\(text)\" is no fault: use \(words), a status such as 503, or the name of a failure.")
    }
  }

  /// The word for it.
  package var description: String {
    switch self {
    case .failure(let name): name
    case .status(let status): "\(status)"
    default: Self.words.first { $0.fault == self }?.word ?? ""
    }
  }

  /// Whether the answer that it spoils has to be there; for the others nobody is asked, and no state changes.
  var needsAnswer: Bool {
    switch self {
    case .truncated, .badChunk, .drip: true
    case .failure, .status, .empty, .reset, .random, .offline: false
    }
  }
}
