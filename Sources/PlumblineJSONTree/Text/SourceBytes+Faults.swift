/// Descriptions of faults, which are computed only when there is a fault.
extension SourceBytes {
  /// The tokens that the grammar allows at a position.
  enum Expectation {
    case value
    case firstElement
    case firstKey
    case key
    case colon
    case afterMember
    case afterElement
    case end

    var words: String {
      switch self {
      case .value: "a value"
      case .firstElement: "a value or ']'"
      case .firstKey: "a key in double quotes or '}'"
      case .key: "a key in double quotes"
      case .colon: "':' after a key"
      case .afterMember: "',' or '}' after a member"
      case .afterElement: "',' or ']' after an element"
      case .end: "nothing after the value"
      }
    }
  }

  @inline(never)
  func unexpected(at index: Int, _ expectation: Expectation) -> SyntaxFault {
    guard index < count else { return SyntaxFault(.unexpectedEnd, at: count, expected: expectation.words) }
    if self[index] >= 0x80, sequenceLength(at: index) == 0 { return notUTF8(at: index) }
    return SyntaxFault(
      expectation == .end ? .trailingText : .unexpectedCharacter, at: index, expected: expectation.words)
  }

  @inline(never)
  func notUTF8(at offset: Int) -> SyntaxFault { SyntaxFault(.invalidUTF8, at: offset, expected: "UTF-8") }

  @inline(never)
  func badInteger(_ first: Int, _ digits: Int) -> SyntaxFault {
    digits == 0 ? badNumber(at: first, "a digit") : badNumber(at: first &+ 1, "no digit after a leading 0")
  }

  @inline(never)
  func badNumber(at index: Int, _ expected: String) -> SyntaxFault {
    SyntaxFault(index < count ? .invalidNumber : .unexpectedEnd, at: index, expected: expected)
  }

  @inline(never)
  func badWord(_ word: StaticString, at start: Int) -> SyntaxFault {
    var index = start
    for place in 0..<word.utf8CodeUnitCount {
      guard index < count, self[index] == word.withUTF8Buffer({ $0[place] }) else { break }
      index &+= 1
    }
    return SyntaxFault(
      index < count ? .unexpectedCharacter : .unexpectedEnd, at: index, expected: "the word \(word)")
  }
}
