import PlumblineJSONTree

/// The code that identifies an error. Most services use a word, others a number.
package enum ErrorCode: Sendable, Hashable, CustomStringConvertible {
  case word(String)
  case number(Int)

  /// Creates a code from a value, or returns `nil` if the value is neither a string nor a whole number.
  package init?(_ value: JSON) {
    if let word = value.string {
      self = .word(word)
    } else if let number = value.int {
      self = .number(number)
    } else {
      return nil
    }
  }

  /// The code as a value in a body.
  package var json: JSON {
    switch self {
    case .word(let word): JSON(word)
    case .number(let number): JSON(number)
    }
  }

  /// The word, or the digits of the number.
  package var description: String {
    switch self {
    case .word(let word): word
    case .number(let number): "\(number)"
    }
  }
}
