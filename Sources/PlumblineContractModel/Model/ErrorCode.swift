import PlumblineJSONTree

/// The code that identifies an error: a word, as in most services, or a number.
package enum ErrorCode: Sendable, Hashable, CustomStringConvertible {
  case word(String)
  case number(Int)

  /// Creates a code from a value; `nil` if it is neither text nor a whole number.
  package init?(_ value: JSON) {
    if let word = value.string {
      self = .word(word)
    } else if let number = value.int {
      self = .number(number)
    } else {
      return nil
    }
  }

  /// The value in a body.
  package var json: JSON {
    switch self {
    case .word(let word): JSON(word)
    case .number(let number): JSON(number)
    }
  }

  /// The word, or the number in digits.
  package var description: String {
    switch self {
    case .word(let word): word
    case .number(let number): "\(number)"
    }
  }
}
